"""Two paired tests: exact McNemar for proportions, Wilcoxon's signed ranks for other values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXACT_UP_TO = 50


def mcnemar_exact(only_a: int, only_b: int) -> float:
    """The exact conditional p value of McNemar's test, two-sided.

    Q. McNemar, Psychometrika 12, 1947, 153-157, doi:10.1007/BF02295996; the exact form is the binomial test of the
    discordant pairs against one half. Computed by statsmodels.

    Args:
        only_a: pairs in which the first side alone is right.
        only_b: pairs in which the second side alone is right.

    Returns:
        p in 0..1; 1.0 without discordant pairs: nothing speaks for a difference.
    """
    if only_a + only_b == 0:
        return 1.0
    from statsmodels.stats.contingency_tables import mcnemar

    return min(1.0, float(mcnemar([[0, only_a], [only_b, 0]], exact=True).pvalue))


def _exact(ranks: Sequence[float], positive: float) -> float:
    """The share of all assignments of signs whose rank sum is at least as far from its centre as the observed one.

    Midranks are multiples of one half, so twice the ranks are whole numbers and the distribution of their sum is a
    convolution; ties need no approximation (B. Streitberg and J. Röhmel, Stat. Software Newsl. 12, 1986, 10-17).
    """
    import numpy as np

    doubled = [round(2 * rank) for rank in ranks]
    whole = sum(doubled)
    counts = np.zeros(whole + 1)
    counts[0] = 1.0
    for rank in doubled:
        moved = np.zeros_like(counts)
        moved[rank:] = counts[: len(counts) - rank]
        counts = (counts + moved) / 2
    far = abs(2 * round(2 * positive) - whole)
    return min(1.0, float(counts[abs(2 * np.arange(whole + 1) - whole) >= far].sum()))


def wilcoxon_signed_rank(differences: Sequence[float]) -> float | None:
    """The two-sided p value of Wilcoxon's signed-rank test.

    F. Wilcoxon, Biometrics Bull. 1, 1945, 80-83, doi:10.2307/3001968. Policy: zero differences are dropped (Wilcoxon's
    own way); ties take midranks; up to 50 non-zero differences the null distribution is exact, given the midranks;
    beyond, scipy's normal approximation with correction for ties and without one for continuity.

    Returns:
        p in 0..1; 1.0 where all differences are zero; None (NA) without differences.
    """
    if not len(differences):
        return None
    ranks = signed_ranks(differences)
    if not len(ranks):
        return 1.0
    if len(ranks) <= EXACT_UP_TO:
        return _exact(abs(ranks).tolist(), float(ranks[ranks > 0].sum()))
    from scipy.stats import wilcoxon

    # the signed midranks have the order, the signs and the ties of the differences themselves
    return min(1.0, float(wilcoxon(ranks, zero_method="wilcox", method="approx").pvalue))


def signed_ranks(differences: Sequence[float]) -> NDArray[Any]:
    """The midrank of each non-zero difference by size, with its sign.

    Differences are taken to twelve decimals, so that 0.3 - 0.2 ties with 0.2 - 0.1.
    """
    import numpy as np
    from scipy.stats import rankdata

    rounded = np.round(np.asarray(differences, dtype=float), 12)
    moved = rounded[rounded != 0]
    return np.asarray(np.sign(moved) * rankdata(np.abs(moved)))
