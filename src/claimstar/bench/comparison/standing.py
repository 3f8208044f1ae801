"""Who is ahead: what a delta says, in a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from claimstar.bench.deltas import Delta

ALPHA = 0.05
"""The level of p, adjusted by Holm, under which a side is called ahead."""

Kind = Literal["ahead", "leads", "tie", "split", "undefined"]

MEANINGS: dict[Kind, str] = {
    "ahead": f"better, p Holm below {ALPHA}",
    "leads": "better on average, not significant",
    "tie": "no difference on average",
    "split": f"p Holm below {ALPHA}, but the ranks of the differences point another way than their mean",
    "undefined": "no scenario in which both sides are defined",
}


@dataclass(frozen=True)
class Standing:
    """How two sides stand to each other by one metric; ``side`` is the better one where one is ahead or leads."""

    kind: Kind
    side: Literal["a", "b"] | None


def standing(delta: Delta) -> Standing:
    """How the sides of a delta stand.

    Wilcoxon's test is one of ranks: where most differences are small and of one sign, and few are large and of the
    other, it can be significant against the mean. Then neither side is called ahead.
    """
    paired = delta.paired
    if paired.delta is None:
        return Standing("undefined", None)
    significant = delta.p_holm is not None and delta.p_holm < ALPHA
    level = paired.favours == "neither"
    agree = not level and paired.rank_biserial is not None and paired.rank_biserial * paired.delta > 0
    if significant and not agree:
        return Standing("split", None)
    if paired.favours == "neither":
        return Standing("tie", None)
    return Standing("ahead" if significant else "leads", paired.favours)
