"""What options do by the knowledge of medicine although the graph has no claim of it, and what follows from that.

A graph is never complete. Where it lacks an effect that is known, no option may be offered as wrong for the lack of it,
nor for the lack of what the effect leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from claimstar.bench.facts import Facts
from claimstar.bench.rules import ScenarioRules
from claimstar.model.claims import ClaimRow


@dataclass(frozen=True)
class Beyond:
    """The effects that a suite lists as known, carried on by the effect claims of the graph."""

    facts: Facts
    rules: ScenarioRules

    def moves(self, option: str) -> frozenset[str]:
        """All that the option is known to move the desired way: what is listed, and what lies downstream of it.

        Downstream counts by any claim that is not negated, validated or not: a doubt is enough here.
        """
        return self._moves.get(option, frozenset())

    @cached_property
    def _moves(self) -> dict[str, frozenset[str]]:
        onward: dict[str, set[str]] = {}
        for claim in self.facts.claims.values():
            if claim.relation_class == "effect" and not claim.negated and _carries_on(claim):
                onward.setdefault(claim.subject, set()).add(claim.object)
        found = {}
        for option, listed in self.rules.known_effects.items():
            reached = list(dict.fromkeys(listed))
            for each in reached:
                reached += [after for after in sorted(onward.get(each, ())) if after not in reached]
            found[option] = frozenset(reached)
        return found


def _carries_on(claim: ClaimRow) -> bool:
    """Whether subject and object move the same way."""
    return (claim.subject_direction or "increased") == claim.direction
