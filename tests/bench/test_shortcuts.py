"""Guessing on the pilot's scenarios: no better than chance as a whole, and planted short cuts are seen."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from claimstar.bench.shortcuts.features import FEATURES, Features
from claimstar.bench.shortcuts.guess import RULES, Puzzle, fitted_results
from claimstar.bench.shortcuts.logit import fit, make_choices
from claimstar.bench.shortcuts.measure import measure_shortcuts
from claimstar.bench.shortcuts.report import ShortcutReport
from claimstar.errors import UsageError
from claimstar.model.records import Scenario

from .graphs import pilot_scenarios, pilot_task

CLASSES = ("Drug", "Intervention")


def measured(scenarios: list[Scenario]) -> ShortcutReport:
    return measure_shortcuts(pilot_task(), scenarios, CLASSES)


def test_no_guesser_beats_chance_over_all_or_in_any_category_and_nothing_leaks() -> None:
    report = measured(list(pilot_scenarios()))
    for condition in ("C1", "C2", "C3", "C4"):
        cell = report.cell("all", condition)
        assert cell.n == 80
        assert not [guess.name for guess in (cell.fitted, cell.within, *cell.rules) if cell.too_good(guess)]
    assert not report.findings


def test_gold_always_first_is_seen() -> None:
    planted = [
        each.model_copy(
            update={
                "candidate_options": [
                    each.gold_option,
                    *(option for option in each.candidate_options if option != each.gold_option),
                ]
            }
        )
        for each in pilot_scenarios()
        if each.category == "direct_effect"
    ]
    report = measured(planted)
    assert report.cell("all", "C1").fitted.result > 0.8
    assert "position" in {finding.criterion for finding in report.findings}


def test_a_candidate_without_claims_of_the_kind_that_the_gold_answer_shows_is_named() -> None:
    scenario = next(each for each in pilot_scenarios() if each.category == "adverse_effect_pathway")
    planted = scenario.model_copy(update={"candidate_options": [*scenario.candidate_options, "MESH:D014810"]})
    assert {leak.option for leak in measured([planted]).leaks} == {"MESH:D014810"}


def test_nothing_to_measure_is_an_error() -> None:
    with pytest.raises(UsageError):
        measured([])


def puzzles_with(feature: str) -> list[Puzzle]:
    """Eight scenarios whose right candidate has the highest value of one feature; the others tell nothing."""
    noise = random.Random(1)
    found = []
    for number in range(8):
        place = number % 3
        values = {name: [noise.randrange(9) for _ in range(3)] for name in FEATURES}
        values[feature] = [9 if option == place else 1 for option in range(3)]
        features = tuple(
            Features(str(option), **{name: values[name][option] for name in FEATURES}) for option in range(3)
        )
        found.append(Puzzle(str(number), "any", features, frozenset({str(place)})))
    return found


@pytest.mark.parametrize("feature", FEATURES)
def test_each_feature_is_found_out_where_it_tells_the_answer(feature: str) -> None:
    puzzles = puzzles_with(feature)
    assert fitted_results(puzzles) == (1.0,) * 8
    right = {rule.name for rule in RULES if all(rule.result(each) == 1 for each in puzzles)}
    assert right == {f"highest {feature}"}


def test_the_logit_of_two_alternatives_is_half_the_log_odds() -> None:
    # of ten choices between +1 and -1 seven are for +1: the difference of 2 times the coefficient is log(7/3)
    choices = make_choices([([(1,), (0,)], [number < 7, number >= 7]) for number in range(10)])
    assert fit(choices, np.ones(10), ridge=0.0)[0] == pytest.approx(math.log(7 / 3) / 2, abs=1e-5)
