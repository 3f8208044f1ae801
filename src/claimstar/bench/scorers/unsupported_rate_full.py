"""The unsupported claim rate against the full subgraph."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import OURS, Scorer, ScoreValue
from claimstar.bench.scorers.unsupported_rate import rate


def _score(case: Case) -> ScoreValue:
    return rate(case, case.full)


SCORER = Scorer(
    name="unsupported_rate_full",
    title="Unsupported claim rate (full subgraph)",
    direction="lower",
    kind="mean",
    definition=(
        "Claims (path ids and free claims) without a matching subject, predicate and object / claims, against "
        "the scenario's full retrieved subgraph, the union over conditions, so that conditions can be compared. NA "
        "without a claim, and without grounding."
    ),
    citation=OURS,
    compute=_score,
)
