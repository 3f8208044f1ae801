"""Scenarios whose answer is right on one side and wrong on the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from claimstar.bench.panel import Scored
from claimstar.bench.parse import ParsedResponse
from claimstar.bench.report.views import OUTCOME
from claimstar.bench.score import RunRecord, read_answer
from claimstar.bench.scorers import Scorer

Outcome = Literal["right", "wrong", "mixed"]
Turn = Literal["right to wrong", "wrong to right"]


@dataclass(frozen=True)
class Answers:
    """What one side answered under one condition.

    Attributes:
        runs: each run with its scores under that condition, by scenario.
        condition: its name.
    """

    runs: tuple[tuple[RunRecord, Mapping[str, Scored]], ...]
    condition: str

    def outcomes(self, metric: str) -> dict[str, Outcome]:
        """Scenario to outcome, in those that have a value: ``mixed`` where repeats disagree.

        A part of the full score counts as wrong.
        """
        hits: dict[str, list[bool]] = {}
        for _, scored in self.runs:
            for name, one in scored.items():
                score = one.scores.get(metric)
                if score is not None and score.value is not None:
                    hits.setdefault(name, []).append(score.value == 1)
        return {name: "right" if all(found) else "mixed" if any(found) else "wrong" for name, found in hits.items()}

    def choices(self, scenario: str) -> tuple[Choice, ...]:
        """The options that the answers chose, the most frequent first; unscored answers have none."""
        counted: Counter[tuple[str | None, str]] = Counter()
        for record, scored in self.runs:
            one = scored.get(scenario)
            if one is None or one.unscored is not None:
                continue
            answer = read_answer(
                record.generations[scenario, self.condition], record.scenarios[scenario], record.reference
            )
            if isinstance(answer, ParsedResponse):
                counted[answer.chosen, _option(answer, record)] += 1
        return tuple(Choice(option, name, times) for (option, name), times in counted.most_common())


@dataclass(frozen=True)
class Choice:
    """An option as chosen.

    Attributes:
        option: its CURIE; None for an abstention or for what is none of the candidates.
        name: its name, or what was given in its place.
        times: in how many of the runs.
    """

    option: str | None
    name: str
    times: int


@dataclass(frozen=True)
class Flip:
    """One scenario that is right on one side and wrong on the other.

    Attributes:
        scenario, category: which.
        target: name of the outcome that the decision is about; ``question`` the decision in words.
        turn: what happens from side a to side b.
        gold: name of the preferred option.
        a, b: what the sides chose.
    """

    scenario: str
    category: str
    target: str
    question: str
    turn: Turn
    gold: str
    a: tuple[Choice, ...]
    b: tuple[Choice, ...]


@dataclass(frozen=True)
class Outcomes:
    """The scenarios of two sides counted; together all that at least one side has.

    Attributes:
        metric: what tells right from wrong.
        both_right, both_wrong, right_to_wrong, wrong_to_right: scenarios settled on both sides.
        mixed: repeats of at least one side disagree.
        only_a, only_b: scored on one side alone.
    """

    metric: str
    both_right: int
    both_wrong: int
    right_to_wrong: int
    wrong_to_right: int
    mixed: int
    only_a: int
    only_b: int


def _name(entity: str, record: RunRecord) -> str:
    known = record.reference.entities.get(entity)
    return known.name if known else entity


def _option(answer: ParsedResponse, record: RunRecord) -> str:
    if answer.chosen is not None:
        return _name(answer.chosen, record)
    given = answer.response.chosen_option.strip()
    return f"“{given}”, no candidate" if given else "no option"


def outcome_metric(scorers: Sequence[Scorer]) -> str:
    """The metric that tells right from wrong: accuracy of the chosen option, else the first.

    Raises:
        ValueError: there is no metric.
    """
    names = [scorer.name for scorer in scorers]
    if not names:
        raise ValueError("no metric tells right from wrong")
    return OUTCOME if OUTCOME in names else names[0]


_COUNTED: dict[tuple[Outcome, Outcome], str] = {
    ("right", "right"): "both_right",
    ("wrong", "wrong"): "both_wrong",
    ("right", "wrong"): "right_to_wrong",
    ("wrong", "right"): "wrong_to_right",
}


def find_flips(a: Answers, b: Answers, metric: str) -> tuple[Outcomes, tuple[Flip, ...]]:
    """The scenarios of two sides counted by outcome, and those that flip, in the order of the scenarios."""
    ours, theirs = a.outcomes(metric), b.outcomes(metric)
    counts: Counter[str] = Counter()
    flips = []
    record = a.runs[0][0]
    for name, scenario in record.scenarios.items():
        if name not in ours or name not in theirs:
            counts["only_a"] += name in ours
            counts["only_b"] += name in theirs
            continue
        kind = _COUNTED.get((ours[name], theirs[name]), "mixed")
        counts[kind] += 1
        if kind not in ("right_to_wrong", "wrong_to_right"):
            continue
        turn: Turn = "right to wrong" if kind == "right_to_wrong" else "wrong to right"
        flips.append(
            Flip(
                name,
                str(scenario.category),
                _name(scenario.decision_target, record),
                scenario.question,
                turn,
                _name(scenario.gold_option, record),
                a.choices(name),
                b.choices(name),
            )
        )
    kinds = (*_COUNTED.values(), "mixed", "only_a", "only_b")
    return Outcomes(metric, **{kind: counts[kind] for kind in kinds}), tuple(flips)
