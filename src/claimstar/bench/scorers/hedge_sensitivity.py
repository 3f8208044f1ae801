"""Correct hedges among the items that expect one."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import OURS, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    if not case.scenario.expected_uncertainty:
        return ScoreValue(None, "NA: no hedge expected")
    given = case.response.insufficient_evidence
    return ScoreValue(float(given), f"hedge expected, {'given' if given else 'not given'}")


SCORER = Scorer(
    name="hedge_sensitivity",
    title="Hedge sensitivity",
    direction="higher",
    kind="proportion",
    definition="Hedges / items that expect one.",
    citation=OURS,
    compute=_score,
)
