"""The share of the gold path that the answer claims."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import PAPER, Scorer, ScoreValue, listed


def _score(case: Case) -> ScoreValue:
    gold = tuple(dict.fromkeys(case.scenario.gold_path))
    if not gold:
        return ScoreValue(None, "NA: the scenario has no gold path")
    if not case.grounded:
        return ScoreValue(0.0, "0 by rule: the prompt showed no context, so no id could be known", missed=gold)
    found = tuple(claim for claim in gold if claim in case.path)
    missed = tuple(claim for claim in gold if claim not in case.path)
    reason = f"{len(found)} of {len(gold)} gold claims found; missed: {listed(missed)}"
    return ScoreValue(len(found) / len(gold), reason, found, missed)


SCORER = Scorer(
    name="causal_recall",
    title="Causal recall",
    direction="higher",
    kind="mean",
    definition="Claimed path ids that are gold / gold path ids. 0 if none is claimed, and without grounding.",
    citation=PAPER,
    compute=_score,
)
