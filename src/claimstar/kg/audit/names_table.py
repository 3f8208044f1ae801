"""Outside identifier tables: which ids exist, under which names, what they are cross-referenced to and lie under."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from claimstar.errors import InputError, Problem
from claimstar.kg.audit.names_profile import Column, Profile, Profiles

SUFFIXES = (".tsv", ".csv", ".txt")
"""Endings of tables, each also with ``.gz`` behind it."""
OBSOLETE = "obsolete"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a table says of an id: its name, its synonyms, whether it is withdrawn, and the row that says so."""

    curie: str
    name: str
    synonyms: tuple[str, ...]
    withdrawn: bool
    table: str
    row: int

    @property
    def labels(self) -> tuple[str, ...]:
        """The name, then the synonyms."""
        return self.name, *self.synonyms

    def __str__(self) -> str:
        return f"{self.table}:{self.row}: {self.curie} {self.name}"


@dataclass(frozen=True, slots=True)
class NamesTable:
    """A table that was read: file name, what it is, how many rows it has, and whether it lists ids with names."""

    file: str
    title: str
    rows: int
    lists: bool


_Raw = tuple[str, int, str, str, bool]


@dataclass
class _Reading:
    """What is gathered while tables are read; names stay as raw cells until somebody asks."""

    entries: dict[str, list[_Raw]] = field(default_factory=dict)
    parents: dict[str, list[str]] = field(default_factory=dict)
    links: list[dict[str, set[str]]] = field(default_factory=list)
    listed: dict[str, list[str]] = field(default_factory=dict)
    retracted: dict[str, tuple[str, int]] = field(default_factory=dict)
    tables: list[NamesTable] = field(default_factory=list)


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
            lines: Iterable[str] = stack.enter_context(gzip.open(path, "rt", encoding="utf-8", newline=""))
        else:
            lines = stack.enter_context(path.open(encoding="utf-8", newline=""))
        if path.name.removesuffix(".gz").endswith(".csv"):
            yield csv.reader(lines)
        else:
            yield (line.rstrip("\r\n").split("\t") for line in lines)


def peek(path: Path) -> list[str]:
    """The cells of the first row; empty where there is none or the file is no text."""
    try:
        with open_rows(path) as rows:
            return next(rows, [])
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError, csv.Error):
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


def _read_entries(path: Path, profile: Profile, profiles: Profiles, reading: _Reading) -> None:
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
        number = 1
        for number, row in enumerate(rows, 2):
            cell = read_id(row)
            if not cell:
                continue
            curie = profiles.normal(next(iter(_values(cell, profile.id))))
            name = read_name(row) if read_name else ""
            if name:
                others = "|".join(
                    text if each.separator in ("", "|") else text.replace(each.separator, "|")
                    for read, each in synonyms
                    if (text := read(row))
                )
                gone = name.lower().startswith(OBSOLETE) or (status >= 0 and row[status] not in current)
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
    reading.tables.append(NamesTable(path.name, profile.title, number - 1, profile.lists))


def _read_retractions(path: Path, profiles: Profiles, reading: _Reading) -> None:
    number = 0
    with open_rows(path) as rows:
        for number, row in enumerate(rows, 1):
            if row and row[0]:
                reading.retracted.setdefault(row[0], (path.name, number))
    reading.tables.append(NamesTable(path.name, profiles.retractions_title, number, lists=False))


class _Links:
    """The cross-references of one table, to be read both ways."""

    def __init__(self, forward: Mapping[str, set[str]]) -> None:
        self._forward = forward
        self._backward: dict[str, list[str]] = {}
        for curie, others in forward.items():
            for other in others:
                self._backward.setdefault(other, []).append(curie)

    def near(self, curie: str) -> Iterator[str]:
        """All that the table connects with an id."""
        yield from self._forward.get(curie, ())
        yield from self._backward.get(curie, ())

    def same(self, curie: str) -> Iterator[str]:
        """What the table connects with an id where each is the other's only partner in its vocabulary.

        Cross-references to broader or narrower terms share a partner: several rows name one target, or one row names
        several targets of a vocabulary. Neither says that two things are the same.
        """
        for other in self._forward.get(curie, ()):
            if self._only(curie, other):
                yield other
        for source in self._backward.get(curie, ()):
            if self._only(source, curie):
                yield source

    def _only(self, source: str, target: str) -> bool:
        rivals = (each for each in self._forward[source] if each != target and _of_same(each, target))
        others = (each for each in self._backward[target] if each != source and _of_same(each, source))
        return next(rivals, None) is None and next(others, None) is None


def _of_same(one: str, other: str) -> bool:
    return one.partition(":")[0] == other.partition(":")[0]


class Identifiers:
    """What the identifier tables say, all tables together."""

    def __init__(self, reading: _Reading) -> None:
        self._entries = reading.entries
        self._parents = reading.parents
        self._listed = reading.listed
        self._links = tuple(_Links(each) for each in reading.links)
        self._same: dict[str, frozenset[str]] = {}
        self._ancestors: dict[str, frozenset[str]] = {}
        self.retracted: Mapping[str, tuple[str, int]] = MappingProxyType(reading.retracted)
        self.tables = tuple(reading.tables)

    def listing(self, curie: str) -> tuple[str, ...]:
        """The tables that list the ids of this id's vocabulary; empty where none does, so that nothing can be said."""
        return tuple(self._listed.get(curie.partition(":")[0], ()))

    def find(self, curie: str) -> Entry | None:
        """What the tables say of an id, or None. Where several list it, the first names it and all give synonyms."""
        raw = self._entries.get(curie)
        if not raw:
            return None
        table, row, name, _, gone = raw[0]
        labels = (label for each in raw for label in (each[2], *each[3].split("|")) if label)
        synonyms = tuple(label for label in dict.fromkeys(labels) if label != name)
        return Entry(curie, name, synonyms, gone, table, row)

    def equivalents(self, curie: str) -> frozenset[str]:
        """The ids that the tables give for the same thing, itself included; read both ways, only where one to one."""
        if curie not in self._same:
            self._same[curie] = frozenset({curie, *(other for links in self._links for other in links.same(curie))})
        return self._same[curie]

    def cross_references(self, curie: str) -> frozenset[str]:
        """All ids that the tables connect with this one, whether the same thing or near it; itself not included."""
        return frozenset(other for links in self._links for other in links.near(curie))

    def ancestors(self, curie: str) -> frozenset[str]:
        """All ids that an id lies under by is_a; itself not included."""
        if curie not in self._ancestors:
            found: set[str] = set()
            waiting = [curie]
            while waiting:
                for parent in self._parents.get(waiting.pop(), ()):
                    if parent not in found and parent != curie:
                        found.add(parent)
                        waiting.append(parent)
            self._ancestors[curie] = frozenset(found)
        return self._ancestors[curie]


def read_identifiers(
    paths: Iterable[Path], profiles: Profiles, announce: Callable[[str], None] = lambda _: None
) -> Identifiers:
    """Read identifier tables and lists of retractions.

    Raises:
        InputError: a table is not UTF-8, or its compression is broken.
    """
    reading = _Reading()
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
        except (UnicodeDecodeError, gzip.BadGzipFile, EOFError, csv.Error) as error:
            remedy = "fetch it anew, or save it as UTF-8"
            problems.append(Problem(f"the table cannot be read: {error}", "", path.name, remedy=remedy))
    if problems:
        raise InputError(problems)
    return Identifiers(reading)
