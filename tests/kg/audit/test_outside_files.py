"""Outside files: how they are recognised and read, and what is said of those that cannot be."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from openpyxl import Workbook

from claimstar.errors import ClaimstarError, InputError, UsageError
from claimstar.kg.audit.report import AuditReport, TableNote
from kg.audit.cases import DRUGBANK, EDGES, GENES, NAMES, OUTSIDE, RETRACTED, audited, copy_mini, found, write_edges


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return copy_mini(tmp_path)


def table(report: AuditReport, name: str) -> TableNote:
    return next(each for each in report.tables if each.file == name)


def test_a_folder_gives_all_tables_that_are_understood_and_names_the_rest(suite: Path) -> None:
    (suite.parent / "notes.txt").write_text("nothing\nof use\n")
    for path in (NAMES, EDGES, RETRACTED):
        (suite.parent / path.name).write_bytes(path.read_bytes())
    report = audited(suite, (suite.parent,))
    assert {each.file for each in report.tables} == {NAMES.name, EDGES.name, RETRACTED.name}
    assert report.skipped == ("notes.txt",)


def test_a_file_that_is_named_twice_counts_once(suite: Path) -> None:
    report = audited(suite, (EDGES, OUTSIDE, EDGES))
    assert [each.file for each in report.tables].count(EDGES.name) == 1


def test_an_unrecognised_file_is_a_usage_error_that_lists_what_is_understood(suite: Path) -> None:
    odd = suite.parent / "odd.tsv"
    odd.write_text("left\tright\n1\t2\n")
    with pytest.raises(UsageError) as caught:
        audited(suite, (NAMES, odd, suite.parent / "missing.tsv"))
    text = str(caught.value)
    assert "odd.tsv is no table that is understood" in text
    assert "no file or folder" in text
    assert "missing.tsv" in text, "all are told at once"
    assert "columns curie, name" in text
    assert "columns subject, predicate, object" in text


def test_a_folder_without_a_table_is_a_usage_error_that_names_its_folders(suite: Path) -> None:
    (suite.parent / "empty" / "tables").mkdir(parents=True)
    with pytest.raises(UsageError, match="it has the folders tables"):
        audited(suite, (suite.parent / "empty",))


def test_tables_may_be_gzipped_have_a_mark_of_byte_order_or_windows_line_ends(suite: Path) -> None:
    packed, marked = suite.parent / "names.tsv.gz", suite.parent / "genes.tsv"
    packed.write_bytes(gzip.compress(NAMES.read_bytes()))
    marked.write_bytes(b"\xef\xbb\xbf" + GENES.read_bytes().replace(b"\n", b"\r\n"))
    by_prefix = {each.prefix: each.known for each in audited(suite, (packed, marked)).coverage}
    assert (by_prefix["MONDO"], by_prefix["HGNC"]) == (2, 1)


@pytest.mark.parametrize(
    "content",
    [gzip.compress(NAMES.read_bytes())[:200], gzip.compress(b"curie\tname\n") + b"x"],
    ids=["cut off", "with a rest"],
)
def test_a_broken_archive_is_named_without_a_traceback(suite: Path, content: bytes) -> None:
    broken = suite.parent / "names.tsv.gz"
    broken.write_bytes(content)
    with pytest.raises(ClaimstarError, match=r"names\.tsv\.gz"):
        audited(suite, (broken,))


def test_bytes_that_are_no_text_are_named(suite: Path) -> None:
    odd = suite.parent / "names.tsv"
    odd.write_bytes(b"curie\tname\n" + b"MONDO:1\tx\n" * 10000 + b"MONDO:2\t\xff\n")
    with pytest.raises(InputError, match=r"names\.tsv: the table cannot be read"):
        audited(suite, (odd,))


def test_rows_of_an_identifier_table_without_an_id_are_counted_and_shown(suite: Path) -> None:
    broken = suite.parent / "names.tsv"
    broken.write_bytes(NAMES.read_bytes() + b"\tnameless\nMONDO:0000002\n\n")
    report = audited(suite, (broken, GENES, DRUGBANK))
    note = table(report, "names.tsv")
    rows = len(broken.read_bytes().splitlines())
    assert (note.left_out, [each.row for each in note.faults]) == (1, [rows - 2])
    assert found(report, "identifier_unknown") == []


def test_rows_of_claims_that_cannot_be_read_are_counted_and_shown(suite: Path) -> None:
    edges = write_edges(suite.parent, ("CHEBI:35457", "biolink:treats", "MONDO:0005044"), ("lisinopril", "", "x"))
    edges.write_text(edges.read_text() + "too\tfew\n")
    note = table(audited(suite, (edges,)), "edges.tsv")
    assert (note.rows, note.bearing, note.left_out) == (1, 1, 2)
    assert [each.row for each in note.faults] == [3, 4]


def test_a_line_of_a_list_of_retractions_that_is_none_is_counted(suite: Path) -> None:
    retracted = suite.parent / "retracted.txt"
    retracted.write_text("1\nPMC5\n10639539\n")
    report = audited(suite, (retracted,))
    assert table(report, "retracted.txt").left_out == 1
    assert found(report, "retracted") == ["EV_0011"]


def test_a_sheet_is_read_like_a_table(suite: Path) -> None:
    book = Workbook()
    names = ("final normalized drug id", "final normalized disease id")
    book.active.append((*names, "final normalized drug label", "final normalized disease label"))
    book.active.append(("CHEBI:43755", "MONDO:0005044", "Lisinopril", "hypertensive disorder"))
    book.save(suite.parent / "indications.xlsx")
    report = audited(suite, (suite.parent / "indications.xlsx",))
    (note,) = [each for each in report.assertions if each.rows]
    assert (note.id, note.verdict) == ("ASR_0028", "supported")
    assert [(row.table, row.row, row.match) for row in note.rows] == [("indications.xlsx", 2, "member")]


def test_a_path_of_links_is_read_from_one_line(suite: Path) -> None:
    path = {
        "graph": {
            "_id": "DB00722_MESH_D006973_1",
            "drug": "lisinopril",
            "drug_mesh": "MESH:D017706",
            "drugbank": "DB:DB00722",
            "disease": "hypertension",
            "disease_mesh": "MESH:D006973",
        },
        "nodes": [
            {"id": "MESH:D017706", "name": "lisinopril"},
            {"id": "UniProt:P12821", "name": "angiotensin-converting enzyme"},
            {"id": "MESH:D006973", "name": "hypertension"},
        ],
        "links": [
            {"source": "MESH:D017706", "key": "decreases activity of", "target": "UniProt:P12821"},
            {"source": "UniProt:P12821", "key": "positively correlated with", "target": "MESH:D006973"},
        ],
        "references": ["https://example.org/lisinopril"],
    }
    file = suite.parent / "paths.jsonl"
    file.write_text(json.dumps(path) + "\nnot json\n")
    report = audited(suite, (NAMES, GENES, DRUGBANK, file))
    rows = {each.id: each.rows for each in report.assertions if each.rows}
    assert set(rows) == {"ASR_0019", "ASR_0028"}, "the target of the class, and its use"
    assert {row.match for row in rows["ASR_0019"]} == {"member"}
    assert table(report, "paths.jsonl").left_out == 1


def test_a_file_in_another_encoding_is_told_with_what_to_do(suite: Path) -> None:
    path = suite.parent / "latin.csv"
    path.write_bytes("subject,predicate,object\nCHEBI:6801,biolink:tréats,MONDO:0005148\n".encode("latin-1"))
    with pytest.raises(UsageError, match=r"latin\.csv: cannot be read") as caught:
        audited(suite, (path,))
    assert "UTF-8" in caught.value.remedy
