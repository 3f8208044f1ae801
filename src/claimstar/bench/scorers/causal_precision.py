"""The share of the claimed causal path that is in the gold path."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import PAPER, UNGROUNDED, Scorer, ScoreValue, listed


def _score(case: Case) -> ScoreValue:
    if not case.grounded:
        return UNGROUNDED
    if not case.path:
        return ScoreValue(None, "NA: no path claimed")
    right = tuple(claim for claim in case.path if claim in case.scenario.gold_path)
    wrong = tuple(claim for claim in case.path if claim not in case.scenario.gold_path)
    reason = f"{len(right)} of {len(case.path)} claimed are gold; others: {listed(wrong)}"
    return ScoreValue(len(right) / len(case.path), reason, matched=right, unsupported=wrong)


SCORER = Scorer(
    name="causal_precision",
    title="Causal precision",
    direction="higher",
    kind="mean",
    definition="Claimed path ids that are gold / claimed path ids. NA if none is claimed, and without grounding.",
    citation=PAPER,
    compute=_score,
)
