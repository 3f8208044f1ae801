"""Means with their intervals. What stands here is one sample at a time; paired comparisons are not here.

Two intervals, both at 95 %: Wilson's for proportions (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927), and the percentile
bootstrap of the mean (B. Efron, Ann. Stat. 7, 1979) for values between. The bootstrap treats scenarios as independent
draws and is too narrow for small n; its seed is fixed, so that rescoring gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

Z95 = 1.959963984540054
RESAMPLES = 2000
SEED = 20260101


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval.

    Attributes:
        n: how many values there were; with 0 everything else is None (NA).
        mean: the mean.
        low, high: the interval; None where there is none to be had.
        method: ``wilson`` or ``bootstrap``, or why there is no interval: ``constant`` (all values equal, so that
            resampling says nothing), ``single`` (one value), ``empty``.
    """

    n: int
    mean: float | None
    low: float | None
    high: float | None
    method: Literal["wilson", "bootstrap", "constant", "single", "empty"]


def wilson(successes: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion.

    Args:
        successes: 0 to n.
        n: at least 1.

    >>> [round(bound, 3) for bound in wilson(10, 77)]
    [0.072, 0.223]
    """
    p = successes / n
    scale = 1 + Z95**2 / n
    centre = (p + Z95**2 / (2 * n)) / scale
    half = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n**2)) / scale
    return max(0.0, centre - half), min(1.0, centre + half)


def bootstrap(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval of the mean of at least two values that are not all equal."""
    import numpy as np

    sample = np.asarray(values, dtype=float)
    draws = np.random.default_rng(SEED).integers(0, len(sample), size=(RESAMPLES, len(sample)))
    low, high = np.quantile(sample[draws].mean(axis=1), [0.025, 0.975])
    return float(low), float(high)


def estimate(values: Sequence[float], kind: Literal["proportion", "mean"]) -> Estimate:
    """The mean of defined values with its interval; the mean of nothing is NA with n = 0.

    >>> estimate([], "mean").mean is None
    True
    >>> estimate([1.0, 1.0], "mean").method
    'constant'
    """
    n = len(values)
    if not n:
        return Estimate(0, None, None, None, "empty")
    mean = sum(values) / n
    if kind == "proportion":
        return Estimate(n, mean, *wilson(sum(values), n), "wilson")
    if n == 1:
        return Estimate(n, mean, None, None, "single")
    if min(values) == max(values):
        return Estimate(n, values[0], None, None, "constant")
    return Estimate(n, mean, *bootstrap(values), "bootstrap")
