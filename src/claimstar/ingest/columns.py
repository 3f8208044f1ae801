"""The header of a table against the schema: which column fills which slot."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from claimstar.errors import Problem
from claimstar.ingest.csv_table import RawTable
from claimstar.ingest.nearest import nearest
from claimstar.ingest.suite import TableDecl
from claimstar.model.mapping import Mapping

FILLED_BY_BUILD = {
    "derived_from": "the build fills it with the row",
    "generated_by": "the build fills it with its activity",
    "supporting_evidence": "it is filled from the rows of the evidence links",
}
"""Slots that no table may give, because two sources of one fact can disagree."""

LINK = "EvidenceLink"
LINK_ENDS = ("assertion", "evidence_source")
"""The links need no id column: theirs is made of the two ends."""


def row_classes(declared: TableDecl, raw: RawTable, mapping: Mapping) -> tuple[str, ...]:
    """The classes that the rows of a table may be of.

    For a table with a class column these are the ones that its rows name, or all possible ones where none is known.
    """
    if declared.class_column is None:
        return (declared.class_name,) if declared.class_name else ()
    possible = possible_classes(declared, mapping)
    if declared.class_column in raw.header:
        index = raw.header.index(declared.class_column)
        named = {row.cells[index] for row in raw.rows}
        return tuple(name for name in possible if name in named) or possible
    return possible


def possible_classes(declared: TableDecl, mapping: Mapping) -> tuple[str, ...]:
    """The classes that a class column may name."""
    if declared.class_name:
        return mapping.leaves(declared.class_name)
    return tuple(name for name, entry in mapping.classes.items() if not entry.abstract and entry.identifier)


def _is_column(slot_name: str, kind: str) -> bool:
    return kind != "object" and slot_name not in FILLED_BY_BUILD


def column_names(classes: Sequence[str], mapping: Mapping) -> tuple[str, ...]:
    """The columns that a table of these classes may have."""
    names = {
        slot.name: None
        for name in classes
        for slot in mapping.get_class(name).slots.values()
        if _is_column(slot.name, slot.kind)
    }
    return tuple(names)


def required_columns(classes: Sequence[str], mapping: Mapping) -> tuple[str, ...]:
    """The columns that a table of these classes must have."""
    names = {
        slot.name: None
        for name in classes
        for slot in mapping.get_class(name).slots.values()
        if slot.required and _is_column(slot.name, slot.kind) and not (name == LINK and slot.kind == "identifier")
    }
    return tuple(names)


def check_header(declared: TableDecl, raw: RawTable, mapping: Mapping) -> tuple[dict[str, int], list[Problem]]:
    """Column name to position, for the columns that are known, and what is wrong with the header."""
    problems: list[Problem] = []
    positions: dict[str, int] = {}
    classes = row_classes(declared, raw, mapping)
    known = column_names(classes, mapping)
    if declared.class_column:
        known = tuple(dict.fromkeys([declared.class_column, *known]))
    missing = [name for name in required_columns(classes, mapping) if name not in raw.header]
    if declared.class_column and declared.class_column not in raw.header:
        missing.insert(0, declared.class_column)
    for index, name in enumerate(raw.header):
        if name in positions:
            problem = Problem("column given twice", name, raw.file, 1, f"cell {index + 1}", "remove one of them")
        elif not name:
            problem = Problem("column without a name", "", raw.file, 1, f"cell {index + 1}", "name it or remove it")
        elif name in FILLED_BY_BUILD:
            problem = Problem("not a column", name, raw.file, 1, name, f"remove it: {FILLED_BY_BUILD[name]}")
        elif name not in known:
            # A required column that is missing is what a wrong name most often meant.
            problem = Problem("unknown column", name, raw.file, 1, name, _near_column(name, missing, known))
        else:
            positions[name] = index
            continue
        problems.append(problem)
    problems.extend(Problem("required column missing", name, raw.file, 1, name, "add the column") for name in missing)
    return positions, problems


def _near_column(name: str, missing: Collection[str], known: Collection[str]) -> str:
    first = nearest(name, missing, "column")
    return first if first.startswith("did you mean") else nearest(name, known, "column")
