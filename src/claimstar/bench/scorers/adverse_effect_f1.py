"""How well the adverse effects of the gold option were named."""

from __future__ import annotations

from dataclasses import replace

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import PAPER, UNGROUNDED, Scorer, ScoreValue, f1, listed


def compare(case: Case, none_returned: ScoreValue) -> ScoreValue:
    """F1 of returned and gold adverse-effect ids; ``none_returned`` is the score of an answer without any."""
    gold = tuple(dict.fromkeys(case.scenario.gold_adverse_effects or ()))
    if not case.grounded:
        return UNGROUNDED
    if not gold:
        return ScoreValue(None, "NA: the scenario has no gold adverse effect")
    if not case.adverse_effects:
        return replace(none_returned, missed=gold)
    found = tuple(claim for claim in gold if claim in case.adverse_effects)
    missed = tuple(claim for claim in gold if claim not in case.adverse_effects)
    extra = tuple(claim for claim in case.adverse_effects if claim not in gold)
    reason = f"missed: {listed(missed)}; not gold: {listed(extra)}"
    return ScoreValue(f1(case.adverse_effects, gold), reason, found, missed, extra)


def _score(case: Case) -> ScoreValue:
    return compare(case, ScoreValue(None, "NA: no adverse effect returned"))


SCORER = Scorer(
    name="adverse_effect_f1",
    title="Adverse-effect F1, paper policy",
    direction="higher",
    kind="mean",
    definition=(
        "F1 of returned and gold adverse-effect ids, where gold has any. NA if none is returned, and without grounding."
    ),
    citation=PAPER,
    compute=_score,
)
