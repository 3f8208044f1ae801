"""What outside identifier tables say of an id: its names, whether it is in use, its equals and what lies above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from claimstar.errors import Problem


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
    """A table that was read.

    Attributes:
        file, title: its name, and what it is.
        rows: how many it has.
        lists: whether it lists ids with names.
        left_out: rows without an id that can be read; ``faults``: the first of these.
    """

    file: str
    title: str
    rows: int
    lists: bool
    left_out: int = 0
    faults: tuple[Problem, ...] = ()


Raw = tuple[str, int, str, str, bool]
"""Table, row, name, synonyms, withdrawn."""


@dataclass
class Reading:
    """What is gathered while tables are read; names stay as raw cells until somebody asks."""

    entries: dict[str, list[Raw]] = field(default_factory=dict)
    parents: dict[str, list[str]] = field(default_factory=dict)
    links: list[dict[str, set[str]]] = field(default_factory=list)
    listed: dict[str, list[str]] = field(default_factory=dict)
    retracted: dict[str, tuple[str, int]] = field(default_factory=dict)
    tables: list[NamesTable] = field(default_factory=list)


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

    def __init__(self, reading: Reading) -> None:
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
