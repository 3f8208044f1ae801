"""Correct hedges over all responses: the count behind the paper's Table 2."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    if not case.scenario.expected_uncertainty:
        return ScoreValue(0.0, "no hedge expected: counts in the denominator alone")
    given = case.response.insufficient_evidence
    return ScoreValue(float(given), f"hedge expected, {'given' if given else 'not given'}")


SCORER = Scorer(
    name="uncertainty_paper_policy",
    title="Uncertainty, paper policy",
    direction="higher",
    kind="proportion",
    definition="Correct hedges on items that expect one / all responses. Cannot exceed the share of such items.",
    citation="Causal knowledge graph grounding paper, Table 2 (10/77, 9/79, 9/78, 9/79); methods A5",
    compute=_score,
)
