"""Ids that were read in another way than written, or only look like known ones, are counted wherever a run is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimstar.bench.diagnosis.diagnose import diagnose
from claimstar.bench.diagnosis.forms import to_json, to_text
from claimstar.bench.report.page import render_parts
from claimstar.bench.results import Results, make_results
from claimstar.bench.run import run
from claimstar.bench.score import read_run
from claimstar.bench.terminal import notes_text
from claimstar.llm import load_model

from .changed import Change, changed_run
from .prepared import prepared, ticking

CHANGES: dict[tuple[str, str], Change] = {
    ("SCN_0001", "C4"): {"causal_path": ["asr_0019", "Asr_0010", "ASR_0019"], "cited_evidence": ["\u0415V_0007"]},
    ("SCN_0002", "C4"): {"contraindications_of_others": ["asr_0150"]},
    ("SCN_0001", "C2"): "asr_0019 in no JSON",
}
COUNTS: list[dict[str, object]] = [
    {"kind": "id of another case", "condition": "C4", "n": 3, "answers": 2},
    {"kind": "duplicate id", "condition": "C4", "n": 1, "answers": 1},
    {"kind": "lookalike id", "condition": "C4", "n": 1, "answers": 1},
]


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("notes") / "oracle"
    run(prepared(), load_model("baseline:oracle", seed=0), folder, clock=ticking())
    return folder


@pytest.fixture(scope="module")
def results(oracle: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = changed_run(oracle, tmp_path_factory.mktemp("notes") / "changed", CHANGES)
    return make_results(read_run(folder), ticking())


def test_results_count_ids_and_answers_by_kind_and_condition(results: Results) -> None:
    told = json.loads("".join(results.json_parts()))
    assert told["notes"] == COUNTS
    notes = {(one["scenario"], one["condition"]): one["notes"] for one in told["scores"] if "notes" in one}
    assert notes == {
        ("SCN_0001", "C4"): [
            "id of another case: asr_0019 (causal_path)",
            "id of another case: Asr_0010 (causal_path)",
            "duplicate id: ASR_0019 (causal_path)",
            "lookalike id: \u0415V_0007 (cited_evidence)",
        ],
        ("SCN_0002", "C4"): ["id of another case: asr_0150 (contraindications_of_others)"],
    }


def test_an_id_of_another_case_counts_as_the_id_for_a_contraindication(results: Results) -> None:
    scores = {(one.scenario, one.condition): one.scores for one in results.scored}
    assert scores["SCN_0002", "C4"]["contraindication_recall"].matched == ("ASR_0150",)


def test_report_and_terminal_tell_the_counts(results: Results) -> None:
    page = "".join(render_parts(results))
    table = page[page.index('aria-label="Notes on ids"') :].partition("</table>")[0]
    for one in COUNTS:
        assert (
            f'>{one["kind"]}</th><td>C4</td><td class="n">{one["n"]}</td><td class="n">{one["answers"]}</td>' in table
        )
    assert notes_text(results) == "notes on ids: id of another case (C4) 3; duplicate id (C4) 1; lookalike id (C4) 1"


def test_a_run_without_notes_has_no_table_of_them(oracle: Path) -> None:
    results = make_results(read_run(oracle), ticking())
    assert results.head()["notes"] == []
    assert "Notes on ids" not in "".join(render_parts(results))
    assert notes_text(results) == ""


def test_a_diagnosis_counts_the_notes_of_the_answers_that_it_was_asked_for(results: Results) -> None:
    found = diagnose(results.record)
    assert [vars(one) for one in found.notes] == COUNTS
    assert '"kind": "lookalike id"' in to_json(found)
    assert "id of another case  C4         3    2" in to_text(found)
    assert [vars(one) for one in diagnose(results.record, categories=["direct_effect"]).notes] == [
        COUNTS[0] | {"n": 2, "answers": 1},
        *COUNTS[1:],
    ]
    assert diagnose(results.record, conditions=["C2"]).notes == ()
