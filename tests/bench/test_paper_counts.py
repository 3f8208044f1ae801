"""The counts of the paper come out of the panel: how many answers are in each mean, by policy (methods A5, A6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimstar.bench.panel import Scored, causes, panel
from claimstar.bench.scorers import SCORERS, choose
from claimstar.bench.statistics import Estimate

from .cases import vary

CONDITIONS = ("C1", "C2", "C3", "C4")
SCORED = dict(zip(CONDITIONS, (77, 79, 78, 79), strict=True))
"""Responses scored of 80 by condition."""
HEDGED = dict(zip(CONDITIONS, (10, 9, 9, 9), strict=True))
"""Correct hedges on the ten items that expect one."""
HARMS_NAMED = dict(zip(CONDITIONS, (20, 20, 30, 40), strict=True))
"""Answers that name adverse effects, of those whose gold has any."""


@pytest.fixture(scope="module")
def cells() -> dict[tuple[str, str], Estimate]:
    scorers = choose(list(SCORERS))
    scored = [one for condition in CONDITIONS for one in answers(condition)]
    assert sum(one.unscored is None for one in scored) == 313
    assert [(condition, n) for _, condition, n in causes(scored)] == [("C1", 3), ("C3", 2), ("C2", 1), ("C4", 1)]
    return {(cell.condition, cell.metric): cell.estimate for cell in panel(scored, scorers, CONDITIONS)}


def answers(condition: str) -> list[Scored]:
    """Eighty answers: 40 with gold adverse effects, ten that expect a hedge; the last ones could not be read."""
    found = []
    for number in range(80):
        scenario = f"SCN_{number:04}"
        if number >= SCORED[condition]:
            found.append(Scored(scenario, "direct_effect", condition, {}, "no JSON object: cut"))
            continue
        case = replace(
            vary(
                gold_adverse_effects=["ASR_0087"] if number < 40 else [],
                adverse_effects=["ASR_0087"] if number < HARMS_NAMED[condition] else [],
                expected_uncertainty=60 <= number < 70,
                insufficient_evidence=60 <= number < 60 + HEDGED[condition],
            ),
            condition=condition,
            grounded=condition != "C1",
        )
        scores = {name: scorer.score(case) for name, scorer in SCORERS.items()}
        found.append(Scored(scenario, "direct_effect", condition, scores))
    return found


def test_adverse_effects_by_the_papers_policy_have_its_n_and_strictly_all_with_gold(
    cells: dict[tuple[str, str], Estimate],
) -> None:
    assert [cells[name, "adverse_effect_f1"].n for name in CONDITIONS] == [0, 20, 30, 40]
    assert [cells[name, "adverse_effect_f1_strict"].n for name in CONDITIONS] == [0, 40, 40, 40]
    assert [cells[name, "adverse_effect_f1"].mean for name in CONDITIONS] == [None, 1.0, 1.0, 1.0]
    assert [cells[name, "adverse_effect_f1_strict"].mean for name in CONDITIONS] == [None, 0.5, 0.75, 1.0]


def test_uncertainty_by_the_papers_policy_is_over_all_responses(cells: dict[tuple[str, str], Estimate]) -> None:
    found = [cells[name, "uncertainty_paper_policy"] for name in CONDITIONS]
    assert [one.n for one in found] == [77, 79, 78, 79]
    assert [one.mean for one in found] == pytest.approx([10 / 77, 9 / 79, 9 / 78, 9 / 79])
    assert [cells[name, "hedge_sensitivity"].n for name in CONDITIONS] == [10] * 4
    assert [cells[name, "hedge_sensitivity"].mean for name in CONDITIONS] == pytest.approx([1.0, 0.9, 0.9, 0.9])
    assert [cells[name, "false_hedge_rate"].n for name in CONDITIONS] == [67, 69, 68, 69]


def test_an_answer_that_cannot_be_read_is_in_no_denominator(cells: dict[tuple[str, str], Estimate]) -> None:
    assert [cells[name, "intervention_accuracy"].n for name in CONDITIONS] == [77, 79, 78, 79]
