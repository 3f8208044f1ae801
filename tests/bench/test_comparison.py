"""Comparing runs: each number against the raw scores, by other ways than ours; and who is called ahead."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

from claimstar.bench.comparison.axes import AXES, TABLE_3, axes_of, main_metrics
from claimstar.bench.comparison.compare import Comparison, Contrast, compare_runs, compare_within
from claimstar.bench.comparison.json_form import to_json
from claimstar.bench.comparison.standing import Standing, standing
from claimstar.bench.comparison.view import choose_view
from claimstar.bench.deltas import Delta, Side, compare_sides
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.scorers import SCORERS, choose
from claimstar.bench.sides import read_comparable
from claimstar.errors import UsageError

from .pilot_runs import PilotRuns, make_runs, said, values

CONDITIONS = ("C1", "C2", "C3", "C4")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> PilotRuns:
    return make_runs(tmp_path_factory.mktemp("runs"))


def compare(*folders: Path) -> Comparison:
    return compare_runs(read_comparable(folders))


def contrast(found: Comparison, a: str, b: str, condition: str) -> Contrast:
    return next(one for one in found.contrasts if (one.a, one.b, one.condition) == (a, b, condition))


def delta(one: Contrast, metric: str) -> Delta:
    return next(delta for delta in one.deltas if delta.metric == metric)


def test_every_delta_is_that_of_the_raw_scores(runs: PilotRuns) -> None:
    found = compare(runs["oracle"], runs["context"])
    seen = set()
    for condition in CONDITIONS:
        for one in contrast(found, "A", "B", condition).deltas:
            a, b = (values(runs[name], condition, one.metric) for name in ("oracle", "context"))
            shared = sorted(set(a) & set(b))
            paired = one.paired
            assert (paired.n, paired.only_a, paired.only_b) == (len(shared), len(set(a) - set(b)), len(set(b) - set(a)))
            if not shared:
                assert (paired.delta, paired.p, one.p_holm) == (None, None, None)
                continue
            steps = [b[name] - a[name] for name in shared]
            assert paired.delta == pytest.approx(mean(steps))
            assert (paired.mean_a, paired.mean_b) == pytest.approx(
                (mean(a[name] for name in shared), mean(b[name] for name in shared))
            )
            if paired.cohens_d is not None:
                assert paired.cohens_d == pytest.approx(mean(steps) / stdev(steps))
            seen.add(paired.test)
    assert seen == {"mcnemar", "wilcoxon"}


def test_the_p_of_accuracy_is_that_of_a_binomial_test_of_the_scenarios_that_changed(runs: PilotRuns) -> None:
    from scipy.stats import binomtest

    found = compare(runs["context"], runs["random"])
    for condition in CONDITIONS:
        a, b = (values(runs[name], condition, "intervention_accuracy") for name in ("context", "random"))
        lost = sum(a[name] > b[name] for name in a)
        won = sum(a[name] < b[name] for name in a)
        paired = delta(contrast(found, "A", "B", condition), "intervention_accuracy").paired
        assert lost + won > 10
        assert paired.test == "mcnemar"
        assert paired.p == pytest.approx(binomtest(won, lost + won).pvalue)


def test_the_p_of_other_metrics_is_that_of_scipys_signed_ranks(runs: PilotRuns) -> None:
    from scipy.stats import wilcoxon

    found = compare(runs["oracle"], runs["random"])
    for metric in ("causal_recall", "causal_f1"):
        a, b = (values(runs[name], "C4", metric) for name in ("oracle", "random"))
        steps = [b[name] - a[name] for name in a if name in b]
        assert sum(step != 0 for step in steps) > 50  # where scipy and we both take the normal distribution
        theirs = wilcoxon(steps, zero_method="wilcox", method="approx").pvalue
        assert delta(contrast(found, "A", "B", "C4"), metric).paired.p == pytest.approx(theirs)


def test_the_interval_of_a_delta_is_near_that_of_scipys_bootstrap(runs: PilotRuns) -> None:
    import numpy as np
    from scipy.stats import bootstrap

    a, b = (values(runs[name], "C4", "causal_f1") for name in ("context", "random"))
    steps = np.array([b[name] - a[name] for name in a if name in b])
    theirs = bootstrap((steps,), np.mean, n_resamples=20_000, rng=np.random.default_rng(2)).confidence_interval
    paired = delta(contrast(compare(runs["context"], runs["random"]), "A", "B", "C4"), "causal_f1").paired
    assert (paired.low, paired.high) == pytest.approx(tuple(theirs), abs=0.01)


def test_the_family_of_holm_is_all_metrics_of_a_pair_under_a_condition(runs: PilotRuns) -> None:
    from statsmodels.stats.multitest import multipletests

    found = compare(runs["oracle"], runs["context"], runs["random"])
    for one in found.contrasts:
        assert [each.metric for each in one.deltas] == list(SCORERS)
        tested = [each for each in one.deltas if each.paired.p is not None]
        assert one.tests == len(tested)
        expected = multipletests([each.paired.p for each in tested], method="holm")[1]
        assert [each.p_holm for each in tested] == pytest.approx(list(expected))


def test_every_two_sides_are_compared_under_every_condition(runs: PilotRuns) -> None:
    found = compare(runs["oracle"], runs["context"], runs["random"])
    places = [(one.a, one.b, one.condition) for one in found.contrasts]
    assert places == [(a, b, c) for a, b in (("A", "B"), ("A", "C"), ("B", "C")) for c in CONDITIONS]


def test_repeats_are_one_side_whose_scenarios_count_once(runs: PilotRuns) -> None:
    found = compare(runs["context"], runs["random"], runs["random2"])
    assert [len(one.side.runs) for one in found.sides] == [1, 2]
    ours = values(runs["context"], "C4", "causal_f1")
    first, second = (values(runs[name], "C4", "causal_f1") for name in ("random", "random2"))
    theirs = {name: mean(repeat[name] for repeat in (first, second) if name in repeat) for name in {**first, **second}}
    shared = set(ours) & set(theirs)
    one = delta(contrast(found, "A", "B", "C4"), "causal_f1")
    assert one.paired.n == len(shared) <= 80
    assert one.paired.delta == pytest.approx(mean(theirs[name] - ours[name] for name in shared))
    assert one.marginal.n_b == len(first) + len(second)
    cell = next(c for c in found.sides[1].panel if (c.condition, c.metric) == ("C4", "intervention_accuracy"))
    assert (cell.estimate.n, cell.estimate.clusters, cell.estimate.method) == (160, 80, "clustered")


def test_the_scenarios_that_flip_are_those_whose_raw_accuracy_does(runs: PilotRuns) -> None:
    found = compare(runs["context"], runs["random"])
    for condition in CONDITIONS:
        a, b = (values(runs[name], condition, "intervention_accuracy") for name in ("context", "random"))
        one = contrast(found, "A", "B", condition)
        turned = {flip.scenario: flip.turn for flip in one.flips}
        assert turned == {
            name: "right to wrong" if a[name] else "wrong to right" for name in a if name in b and a[name] != b[name]
        }
        assert one.outcomes.right_to_wrong + one.outcomes.wrong_to_right == len(one.flips) > 0
        assert one.outcomes.both_right == sum(a[name] == b[name] == 1 for name in a)
        assert one.outcomes.both_wrong == sum(a[name] == b[name] == 0 for name in a)
        for flip in one.flips[:3]:
            assert [choice.name for choice in flip.a] == [said(runs["context"], flip.scenario, condition)]
            assert [choice.name for choice in flip.b] == [said(runs["random"], flip.scenario, condition)]


def test_a_side_whose_repeats_disagree_flips_nothing(runs: PilotRuns) -> None:
    found = compare(runs["oracle"], runs["random"], runs["random2"])
    one = contrast(found, "A", "B", "C2")
    first, second = (values(runs[name], "C2", "intervention_accuracy") for name in ("random", "random2"))
    assert {flip.scenario for flip in one.flips} == {name for name in first if first[name] == second[name] == 0}
    assert one.outcomes.mixed == sum(first[name] != second[name] for name in first) > 0
    for flip in one.flips:
        assert sum(choice.times for choice in flip.b) == 2


def test_a_run_of_few_prompts_is_compared_where_it_has_answers(runs: PilotRuns) -> None:
    found = compare(runs["oracle"], runs["small"])
    for condition in CONDITIONS:
        one = contrast(found, "A", "B", condition)
        accuracy = delta(one, "intervention_accuracy").paired
        assert (accuracy.n, accuracy.only_a, accuracy.only_b) == (2, 78, 0)
        assert (one.outcomes.only_a, one.outcomes.only_b) == (78, 0)
    undefined = [each for one in found.contrasts for each in one.deltas if each.paired.n == 0]
    assert undefined
    assert {standing(each).kind for each in undefined} == {"undefined"}


def test_an_unscored_answer_is_no_zero(runs: PilotRuns, tmp_path: Path) -> None:
    before = delta(contrast(compare(runs["oracle"], runs["context"]), "A", "B", "C4"), "intervention_accuracy").paired
    wrong = [name for name, value in values(runs["context"], "C4", "intervention_accuracy").items() if value == 0]

    def spoil(line: dict[str, Any]) -> None:
        if line["condition"] == "C4" and line["scenario"] in wrong[:5]:
            line["raw_text"] = "I would rather not say."

    spoilt = runs.copy("context", tmp_path / "spoilt", spoil)
    found = compare(runs["oracle"], spoilt)
    one = contrast(found, "A", "B", "C4")
    after = delta(one, "intervention_accuracy").paired
    assert (after.n, after.only_a) == (before.n - 5, 5)
    assert before.mean_b is not None
    assert after.mean_b == pytest.approx(before.mean_b * 80 / 75)
    assert one.outcomes.only_a == 5
    (coverage,) = found.sides[1].coverage
    assert (coverage.planned, coverage.scored) == (320, 315)
    assert sum(n for _, _, n in coverage.unscored) == 5


def test_metrics_that_some_runs_lack_are_left_out_and_named(runs: PilotRuns, tmp_path: Path) -> None:
    fewer = runs.copy("random", tmp_path / "fewer")
    folder = RunFolder(fewer)
    lines = json.loads((fewer / "manifest.json").read_text())
    lines["scorers"] = ["causal_f1", "intervention_accuracy"]
    folder.write("manifest.json", json.dumps(lines))
    found = compare(runs["oracle"], fewer)
    assert [scorer.name for scorer in found.scorers] == ["intervention_accuracy", "causal_f1"]
    assert set(found.left_out) == set(SCORERS) - {"causal_f1", "intervention_accuracy"}
    other = RunFolder(runs.copy("context", tmp_path / "other"))
    other.write_manifest(replace(other.manifest(), scorers=("path_order",)))
    with pytest.raises(UsageError, match="no metric"):
        compare(other.path, fewer)


def test_repeats_of_one_model_alone_are_nothing_to_compare(runs: PilotRuns) -> None:
    with pytest.raises(UsageError, match=r"repeats of one model, baseline:random.*\n.*--within"):
        compare(runs["random"], runs["random2"])


def test_conditions_within_a_run_stand_paired_beside_marginal(runs: PilotRuns) -> None:
    (one,) = compare_within(read_comparable([runs["context"]]), "C3", "C4").runs
    for each in one.contrast.deltas:
        a, b = (values(runs["context"], condition, each.metric) for condition in ("C3", "C4"))
        marginal = each.marginal
        assert (marginal.n_a, marginal.n_b) == (len(a), len(b))
        if not a or not b:
            assert marginal.difference is None
            continue
        assert marginal.difference == pytest.approx(mean(b.values()) - mean(a.values()))
        shared = set(a) & set(b)
        assert each.paired.n == len(shared)
        assert each.paired.delta == pytest.approx(mean(b[name] - a[name] for name in shared))
    f1 = delta(one.contrast, "causal_f1")
    assert (f1.marginal.favours, f1.paired.favours) == ("b", "a")  # the pilot has the case that the two names are for


def test_conditions_that_a_run_does_not_have_are_refused(runs: PilotRuns) -> None:
    given = read_comparable([runs["context"]])
    with pytest.raises(UsageError, match="no condition 'C8', 'C9'"):
        compare_within(given, "C8", "C9")
    with pytest.raises(UsageError, match="C3 cannot be compared with itself"):
        compare_within(given, "C3", "C3")


def test_the_json_holds_everything_and_is_the_same_twice(runs: PilotRuns) -> None:
    folders = (runs["oracle"], runs["context"], runs["random"], runs["random2"])
    text = to_json(compare(*folders))
    assert text == to_json(compare(*folders))
    held = json.loads(text)
    assert held["kind"] == "sides"
    assert [side["repeats"] for side in held["sides"]] == [1, 1, 2]
    assert len(held["contrasts"]) == 3 * 4
    for one in held["contrasts"]:
        assert [each["metric"] for each in one["deltas"]] == list(SCORERS)
        assert one["family"]["tests"] == sum(each["p"] is not None for each in one["deltas"])
        counts = one["outcomes"]
        assert len(one["flips"]) == counts["right_to_wrong"] + counts["wrong_to_right"]
    assert all(len(side["panel"]) == 4 * len(SCORERS) for side in held["sides"])
    within = json.loads(to_json(compare_within(read_comparable(folders), "C2", "C4")))
    assert [(one["seed"], one["contrast"]["a"]) for one in within["runs"]] == [(1, "C2")] * 3 + [(2, "C2")]


def one_delta(a: Mapping[str, float], b: Mapping[str, float], metric: str) -> Delta:
    scorers = choose([metric])
    sides = [Side({metric: side}, {metric: (len(side), mean(side.values()) if side else None)}) for side in (a, b)]
    return compare_sides(("A", "B"), *sides, scorers)[0]


def side(*found: float) -> dict[str, float]:
    return {f"S{place}": value for place, value in enumerate(found)}


@pytest.mark.parametrize(
    ("a", "b", "metric", "expected"),
    [
        # ten of ten change: p is 2 / 2^10
        (side(*[0.0] * 10), side(*[1.0] * 10), "intervention_accuracy", Standing("ahead", "b")),
        (side(*[0.0] * 10), side(*[1.0] * 10), "false_hedge_rate", Standing("ahead", "a")),
        (side(0, 0, 1), side(1, 1, 1), "intervention_accuracy", Standing("leads", "b")),
        (side(0, 1), side(1, 0), "intervention_accuracy", Standing("tie", None)),
        (side(), side(1), "intervention_accuracy", Standing("undefined", None)),
        # eleven small gains and one large loss: the ranks say b (p = 0.033), the mean says a
        (side(*[0.5] * 11, 1.0), side(*[0.51] * 11, 0.0), "causal_f1", Standing("split", None)),
        # as many gains as losses in sum: the means are equal, the ranks are not
        (side(*[0.5] * 12, 1.0), side(*[0.55] * 12, 0.4), "causal_f1", Standing("split", None)),
    ],
)
def test_who_is_ahead(a: dict[str, float], b: dict[str, float], metric: str, expected: Standing) -> None:
    assert standing(one_delta(a, b, metric)) == expected


def test_ahead_needs_the_adjusted_p_not_the_raw_one(runs: PilotRuns) -> None:
    found = compare(runs["context"], runs["random"])
    between = [
        each
        for one in found.contrasts
        for each in one.deltas
        if each.paired.p is not None and each.p_holm is not None and each.paired.p < 0.05 <= each.p_holm
    ]
    assert between
    assert {standing(each).kind for each in between} <= {"leads", "tie"}


def test_every_metric_stands_on_one_axis() -> None:
    placed = [name for names in AXES.values() for name in names]
    assert sorted(placed) == sorted(SCORERS)
    assert set(TABLE_3) <= set(SCORERS)
    assert [axis.name for axis in axes_of(choose(["path_order", "intervention_accuracy"]))] == [
        "decision",
        "causal path",
    ]
    assert main_metrics(choose(["path_order", "causal_f1"])) == ("causal_f1",)
    assert main_metrics(choose(["path_order"])) == ("path_order",)


def test_a_view_widens_what_is_shown_and_names_all_that_is_unknown(runs: PilotRuns) -> None:
    found = compare(runs["oracle"], runs["random"])
    assert choose_view(found).metrics == main_metrics(found.scorers)
    assert set(choose_view(found, all_metrics=True).metrics) == set(SCORERS)
    assert choose_view(found, metrics=["path_order"], conditions=["C4"]).conditions == ("C4",)
    within = compare_within(read_comparable([runs["oracle"]]), "C2", "C4")
    assert choose_view(within).metrics == TABLE_3
    with pytest.raises(UsageError, match=r"no metric 'speed'.*no condition 'C9'"):
        choose_view(found, metrics=["speed"], conditions=["C9"])
