"""The unsupported claim rate against the shown context."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import PAPER, Scorer, ScoreValue
from claimstar.bench.scorers.unsupported_rate import rate


def _score(case: Case) -> ScoreValue:
    return rate(case, case.shown)


SCORER = Scorer(
    name="unsupported_rate_shown",
    title="Unsupported claim rate (shown context)",
    direction="lower",
    kind="mean",
    definition=(
        "Claims (path ids and free claims) without a matching subject, predicate and object / claims, against "
        "the rows that the prompt showed. NA without a claim, and without grounding."
    ),
    citation=PAPER,
    compute=_score,
)
