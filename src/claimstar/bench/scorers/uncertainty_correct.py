"""Whether the insufficient-evidence flag is as expected."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    expected, given = case.scenario.expected_uncertainty, case.response.insufficient_evidence
    words = f"hedge {'expected' if expected else 'not expected'}, {'given' if given else 'not given'}"
    return ScoreValue(float(expected == given), words)


SCORER = Scorer(
    name="uncertainty_correct",
    title="Uncertainty correctness",
    direction="higher",
    kind="proportion",
    definition="1 where the insufficient-evidence flag is as expected, else 0.",
    citation="Causal knowledge graph grounding paper, Table 1; methods A5",
    compute=_score,
)
