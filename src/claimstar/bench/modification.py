"""What effect modifications do to a decision: which effects of an option a patient has less, or more, of than others.

A modification is about all effects of the option, or, where the suite lists outcomes for its context, about those. Then
the paths through these outcomes carry no effect for a patient of the group, and the decision is concerned where its
target is one of them or no path is left. A path that goes another way keeps its effect: an option may lose one benefit
in a group and keep another.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from claimstar.bench.facts import Facts, Path
from claimstar.bench.rules import ScenarioRules
from claimstar.model.claims import ClaimRow

KIND = "effect_modification"


@dataclass(frozen=True)
class Modifications:
    """The effect modifications of a graph under the rules of a suite."""

    facts: Facts
    rules: ScenarioRules

    def needs(self, claim: ClaimRow) -> frozenset[str]:
        """What a patient must have for a claim to hold: its population, and what its context asks for."""
        population = {claim.population} if claim.population else set()
        return frozenset(population | set(self.rules.contexts.get(claim.context or "", ())))

    def moving_paths(self, option: str, target: str) -> list[Path]:
        """The option's paths that move the target the desired way, whoever they hold for."""
        found = []
        for path in self.facts.paths.get((option, target), ()):
            claims = [self.facts.claims[step] for step in path.steps]
            if claims[-1].direction == self.rules.desired_direction and not any(claim.negated for claim in claims):
                found.append(path)
        return found

    def kept_paths(self, option: str, target: str, has: frozenset[str]) -> list[Path]:
        """Those without the paths through an outcome on which the patient's group has less of the option's effect."""
        lost = {
            outcome
            for claim in self._accepted(option, "decreased", has)
            for outcome in self.rules.modified_outcomes.get(claim.context or "", ())
        }
        return [path for path in self.moving_paths(option, target) if not self._runs_through(path, lost)]

    def gains(self, option: str, target: str, has: frozenset[str]) -> tuple[str, ...]:
        """The claims by which the option has more effect on the target in this patient than in others."""
        claims = self._accepted(option, "increased", has)
        return tuple(claim.assertion for claim in claims if self.concerns([claim], option, target))

    def lessening(self, option: str, target: str, has: frozenset[str]) -> list[ClaimRow]:
        """The claims by which the option does not have its effect on the target in this patient."""
        claims = self._accepted(option, "decreased", has)
        alone = [claim for claim in claims if self.concerns([claim], option, target)]
        # each may close some of the paths, and all of them together every one
        if alone or not self.concerns(claims, option, target):
            return alone
        return [claim for claim in claims if self.touches(claim, option, target)]

    def concerns(self, claims: Sequence[ClaimRow], option: str, target: str) -> bool:
        """Whether modifications of an option, taken together, modify its effect on the target.

        They do where one is about all effects or about the target, or where every path from the option to the target
        runs through an outcome of theirs.
        """
        outcomes = [self.rules.modified_outcomes.get(claim.context or "") for claim in claims]
        if None in outcomes:
            return True
        listed = {outcome for each in outcomes for outcome in each or ()}
        paths = self.moving_paths(option, target)
        return target in listed or (bool(paths) and all(self._runs_through(path, listed) for path in paths))

    def touches(self, claim: ClaimRow, option: str, target: str) -> bool:
        """Whether a modification is about all effects, about the target, or about anything on a path to it."""
        outcomes = self.rules.modified_outcomes.get(claim.context or "")
        if outcomes is None or target in outcomes:
            return True
        return any(self._runs_through(path, outcomes) for path in self.moving_paths(option, target))

    def _accepted(self, option: str, direction: str, has: frozenset[str]) -> list[ClaimRow]:
        return [
            claim
            for claim in self.facts.of_kind(option, KIND)
            if claim.accepted and claim.direction == direction and {claim.subject, *self.needs(claim)} <= has
        ]

    def _runs_through(self, path: Path, outcomes: Container[str]) -> bool:
        return any(self.facts.claims[step].object in outcomes for step in path.steps)
