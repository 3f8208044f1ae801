"""A row of an outside table as a claim. What the columns mean is looked up once a table, for tables can be long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimstar.errors import Problem
from claimstar.kg.audit.outside_claim import OutsideClaim, OutsideEnd, find_curie
from claimstar.kg.audit.outside_file import Report
from claimstar.kg.audit.outside_profile import ClaimColumns, End, IdColumn, Profile, Where


class _Cells:
    """The places of columns; a column that the table does not have is always empty."""

    def __init__(self, header: Sequence[str]) -> None:
        self._places = {name: place for place, name in enumerate(header)}

    def place(self, column: str) -> int:
        """The place of a column, or -1."""
        return self._places.get(column, -1)

    def conditions(self, where: Where) -> tuple[tuple[int, frozenset[str]], ...]:
        """Places and the values that are allowed there."""
        return tuple((self.place(column), frozenset(values)) for column, values in where.items())


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place].strip() if place >= 0 else ""


def _holds(conditions: Sequence[tuple[int, frozenset[str]]], cells: Sequence[str]) -> bool:
    return all(_cell(cells, place) in allowed for place, allowed in conditions)


class _EndReader:
    """The subject or object of rows. Ends are kept by the cells they were read from, for tables repeat them."""

    def __init__(self, end: End, places: _Cells, spellings: Mapping[str, str]) -> None:
        self.first = end.ids[0].column
        self._spellings = spellings
        self._ids = [(each, places.place(each.column), places.conditions(each.where)) for each in end.ids]
        self._name = places.place(end.name) if end.name else -1
        used = {place for _, place, _ in self._ids} | {self._name}
        self._used = sorted(used | {place for _, _, where in self._ids for place, _ in where})
        self._known: dict[tuple[str, ...], OutsideEnd | None] = {}

    def read(self, cells: Sequence[str]) -> OutsideEnd | None:
        """The end, or None where no id can be read."""
        key = tuple([cells[place] if place >= 0 else "" for place in self._used])
        if key not in self._known:
            ids = dict.fromkeys(each for column in self._ids for each in self._column(*column, cells))
            self._known[key] = OutsideEnd(tuple(ids), _cell(cells, self._name)) if ids else None
        return self._known[key]

    def _column(
        self, column: IdColumn, place: int, where: Sequence[tuple[int, frozenset[str]]], cells: Sequence[str]
    ) -> list[str]:
        text = _cell(cells, place)
        if not text or not _holds(where, cells):
            return []
        parts = text.split(column.split) if column.split else [text]
        if column.cut:
            parts = [match[1] for part in parts if (match := column.cut.search(part))]
        found = (find_curie(part.strip(), column.prefix, self._spellings) for part in parts)
        return [each for each in found if each]


class RowReader:
    """Reads one kind of claim from the rows of a table.

    Args:
        columns: what the columns mean.
        header: the columns that there are.
        report: called with each row that should make a claim and does not.
    """

    def __init__(
        self, columns: ClaimColumns, header: Sequence[str], profile: Profile, table: str, report: Report
    ) -> None:
        places = _Cells(header)
        self._profile, self._table, self._report = profile, table, report
        self._where = places.conditions(columns.where)
        self._subject = _EndReader(columns.subject, places, profile.prefixes)
        self._object = _EndReader(columns.object, places, profile.prefixes)
        self._predicate = columns.predicate
        self._predicate_place = places.place(columns.predicate.column)
        self._places = places
        qualifiers, negated = columns.qualifiers, columns.negated
        self._qualifier_place = places.place(qualifiers.column) if qualifiers else -1
        self._split = qualifiers.split if qualifiers else ""
        self._negated_place = places.place(negated.column) if negated else -1
        self._negating = frozenset(negated.values) if negated else frozenset[str]()
        self._path_place = places.place(columns.path) if columns.path else -1
        self._remarks = [(each, place) for each in columns.remarks if (place := places.place(each)) >= 0]

    def read(self, number: int, cells: Sequence[str]) -> OutsideClaim | None:
        """The claim of a row, or None where it makes none of this kind."""
        if not _holds(self._where, cells):
            return None
        subject, thing = self._subject.read(cells), self._object.read(cells)
        predicate = self._predicate.always or self._read_predicate(cells)
        if subject is None or thing is None or not predicate:
            what, column = ("predicate", self._predicate.column)
            if subject is None:
                what, column = "subject", self._subject.first
            elif thing is None:
                what, column = "object", self._object.first
            value = _cell(cells, self._places.place(column))
            remedy = "the row is left out"
            self._report(Problem(f"no {what} that can be read", value, self._table, number, column, remedy))
            return None
        return OutsideClaim(
            profile=self._profile,
            table=self._table,
            row=number,
            subject=subject,
            predicate=predicate,
            object=thing,
            qualifiers=self._qualifiers(cells) if self._qualifier_place >= 0 else (),
            negated=_cell(cells, self._negated_place) in self._negating,
            path=_cell(cells, self._path_place),
            remarks=tuple([(column, cells[place]) for column, place in self._remarks]),
        )

    def _read_predicate(self, cells: Sequence[str]) -> str:
        text = _cell(cells, self._predicate_place)
        prefix = self._predicate.prefix
        return f"{prefix}:{text}" if text and prefix and ":" not in text else text

    def _qualifiers(self, cells: Sequence[str]) -> tuple[str, ...]:
        text = _cell(cells, self._qualifier_place)
        parts = text.split(self._split) if self._split else [text]
        return tuple(each.strip() for each in parts if each.strip())
