"""The harmonic mean of causal precision and recall."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers import causal_precision, causal_recall
from claimstar.bench.scorers.scorer import PAPER, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    precision = causal_precision.SCORER.score(case)
    recall = causal_recall.SCORER.score(case)
    if precision.value is None or recall.value is None:
        return ScoreValue(None, precision.reason if precision.value is None else recall.reason)
    total = precision.value + recall.value
    value = 2 * precision.value * recall.value / total if total else 0.0
    reason = f"precision {precision.value:.3f}, recall {recall.value:.3f}"
    return ScoreValue(value, reason, recall.matched, recall.missed, precision.unsupported)


SCORER = Scorer(
    name="causal_f1",
    title="Causal F1, paper policy",
    direction="higher",
    kind="mean",
    definition="Harmonic mean of causal precision and causal recall. NA where precision is NA.",
    citation=PAPER,
    compute=_score,
)
