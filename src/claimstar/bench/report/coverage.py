"""What was planned, what came back, what could be scored, and why the rest could not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from claimstar.bench.results import Results


@dataclass(frozen=True)
class Coverage:
    """The prompts of one condition. ``missing`` counts the unscored by cause."""

    condition: str
    planned: int
    answered: int
    scored: int
    missing: dict[str, int]


def coverage(results: Results) -> tuple[Coverage, ...]:
    """Coverage by condition, in the order of the conditions that the run asked."""
    found = []
    for condition in results.conditions:
        mine = [one for one in results.scored if one.condition == condition]
        missing = Counter(one.cause for one in mine if one.unscored is not None)
        answered = sum((one.scenario, condition) in results.record.generations for one in mine)
        if mine:
            found.append(Coverage(condition, len(mine), answered, len(mine) - missing.total(), dict(missing)))
    return tuple(found)
