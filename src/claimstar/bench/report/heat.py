"""The heat map: how good a mean is, in ten shades of one hue, so that neither grey print nor colour vision matters."""

from __future__ import annotations

from claimstar.bench.panel import Cell
from claimstar.bench.scorers import Scorer

SHADES = 10


def shade(cell: Cell, scorer: Scorer) -> int | None:
    """How good a mean is: 0 (worst) to 10 (best); None where it is undefined.

    The scale is turned for metrics of which less is better. Means below 0 (an order turned round) count as worst.
    """
    mean = cell.estimate.mean
    if mean is None:
        return None
    good = 1 - mean if scorer.direction == "lower" else mean
    return round(min(1.0, max(0.0, good)) * SHADES)
