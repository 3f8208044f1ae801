"""The tables of a suite to checked records. Which columns, values and references are right is read from the schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from claimstar.errors import InputError, Problem
from claimstar.ingest.cells import CellError, parse_cell, parse_identifier
from claimstar.ingest.columns import LINK, LINK_ENDS, check_header, possible_classes, row_classes
from claimstar.ingest.csv_table import RawTable, Row, read_csv
from claimstar.ingest.nearest import nearest
from claimstar.ingest.references import CLAIM, Draft, Known, check_dataset
from claimstar.ingest.suite import SUITE_FILE, Suite, TableDecl
from claimstar.model.mapping import ClassMap, Mapping, load_mapping
from claimstar.names import expand


@dataclass(frozen=True, slots=True)
class Sourced:
    """A record and the row that it was read from."""

    record: BaseModel
    class_name: str
    file: str
    row: int
    row_iri: str


@dataclass(frozen=True, slots=True)
class Checked:
    """The records of a suite in the order of its tables, and the SHA-256 of each file in the order of declaration."""

    records: tuple[Sourced, ...]
    files: tuple[tuple[str, str], ...]

    def counts(self) -> dict[str, int]:
        """Records by class."""
        return dict(Counter(each.class_name for each in self.records))


def file_id(file: str, sha256: str) -> str:
    """The id of a file by its content and path, so that the same file has the same id in every build."""
    return f"{sha256[:16]}/{quote(file)}"


def row_id(file: str, sha256: str, row: int) -> str:
    """The id of a row of a file.

    >>> row_id("tables/a.csv", "0123456789abcdef" * 4, 2)
    '0123456789abcdef/tables/a.csv#row=2'
    """
    return f"{file_id(file, sha256)}#row={row}"


def _row_class(row: Row, declared: TableDecl, raw: RawTable, mapping: Mapping) -> str | Problem:
    if declared.class_column is None:
        return declared.class_name or ""
    name = row.cells[raw.header.index(declared.class_column)]
    possible = possible_classes(declared, mapping)
    if name in possible:
        return name
    remedy = nearest(name, possible, "class")
    message = "unknown class" if name else "empty required cell"
    return Problem(message, name, raw.file, row.number, declared.class_column, remedy)


def _read_row(
    row: Row, entry: ClassMap, positions: dict[str, int], class_column: str | None, file: str, mapping: Mapping
) -> tuple[Draft, list[Problem]]:
    draft = Draft(entry.name, file, row.number, {})
    problems: list[Problem] = []
    for column, position in positions.items():
        text = row.cells[position].strip()
        slot = entry.slots.get(column)
        if column == class_column:
            continue
        if slot is None:
            if text:
                remedy = f"leave it empty; a {entry.name} has {', '.join(entry.slots)}"
                problems.append(draft.problem(f"a {entry.name} has no {column}", column, text, remedy))
        elif not text:
            if slot.required and not (entry.name == LINK and slot.kind == "identifier"):
                problems.append(draft.problem("empty required cell", column, "", f"give its value: {slot.description}"))
        else:
            try:
                is_id = slot.kind == "identifier"
                draft.values[column] = parse_identifier(text, entry) if is_id else parse_cell(text, slot, mapping)
            except CellError as error:
                problems.append(draft.problem(error.message, column, error.value, error.remedy))
    return draft, problems


def _read_table(
    declared: TableDecl, raw: RawTable, known: Known, mapping: Mapping
) -> tuple[list[Draft], list[Problem]]:
    problems = list(raw.problems)
    if not raw.header:
        known.open_classes.update(possible_classes(declared, mapping) if declared.class_column else ())
        known.open_classes.update({declared.class_name} if declared.class_name else ())
        return [], problems
    positions, header_problems = check_header(declared, raw, mapping)
    problems += header_problems
    id_at = positions.get("id")
    if id_at is None:
        known.open_classes.update(row_classes(declared, raw, mapping))
    known.broken.update(row.cells[id_at] for row in raw.broken if id_at is not None and id_at < len(row.cells))
    if declared.class_column and declared.class_column not in raw.header:
        known.broken.update(row.cells[id_at] for row in raw.rows if id_at is not None)
        return [], problems
    drafts = []
    for row in raw.rows:
        name = _row_class(row, declared, raw, mapping)
        if isinstance(name, Problem):
            problems.append(name)
            if id_at is not None:
                known.broken.add(row.cells[id_at])
            continue
        draft, found = _read_row(row, mapping.get_class(name), positions, declared.class_column, raw.file, mapping)
        problems += found
        known.add(draft)
        drafts.append(draft)
    return drafts, problems


def _fill_links(drafts: Sequence[Draft]) -> None:
    """Give the evidence links their ids, and the assertions the sources that support them."""
    claims = {draft.identifier: draft for draft in drafts if draft.class_name == CLAIM}
    seen: Counter[str] = Counter()
    for link in drafts:
        if link.class_name != LINK:
            continue
        made = ".".join(str(link.values[end]) for end in LINK_ENDS)
        seen[made] += 1
        link.values.setdefault("id", made if seen[made] == 1 else f"{made}.{seen[made]}")
        if link.values.get("relation") == "supports":
            sources = claims[str(link.values["assertion"])].values.setdefault("supporting_evidence", [])
            if link.values["evidence_source"] not in sources:
                sources.append(link.values["evidence_source"])


def _to_records(
    drafts: Sequence[Draft], hashes: dict[str, str], mapping: Mapping
) -> tuple[list[Sourced], list[Problem]]:
    records, problems = [], []
    for draft in drafts:
        iri = expand(f"file:{row_id(draft.file, hashes[draft.file], draft.row)}")
        entry = mapping.get_class(draft.class_name)
        values = {**draft.values, "derived_from": [iri]} if "derived_from" in entry.slots else draft.values
        try:
            record = mapping.record_class(draft.class_name)(**values)
        except ValidationError as error:
            for fault in error.errors():
                column = str(fault["loc"][0]) if fault["loc"] else ""
                given = draft.values.get(column, "")
                problems.append(draft.problem(fault["msg"], column, str(given), f"see the schema's {draft.class_name}"))
            continue
        records.append(Sourced(record, draft.class_name, draft.file, draft.row, iri))
    return records, problems


def _read_files(suite: Suite) -> tuple[list[tuple[TableDecl, RawTable]], list[Problem]]:
    tables, problems = [], []
    for declared in suite.tables:
        try:
            tables.append((declared, read_csv(suite.folder, declared.file)))
        except FileNotFoundError:
            present = sorted(path.relative_to(suite.folder).as_posix() for path in suite.folder.rglob("*.csv"))
            remedy = nearest(declared.file, present, "table")
            problems.append(Problem("table not found", declared.file, SUITE_FILE, declared.line, "tables", remedy))
            tables.append((declared, RawTable(declared.file, (), (), (), (), "")))
        except OSError as error:
            message = f"table cannot be read: {error.strerror or error}"
            remedy = "check that it is a file and its permissions"
            problems.append(Problem(message, declared.file, SUITE_FILE, declared.line, "tables", remedy))
            tables.append((declared, RawTable(declared.file, (), (), (), (), "")))
    return tables, problems


def _in_order(problems: Iterable[Problem], suite: Suite) -> list[Problem]:
    order = {file: number for number, file in enumerate((SUITE_FILE, *(table.file for table in suite.tables)))}
    return sorted(problems, key=lambda problem: (order.get(problem.file, len(order)), problem.row or 0))


def read_tables(suite: Suite) -> Checked:
    """Read and check all tables of a suite.

    Raises:
        InputError: something is wrong; every problem of every table is carried, in the order of files and rows.
    """
    mapping = load_mapping()
    tables, problems = _read_files(suite)
    known = Known()
    drafts: list[Draft] = []
    for declared, raw in tables:
        found, faults = _read_table(declared, raw, known, mapping)
        drafts += found
        problems += faults
    problems += check_dataset(drafts, known, mapping)
    if not problems:
        _fill_links(drafts)
        records, problems = _to_records(drafts, {raw.file: raw.sha256 for _, raw in tables}, mapping)
        if not problems:
            return Checked(tuple(records), tuple((raw.file, raw.sha256) for _, raw in tables))
    raise InputError(_in_order(problems, suite))
