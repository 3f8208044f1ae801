"""Reads outside identifier tables and lists of retractions; each is recognised by its first row."""

from __future__ import annotations

import csv
import gzip
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from claimstar.errors import InputError, Problem
from claimstar.kg.audit.names import Identifiers, NamesTable, Reading
from claimstar.kg.audit.names_profile import Column, Profile, Profiles

SUFFIXES = (".tsv", ".csv", ".txt")
"""Endings of tables, each also with ``.gz`` behind it."""
OBSOLETE = "obsolete"
SHOWN_FAULTS = 3
"""Rows without a readable id that are kept as examples."""
_UNREADABLE = (UnicodeDecodeError, gzip.BadGzipFile, EOFError, zlib.error, csv.Error)


def is_table(path: Path) -> bool:
    """True where the file has the ending of a table."""
    return path.name.removesuffix(".gz").endswith(SUFFIXES)


@contextmanager
def open_rows(path: Path) -> Iterator[Iterator[list[str]]]:
    """The rows of a table as lists of cells; ``.gz`` is unpacked, ``.csv`` has commas and quotes, others have tabs.

    Tab-separated tables of ontologies do not quote: a double quote in a chemical name is a part of the name.
    """
    with ExitStack() as stack:
        if path.suffix == ".gz":
            lines: Iterable[str] = stack.enter_context(gzip.open(path, "rt", encoding="utf-8-sig", newline=""))
        else:
            lines = stack.enter_context(path.open(encoding="utf-8-sig", newline=""))
        if path.name.removesuffix(".gz").endswith(".csv"):
            yield csv.reader(lines, strict=True)
        else:
            yield (line.rstrip("\r\n").split("\t") for line in lines)


def peek(path: Path) -> list[str]:
    """The cells of the first row; empty where there is none or the file is no text."""
    try:
        with open_rows(path) as rows:
            return next(rows, [])
    except _UNREADABLE:
        return []


def is_names_table(path: Path, profiles: Profiles) -> bool:
    """True where the file is an identifier table, or a list of retractions, that the profiles know."""
    if not is_table(path):
        return False
    header = peek(path)
    return profiles.find(header) is not None or _is_retractions(header, profiles)


def _is_retractions(header: Sequence[str], profiles: Profiles) -> bool:
    return len(header) == 1 and profiles.retraction.fullmatch(header[0]) is not None


def _reader(column: Column, header: Sequence[str]) -> Callable[[Sequence[str]], str]:
    """A function from a row to the cell of the column: empty where there is none or its ``where`` does not hold."""
    if column.column not in header:
        return lambda _row: ""
    at = header.index(column.column)
    conditions = [(header.index(name), value) for name, value in column.where if name in header]
    if len(conditions) < len(column.where):
        return lambda _row: ""

    def read(row: Sequence[str]) -> str:
        if len(row) <= at or any(len(row) <= place or row[place] != value for place, value in conditions):
            return ""
        return row[at]

    return read


def _values(cell: str, column: Column) -> Iterable[str]:
    values = cell.split(column.separator) if column.separator else (cell,)
    if column.prefix:
        return (each if each.startswith(f"{column.prefix}:") else f"{column.prefix}:{each}" for each in values)
    return values


def _read_entries(path: Path, profile: Profile, profiles: Profiles, reading: Reading) -> None:
    links: dict[str, set[str]] = defaultdict(set)
    prefixes: set[str] = set()
    with open_rows(path) as rows:
        header = next(rows)
        read_id = _reader(profile.id, header)
        read_name = _reader(profile.name, header) if profile.name else None
        synonyms = [(_reader(each, header), each) for each in profile.synonyms if each.column in header]
        xrefs = [(_reader(each, header), each) for each in profile.xrefs if each.column in header]
        parents = [(_reader(each, header), each) for each in profile.parents if each.column in header]
        status = header.index(profile.current[0]) if profile.current else -1
        current = profile.current[1] if profile.current else frozenset()
        number, faults = 1, list[Problem]()
        for number, row in enumerate(rows, 2):
            cell = read_id(row)
            if not cell:
                if any(row):
                    faults.append(_no_id(path, number, profile.id.column))
                continue
            curie = profiles.normal(next(iter(_values(cell, profile.id))))
            name = read_name(row) if read_name else ""
            if name:
                others = "|".join(
                    text if each.separator in ("", "|") else text.replace(each.separator, "|")
                    for read, each in synonyms
                    if (text := read(row))
                )
                gone = name.lower().startswith(OBSOLETE) or (0 <= status < len(row) and row[status] not in current)
                reading.entries.setdefault(curie, []).append((path.name, number, name, others, gone))
                prefixes.add(curie.partition(":")[0])
            for read, each in parents:
                if text := read(row):
                    reading.parents.setdefault(curie, []).extend(map(profiles.normal, _values(text, each)))
            for read, each in xrefs:
                if text := read(row):
                    for other in map(profiles.normal, _values(text, each)):
                        if other.partition(":")[0] not in profiles.not_identity:
                            links[curie].add(other)
    for prefix in sorted(prefixes):
        reading.listed.setdefault(prefix, []).append(path.name)
    reading.links.append(links)
    reading.tables.append(
        NamesTable(path.name, profile.title, number - 1, profile.lists, len(faults), tuple(faults[:SHOWN_FAULTS]))
    )


def _no_id(path: Path, row: int, column: str) -> Problem:
    return Problem("no id that can be read", "", path.name, row, column, "the row is left out")


def _read_retractions(path: Path, profiles: Profiles, reading: Reading) -> None:
    number, faults = 0, list[Problem]()
    with open_rows(path) as rows:
        for number, row in enumerate(rows, 1):
            if row and profiles.retraction.fullmatch(row[0]):
                reading.retracted.setdefault(row[0], (path.name, number))
            elif any(row):
                message, remedy = "not the form of a PubMed id", "the row is left out"
                faults.append(Problem(message, "\t".join(row), path.name, number, remedy=remedy))
    reading.tables.append(
        NamesTable(path.name, profiles.retractions_title, number, False, len(faults), tuple(faults[:SHOWN_FAULTS]))
    )


def read_identifiers(
    paths: Iterable[Path], profiles: Profiles, announce: Callable[[str], None] = lambda _: None
) -> Identifiers:
    """Read identifier tables and lists of retractions.

    Raises:
        InputError: a table is not UTF-8, or its compression is broken.
    """
    reading = Reading()
    problems = []
    for path in paths:
        announce(f"reading {path.name}")
        try:
            header = peek(path)
            profile = profiles.find(header)
            if profile is not None:
                _read_entries(path, profile, profiles, reading)
            else:
                _read_retractions(path, profiles, reading)
        except _UNREADABLE as error:
            remedy = "fetch it anew, or save it as UTF-8"
            problems.append(Problem(f"the table cannot be read: {error}", "", path.name, remedy=remedy))
    if problems:
        raise InputError(problems)
    return Identifiers(reading)
