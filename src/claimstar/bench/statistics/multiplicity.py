"""Families of tests."""

from __future__ import annotations

from collections.abc import Sequence


def holm(ps: Sequence[float | None]) -> tuple[float | None, ...]:
    """Holm's step-down adjusted p values; a test that is NA stays NA and does not count in the family.

    S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6, 1979, 65-70; computed by
    statsmodels.

    Args:
        ps: raw p values in 0..1, None where there is no test.

    Returns:
        Adjusted values in the same places, in 0..1, none below its raw value and in the same order.

    >>> holm([0.01, None, 0.04])
    (0.02, None, 0.04)
    """
    from statsmodels.stats.multitest import multipletests

    defined = [p for p in ps if p is not None]
    if not defined:
        return tuple(None for _ in ps)
    adjusted = iter(float(p) for p in multipletests(defined, method="holm")[1])
    return tuple(None if p is None else next(adjusted) for p in ps)
