"""Hedges among the items that expect none."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import OURS, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    if case.scenario.expected_uncertainty:
        return ScoreValue(None, "NA: a hedge is expected")
    given = case.response.insufficient_evidence
    return ScoreValue(float(given), f"no hedge expected, {'one given' if given else 'none given'}")


SCORER = Scorer(
    name="false_hedge_rate",
    title="False-hedge rate",
    direction="lower",
    kind="proportion",
    definition="Hedges / items that expect none.",
    citation=OURS,
    compute=_score,
)
