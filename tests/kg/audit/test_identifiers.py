"""Identifiers of a suite against outside tables: each check with a case that fires, none on a suite that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimstar.kg.audit.checks import EVIDENCE, IDENTIFIERS
from kg.audit.cases import CLAIMS, ENTITIES, NAMES, audited, copy_mini, found, replace


def test_what_is_right_is_not_named(tmp_path: Path) -> None:
    """The mini suite has one cross-reference between two terms of one vocabulary, and no other fault of this kind."""
    report = audited(copy_mini(tmp_path))
    named = {(each.check, each.thing) for each in report.findings if each.check in {*IDENTIFIERS, *EVIDENCE}}
    assert named == {("xref_disagrees", "EFO:0006919")}


CASES = [
    ("identifier_unknown", b"MONDO:0005010,Disease", b"MONDO:0005011,Disease", "MONDO:0005011"),
    ("identifier_unknown", b"MESH:D001741,Population", b"MESH:D001742,Population", "MESH:D001742"),
    ("identifier_obsolete", b"HP:0002153,AdverseEffect", b"HP:0000027,AdverseEffect", "HP:0000027"),
    ("identifier_obsolete", b"HGNC:2707,Protein", b"HGNC:6,Protein", "HGNC:6"),
    ("label_differs", b"Drug,lisinopril,", b"Drug,ramipril,", "CHEBI:43755"),
    ("label_own", b"AdverseEffect,Hyperkalemia,,", b"AdverseEffect,High potassium,Hyperkalemia,", "HP:0002153"),
    ("one_concept_twice", b"pressure,,,,", b"pressure,MACE|CV events|cardiovascular events,,,", "EFO:0006919"),
    ("one_concept_twice", b"Pregnancy,,EFO:0002950", b"Pregnancy,,HP:0031246", "MESH:D011247"),
    ("wrong_ontology", b"HGNC:2707,Protein", b"MESH:D007703,Protein", "MESH:D007703"),
    ("wrong_ontology", b"MONDO:0005044,Disease", b"HP:0031797,Disease", "HP:0031797"),
    ("xref_unknown", b"MESH:D003324", b"MESH:D999999", "MONDO:0005010"),
    ("xref_disagrees", b"MESH:D006973", b"MESH:D003324", "MONDO:0005044"),
]


@pytest.mark.parametrize(("check", "old", "new", "thing"), CASES, ids=[f"{c[0]}-{c[3]}" for c in CASES])
def test_a_fault_is_named_with_its_row(tmp_path: Path, check: str, old: bytes, new: bytes, thing: str) -> None:
    suite = copy_mini(tmp_path)
    replace(suite, ENTITIES, old, new)
    if new.startswith(thing.encode()) and not old.startswith(thing.encode()):  # a new id: the claims name it, too
        claims = suite / CLAIMS
        claims.write_bytes(claims.read_bytes().replace(old.split(b",")[0], thing.encode()))
    report = audited(suite)
    assert thing in found(report, check), [(each.check, each.thing) for each in report.findings]
    problem = next(each.problem for each in report.findings if (each.check, each.thing) == (check, thing))
    rows = (suite / ENTITIES).read_text(encoding="utf-8").splitlines()
    assert (problem.file, rows[(problem.row or 0) - 1].split(",")[0]) == (ENTITIES, thing)
    assert problem.remedy


def test_the_outside_row_stands_beside_the_fault(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    replace(suite, ENTITIES, b"Drug,lisinopril,", b"Drug,ramipril,")
    (named,) = [each for each in audited(suite).findings if each.check == "label_differs"]
    (row,) = named.outside
    outside = NAMES.read_text(encoding="utf-8").splitlines()[row.row - 1]
    assert (row.table, outside.split("\t")[:2]) == (NAMES.name, ["CHEBI:43755", "lisinopril"])


def test_nothing_is_said_of_a_vocabulary_that_no_table_lists(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    replace(suite, ENTITIES, b"HGNC:2707,Protein", b"HGNC:6,Protein")
    (suite / CLAIMS).write_bytes((suite / CLAIMS).read_bytes().replace(b"HGNC:2707", b"HGNC:6"))
    report = audited(suite, (NAMES,))
    assert found(report, "identifier_obsolete") == found(report, "identifier_unknown") == []
    assert {each.prefix: each.known for each in report.coverage}["HGNC"] == 0


def test_coverage_counts_what_the_tables_have(tmp_path: Path) -> None:
    by_prefix = {each.prefix: each for each in audited(copy_mini(tmp_path)).coverage}
    mondo, uniprot = by_prefix["MONDO"], by_prefix["UniProtKB"]
    assert (mondo.ids, mondo.known, mondo.tables) == (2, 2, (NAMES.name,))
    assert (uniprot.ids, uniprot.xrefs, uniprot.confirmed) == (0, 1, 1)
    assert uniprot.tables == (), "genes.tsv refers to proteins and does not list them"
