"""The suite's table of exceptions: what it excuses, what it does not, and mistakes in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimstar.errors import InputError
from kg.audit.cases import GENES, IDENTIFIERS, SUITE, audited, copy_mini, found, write_edges, write_exceptions

XREF = "xref_disagrees,EFO:0006919,EFO:0020863,The two terms are used for each other."
MARKER = "target_no_option_reaches,EFO:0004761,,A marker that is here for its lack of effect."


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return copy_mini(tmp_path)


def test_an_excused_finding_stays_in_the_report_with_its_reason(suite: Path) -> None:
    write_exceptions(suite, XREF, MARKER)
    report = audited(suite)
    assert report.open == ()
    assert {(each.check, each.reason) for each in report.excused} == {
        ("xref_disagrees", "The two terms are used for each other."),
        ("target_no_option_reaches", "A marker that is here for its lack of effect."),
    }
    assert report.by_check()["xref_disagrees"] == (0, 1)


def test_a_value_narrows_an_exception_to_one_finding(suite: Path) -> None:
    write_exceptions(suite, "xref_disagrees,EFO:0006919,EFO:0000001,Not that one.", MARKER)
    report = audited(suite)
    assert [each.check for each in report.open if each.thing == "EFO:0006919"] == ["xref_disagrees", "exception_stale"]


@pytest.mark.parametrize(
    "row",
    [
        "label_differs,CHEBI:43755,,The name is right.",
        "source_unused,EV_0002,,It is used.",
        "causal_cycle,ASR_9999,,No such claim.",
        "identifier_unknown,FBbt:0001,,No such entity.",
    ],
)
def test_an_exception_that_nothing_needs_is_a_finding_on_its_row(suite: Path, row: str) -> None:
    write_exceptions(suite, XREF, row, MARKER)
    (stale,) = audited(suite).open
    assert (stale.check, stale.problem.file, stale.problem.row) == ("exception_stale", "tables/audit_exceptions.csv", 3)


def test_an_exception_is_not_stale_where_its_outside_table_is_not_at_hand(suite: Path) -> None:
    """Who audits against fewer tables than the exceptions were written for cannot tell which are needed."""
    write_exceptions(suite, XREF, MARKER, "contradicted,ASR_0033,labels.tsv,That label is withdrawn.")
    assert found(audited(suite, (GENES,)), "exception_stale") == []
    edges = write_edges(suite.parent, ("CHEBI:35457", "biolink:treats", "MONDO:0005044"), name="labels.tsv")
    assert found(audited(suite, (*IDENTIFIERS, edges)), "exception_stale") == ["ASR_0033"]


def test_an_exception_excuses_one_outside_table_and_no_other(suite: Path) -> None:
    write_exceptions(suite, XREF, MARKER, "contradicted,ASR_0033,one.tsv,That table has the sign wrong.")
    wrong = ("CHEBI:35457", "biolink:affects", "EFO:0004325", "increased")
    tables = [write_edges(suite.parent, wrong, name=name) for name in ("one.tsv", "two.tsv")]
    report = audited(suite, (*IDENTIFIERS, *tables))
    assert [(each.check, each.problem.value) for each in report.open] == [("contradicted", "two.tsv")]
    assert [each.problem.value for each in report.excused if each.check == "contradicted"] == ["one.tsv"]


MISTAKES = [
    ("xref_disagres,EFO:0006919,,Mistyped.", "check", "did you mean 'xref_disagrees'"),
    ("xref_disagrees,,,No thing.", "thing", "says why"),
    ("xref_disagrees,EFO:0006919,,", "reason", "says why"),
    ("contradicted,ASR_0033,,No table.", "value", "name the outside table"),
    ("exception_stale,EFO:0006919,,Excuses itself.", "check", "unknown check"),
]


@pytest.mark.parametrize(("row", "column", "said"), MISTAKES, ids=[each[1] + each[2][:12] for each in MISTAKES])
def test_a_mistake_in_the_table_is_named_with_row_and_column(suite: Path, row: str, column: str, said: str) -> None:
    write_exceptions(suite, XREF, row)
    with pytest.raises(InputError) as caught:
        audited(suite)
    (problem,) = caught.value.problems
    assert (problem.file, problem.row, problem.column) == ("tables/audit_exceptions.csv", 3, column)
    assert said in str(problem)


def test_the_same_exception_twice_is_a_mistake(suite: Path) -> None:
    write_exceptions(suite, XREF, XREF)
    with pytest.raises(InputError, match="the same exception as in row 2"):
        audited(suite)


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("audit: {exceptions: tables/none.csv}", "cannot be read"),
        ("audit: {exceptions: ../none.csv}", "table outside the suite"),
        ("audit: tables/audit_exceptions.csv", "names the table of exceptions and nothing else"),
        ("audit: {exception: tables/audit_exceptions.csv}", "names the table of exceptions and nothing else"),
    ],
)
def test_a_section_that_names_no_table_is_a_mistake(suite: Path, section: str, said: str) -> None:
    with (suite / SUITE).open("a", encoding="utf-8") as file:
        file.write(f"{section}\n")
    with pytest.raises(InputError, match=said):
        audited(suite)


def test_other_columns_are_a_mistake(suite: Path) -> None:
    write_exceptions(suite, XREF)
    table = suite / "tables" / "audit_exceptions.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("check,thing", "check,id"), encoding="utf-8")
    with pytest.raises(InputError, match="check,thing,value,reason"):
        audited(suite)
