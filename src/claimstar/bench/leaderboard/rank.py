"""The order of sides under one metric and condition, and which are not told apart from the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimstar.bench.deltas import NOTHING, Side
from claimstar.bench.scorers import Scorer
from claimstar.bench.statistics import PairedDelta, holm, paired_delta

SIGNIFICANT = 0.05
"""Below this adjusted p a side is told apart from the first."""


@dataclass(frozen=True)
class AgainstFirst:
    """A side held against the first of its group, paired within scenarios.

    Attributes:
        paired: side minus first.
        p_holm: adjusted over the sides of the group; None where there is no test.
    """

    paired: PairedDelta
    p_holm: float | None

    @property
    def told_apart(self) -> bool:
        """Whether the difference is significant."""
        return self.p_holm is not None and self.p_holm < SIGNIFICANT


@dataclass(frozen=True)
class Place:
    """Where a side stands.

    Attributes:
        side: its key.
        rank: 1 is best, equal means share a rank; None where the mean is NA.
        against: None for the side that the others are held against, and where all are NA.
    """

    side: str
    rank: int | None
    against: AgainstFirst | None


def _mean(side: Side, metric: str) -> float | None:
    mean = side.marginal.get(metric, (0, None))[1]
    return None if mean is None else round(mean, 9)  # equal means of other sums are equal


def rank_sides(sides: Sequence[tuple[str, Side]], scorer: Scorer) -> tuple[Place, ...]:
    """Sides by the mean over all that each has defined, best first, NA last; among equals as they came.

    Args:
        sides: key and values under one condition.
    """
    means = {key: _mean(values, scorer.name) for key, values in sides}
    sign = -1 if scorer.direction == "higher" else 1
    order = sorted(sides, key=lambda side: (means[side[0]] is None, sign * (means[side[0]] or 0.0)))
    if not order or means[order[0][0]] is None:
        return tuple(Place(key, None, None) for key, _ in order)
    first, *others = order
    known = [mean for mean in means.values() if mean is not None]
    deltas = [_paired(first[1], values, scorer) for _, values in others]
    against = [AgainstFirst(*both) for both in zip(deltas, holm([one.p for one in deltas]), strict=True)]
    return tuple(
        Place(key, _rank(means[key], known, sign), found)
        for (key, _), found in zip(order, [None, *against], strict=True)
    )


def _rank(mean: float | None, known: Sequence[float], sign: int) -> int | None:
    return None if mean is None else 1 + sum(sign * other < sign * mean for other in known)


def _paired(first: Side, other: Side, scorer: Scorer) -> PairedDelta:
    values = [(side or NOTHING).means.get(scorer.name, {}) for side in (first, other)]
    return paired_delta(values[0], values[1], kind=scorer.kind, direction=scorer.direction)
