"""What was planned, what came back, what could be scored, and why the rest could not; and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from claimstar.bench.results import Results
from claimstar.model.records import Generation


@dataclass(frozen=True)
class Coverage:
    """The prompts of one condition. ``missing`` counts the unscored by cause."""

    condition: str
    planned: int
    answered: int
    scored: int
    missing: dict[str, int]


@dataclass(frozen=True)
class Effort:
    """What the answers of one condition took.

    Attributes:
        condition: the condition.
        answers: lines in the log of answers.
        calls: calls made, retries included; an answer that does not tell counts as one.
        from_cache: answers taken from earlier runs, which took no call.
        input_tokens, output_tokens: sums over the answers that tell; None where none does.
        median_seconds, p95_seconds: latency of the answers that were called for; None where none tells.
        cut_off: answers that stopped at the token limit.
    """

    condition: str
    answers: int
    calls: int
    from_cache: int
    input_tokens: int | None
    output_tokens: int | None
    median_seconds: float | None
    p95_seconds: float | None
    cut_off: int


def coverage(results: Results) -> tuple[Coverage, ...]:
    """Coverage by condition, in the order of the conditions that the run asked."""
    found = []
    for condition in results.conditions:
        mine = [one for one in results.scored if one.condition == condition]
        missing = Counter(one.cause for one in mine if one.unscored is not None)
        answered = sum((one.scenario, condition) in results.record.generations for one in mine)
        if mine:
            found.append(Coverage(condition, len(mine), answered, len(mine) - missing.total(), dict(missing)))
    return tuple(found)


def _sum(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _nearest_rank(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def _effort(condition: str, answers: Sequence[Generation]) -> Effort:
    called = [one for one in answers if not one.from_cache]
    seconds = [one.latency_seconds for one in called if one.latency_seconds is not None]
    return Effort(
        condition=condition,
        answers=len(answers),
        calls=sum(1 if one.attempts is None else one.attempts for one in called),
        from_cache=len(answers) - len(called),
        input_tokens=_sum([one.input_tokens for one in answers]),
        output_tokens=_sum([one.output_tokens for one in answers]),
        median_seconds=median(seconds) if seconds else None,
        p95_seconds=_nearest_rank(seconds, 0.95) if seconds else None,
        cut_off=sum(one.finish_reason == "length" for one in answers),
    )


def effort(results: Results) -> tuple[Effort, ...]:
    """What the answers took, by condition."""
    answers = results.record.generations
    return tuple(
        _effort(condition, [one for (_, name), one in answers.items() if name == condition])
        for condition in results.conditions
    )
