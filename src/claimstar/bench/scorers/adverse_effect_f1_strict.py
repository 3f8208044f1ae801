"""How well the adverse effects of the gold option were named, silence counted as a miss."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.adverse_effect_f1 import compare
from claimstar.bench.scorers.scorer import OURS, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    return compare(case, ScoreValue(0.0, "0: no adverse effect returned"))


SCORER = Scorer(
    name="adverse_effect_f1_strict",
    title="Adverse-effect F1, strict",
    direction="higher",
    kind="mean",
    definition=(
        "F1 of returned and gold adverse-effect ids, where gold has any. 0 if none is returned; NA without grounding."
    ),
    citation=OURS,
    compute=_score,
)
