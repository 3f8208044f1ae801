"""Tables to records, led by the schema alone."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

import pytest

from claimstar.errors import InputError
from claimstar.ingest import cells, columns, tables
from claimstar.ingest import suite as suite_module
from claimstar.ingest.cells import CellError, parse_cell
from claimstar.ingest.suite import load_suite
from claimstar.ingest.tables import read_tables
from claimstar.model.mapping import Mapping, load_mapping, parse_mapping
from claimstar.resources import layout
from ingest.broken import CLAIMS, ENTITIES, LINKS, MINI, copy_mini, replace


def _with_slot(**changes: object) -> Mapping:
    """The schema with one more slot of assertions."""
    content = json.loads((layout().model / "mapping.json").read_text(encoding="utf-8"))
    slots = content["classes"]["Assertion"]["slots"]
    slots["dose"] = {**slots["confidence"], "iri": "https://w3id.org/claimstar/dose", **changes}
    return parse_mapping(json.dumps(content))


def test_rows_keep_their_file_and_number() -> None:
    checked = read_tables(load_suite(MINI))
    first = next(each for each in checked.records if each.class_name == "Assertion")
    assert (first.file, first.row) == (CLAIMS, 2)
    assert first.row_iri.endswith(f"/{CLAIMS}#row=2")
    assert first.record.derived_from == [first.row_iri]


def test_values_are_typed() -> None:
    records = {each.record.id: each.record for each in read_tables(load_suite(MINI)).records}
    assert records["ASR_0019"].confidence == Decimal("0.99")
    assert records["ASR_0114"].negated is True
    assert records["CHEBI:35457"].synonyms[1] == "ACE inhibitors"
    assert records["ASR_0010"].population is None


def test_links_get_an_id_of_their_ends_and_a_number_on_repeats(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    with (suite / LINKS).open("a", encoding="utf-8") as out:
        out.write("ASR_0010,EV_0011,qualifies,Discussion,Another place.\n")
    ids = [e.record.id for e in read_tables(load_suite(suite)).records if e.class_name == "EvidenceLink"]
    assert ids[0] == "ASR_0010.EV_0011"
    assert ids[-1] == "ASR_0010.EV_0011.2"
    assert len(set(ids)) == len(ids)


def test_a_link_row_twice_is_a_problem(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    line = (suite / LINKS).read_text(encoding="utf-8").splitlines()[1]
    with (suite / LINKS).open("a", encoding="utf-8") as out:
        out.write(line + "\n")
    with pytest.raises(InputError, match="duplicate row"):
        read_tables(load_suite(suite))


def test_an_entity_row_twice_is_a_duplicate_row(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    line = (suite / ENTITIES).read_text(encoding="utf-8").splitlines()[1]
    with (suite / ENTITIES).open("a", encoding="utf-8") as out:
        out.write(line + "\n")
    with pytest.raises(InputError) as caught:
        read_tables(load_suite(suite))
    assert [problem.message for problem in caught.value.problems] == ["duplicate row"]


def test_columns_that_the_schema_does_not_require_may_be_left_out(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    lines = (suite / LINKS.replace("assertion_evidence", "entities")).read_text(encoding="utf-8").splitlines()
    (suite / ENTITIES).write_text(
        "id,category,name\n" + "".join(f"{','.join(line.split(',')[:3])}\n" for line in lines[1:]), encoding="utf-8"
    )
    assert read_tables(load_suite(suite)).counts()["Drug"] == 2


def test_a_new_slot_of_the_schema_is_a_new_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = copy_mini(tmp_path)
    replace(suite, CLAIMS, b",source_databases\n", b",source_databases,dose\n")
    lines = (suite / CLAIMS).read_text(encoding="utf-8").splitlines()
    values = ["1.5", *["0.5"] * (len(lines) - 2)]
    (suite / CLAIMS).write_text(
        "\n".join([lines[0], *(f"{line},{value}" for line, value in zip(lines[1:], values, strict=True))]) + "\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError) as without:
        read_tables(load_suite(suite))
    assert [(p.message, p.value) for p in without.value.problems] == [("unknown column", "dose")]
    changed = _with_slot(required=False)
    monkeypatch.setattr(tables, "load_mapping", lambda: changed)
    with pytest.raises(InputError) as caught:
        read_tables(load_suite(suite))
    # The column is known now, and its limits hold.
    assert [(p.row, p.column, p.message) for p in caught.value.problems] == [(2, "dose", "dose outside 0 to 1")]


def test_a_slot_made_required_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = _with_slot(required=True)
    monkeypatch.setattr(tables, "load_mapping", lambda: changed)
    with pytest.raises(InputError) as caught:
        read_tables(load_suite(MINI))
    assert [(p.row, p.message, p.value) for p in caught.value.problems] == [(1, "required column missing", "dose")]


@pytest.mark.parametrize(
    ("datatype", "good", "value", "bad"),
    [
        ("boolean", "true", True, ["True", "1", "yes"]),
        ("integer", "-3", -3, ["3.0", "three", "1e3"]),
        ("decimal", "0.90", Decimal("0.90"), ["1e-3", "nan", "0,9", "."]),
        ("double", "2e-8", 2e-8, ["inf", "nan", "x"]),
        ("dateTime", "2024-05-01T12:00:00Z", datetime(2024, 5, 1, 12, tzinfo=UTC), ["2024-05-01T12:00:00", "May"]),
        ("string", "any text", "any text", []),
    ],
)
def test_literals_are_read_strictly(datatype: str, good: str, value: object, bad: list[str]) -> None:
    mapping = _with_slot(datatype=cells.XSD + datatype, minimum=None, maximum=None)
    slot = mapping.classes["Assertion"].slots["dose"]
    assert parse_cell(good, slot, mapping) == value
    for text in bad:
        with pytest.raises(CellError):
            parse_cell(text, slot, mapping)


@pytest.mark.parametrize("text", ["CHEBI", "CHEBI:", ":1", "chebi:1", "CHEBI:1 2", "CHEBI:<1>"])
def test_what_is_no_curie_is_refused(text: str) -> None:
    with pytest.raises(CellError):
        cells.check_curie(text)


def test_sections_of_a_benchmark_are_kept_as_plain_data(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    with (suite / "suite.yaml").open("a", encoding="utf-8") as out:
        out.write("conditions:\n  C1: {title: None at all, queries: []}\n")
    sections = load_suite(suite).sections
    assert isinstance(sections, MappingProxyType)
    assert dict(sections) == {"conditions": {"C1": {"title": "None at all", "queries": []}}}
    assert set(sections) <= set(suite_module.SECTIONS)


def test_the_build_fills_what_no_table_may_give() -> None:
    names = columns.column_names(["Assertion"], load_mapping())
    assert not set(columns.FILLED_BY_BUILD) & set(names)
    assert {"id", "subject", "context"} <= set(names)


def test_the_pilot_tables_are_without_fault() -> None:
    counts = read_tables(load_suite("causal")).counts()
    assert counts["Assertion"] == 257
    assert counts["EvidenceSource"] == 15
    assert sum(counts[name] for name in load_mapping().leaves("NamedEntity")) == 117
