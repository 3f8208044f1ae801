"""Families of tests."""

from __future__ import annotations

from collections.abc import Sequence


def holm(ps: Sequence[float | None]) -> tuple[float | None, ...]:
    """Holm's step-down adjusted p values; a test that is NA stays NA and does not count in the family.

    S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6, 1979, 65-70. The i-th
    smallest of m is multiplied by m - i + 1, and none may be below the one before it. Written out here: statsmodels'
    ``multipletests`` collects garbage at each call, which takes a second where a hundred thousand scores are held.

    Args:
        ps: raw p values in 0..1, None where there is no test.

    Returns:
        Adjusted values in the same places, in 0..1, none below its raw value and in the same order.

    >>> holm([0.01, None, 0.04])
    (0.02, None, 0.04)
    """
    ordered = sorted((p, place) for place, p in enumerate(ps) if p is not None)
    adjusted: list[float | None] = [None] * len(ps)
    least = 0.0
    for passed, (p, place) in enumerate(ordered):
        least = max(least, min(1.0, (len(ordered) - passed) * p))
        adjusted[place] = least
    return tuple(adjusted)
