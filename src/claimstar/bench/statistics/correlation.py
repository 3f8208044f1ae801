"""Correlation of two lists of paired values: Pearson, Spearman, Kendall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Correlation:
    """A coefficient in -1..1 with its two-sided p value; both None (NA) under three pairs or for a constant side."""

    n: int
    value: float | None
    p: float | None


def _correlate(
    name: Literal["pearsonr", "spearmanr", "kendalltau"], x: Sequence[float], y: Sequence[float]
) -> Correlation:
    if len(x) != len(y):
        raise ValueError(f"{len(x)} values cannot be paired with {len(y)}")
    if len(x) < 3 or min(x) == max(x) or min(y) == max(y):
        return Correlation(len(x), None, None)
    from scipy import stats

    found = getattr(stats, name)(x, y)
    return Correlation(len(x), float(found.statistic), float(found.pvalue))


def pearson(x: Sequence[float], y: Sequence[float]) -> Correlation:
    """Pearson's r, p by the t distribution with n - 2 degrees of freedom (scipy).

    K. Pearson, Proc. R. Soc. Lond. 58, 1895, 240-242, doi:10.1098/rspl.1895.0041.

    Raises:
        ValueError: lists of different length.
    """
    return _correlate("pearsonr", x, y)


def spearman(x: Sequence[float], y: Sequence[float]) -> Correlation:
    """Spearman's rho: Pearson's r of midranks; p by the t distribution, an approximation for small n (scipy).

    C. Spearman, Am. J. Psychol. 15, 1904, 72-101, doi:10.2307/1412159.

    Raises:
        ValueError: lists of different length.
    """
    return _correlate("spearmanr", x, y)


def kendall_tau(x: Sequence[float], y: Sequence[float]) -> Correlation:
    """Kendall's tau-b, corrected for ties; p exact without ties for small n, else by the normal distribution (scipy).

    M. G. Kendall, Biometrika 30, 1938, 81-93, doi:10.1093/biomet/30.1-2.81.

    Raises:
        ValueError: lists of different length.
    """
    return _correlate("kendalltau", x, y)
