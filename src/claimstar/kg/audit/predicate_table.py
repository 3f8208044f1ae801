"""How outside predicates stand to ours: the table ``predicates.csv`` of the ontology folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from claimstar.errors import InputError, Problem
from claimstar.ingest.csv_table import Row, read_csv
from claimstar.ingest.nearest import nearest
from claimstar.kg.audit.finding import Relation
from claimstar.model.mapping import Mapping as Schema

PREDICATES = "outside/predicates.csv"
COLUMNS = ("source", "predicate", "qualifier", "ours", "direction", "relation", "object", "note")

Wider = Literal["", "narrower", "broader"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What an outside predicate says about a claim of ours.

    Attributes:
        ours: our predicate.
        direction: what more of the subject does to the object by our claim: ``increased``, ``decreased``, ``none``;
            empty for any.
        relation: whether such an outside row says the same as such a claim of ours, or the opposite.
        object: whether that holds also where the outside object is narrower than ours, or broader.
        note: why.
    """

    ours: str
    direction: str
    relation: Relation
    object: Wider
    note: str


@dataclass(frozen=True, slots=True)
class PredicateTable:
    """All readings, by source, outside predicate and qualifier."""

    readings: Mapping[tuple[str, str, str], tuple[Reading, ...]]

    def find(self, source: str, predicate: str, qualifiers: Collection[str]) -> tuple[Reading, ...]:
        """The readings of a predicate by any of its qualifiers, and those that hold whatever the qualifier is."""
        return tuple(
            reading for each in ("", *qualifiers) for reading in self.readings.get((source, predicate, each), ())
        )


def load_predicates(ontology: Path, schema: Schema, sources: Collection[str]) -> PredicateTable:
    """The table of an ontology folder.

    Args:
        schema: the compiled schema, for our predicates and directions.
        sources: the sources that the profiles of outside tables know.

    Raises:
        InputError: the table is missing or has mistakes; all are told.
    """
    try:
        raw = read_csv(ontology, PREDICATES)
    except OSError as error:
        remedy = "restore it from the package with claimstar init"
        raise InputError([Problem(f"cannot be read: {error}", file=PREDICATES, remedy=remedy)]) from error
    problems = list(raw.problems)
    if raw.header and raw.header != COLUMNS:
        remedy = f"the columns are {','.join(COLUMNS)}"
        problems.append(Problem("wrong columns", ",".join(raw.header), PREDICATES, 1, remedy=remedy))
    if problems:
        raise InputError(problems)
    allowed = {
        "source": tuple(sorted(sources)),
        "ours": tuple(schema.enums["Predicate"]),
        "direction": ("", *schema.enums["Direction"]),
        "relation": ("agrees", "disagrees"),
        "object": ("", "narrower", "broader"),
    }
    found: dict[tuple[str, str, str], list[Reading]] = defaultdict(list)
    for row in raw.rows:
        problems += _check(row, allowed)
        if not problems:
            cells = dict(zip(COLUMNS, row.cells, strict=True))
            key = cells["source"], cells["predicate"], cells["qualifier"]
            relation: Relation = "agrees" if cells["relation"] == "agrees" else "disagrees"
            wider: Wider = "narrower" if cells["object"] == "narrower" else "broader" if cells["object"] else ""
            found[key] += [
                Reading(ours, cells["direction"], relation, wider, cells["note"]) for ours in cells["ours"].split("|")
            ]
    if problems:
        raise InputError(problems)
    return PredicateTable({key: tuple(readings) for key, readings in found.items()})


def _check(row: Row, allowed: Mapping[str, tuple[str, ...]]) -> list[Problem]:
    problems = []
    for column, value in zip(COLUMNS, row.cells, strict=True):
        known = allowed.get(column)
        for each in value.split("|") if column == "ours" else [value]:
            if known is not None and each not in known:
                remedy = nearest(each, known, column)
                problems.append(Problem(f"unknown {column}", each, PREDICATES, row.number, column, remedy))
        if column == "predicate" and not value:
            problems.append(
                Problem("empty predicate", "", PREDICATES, row.number, column, "write it as it stands there")
            )
    return problems
