"""The parts of the report: marks of claims, the graph, shades, coverage, and what is shown in full."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from claimstar.bench.deltas import all_pairs, condition_deltas
from claimstar.bench.panel import Cell, Scored
from claimstar.bench.reference import Origin, Reference
from claimstar.bench.report import delta_plot
from claimstar.bench.report.coverage import coverage
from claimstar.bench.report.drawing import draw
from claimstar.bench.report.heat import shade
from claimstar.bench.report.layout import HEIGHT, WIDTH, lay_out, layers
from claimstar.bench.report.marks import mark
from claimstar.bench.report.views import choose_shown, entities_by_name, outcome
from claimstar.bench.run import run
from claimstar.bench.scorers import SCORERS, ScoreValue
from claimstar.bench.statistics import Estimate
from claimstar.llm import load_model

from .cases import TABLE_1, response, scenario
from .prepared import prepared, reference, scenarios, ticking

KNOWN = reference(scenarios())
SCORED = Scored("SCN_0001", "direct_effect", "C4", {name: each.score(TABLE_1) for name, each in SCORERS.items()})


def kinds(found: tuple[object, ...]) -> dict[str, str]:
    return {one.id or one.text or one.free.claim_object: one.kind for one in found}  # type: ignore[attr-defined]


def test_claims_of_an_answer_are_matched_missed_unsupported_or_outside() -> None:
    answer = response(causal_path=["ASR_0019", "ASR_0011", "ASR_0013", "ASR_0087", "ASR_9999"])
    found = mark(scenario(), answer, SCORED, KNOWN)
    assert kinds(found.path) == {
        "ASR_0019": "matched",
        "ASR_0010": "missed",
        "ASR_0011": "matched",
        "ASR_0013": "matched",
        "ASR_0087": "outside",
        "ASR_9999": "unsupported",  # no claim has this id
    }
    assert kinds(found.adverse_effects) == {"ASR_0087": "matched", "ASR_0091": "missed"}
    assert kinds(found.free) == {"LDL cholesterol": "unsupported"}
    assert (found.count("matched"), found.count("missed")) == (4, 2)


def test_without_an_answer_all_gold_is_missed() -> None:
    found = mark(scenario(), None, Scored("SCN_0001", "direct_effect", "C4", {}, "not asked"), KNOWN)
    assert set(kinds(found.path).values()) == {"missed"}
    assert found.free == ()


def test_a_contraindication_named_in_words_is_matched_to_its_claim() -> None:
    recall = ScoreValue(1.0, "", matched=("ASR_0150",))
    scored = Scored("SCN_0002", "contraindication_sensitive", "C4", {"contraindication_recall": recall})
    answer = response(contraindications_of_others=["Pregnancy", "gout"])
    found = mark(scenario(gold_contraindications=["ASR_0150"]), answer, scored, KNOWN)
    assert kinds(found.contraindications) == {"ASR_0150": "matched", "gout": "outside"}


def test_the_graph_joins_claims_in_words_to_the_entities_that_they_name() -> None:
    marks = mark(scenario(), response(), SCORED, KNOWN)
    drawing = draw(scenario(), marks, KNOWN, entities_by_name(KNOWN))
    names = [node.name for node in drawing.nodes]
    assert len(names) == len(set(names))
    assert {"ACE inhibitor", "blood pressure", "lisinopril", "LDL cholesterol"} <= set(names)
    assert [edge.kind for edge in drawing.edges] == ["matched", "missed", "matched", "matched", "unsupported"]
    assert {edge.sign for edge in drawing.edges} == {"✓", "○", "✗"}
    assert drawing.left_out == 0


def test_a_claim_without_known_ends_is_listed_and_not_drawn() -> None:
    marks = mark(scenario(gold_path=["ASR_0019"]), response(causal_path=["ASR_9999"], free_claims=[]), SCORED, KNOWN)
    drawing = draw(scenario(), marks, KNOWN, {})
    assert [edge.id for edge in drawing.edges] == ["ASR_0019"]
    assert drawing.left_out == 1


def test_no_node_lies_on_another_and_all_lies_inside() -> None:
    edges = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("a", "d"), ("d", "a"), ("a", "b"), ("d", "d")]
    layout = lay_out(edges)
    places = list(layout.nodes.values())
    for at, (x, y) in enumerate(places):
        assert WIDTH / 2 <= x <= layout.width - WIDTH / 2
        assert HEIGHT / 2 <= y <= layout.height - HEIGHT / 2
        for other_x, other_y in places[at + 1 :]:
            assert abs(x - other_x) > WIDTH or abs(y - other_y) > HEIGHT
    assert len(layout.curves) == len(edges)
    assert len({curve.label for curve in layout.curves}) == len(edges)
    assert all(0 <= curve.label[0] < layout.width for curve in layout.curves)


def test_layers_follow_the_longest_path_and_bear_circles() -> None:
    assert layers([("a", "c"), ("a", "b"), ("b", "c"), ("c", "a")]) == [["a"], ["b"], ["c"]]
    assert lay_out([]).nodes == {}


@pytest.mark.parametrize(
    ("metric", "mean", "expected"),
    [
        ("causal_f1", 1.0, 10),
        ("causal_f1", 0.0, 0),
        ("unsupported_rate_shown", 0.0, 10),
        ("unsupported_rate_shown", 1.0, 0),
        ("path_order", -0.5, 0),
        ("causal_f1", None, None),
    ],
)
def test_shades_tell_how_good_a_mean_is(metric: str, mean: float | None, expected: int | None) -> None:
    cell = Cell("C4", metric, Estimate(0 if mean is None else 3, mean, None, None, "constant"))
    assert shade(cell, SCORERS[metric]) == expected


def scored(name: str, *values: float | None) -> list[Scored]:
    return [
        Scored(name, "direct_effect", f"C{at}", {} if value is None else {"m": ScoreValue(value, "")})
        for at, value in enumerate(values)
    ]


def test_of_a_large_run_failures_are_shown_first_and_always_the_same() -> None:
    all_scored = {
        "S1": scored("S1", 1.0, 1.0),
        "S2": scored("S2", 0.0, 1.0),
        "S3": scored("S3", 0.0, 0.0),
        "S4": scored("S4", None, 1.0),
        "S5": scored("S5", 0.0, 1.0),
    }
    assert choose_shown(all_scored, "m", 4) == {"S4", "S3"}
    assert choose_shown(all_scored, "m", 7) == {"S4", "S3", "S2"}
    assert choose_shown(dict(reversed(all_scored.items())), "m", 7) == {"S4", "S3", "S2"}
    assert choose_shown(all_scored, "m", 10) == set(all_scored)


def test_part_of_the_score_is_not_right() -> None:
    assert [outcome(one, "m") for one in scored("S", 1.0, 0.5, None)] == ["right", "wrong", "unscored"]


def test_coverage_counts_what_was_planned_and_scored(tmp_path: Path) -> None:
    _, results = run(prepared(), load_model("baseline:oracle"), tmp_path, clock=ticking(), limit=4)
    rows = coverage(results)
    assert sum(row.planned for row in rows) == sum(row.scored for row in rows) == 4


def test_origins_are_kept_and_older_runs_without_them_are_read() -> None:
    origin = Origin("ASR_0019", "tables/assertions.csv", 20, "a" * 64, "claimstar-0.1.0", "2026-01-01T00:00:00Z")
    lines = [*Reference(origins=(origin,)).to_lines()]
    assert Reference.from_lines(lines).origins_of("ASR_0019") == [origin]
    assert Reference.from_lines([]).origins_of("ASR_0019") == []


def test_deltas_are_drawn_for_all_pairs_or_for_neighbours() -> None:
    everything = [one for name in ("S1", "S2", "S3") for one in scored(name, 0.0, 1.0, 0.5, 1.0, 1.0)]
    metric = replace(SCORERS["causal_f1"], name="m")
    for conditions, drawn in ((["C0", "C1", "C2"], 3), (["C0", "C1", "C2", "C3", "C4"], 4)):
        deltas = condition_deltas(everything, [metric], all_pairs(conditions))
        assert len(delta_plot.pairs_drawn(deltas)) == drawn
        assert "C1 minus C0 +1.00" in delta_plot.describe(deltas, [metric])
        picture = delta_plot.draw(deltas, [metric])
        assert picture == delta_plot.draw(deltas, [metric])
        assert "C1 − C0" in picture


def test_paired_and_marginal_differences_stand_under_their_own_names(tmp_path: Path) -> None:
    run(prepared(), load_model("baseline:random"), tmp_path, clock=ticking())
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.count("<caption>Paired deltas, ") == 3
    assert text.count("<caption>Difference of marginal means") == 1
