"""Two sides that answered the same scenarios, compared scenario by scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from claimstar.bench.statistics.effect import cohens_d, rank_biserial
from claimstar.bench.statistics.interval import Kind, estimate
from claimstar.bench.statistics.paired_tests import mcnemar_exact, wilcoxon_signed_rank

Direction = Literal["higher", "lower"]


@dataclass(frozen=True)
class PairedDelta:
    """What changes from side a to side b within the scenarios that both have. None is NA throughout.

    Attributes:
        n: scenarios defined on both sides; all that follows is over these.
        only_a, only_b: scenarios defined on one side alone; they are in no value here.
        mean_a, mean_b: the means over the paired scenarios.
        delta: mean of b - a.
        low, high: 95 % BCa interval of the delta; None where all differences are alike.
        interval: method of the interval, see `Estimate.method`.
        test: ``mcnemar`` (exact) where all values are 0 or 1 and the metric is a proportion, else ``wilcoxon``.
        p: two-sided; 1.0 where no difference is other than zero.
        cohens_d, rank_biserial: sizes of the effect, positive where b is higher.
        favours: the side that the delta speaks for by the metric's direction, however small it is.
    """

    n: int
    only_a: int
    only_b: int
    mean_a: float | None
    mean_b: float | None
    delta: float | None
    low: float | None
    high: float | None
    interval: str
    test: Literal["mcnemar", "wilcoxon"] | None
    p: float | None
    cohens_d: float | None
    rank_biserial: float | None
    favours: Literal["a", "b", "neither"]


def favoured(delta: float | None, direction: Direction) -> Literal["a", "b", "neither"]:
    """The side that a delta (b - a) speaks for.

    >>> favoured(-0.1, "lower")
    'b'
    """
    if delta is None or abs(delta) < 1e-12:
        return "neither"
    return "b" if (delta > 0) == (direction == "higher") else "a"


def paired_delta(a: Mapping[str, float], b: Mapping[str, float], *, kind: Kind, direction: Direction) -> PairedDelta:
    """Compare two sides within scenarios.

    Args:
        a, b: scenario to defined value. Where a side answered a scenario several times, its mean there: repeats make
            the value more exact, not the number of scenarios larger.
        kind: of the metric. Means of repeats that are not 0 or 1 take Wilcoxon's test, whatever the kind.
        direction: whether higher or lower is better.
    """
    shared = [key for key in a if key in b]
    n, only_a, only_b = len(shared), len(a) - len(shared), len(b) - len(shared)
    if not n:
        return PairedDelta(0, only_a, only_b, *(None,) * 5, "empty", None, None, None, None, "neither")
    import numpy as np

    firsts, seconds = np.array([a[key] for key in shared]), np.array([b[key] for key in shared])
    steps = seconds - firsts
    differences = steps.tolist()
    found = estimate(differences, "mean")
    binary = kind == "proportion" and bool(np.isin(firsts, (0, 1)).all() and np.isin(seconds, (0, 1)).all())
    if binary:
        p: float | None = mcnemar_exact(int((steps < 0).sum()), int((steps > 0).sum()))
    else:
        p = wilcoxon_signed_rank(differences)
    return PairedDelta(
        n=n,
        only_a=only_a,
        only_b=only_b,
        mean_a=float(firsts.mean()),
        mean_b=float(seconds.mean()),
        delta=found.mean,
        low=found.low,
        high=found.high,
        interval=found.method,
        test="mcnemar" if binary else "wilcoxon",
        p=p,
        cohens_d=cohens_d(differences),
        rank_biserial=rank_biserial(differences),
        favours=favoured(found.mean, direction),
    )
