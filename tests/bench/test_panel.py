"""Means, intervals and counts: what is undefined stays out, and n says how much is in."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from claimstar.bench.panel import Scored, by_category, causes, panel
from claimstar.bench.plan import balanced
from claimstar.bench.scorers import ScoreValue, choose
from claimstar.bench.statistics import estimate, wilson

from .cases import scenario

SCORERS = choose(["intervention_accuracy", "causal_precision"])
CONDITIONS = ("C1", "C4")


def scored(
    name: str, condition: str, accuracy: float, precision: float | None, category: str = "direct_effect"
) -> Scored:
    scores = {
        "intervention_accuracy": ScoreValue(accuracy, "-"),
        "causal_precision": ScoreValue(precision, "-"),
    }
    return Scored(name, category, condition, scores)


SAMPLE = [
    scored("S1", "C1", 1.0, None),
    scored("S2", "C1", 0.0, None, "mediated_effect"),
    scored("S1", "C4", 1.0, 0.5),
    scored("S2", "C4", 1.0, None, "mediated_effect"),
    Scored("S3", "direct_effect", "C4", {}, "no JSON object: nothing there"),
]


def test_undefined_scores_are_in_no_mean_and_n_says_so() -> None:
    cells = {(cell.condition, cell.metric): cell.estimate for cell in panel(SAMPLE, SCORERS, CONDITIONS)}
    assert cells["C1", "intervention_accuracy"].mean == 0.5
    assert cells["C1", "intervention_accuracy"].n == 2
    assert cells["C1", "causal_precision"].mean is None
    assert cells["C1", "causal_precision"].n == 0
    assert cells["C4", "causal_precision"].mean == 0.5
    assert cells["C4", "causal_precision"].n == 1


def test_an_unscored_answer_is_not_a_zero() -> None:
    cells = {(cell.condition, cell.metric): cell.estimate for cell in panel(SAMPLE, SCORERS, CONDITIONS)}
    assert cells["C4", "intervention_accuracy"].mean == 1.0
    assert cells["C4", "intervention_accuracy"].n == 2
    assert causes(SAMPLE) == (("no JSON object", "C4", 1),)


def test_categories_are_kept_apart() -> None:
    cells = {(c.category, c.condition, c.metric): c.estimate for c in by_category(SAMPLE, SCORERS, CONDITIONS)}
    assert cells["direct_effect", "C1", "intervention_accuracy"].mean == 1.0
    assert cells["mediated_effect", "C1", "intervention_accuracy"].mean == 0.0
    assert len(cells) == 2 * 2 * 2


def test_wilson_agrees_with_scipy() -> None:
    from scipy.stats import binomtest

    for successes, n in ((0, 1), (3, 10), (10, 77), (80, 80)):
        found = binomtest(successes, n).proportion_ci(0.95, method="wilson")
        assert wilson(successes, n) == pytest.approx((found.low, found.high), abs=1e-9)


@example([0.0, 1.940835296514055e-309], "mean")
@given(st.lists(st.floats(0, 1), max_size=40), st.sampled_from(["proportion", "mean"]))
def test_an_interval_lies_around_its_mean_or_is_none(values: list[float], kind: str) -> None:
    if kind == "proportion":
        values = [float(value > 0.5) for value in values]
    found = estimate(values, kind)  # type: ignore[arg-type]
    assert found.n == len(values)
    if found.low is not None:
        assert found.mean is not None
        assert found.high is not None
        assert found.low - 1e-9 <= found.mean <= found.high + 1e-9


def test_the_bootstrap_gives_the_same_interval_each_time() -> None:
    values = [0.0, 0.25, 0.5, 1.0, 1.0]
    assert estimate(values, "mean") == estimate(values, "mean")
    assert estimate(values, "mean").method == "bca"


def test_a_limit_is_spread_over_categories_and_conditions() -> None:
    categories = ["direct_effect", "mediated_effect", "multiple_pathways", "incomplete_evidence"]
    asked = [scenario(id=f"S{k}{i}", category=name) for k, name in enumerate(categories) for i in range(5)]
    conditions = ("C1", "C2", "C3", "C4")
    category = {one.id: str(one.category) for one in asked}
    everything = balanced(asked, conditions, None)
    assert sorted(balanced(asked, conditions, len(everything))) == sorted(everything)
    for limit in range(1, 81):
        pairs = balanced(asked, conditions, limit)
        assert len(set(pairs)) == limit
        per_category = [sum(category[name] == one for name, _ in pairs) for one in categories]
        per_condition = [sum(condition == one for _, condition in pairs) for one in conditions]
        assert max(per_category) - min(per_category) <= 1
        assert max(per_condition) - min(per_condition) <= 1


def test_a_limit_larger_than_the_plan_asks_all() -> None:
    assert len(balanced([scenario()], ["C1", "C2"], 99)) == 2
