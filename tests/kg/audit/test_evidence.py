"""The evidence sources of a suite: form, duplicates, retractions, kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.audit.cases import IDENTIFIERS, LINKS, RETRACTED, SOURCES, audited, copy_mini, found, replace

CASES = [
    ("doi_malformed", b"10.1136/bmj.f4262,23869090", b"10.1136/bmj.f4262.,23869090", "EV_0014"),
    ("pmid_malformed", b"bmj.f4262,23869090", b"bmj.f4262,03869090", "EV_0014"),
    ("url_disagrees", b"https://doi.org/10.1136/bmj.f4262", b"https://doi.org/10.1136/bmj.f4261", "EV_0014"),
    ("source_unidentified", b"10.1136/bmj.f4262,23869090,https://doi.org/10.1136/bmj.f4262", b",,", "EV_0014"),
    ("duplicate_source", b"bmj.f4262,23869090", b"bmj.f4262,10639539", "EV_0014"),
    ("study_level_disagrees", b"randomized_trial,true,2000", b"randomized_trial,false,2000", "EV_0011"),
    ("study_level_disagrees", b"guideline,false,2022", b"guideline,true,2022", "EV_0002"),
    ("year_impossible", b"observational_study,true,2013", b"observational_study,true,2027", "EV_0014"),
]


@pytest.mark.parametrize(("check", "old", "new", "thing"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)])
def test_a_fault_is_named_with_its_row(tmp_path: Path, check: str, old: bytes, new: bytes, thing: str) -> None:
    suite = copy_mini(tmp_path)
    before = audited(suite, IDENTIFIERS[1:])
    assert found(before, check) == []
    replace(suite, SOURCES, old, new)
    report = audited(suite, IDENTIFIERS[1:])
    assert found(report, check) == [thing]
    (named,) = [each for each in report.findings if each.check == check]
    rows = (suite / SOURCES).read_text(encoding="utf-8").splitlines()
    assert named.problem.file == SOURCES
    assert rows[(named.problem.row or 0) - 1].startswith(thing)


def test_a_retracted_source_is_named_with_the_claims_that_stand_on_it(tmp_path: Path) -> None:
    report = audited(copy_mini(tmp_path), (RETRACTED,))
    (named,) = [each for each in report.findings if each.check == "retracted"]
    assert named.thing == "EV_0011"
    assert "ASR_0087" in named.problem.message
    assert [(row.table, row.row) for row in named.outside] == [(RETRACTED.name, 2)]


def test_without_a_list_of_retractions_the_check_was_not_run(tmp_path: Path) -> None:
    report = audited(copy_mini(tmp_path))
    assert "retracted" in {check for each in report.not_run for check in each.checks}
    assert "retracted" not in report.by_check()


def test_a_source_without_a_claim_is_named(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    lines = (suite / LINKS).read_text(encoding="utf-8").splitlines(keepends=True)
    (suite / LINKS).write_text("".join(line for line in lines if "EV_0014" not in line), encoding="utf-8")
    claims = suite / "tables" / "assertions.csv"
    rows = claims.read_text(encoding="utf-8").splitlines(keepends=True)
    claims.write_text("".join(row for row in rows if not row.startswith("ASR_0114")), encoding="utf-8")
    report = audited(suite)
    assert found(report, "source_unused") == ["EV_0014"]
