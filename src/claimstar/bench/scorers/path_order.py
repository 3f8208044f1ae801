"""Whether the matched part of the path stands in the gold order."""

from __future__ import annotations

from functools import cache

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import OURS, UNGROUNDED, Scorer, ScoreValue


@cache
def _tau(positions: tuple[int, ...]) -> float:
    """Kendall τ of positions against their order; few orders occur in a long run, and each is worked out once."""
    from scipy.stats import kendalltau  # a heavy import, needed here alone

    # rounded, so that a perfect order is 1 and not the float beside it
    return round(float(kendalltau(range(len(positions)), positions).statistic), 12)


def _score(case: Case) -> ScoreValue:
    if not case.grounded:
        return UNGROUNDED
    gold = list(dict.fromkeys(case.scenario.gold_path))
    positions = [gold.index(claim) for claim in case.path if claim in gold]
    if len(positions) < 2:
        return ScoreValue(None, f"NA: {len(positions)} matched; an order needs two")
    return ScoreValue(
        _tau(tuple(positions)), f"gold positions in the order of the answer: {', '.join(str(p + 1) for p in positions)}"
    )


SCORER = Scorer(
    name="path_order",
    title="Path order (Kendall τ)",
    direction="higher",
    kind="mean",
    definition=(
        "Kendall τ of the matched path ids against the gold order, −1 to 1. NA under two matches, and without "
        "grounding."
    ),
    citation=OURS,
    compute=_score,
)
