"""Mistakes in the section ``scenarios`` and in the table of phrases: each is named, none ends in a traceback."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claimstar.bench.findings_table import COLUMNS as FINDING_COLUMNS
from claimstar.bench.findings_table import read_findings
from claimstar.bench.generate import make_judge
from claimstar.bench.rules import read_scenario_rules
from claimstar.bench.scenario import write_scenarios
from claimstar.bench.strange import strange_names
from claimstar.bench.vignette import read_phrases
from claimstar.errors import InputError

from .graphs import catalogue, pilot

OPTION, CONDITION = "CHEBI:35457", "MONDO:0005044"


def problems_of(**changes: Any) -> list[tuple[str, str]]:
    """Column and value of what is wrong with the pilot's rules after the changes."""
    suite, _ = pilot()
    scenarios = {**suite.sections["scenarios"], **changes}
    with pytest.raises(InputError) as caught:
        read_scenario_rules(replace(suite, sections={**suite.sections, "scenarios": scenarios}))
    return [(each.column or "", each.value) for each in caught.value.problems]


@pytest.mark.parametrize("key", ["implied", "only_for", "settled_effects", "modified_outcomes", "contexts"])
@pytest.mark.parametrize("items", [5, None, "MONDO:0005044", [], [None], [["MONDO:0005044"]], {"MONDO:0005044": 1}])
def test_what_is_no_list_of_ids_is_named_with_its_key(key: str, items: Any) -> None:
    assert problems_of(**{key: {OPTION: items}}) == [(f"scenarios.{key}.{OPTION}", str(items))]


@pytest.mark.parametrize(
    ("group", "column", "value"),
    [
        ("a", "1", ""),
        (None, "1", ""),
        ({}, "1.entity", ""),
        ({"entity": "MESH:D000368", "min_ag": 65}, "1.min_ag", ""),
        ({"entity": "MESH:D000368", "min_age": "65"}, "1.min_age", "'65'"),
        ({"entity": "MESH:D000368", "sex": "femal"}, "1.sex", "femal"),
    ],
)
def test_mistakes_in_a_demographic_group_are_named(group: Any, column: str, value: str) -> None:
    assert (f"scenarios.demographics.{column}", value) in problems_of(demographics=[group])


@pytest.mark.parametrize(
    ("key", "setting", "value"),
    [
        ("candidates", {"minimum": 5, "maximum": 2}, "5 to 2"),
        ("candidates", {"minimum": 0, "maximum": 2}, "0 to 2"),
        ("per_category", 0, "0"),
        ("per_category", -1, "-1"),
        ("desired_direction", "lower", "lower"),
        ("categories", {}, ""),
        ("findings", "", ""),
    ],
)
def test_settings_that_cannot_be_are_named(key: str, setting: Any, value: str) -> None:
    assert problems_of(**{key: setting}) == [(f"scenarios.{key}", value)]


def test_a_condition_where_an_option_belongs_is_named() -> None:
    judge = make_judge(*pilot(), catalogue())
    turned = replace(judge.rules, only_for={CONDITION: (OPTION,)})
    [problem] = strange_names(make_judge_with(judge, turned), {})
    assert (problem.column, problem.value) == ("scenarios.only_for", CONDITION)
    assert "Disease" in problem.message


def make_judge_with(judge: Any, rules: Any) -> Any:
    return type(judge)(judge.facts, rules)


def test_an_entity_that_the_graph_lacks_is_named_with_file_and_row(tmp_path: Path) -> None:
    judge = make_judge(*pilot(), catalogue())
    phrases, findings = tmp_path / "patient_phrases.csv", tmp_path / "patient_findings.csv"
    phrases.write_text(f"entity,phrase,min_age,max_age,sex\n{CONDITION},x,20,90,any\nEFO:1,x,20,90,any\n")
    findings.write_text(f"{','.join(FINDING_COLUMNS)}\nm,g,EFO:2,1,2,,,{{value}},always,any,,\n")
    rules = replace(judge.rules, phrases=phrases, findings=findings)
    found = strange_names(make_judge_with(judge, rules), read_phrases(phrases), read_findings(findings))
    assert [(each.file, each.row, each.column, each.value) for each in found] == [
        ("patient_phrases.csv", 3, "entity", "EFO:1"),
        ("patient_findings.csv", 2, "entity", "EFO:2"),
    ]


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("EFO:1,x,²,90,any".encode(), "min_age"),
        (b"EFO:1,x,90,20,any", "min_age"),
        (b"EFO:1,\xe9,20,90,any", "byte 7"),
        (b"EFO:1,a\0b,20,90,any", "phrase"),
        (b"EFO:1,x,20,90,any,more", None),
        (b"EFO:1,x", None),
        (b'EFO:1,"x,20,90,any', "phrase"),
        (b"EFO:1,x,20,90,boy", "sex"),
        (b"EFO:1,,20,90,any", "phrase"),
    ],
)
def test_a_broken_row_of_phrases_is_named_with_its_place(tmp_path: Path, row: bytes, column: str | None) -> None:
    path = tmp_path / "patient_phrases.csv"
    path.write_bytes(b"entity,phrase,min_age,max_age,sex\n" + row + b"\n")
    with pytest.raises(InputError) as caught:
        read_phrases(path)
    assert [(each.file, each.row, each.column) for each in caught.value.problems] == [(path.name, 2, column)]


def test_scenarios_are_written_to_a_pipe_and_do_not_replace_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_scenarios([], pipe)
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]
