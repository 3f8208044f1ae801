"""What an audit finds: faults with their rows, and how outside tables stand to a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from claimstar.errors import Problem

Verdict = Literal["supported", "contradicted", "unknown"]
Relation = Literal["agrees", "disagrees"]
Match = Literal["exact", "member", "broader", "narrower", "chain"]


@dataclass(frozen=True, slots=True)
class OutsideRow:
    """A row of an outside table, as it bears on one of our claims.

    Attributes:
        table: the file name.
        row: the row as an editor shows it (a header is row 1; without a header the first line is row 1).
        text: the row in words: subject, predicate, object as they stand outside.
        relation: whether it says the same as the claim or the opposite.
        match: how its subject and object are ours: the same entities, a member of our class, a broader or narrower
            term, or the two ends of a chain.
    """

    table: str
    row: int
    text: str
    relation: Relation = "agrees"
    match: Match = "exact"

    def __str__(self) -> str:
        return f"{self.table}:{self.row}: {self.text}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault that the audit names.

    Attributes:
        check: the name of the check, such as ``identifier_unknown``; exceptions are declared by it.
        thing: our id that the finding is about: a CURIE, an assertion or an evidence source.
        problem: message, value, file, row, column and remedy.
        outside: the outside rows that show it.
        reason: why it is no fault, where the suite declares an exception for it; empty otherwise.
    """

    check: str
    thing: str
    problem: Problem
    outside: tuple[OutsideRow, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corroboration:
    """How the outside tables together stand to one assertion.

    Attributes:
        assertion: its id.
        predicate: its predicate.
        verdict: contradicted where any row disagrees and none agrees as closely; supported where a row agrees; unknown
            where no outside table speaks of it.
        rows: the outside rows, those that agree and those that do not; the closest match first.
    """

    assertion: str
    predicate: str
    verdict: Verdict
    rows: tuple[OutsideRow, ...] = ()
