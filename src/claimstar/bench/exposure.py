"""What the grounding conditions show of each option when a target is to be decided, whatever the other candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from claimstar.bench.context import ContextBuilder
from claimstar.bench.facts import Facts
from claimstar.bench.shortcuts.features import count_rows


@dataclass(frozen=True, slots=True)
class Exposure:
    """One option as the grounding conditions show it.

    Attributes:
        rows: condition to the number of rows that have the option as subject or object.
        kinds: condition to the relation classes of the claims that are found for the option.
        claims: condition to those claims.
    """

    rows: Mapping[str, int]
    kinds: Mapping[str, frozenset[str]]
    claims: Mapping[str, frozenset[str]]


class Exposures:
    """Exposures by target; each target is looked up once, for all options together."""

    def __init__(self, builder: ContextBuilder, facts: Facts, options: Iterable[str]) -> None:
        self.builder = builder
        self.facts = facts
        self.options = tuple(options)
        self._known: dict[str, dict[str, Exposure]] = {}

    def of(self, target: str) -> Mapping[str, Exposure]:
        """Option to its exposure."""
        if target not in self._known:
            self._known[target] = self._look_up(target)
        return self._known[target]

    def _look_up(self, target: str) -> dict[str, Exposure]:
        rows: dict[str, dict[str, int]] = {option: {} for option in self.options}
        claims: dict[str, dict[str, frozenset[str]]] = {option: {} for option in self.options}
        for condition in self.builder.conditions:
            found = self.builder.claims_by_option(self.options, target, condition)
            shown = {claim for ids in found.values() for claim in ids}
            counts = count_rows(self.options, (self.facts.claims[claim] for claim in shown))
            for option in self.options:
                rows[option][condition] = counts[option]
                claims[option][condition] = found.get(option, frozenset())
        return {
            option: Exposure(
                rows[option],
                {
                    condition: frozenset(self.facts.claims[claim].relation_class for claim in ids)
                    for condition, ids in claims[option].items()
                },
                claims[option],
            )
            for option in self.options
        }
