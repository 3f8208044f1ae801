"""Sizes of paired effects."""

from __future__ import annotations

from collections.abc import Sequence

from claimstar.bench.statistics.paired_tests import signed_ranks


def cohens_d(differences: Sequence[float]) -> float | None:
    """Cohen's d of paired values (d_z): mean of the differences over their standard deviation (n - 1).

    J. Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd ed., 1988, 48; D. Lakens, Front. Psychol. 4,
    2013, 863, doi:10.3389/fpsyg.2013.00863, formula 6.

    Returns:
        Any number; None (NA) for fewer than two differences or for differences without spread.
    """
    import numpy as np

    if len(differences) < 2:
        return None
    values = np.asarray(differences, dtype=float)
    if np.ptp(values) < 1e-12:
        return None
    return float(values.mean() / values.std(ddof=1))


def rank_biserial(differences: Sequence[float]) -> float | None:
    """The matched-pairs rank-biserial correlation: share of the rank sum that is positive less the share that is not.

    D. S. Kerby, The simple difference formula, Compr. Psychol. 3, 2014, doi:10.2466/11.IT.3.1. Zeros are dropped, as in
    the test that it belongs to.

    Returns:
        -1 to 1; None (NA) where no difference is other than zero.
    """
    ranks = signed_ranks(differences)
    if not len(ranks):
        return None
    return float(ranks.sum() / abs(ranks).sum())
