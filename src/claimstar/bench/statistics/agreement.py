"""Agreement of several raters on an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Concordance:
    """Kendall's W.

    Attributes:
        raters, items: the size of the table.
        w: 0 (no agreement) to 1; None (NA) under two raters or two items, or where every rater ties all items.
        chi2: Friedman's statistic, raters * (items - 1) * W, with items - 1 degrees of freedom.
        p: of no agreement, by the chi-squared distribution: approximate for fewer than eight items.
    """

    raters: int
    items: int
    w: float | None
    chi2: float | None
    p: float | None


def kendall_w(ratings: Sequence[Sequence[float]]) -> Concordance:
    """Kendall's coefficient of concordance, corrected for ties.

    M. G. Kendall and B. Babington Smith, Ann. Math. Stat. 10, 1939, 275-287, doi:10.1214/aoms/1177732186. With m
    raters, n items, rank sums R and T the sum of t^3 - t over ties:
    W = (12 sum R^2 - 3 m^2 n (n+1)^2) / (m^2 (n^3 - n) - m T).

    Args:
        ratings: one row a rater, one value an item.

    Raises:
        ValueError: rows of different length.
    """
    import numpy as np
    from scipy.stats import chi2, rankdata

    raters, items = len(ratings), len(ratings[0]) if ratings else 0
    if any(len(row) != items for row in ratings):
        raise ValueError("every rater must rate every item")
    if raters < 2 or items < 2:
        return Concordance(raters, items, None, None, None)
    ranks = np.array([rankdata(row) for row in ratings])
    sizes = np.concatenate([np.unique(row, return_counts=True)[1] for row in ranks]).astype(float)
    below = raters**2 * (items**3 - items) - raters * float((sizes**3 - sizes).sum())
    if below == 0:
        return Concordance(raters, items, None, None, None)
    w = float((12 * (ranks.sum(axis=0) ** 2).sum() - 3 * raters**2 * items * (items + 1) ** 2) / below)
    statistic = raters * (items - 1) * w
    return Concordance(raters, items, w, statistic, float(chi2.sf(statistic, items - 1)))
