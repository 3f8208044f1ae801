"""The pilot against public tables; these lie beside the repository and are no part of it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from openpyxl import load_workbook

from claimstar.cli.scenarios_of import used_contraindications
from claimstar.ingest.suite import load_suite
from claimstar.kg.audit.audit import audit
from claimstar.kg.audit.forms import to_markdown
from claimstar.kg.audit.report import AuditReport
from claimstar.kg.build import build
from kg.audit.cases import THIS_YEAR

ROOT = Path(__file__).parents[3]
DATA = ROOT.parent / "shared" / "data"
FOLDERS = tuple(DATA / name for name in ("identifiers", "cardiovascular-claims", "everycure", "drugmechdb", "hpo"))

pytestmark = pytest.mark.skipif(
    not all(folder.is_dir() for folder in FOLDERS), reason="the public tables (../shared/data) are not here"
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> AuditReport:
    """The audit of the pilot as the command does it, its scenarios cut from a store of it."""
    suite = load_suite("causal")
    store = tmp_path_factory.mktemp("pilot") / "store"
    build(suite, store, clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    used, why_not = used_contraindications(suite, store, None)
    assert used, why_not
    return audit(suite, FOLDERS, used, this_year=THIS_YEAR)


@cache
def lines(name: str) -> list[str]:
    """The rows of an outside file as texts, read without the code under test."""
    path = next(folder / name for folder in FOLDERS if (folder / name).is_file())
    if path.suffix == ".xlsx":
        with closing(load_workbook(path, read_only=True)) as book:
            rows = list(book.worksheets[0].iter_rows(values_only=True))
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
        claim, _, remarks = row.text.partition(" — ")
        if row.table.endswith(".jsonl"):
            path = json.loads(line)
            names = {str(node["name"]) for node in path["nodes"]} | {path["graph"]["drug"], path["graph"]["disease"]}
            assert sum(name in claim for name in names) >= 2, row
            continue
        ids = [each.split(":")[1] for each in re.findall(r"\w+:\w+", claim) if not each.startswith("biolink")]
        assert len(ids) >= 2, row
        assert ids[0] in line, (row, line)
        if row.match == "chain":  # the row is that of the first link; the others are below it
            assert re.search(r"path: (\S+?);", remarks)[1] in line, (row, line)  # type: ignore[index]
        else:
            assert ids[-1] in line, (row, line)


def test_known_claims_are_supported_by_known_tables(report: AuditReport) -> None:
    rows = {note.id: {row.table for row in note.rows if row.relation == "agrees"} for note in report.assertions}
    assert {"drug_target.tsv", "drugmechdb_paths.jsonl"} <= rows["ASR_0019"]
    assert "matrix_indication_list.xlsx" in rows["ASR_0028"]
    assert report.total.supported >= 50
    assert report.total.n == 257


def test_every_finding_on_the_pilot_has_a_reason(report: AuditReport) -> None:
    assert [(each.check, each.thing, str(each.problem)) for each in report.open] == []
    assert report.not_run == ()
    assert all(len(each.reason) > 20 for each in report.excused)


def test_the_summary_in_the_repository_is_what_the_audit_gives_now(report: AuditReport) -> None:
    """Write it anew with: claimstar kg audit causal --against FOLDER… --format markdown --out docs/pilot-audit.md."""
    assert (ROOT / "docs" / "pilot-audit.md").read_text(encoding="utf-8") == f"{to_markdown(report).rstrip()}\n"
