"""The pilot against public tables; these lie beside the repository and are no part of it."""

from __future__ import annotations

import csv
import gzip
import io
import json
from functools import cache
from pathlib import Path

import pytest
from openpyxl import load_workbook

from claimstar.ingest.suite import load_suite
from claimstar.kg.audit.audit import audit
from claimstar.kg.audit.report import AuditReport
from kg.audit.cases import THIS_YEAR

DATA = Path(__file__).parents[4] / "shared" / "data"
FOLDERS = tuple(DATA / name for name in ("identifiers", "cardiovascular-claims", "everycure", "drugmechdb", "hpo"))

pytestmark = pytest.mark.skipif(
    not all(folder.is_dir() for folder in FOLDERS), reason="the public tables (../shared/data) are not here"
)


@pytest.fixture(scope="module")
def report() -> AuditReport:
    return audit(load_suite("causal"), FOLDERS, this_year=THIS_YEAR)


@cache
def lines(name: str) -> list[str]:
    """The rows of an outside file as texts, read without the code under test."""
    path = next(folder / name for folder in FOLDERS if (folder / name).is_file())
    if path.suffix == ".xlsx":
        rows = load_workbook(path, read_only=True).worksheets[0].iter_rows(values_only=True)
        return ["\t".join("" if cell is None else str(cell) for cell in row) for row in rows]
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    text = data.decode("utf-8")
    if path.suffix == ".csv":
        return ["\t".join(row) for row in csv.reader(io.StringIO(text))]
    return text.split("\n")


def test_each_table_is_understood_but_the_one_that_repeats_another(report: AuditReport) -> None:
    assert report.skipped == ("phenotype_to_genes.txt.gz",)
    assert len(report.tables) == 22
    assert all(table.rows > 400 for table in report.tables)


def test_ids_of_the_pilot_exist_and_are_in_use(report: AuditReport) -> None:
    counts = report.by_check()
    for check in ("identifier_unknown", "identifier_obsolete", "label_differs", "one_concept_twice", "wrong_ontology"):
        assert counts[check] == (0, 0), [each for each in report.findings if each.check == check]
    assert all(each.known == each.ids for each in report.coverage if each.tables)
    assert sum(each.ids for each in report.coverage) > 100


def test_no_source_of_the_pilot_is_retracted_malformed_or_there_twice(report: AuditReport) -> None:
    counts = report.by_check()
    for check in ("doi_malformed", "pmid_malformed", "url_disagrees", "duplicate_source", "retracted"):
        assert counts[check] == (0, 0), check


def test_each_row_that_is_shown_stands_in_its_table_and_names_both_ends(report: AuditReport) -> None:
    shown = {row for note in report.assertions for row in note.rows}
    assert len(shown) > 100
    for row in shown:
        line = lines(row.table)[row.row - 1]
        if row.table.endswith(".jsonl"):
            path = json.loads(line)
            names = {str(node["name"]) for node in path["nodes"]} | {path["graph"]["drug"], path["graph"]["disease"]}
            assert sum(name in row.text for name in names) >= 2, row
        else:
            words = row.text.split(" — ")[0].replace("(", " ").replace(")", " ").split()
            ids = [each.partition(":")[2] for each in words if ":" in each and not each.startswith("biolink")]
            assert len(ids) >= 2, row
            assert all(each in line for each in (ids[0], ids[-1])), (row, line)


def test_known_claims_are_supported_by_known_tables(report: AuditReport) -> None:
    rows = {note.id: {row.table for row in note.rows if row.relation == "agrees"} for note in report.assertions}
    assert {"drug_target.tsv", "drugmechdb_paths.jsonl"} <= rows["ASR_0019"]
    assert "matrix_indication_list.xlsx" in rows["ASR_0028"]
    assert report.total.supported >= 50
    assert report.total.n == 257
