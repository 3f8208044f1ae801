"""How outside claims stand to the claims of a suite: agreement, contradiction, and neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimstar.kg.audit.report import AssertionNote, AuditReport, by_predicate, by_relation_class
from kg.audit.cases import (
    CLAIMS,
    ENTITIES,
    IDENTIFIERS,
    NAMES,
    OUTSIDE,
    audited,
    copy_mini,
    found,
    replace,
    write_edges,
)

PRESSURE = "EFO:0004325"
NARROWER = "MONDO:0001200"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return copy_mini(tmp_path)


def against(suite: Path, *edges: tuple[str, ...]) -> AuditReport:
    """The audit against edges, with a term below hypertension among the identifiers."""
    names = suite.parent / NAMES.name
    below = f"{NARROWER}\tsecondary hypertension\t\t\tMONDO:0005044\n"
    names.write_text(NAMES.read_text(encoding="utf-8") + below, encoding="utf-8")
    return audited(suite, (names, *IDENTIFIERS[1:], write_edges(suite.parent, *edges)))


def note(report: AuditReport, assertion: str) -> AssertionNote:
    return next(each for each in report.assertions if each.id == assertion)


SUPPORT = [
    ("ASR_0028", ("CHEBI:35457", "biolink:treats", "MONDO:0005044"), "exact"),
    ("ASR_0028", ("CHEBI:35457", "treats", "EFO:0000537"), "exact"),
    ("ASR_0028", ("CHEBI:43755", "biolink:treats", "MONDO:0005044"), "member"),
    ("ASR_0028", ("DRUGBANK:DB00722", "biolink:treats", "MESH:D006973"), "member"),
    ("ASR_0028", ("CHEBI:35457", "biolink:treats", NARROWER), "narrower"),
    ("ASR_0033", ("CHEBI:35457", "biolink:affects", PRESSURE, "decreased"), "exact"),
    ("ASR_0010", ("UniProtKB:P12821", "biolink:participates_in", "GO:0003081"), "exact"),
    ("ASR_0238", ("CHEBI:35457", "biolink:contraindicated_in", "EFO:0002950"), "exact"),
    ("ASR_0114", ("EFO:0004761", "biolink:affects", "MONDO:0005010", "increased", "true"), "exact"),
]


@pytest.mark.parametrize(("assertion", "edge", "match"), SUPPORT, ids=[f"{c[0]}-{c[2]}-{c[1][0]}" for c in SUPPORT])
def test_a_row_that_says_the_same_supports(suite: Path, assertion: str, edge: tuple[str, ...], match: str) -> None:
    report = against(suite, edge)
    assert [(each.id, each.verdict) for each in report.assertions if each.rows] == [(assertion, "supported")]
    assert [(row.table, row.row, row.match, row.relation) for row in note(report, assertion).rows] == [
        ("edges.tsv", 2, match, "agrees")
    ]
    assert found(report, "contradicted") == []


CONTRADICTION = [
    ("ASR_0028", ("CHEBI:35457", "biolink:contraindicated_in", "MONDO:0005044")),
    ("ASR_0028", ("CHEBI:35457", "biolink:treats", "MONDO:0005044", "", "true")),
    ("ASR_0033", ("CHEBI:35457", "biolink:affects", PRESSURE, "increased")),
    ("ASR_0114", ("EFO:0004761", "biolink:affects", "MONDO:0005010", "increased")),
    ("ASR_0238", ("CHEBI:35457", "biolink:treats", "MESH:D011247")),
    ("ASR_0019", ("CHEBI:35457", "biolink:affects", "HGNC:2707", "increased")),
]


@pytest.mark.parametrize(("assertion", "edge"), CONTRADICTION, ids=[f"{c[0]}-{c[1][1]}" for c in CONTRADICTION])
def test_a_row_that_says_the_opposite_contradicts_and_is_shown(
    suite: Path, assertion: str, edge: tuple[str, ...]
) -> None:
    report = against(suite, edge)
    (named,) = [each for each in report.findings if each.check == "contradicted"]
    assert (named.thing, named.problem.file) == (assertion, CLAIMS)
    assert (suite / CLAIMS).read_text().splitlines()[(named.problem.row or 0) - 1].startswith(assertion)
    assert [(row.table, row.row) for row in named.outside] == [("edges.tsv", 2)]
    assert note(report, assertion).standing == "contradicted"


SILENT = [
    ("a member of the class may do otherwise", ("CHEBI:43755", "biolink:affects", PRESSURE, "increased")),
    ("a narrower condition", ("CHEBI:35457", "biolink:contraindicated_in", NARROWER)),
    ("another disease", ("CHEBI:35457", "biolink:contraindicated_in", "MONDO:0005010")),
    ("no direction", ("CHEBI:35457", "biolink:affects", PRESSURE)),
    ("a predicate that is not known", ("CHEBI:35457", "biolink:related_to", "MONDO:0005044")),
    ("the ends the other way round", ("MONDO:0005044", "biolink:treats", "CHEBI:35457")),
]


@pytest.mark.parametrize(("why", "edge"), SILENT, ids=[c[0] for c in SILENT])
def test_a_row_about_something_else_says_nothing(suite: Path, why: str, edge: tuple[str, ...]) -> None:
    report = against(suite, edge)
    assert [each.id for each in report.assertions if each.rows] == [], why
    assert report.total.unknown == report.total.n == 11


def test_a_predicate_that_is_not_known_is_counted_with_its_table(suite: Path) -> None:
    report = against(suite, ("CHEBI:35457", "biolink:related_to", "MONDO:0005044"))
    (table,) = [each for each in report.tables if each.file == "edges.tsv"]
    assert dict(table.unread) == {"biolink:related_to": 1}


def test_rows_on_both_sides_leave_a_claim_disputed_and_it_is_a_finding(suite: Path) -> None:
    report = against(
        suite,
        ("CHEBI:35457", "biolink:treats", "MONDO:0005044"),
        ("CHEBI:35457", "biolink:contraindicated_in", "MONDO:0005044"),
    )
    disputed = note(report, "ASR_0028")
    assert (disputed.verdict, disputed.standing) == ("supported", "disputed")
    assert ([row.row for row in disputed.agreeing], [row.row for row in disputed.against]) == ([2], [3])
    (named,) = [each for each in report.findings if each.check == "disputed"]
    assert (named.thing, [row.row for row in named.outside]) == ("ASR_0028", [3])
    assert found(report, "contradicted") == []


def test_a_closer_row_decides(suite: Path) -> None:
    """What is said of the class itself stands above what is said of a member."""
    report = against(
        suite,
        ("CHEBI:43755", "biolink:treats", "MONDO:0005044"),
        ("CHEBI:35457", "biolink:contraindicated_in", "MONDO:0005044"),
    )
    assert found(report, "contradicted") == ["ASR_0028"]


def test_the_directions_along_a_path_support_an_effect_at_its_ends(suite: Path) -> None:
    path = suite.parent / "paths.tsv"
    lines = [
        ("path_id", "subject", "subject_name", "subject_type", "predicate", "object", "object_name", "object_type"),
        ("DB00722_1", "CHEBI:35457", "a", "Drug", "decreases activity of", "UniProt:P12821", "b", "Protein"),
        ("DB00722_1", "UniProt:P12821", "b", "Protein", "positively regulates", PRESSURE, "c", "Phenotype"),
    ]
    path.write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
    report = audited(suite, (*IDENTIFIERS, path))
    assert {each.id: {row.match for row in each.rows} for each in report.assertions if each.rows} == {
        "ASR_0019": {"exact"},
        "ASR_0033": {"chain"},
    }


def test_shares_are_counted_by_predicate_and_by_class_with_their_numbers(suite: Path) -> None:
    report = audited(suite, (*IDENTIFIERS, OUTSIDE / "edges.csv"))
    of_class = {each.kind: each for each in report.shares(by_relation_class)}
    assert (of_class["effect"].n, of_class["effect"].contradicted, of_class["effect"].share) == (4, 1, 0.0)
    assert (of_class["indication"].n, of_class["indication"].supported, of_class["indication"].share) == (1, 1, 1.0)
    for kind in (by_relation_class, by_predicate):
        shares = report.shares(kind)
        assert sum(each.n for each in shares) == report.total.n == 11
        assert all(each.supported + each.contradicted + each.unknown == each.n for each in shares)


def test_without_a_table_of_claims_nothing_is_said_of_corroboration(suite: Path) -> None:
    report = audited(suite)
    assert report.assertions == ()
    assert {"contradicted", "disputed"} <= {check for each in report.not_run for check in each.checks}
    assert report.total.share is None


def test_a_name_decides_only_where_the_id_is_of_a_foreign_vocabulary(suite: Path) -> None:
    replace(suite, ENTITIES, b"ACE inhibitors|", b"ACE inhibitors|pril|")
    path = suite.parent / "named.tsv"
    rows = [
        ("subject", "subject_name", "predicate", "object"),
        ("LOCAL:1", "pril", "treats", "MONDO:0005044"),
        ("CHEBI:1", "pril", "treats", "MONDO:0005044"),
    ]
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    report = audited(suite, (*IDENTIFIERS, path))
    assert [row.row for row in note(report, "ASR_0028").rows] == [2]
