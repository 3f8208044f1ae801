"""Intervention accuracy with credit for a correct abstention."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers import intervention_accuracy
from claimstar.bench.scorers.scorer import OURS, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    if case.abstains and case.scenario.expected_uncertainty:
        return ScoreValue(1.0, "abstains where the evidence is insufficient")
    return intervention_accuracy.SCORER.score(case)


SCORER = Scorer(
    name="abstention_credit_accuracy",
    title="Intervention accuracy, abstention credited",
    direction="higher",
    kind="proportion",
    definition=(
        "As intervention accuracy, but 1 where the answer abstains (no option and the flag set) on an item that "
        "expects uncertainty."
    ),
    citation=OURS,
    compute=_score,
)
