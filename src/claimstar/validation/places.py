"""Where a record was read from: the file and row of each node that a report speaks of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from pyoxigraph import NamedNode, Quad

from claimstar.names import BASE
from claimstar.store.results import plain

_DERIVED_FROM = "http://www.w3.org/ns/prov#wasDerivedFrom"
_PART_OF = "http://purl.org/dc/terms/isPartOf"
_FILE_NAME = "http://schema.org/name"
_ROW_NUMBER = BASE + "row_number"


@dataclass
class Places:
    """Source rows by record, and the values of properties that reports want to show."""

    rows: dict[str, tuple[str, int]] = field(default_factory=dict)
    values: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def find(self, focus: str) -> tuple[str, int | None]:
        """File and row of a record; empty and None where none is recorded."""
        return self.rows.get(focus, ("", None))

    def value(self, focus: str, prop: str) -> str:
        """The values of a property of a record, joined by ``|``; empty where there are none."""
        return "|".join(sorted(self.values.get((focus, prop), [])))


def find_places(
    quads: Callable[[], Iterable[Quad]], foci: Collection[str], wanted: Collection[tuple[str, str]] = ()
) -> Places:
    """The places of some records.

    Args:
        quads: gives all quads; called twice.
        foci: the IRIs of the records.
        wanted: pairs of record and property whose values are to be kept.
    """
    places = Places()
    if not foci:
        return places
    records, pairs = set(foci), set(wanted)
    origins: dict[str, list[str]] = {}
    for quad in quads():
        subject, predicate = getattr(quad.subject, "value", ""), quad.predicate.value
        if subject not in records:
            continue
        if predicate == _DERIVED_FROM and isinstance(quad.object, NamedNode):
            origins.setdefault(subject, []).append(quad.object.value)
        if (subject, predicate) in pairs:
            places.values.setdefault((subject, predicate), []).append(plain(quad.object) or "")
    needed = {origin for found in origins.values() for origin in found}
    numbers: dict[str, int] = {}
    files: dict[str, str] = {}
    names: dict[str, str] = {}
    for quad in quads():
        subject, predicate, text = getattr(quad.subject, "value", ""), quad.predicate.value, plain(quad.object) or ""
        if predicate == _ROW_NUMBER and subject in needed and text.isdigit():
            numbers[subject] = int(text)
        elif predicate == _PART_OF and subject in needed and isinstance(quad.object, NamedNode):
            files[subject] = quad.object.value
        elif predicate == _FILE_NAME:
            names[subject] = text
    for focus, found in origins.items():
        rows = sorted((names.get(files.get(row, ""), ""), numbers[row]) for row in found if row in numbers)
        if rows:
            places.rows[focus] = rows[0]
    return places
