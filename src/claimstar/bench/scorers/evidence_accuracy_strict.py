"""Whether the cited sources support what the answer relied on, silence counted as a miss."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers import evidence_accuracy
from claimstar.bench.scorers.scorer import OURS, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    gold = tuple(dict.fromkeys(case.scenario.gold_evidence or ()))
    if case.grounded and not case.cited and gold:
        return ScoreValue(0.0, "0: no source cited", missed=gold)
    return evidence_accuracy.SCORER.score(case)


SCORER = Scorer(
    name="evidence_accuracy_strict",
    title="Evidence accuracy, strict",
    direction="higher",
    kind="mean",
    definition=(
        "As evidence accuracy, but 0 if no source is cited where the gold path has one. NA without grounding, and if "
        "none is cited where gold has none."
    ),
    citation=OURS,
    compute=_score,
)
