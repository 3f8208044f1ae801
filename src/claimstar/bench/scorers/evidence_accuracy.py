"""Whether the cited sources support what the answer relied on."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import PAPER, UNGROUNDED, Scorer, ScoreValue, listed


def _score(case: Case) -> ScoreValue:
    if not case.grounded:
        return UNGROUNDED
    if not case.cited:
        return ScoreValue(None, "NA: no source cited")
    relied_on = (*case.path, *case.adverse_effects)
    supporting = frozenset().union(*(case.evidence_of.get(claim, frozenset()) for claim in relied_on))
    good = tuple(source for source in case.cited if source in supporting)
    idle = tuple(source for source in case.cited if source not in supporting)
    reason = f"{len(good)} of {len(case.cited)} cited support a claim relied on; others: {listed(idle)}"
    return ScoreValue(len(good) / len(case.cited), reason, matched=good, unsupported=idle)


SCORER = Scorer(
    name="evidence_accuracy",
    title="Evidence accuracy, paper policy",
    direction="higher",
    kind="mean",
    definition=(
        "Cited sources that support at least one assertion the answer relied on (its causal path and its adverse "
        "effects) / cited sources. NA if none is cited, and without grounding."
    ),
    citation=PAPER,
    compute=_score,
)
