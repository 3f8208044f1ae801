"""How often the gold option stands at each position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimstar.model.records import Scenario


@dataclass(frozen=True, slots=True)
class PositionShare:
    """How often the gold option stands at a position, over all scenarios that have so many candidates.

    Attributes:
        position: from 0.
        n: the scenarios that have this position.
        gold: those of them whose gold option stands there.
        expected: how many it would be by chance: each scenario counts one part in its number of candidates.
    """

    position: int
    n: int
    gold: int
    expected: float

    @property
    def excess(self) -> float:
        """By how much the share of gold options is above chance, −1 to 1."""
        return (self.gold - self.expected) / self.n


def count_positions(scenarios: Iterable[Scenario]) -> dict[int, tuple[int, ...]]:
    """Number of candidates to how often the gold option stands at each position."""
    counts: dict[int, Counter[int]] = {}
    for each in scenarios:
        found = counts.setdefault(len(each.candidate_options), Counter())
        found[each.candidate_options.index(each.gold_option)] += 1
    return {size: tuple(counts[size][place] for place in range(size)) for size in sorted(counts)}


def share_positions(counts: Mapping[int, Sequence[int]]) -> tuple[PositionShare, ...]:
    """The share of each position, pooled over numbers of candidates, from what `count_positions` gives."""
    shares = []
    for position in range(max(counts, default=0)):
        having = {size: row for size, row in counts.items() if size > position}
        shares.append(
            PositionShare(
                position=position,
                n=sum(sum(row) for row in having.values()),
                gold=sum(row[position] for row in having.values()),
                expected=sum(sum(row) / size for size, row in having.items()),
            )
        )
    return tuple(shares)
