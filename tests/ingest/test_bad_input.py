"""Every fault of the input is named by file, row, column, value and remedy, and all faults in one run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimstar.errors import InputError, LookupFailure, Problem
from claimstar.ingest.suite import load_suite
from claimstar.ingest.tables import read_tables
from ingest.broken import CELLS, CLAIMS, ENTITIES, LINKS, SOURCES, SUITE, SUITE_FILE, Broken, copy_mini, replace


def _problems(suite: Path) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as caught:
        read_tables(load_suite(suite))
    assert caught.value.exit_code == 1
    return caught.value.problems


def _place(problem: Problem) -> str:
    return ":".join(str(part) for part in (problem.file, problem.row, problem.column) if part is not None)


def _matches(problem: Problem, broken: Broken) -> bool:
    return (
        _place(problem) == broken.place
        and broken.message in problem.message
        and problem.value == broken.value
        and broken.remedy in problem.remedy
    )


@pytest.mark.parametrize("broken", [*CELLS, *SUITE_FILE], ids=lambda broken: broken.name)
def test_each_fault_is_named_with_place_value_and_remedy(broken: Broken, tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    broken.apply(suite)
    problems = _problems(suite)
    assert [p for p in problems if _matches(p, broken)], "\n".join(map(str, problems))
    assert len(problems) == 1 + broken.also, "\n".join(map(str, problems))
    assert all(problem.remedy for problem in problems)


def test_an_empty_file_is_one_problem_and_its_ids_are_not_called_dangling(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    (suite / SOURCES).write_bytes(b"")
    assert [(p.file, p.row, p.message) for p in _problems(suite)] == [(SOURCES, 1, "the file is empty")]


def test_a_missing_file_is_one_problem_and_its_ids_are_not_called_dangling(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    (suite / ENTITIES).unlink()
    (problem,) = _problems(suite)
    assert (problem.file, problem.row, problem.message, problem.value) == (SUITE, 6, "table not found", ENTITIES)


def test_a_folder_in_place_of_a_table_is_a_problem(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    (suite / SOURCES).unlink()
    (suite / SOURCES).mkdir()
    (problem,) = _problems(suite)
    assert problem.message.startswith("table cannot be read")


def test_faults_of_all_tables_are_told_in_one_run_in_the_order_of_the_files(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    together = [
        broken
        for broken in CELLS
        if broken.name
        in {
            "unknown class",
            "unknown predicate",
            "dangling evidence",
            "confidence 1.2",
            "byte order mark",
            "CRLF",
            "not UTF-8",
        }
    ]
    for broken in together:
        broken.apply(suite)
    problems = _problems(suite)
    for broken in together:
        assert any(_matches(problem, broken) for problem in problems), broken.name
    assert len(problems) == len(together)
    files = [problem.file for problem in problems]
    assert files == sorted(files, key=[ENTITIES, CLAIMS, SOURCES, LINKS].index)


def test_a_broken_row_does_not_make_references_to_it_dangling(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    replace(suite, ENTITIES, b"blood pressure,,,,", b'blood "pressure",,,,')
    assert [problem.message for problem in _problems(suite)] == ["broken quoting"]


def test_mistakes_of_a_suite_file_are_told_together(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    for broken in SUITE_FILE:
        if broken.name in {"unknown key", "unknown class of a table", "name with blanks"}:
            broken.apply(suite)
    assert len(_problems(suite)) == 3


def test_an_empty_suite_file_is_a_problem(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    (suite / SUITE).write_bytes(b"# nothing\n")
    (problem,) = _problems(suite)
    assert problem.message == "the file is empty"


@pytest.mark.parametrize("content", [b"name: \xff\n", b"name: a\x07b\n", b"- a\n- b\n", b"{[a]: b}\n"])
def test_a_suite_file_that_is_no_text_or_mapping_is_a_problem(content: bytes, tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    (suite / SUITE).write_bytes(content)
    assert all(problem.file == SUITE for problem in _problems(suite))


def test_an_unknown_suite_is_a_look_up_that_fails() -> None:
    with pytest.raises(LookupFailure, match="no suite"):
        load_suite("no-such-suite")


def test_a_thousand_dangling_ids_are_reported_quickly_and_all(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    text = (suite / CLAIMS).read_text(encoding="utf-8")
    row = text.splitlines()[2]
    more = [re.sub(r"^ASR_0011,GO:0003081", f"ASR_{n},GO:{n}", row) for n in range(1000, 2000)]
    (suite / CLAIMS).write_text(text + "\n".join(more) + "\n", encoding="utf-8")
    assert len(_problems(suite)) == 1000
