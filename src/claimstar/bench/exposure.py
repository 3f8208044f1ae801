"""What the grounding conditions show of each option when a target is to be decided, whatever the other candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from claimstar.bench.context import ContextBuilder
from claimstar.bench.facts import Facts
from claimstar.model.records import Scenario


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
            ends = [{self.facts.claims[claim].subject, self.facts.claims[claim].object} for claim in shown]
            for option in self.options:
                rows[option][condition] = sum(option in pair for pair in ends)
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

    def lacking(self, scenario: Scenario) -> dict[str, tuple[str, str]]:
        """Candidates of which a condition shows nothing of a kind of which it shows a claim of the gold answer.

        Where such a candidate stood among the options, the gold answer could be told by what is shown of it at all.

        Returns:
            candidate to the condition and the relation class that it lacks there; empty where all are alike.
        """
        exposures = self.of(scenario.decision_target)
        gold = {*scenario.gold_path, *(scenario.gold_adverse_effects or ()), *(scenario.gold_contraindications or ())}
        lacking: dict[str, tuple[str, str]] = {}
        for condition in self.builder.conditions:
            shown = {
                claim for option in scenario.candidate_options for claim in exposures[option].claims[condition] & gold
            }
            kinds = sorted({self.facts.claims[claim].relation_class for claim in shown})
            for option in scenario.candidate_options:
                for kind in kinds:
                    if kind not in exposures[option].kinds[condition]:
                        lacking.setdefault(option, (condition, kind))
        return lacking
