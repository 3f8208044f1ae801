"""Means with their 95 % intervals: Wilson for proportions, BCa bootstrap for other means and for clusters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from claimstar.bench.statistics.bootstrap import bca

Kind = Literal["proportion", "mean"]


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval.

    Attributes:
        n: how many values there were; with 0 everything else is None (NA).
        mean: the mean.
        low, high: the interval; None where there is none to be had.
        method: ``wilson``; ``bca``; ``clustered`` (BCa over clusters); ``wilson clusters`` (a proportion of 0 or 1 in
            clusters: Wilson with the number of clusters as n); or why there is no interval: ``constant`` (all values
            equal, so that resampling says nothing), ``single`` (one value or one cluster), ``empty``.
        clusters: over how many clusters; None where each value stands for itself.
    """

    n: int
    mean: float | None
    low: float | None
    high: float | None
    method: Literal["wilson", "bca", "clustered", "wilson clusters", "constant", "single", "empty"]
    clusters: int | None = None


def wilson(successes: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % score interval of a proportion.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, J. Am. Stat. Assoc. 22, 1927,
    209-212, doi:10.1080/01621459.1927.10502953; computed by statsmodels.

    Args:
        successes: 0 to n.
        n: at least 1.

    Returns:
        Lower and upper bound, in 0..1; at 0 or n successes one bound is exactly 0 or 1.

    >>> [round(bound, 3) for bound in wilson(10, 77)]
    [0.072, 0.223]
    """
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(successes, n, alpha=0.05, method="wilson")
    return (0.0 if successes == 0 else float(low)), (1.0 if successes == n else float(high))


def _gather(values: Sequence[float], clusters: Sequence[Hashable]) -> tuple[list[float], list[int]]:
    sums: dict[Hashable, float] = {}
    sizes: dict[Hashable, int] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value
        sizes[cluster] = sizes.get(cluster, 0) + 1
    return list(sums.values()), list(sizes.values())


def estimate(values: Sequence[float], kind: Kind, clusters: Sequence[Hashable] | None = None) -> Estimate:
    """The mean of defined values with its interval; the mean of nothing is NA with n = 0.

    With clusters (the scenario of each value, where several runs or repeats answered it) whole clusters are resampled.
    Repeats of a scenario are alike, so that n values tell less than n scenarios would: Wilson's interval would take
    them for independent and be too narrow, up to the square root of the number of repeats. Where no cluster has more
    than one value, clusters change nothing.

    Args:
        values: defined values; 0 or 1 each for a proportion.
        kind: what is averaged.
        clusters: of each value, to which cluster it belongs.

    >>> estimate([], "mean").mean is None
    True
    >>> estimate([1.0, 1.0], "mean").method
    'constant'
    """
    n = len(values)
    if not n:
        return Estimate(0, None, None, None, "empty")
    total = sum(values)
    lowest, highest = min(values), max(values)
    mean = lowest if lowest == highest else total / n
    if clusters is not None:
        sums, sizes = _gather(values, clusters)
        if max(sizes) > 1:
            return _clustered(Estimate(n, mean, None, None, "constant", len(sums)), kind, sums, sizes)
    if kind == "proportion":
        return Estimate(n, mean, *wilson(total, n), "wilson")
    if n == 1:
        return Estimate(n, mean, None, None, "single")
    if lowest == highest:
        return Estimate(n, mean, None, None, "constant")
    return Estimate(n, mean, *bca(values), "bca")


def _clustered(bare: Estimate, kind: Kind, sums: Sequence[float], sizes: Sequence[int]) -> Estimate:
    """The estimate over clusters of which at least one has several values."""
    n, mean, clusters = bare.n, bare.mean, len(sums)
    if kind == "proportion" and mean in (0.0, 1.0):
        return Estimate(n, mean, *wilson(mean * clusters, clusters), "wilson clusters", clusters)
    if clusters == 1:
        return Estimate(n, mean, None, None, "single", clusters)
    try:
        return Estimate(n, mean, *bca(sums, sizes), "clustered", clusters)
    except ValueError:  # every cluster has the same mean
        return bare
