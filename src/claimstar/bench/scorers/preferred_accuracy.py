"""Whether the chosen option is the preferred one."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import PAPER, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    gold = case.scenario.gold_option
    if case.chosen is None:
        return ScoreValue(0.0, case.choice_reason or "no option chosen")
    if case.chosen == gold:
        return ScoreValue(1.0, f"{case.chosen} is the preferred option")
    if case.chosen in case.members.get(gold, frozenset()):
        return ScoreValue(1.0, f"{case.chosen} is a member of the preferred class {gold}")
    return ScoreValue(0.0, f"{case.chosen} is not the preferred option {gold}")


SCORER = Scorer(
    name="preferred_accuracy",
    title="Preferred intervention accuracy",
    direction="higher",
    kind="proportion",
    definition="1 where the chosen option is the preferred one, or a member of it where that is a class; else 0.",
    citation=PAPER,
    compute=_score,
)
