"""Scenario files: ours and from outside, with every mistake told by line and field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimstar.bench.look_up import LookUp
from claimstar.bench.scenario import read_scenarios, scenario_line, write_scenarios
from claimstar.errors import InputError, UsageError

from .graphs import catalogue, curie, pilot_scenarios, pilot_task, small_records, small_scenario, store_of


@pytest.fixture(scope="module")
def look() -> LookUp:
    return LookUp(store_of(small_records()), catalogue())


def told(path: Path, look: LookUp | None = None) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_scenarios(path, look)
    return [str(problem) for problem in caught.value.problems]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "scenarios.jsonl"
    write_scenarios(pilot_scenarios(), path)
    assert read_scenarios(path, pilot_task().look) == pilot_scenarios()
    assert len(path.read_text().splitlines()) == 80
    assert [each.name for each in tmp_path.iterdir()] == ["scenarios.jsonl"]


def test_an_outside_file_with_the_required_fields_alone_is_read(tmp_path: Path, look: LookUp) -> None:
    values = json.loads(scenario_line(small_scenario()))
    del values["patient_conditions"]
    path = tmp_path / "outside.jsonl"
    path.write_text(json.dumps(values) + "\n\n")
    assert read_scenarios(path, look)[0].candidate_options == [curie("A"), curie("B"), curie("X")]


def test_all_mistakes_of_a_file_are_told_at_once_with_line_and_field(tmp_path: Path, look: LookUp) -> None:
    good = json.loads(scenario_line(small_scenario()))
    lines = [
        json.dumps(good),
        "{not json",
        json.dumps({**good, "id": "S3", "category": "guesswork", "colour": "red"}),
        json.dumps({key: value for key, value in good.items() if key != "question"}),
        json.dumps({**good, "gold_option": curie("T"), "gold_path": ["ASR_999"]}),
        json.dumps({**good, "id": "S6", "candidate_options": [curie("A"), curie("A"), "no such thing"]}),
        json.dumps({**good, "id": "S7", "gold_evidence": ["EV_999"], "decision_target": "concept:nowhere"}),
        "[]",
    ]
    path = tmp_path / "broken.jsonl"
    path.write_text("\n".join(lines))
    found = told(path, look)
    expected = [
        ("broken.jsonl:2: not JSON", ""),
        ("broken.jsonl:3:category:", "guesswork"),
        ("broken.jsonl:3:colour:", "red"),
        ("broken.jsonl:4:question:", ""),
        ("broken.jsonl:5:gold_option: the gold option is no candidate", curie("T")),
        ("broken.jsonl:5:gold_path: no such assertion", "ASR_999"),
        ("broken.jsonl:5:id: id given twice, also in line 1", "SCN_0001"),
        ("broken.jsonl:6:candidate_options: candidate given twice", curie("A")),
        ("broken.jsonl:6:candidate_options: no such entity", "no such thing"),
        ("broken.jsonl:7:decision_target: no such entity", "concept:nowhere"),
        ("broken.jsonl:7:gold_evidence: no such source", "EV_999"),
        ("broken.jsonl:8: not an object", ""),
    ]
    for start, value in expected:
        assert [line for line in found if line.startswith(start) and value in line], (start, found)


def test_bytes_that_are_not_utf8_and_byte_order_marks_are_told(tmp_path: Path) -> None:
    path = tmp_path / "bytes.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + scenario_line(small_scenario()).encode() + b'\n{"id": "\xff"}\n')
    assert [line.split(":")[1] for line in told(path)] == ["1", "2"]


def test_an_empty_file_and_a_missing_one_are_told(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n")
    assert "no scenarios" in told(path)[0]
    with pytest.raises(UsageError, match="cannot read"):
        read_scenarios(tmp_path / "missing.jsonl")


def test_a_file_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write"):
        write_scenarios([small_scenario()], tmp_path / "no_folder" / "out.jsonl")
