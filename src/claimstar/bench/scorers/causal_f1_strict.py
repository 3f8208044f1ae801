"""The harmonic mean of causal precision and recall, silence counted as a miss."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers import causal_f1, causal_recall
from claimstar.bench.scorers.scorer import OURS, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    recall = causal_recall.SCORER.score(case)
    if case.grounded and not case.path and recall.value is not None:
        return ScoreValue(0.0, "0: no path claimed", missed=recall.missed)
    return causal_f1.SCORER.score(case)


SCORER = Scorer(
    name="causal_f1_strict",
    title="Causal F1, strict",
    direction="higher",
    kind="mean",
    definition="Harmonic mean of causal precision and causal recall. 0 if no path is claimed; NA without grounding.",
    citation=OURS,
    compute=_score,
)
