"""Whether the chosen option is acceptable."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.scorer import PAPER, Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    if case.chosen is None:
        return ScoreValue(0.0, case.choice_reason or "no option chosen")
    if case.chosen in case.scenario.acceptable_options:
        return ScoreValue(1.0, f"{case.chosen} is acceptable")
    for option in case.scenario.acceptable_options:
        if case.chosen in case.members.get(option, frozenset()):
            return ScoreValue(1.0, f"{case.chosen} is a member of the acceptable class {option}")
    return ScoreValue(0.0, f"{case.chosen} is not among the acceptable: {', '.join(case.scenario.acceptable_options)}")


SCORER = Scorer(
    name="intervention_accuracy",
    title="Intervention accuracy, strict",
    direction="higher",
    kind="proportion",
    definition=(
        "1 where the chosen option is among the acceptable ones, or a member of one that is a class; else 0. "
        "An abstention is 0."
    ),
    citation=PAPER,
    compute=_score,
)
