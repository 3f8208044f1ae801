"""Deltas of conditions: who is paired with whom, what is a family, and how the paper's marginal difference differs."""

from __future__ import annotations

import time

import pytest

from claimstar.bench.deltas import all_pairs, compare_sides, condition_deltas, gather
from claimstar.bench.panel import Scored, by_category, panel
from claimstar.bench.scorers import SCORERS, ScoreValue, choose
from claimstar.bench.statistics import holm

METRICS = choose(["intervention_accuracy", "causal_precision", "unsupported_rate_shown"])


def answer(scenario: str, condition: str, accuracy: float, precision: float | None, unsupported: float) -> Scored:
    values = {
        "intervention_accuracy": accuracy,
        "causal_precision": precision,
        "unsupported_rate_shown": unsupported,
    }
    return Scored(scenario, "direct", condition, {name: ScoreValue(value, "-") for name, value in values.items()})


SAMPLE = [
    answer("S1", "C2", 0, 0.5, 0.5),
    answer("S2", "C2", 1, None, 0.5),
    answer("S3", "C2", 0, 0.2, 0.0),
    answer("S1", "C4", 1, 1.0, 0.0),
    answer("S2", "C4", 1, 0.0, 0.0),
    Scored("S3", "direct", "C4", {}, "empty: nothing there"),
]


def test_a_delta_is_over_the_scenarios_that_both_conditions_have() -> None:
    accuracy, precision, unsupported = condition_deltas(SAMPLE, METRICS, [("C2", "C4")])
    assert (accuracy.paired.n, accuracy.paired.only_a, accuracy.paired.delta) == (2, 1, 0.5)
    assert (precision.paired.n, precision.paired.only_a, precision.paired.only_b) == (1, 1, 1)
    assert precision.paired.delta == 0.5
    assert unsupported.paired.favours == "b"
    assert unsupported.paired.delta == -0.5


def test_a_marginal_difference_is_of_all_that_each_side_has() -> None:
    precision = condition_deltas(SAMPLE, METRICS, [("C2", "C4")])[1]
    assert (precision.marginal.n_a, precision.marginal.n_b) == (2, 2)
    assert precision.marginal.difference == pytest.approx(0.5 - 0.35)
    assert precision.marginal.difference != precision.paired.delta


def test_the_family_is_the_metrics_of_one_pair() -> None:
    deltas = condition_deltas(SAMPLE, METRICS, [("C2", "C4"), ("C4", "C2")])
    for family in (deltas[:3], deltas[3:]):
        assert [delta.p_holm for delta in family] == list(holm([delta.paired.p for delta in family]))


def test_a_condition_without_scores_is_na() -> None:
    delta = condition_deltas(SAMPLE, METRICS, [("C1", "C4")])[0]
    assert (delta.paired.n, delta.paired.delta, delta.p_holm, delta.marginal.difference) == (0, None, None, None)


def test_repeats_are_averaged_within_a_scenario_and_add_no_pairs() -> None:
    once = gather([SAMPLE], METRICS)
    thrice = gather([SAMPLE] * 3, METRICS)
    one = compare_sides(("C2", "C4"), once["C2"], once["C4"], METRICS)
    three = compare_sides(("C2", "C4"), thrice["C2"], thrice["C4"], METRICS)
    assert [delta.paired.n for delta in three] == [delta.paired.n for delta in one]
    assert [delta.paired.p for delta in three] == [delta.paired.p for delta in one]
    assert three[0].marginal.n_a == 3 * one[0].marginal.n_a


def test_the_statistics_of_100_000_answers_take_seconds() -> None:
    from random import Random

    random = Random(1)
    scorers = tuple(SCORERS.values())
    conditions = ("C1", "C2", "C3", "C4")
    levels = {s.name: (0.0, 1.0) if s.kind == "proportion" else tuple(i / 12 for i in range(13)) for s in scorers}
    scored = [
        Scored(f"S{i}", f"K{i % 8}", condition, {n: ScoreValue(random.choice(v), "-") for n, v in levels.items()})
        for i in range(25_000)
        for condition in conditions
    ]
    started = time.process_time()
    cells = [*panel(scored, scorers, conditions), *by_category(scored, scorers, conditions)]
    deltas = condition_deltas(scored, scorers, all_pairs(conditions))
    seconds = time.process_time() - started
    assert len(cells) == len(scorers) * 4 * 9
    assert len(deltas) == len(scorers) * 6
    assert seconds < 25  # processor time, on a machine that may be shared
