"""Conditions with a cap on their context: how they are named, and which claims stay under a cap.

A capped variant of a condition is named after it: ``C3@400`` shows at most 400 approximate tokens, ``C3@matched`` at
most as many as the smallest grounded context of the scenario has. So kind and volume of context can be told apart
(methods A3).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

SEPARATOR = "@"
MATCHED = "matched"


@dataclass(frozen=True)
class Variant:
    """A condition as it is asked.

    Attributes:
        condition: the suite's condition.
        budget: tokens at most, ``matched`` for those of the scenario's smallest grounded context, None for no cap.
    """

    condition: str
    budget: int | str | None = None

    @property
    def name(self) -> str:
        """The name that prompts, scores and reports go by."""
        return self.condition if self.budget is None else f"{self.condition}{SEPARATOR}{self.budget}"


def read_variant(name: str) -> Variant:
    """The inverse of ``Variant.name``. A cap that is neither a number nor ``matched`` makes no variant.

    >>> read_variant("C3@400"), read_variant("C3@matched").budget, read_variant("C3").budget
    (Variant(condition='C3', budget=400), 'matched', None)
    """
    condition, _, budget = name.rpartition(SEPARATOR)
    if condition and budget.isdecimal():
        return Variant(condition, int(budget))
    return Variant(condition, MATCHED) if condition and budget == MATCHED else Variant(name)


def in_rounds(claims: Mapping[str | None, Sequence[str]], rounds: int) -> frozenset[str]:
    """The claims that stay after so many rounds: the first of each candidate, the second of each, and so on.

    Rounds are whole: no candidate is a claim ahead for standing earlier in the list. A claim about several candidates
    stays as soon as one of them would show it.

    Args:
        claims: what was found for each candidate, in order of importance; under None what is about the target alone.
        rounds: at least 0.

    >>> sorted(in_rounds({"A": ["1", "2", "3"], "B": ["4"], None: ["5", "6"]}, 2))
    ['1', '2', '4', '5', '6']
    """
    return frozenset(claim for found in claims.values() for claim in found[:rounds])


def favouring_none(claims: Mapping[str | None, Sequence[str]], candidates: Collection[str]) -> tuple[str, ...]:
    """The claims about the target alone, and those about all candidates alike: they can fill a budget to its end.

    >>> favouring_none({"A": ["1", "2"], "B": ["2"], None: ["5"]}, ["A", "B"])
    ('5', '2')
    """
    of_each = [set(claims.get(candidate, ())) for candidate in candidates]
    of_all = set.intersection(*of_each) if of_each else set()
    ordered = dict.fromkeys(claim for found in claims.values() for claim in found)
    return (*claims.get(None, ()), *(claim for claim in ordered if claim in of_all))
