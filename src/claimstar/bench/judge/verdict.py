"""From the text of a judge to a score for each criterion, or the reason why a criterion has none.

Each criterion stands for itself: a reply that gives one verdict of five scores that one, and the other four are
unscored, each with its cause. Unscored is not zero, and no score is guessed, rounded or brought into range.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from claimstar.bench.judge.rubric import LEVELS, Rubric
from claimstar.bench.parse import balanced, find_object
from claimstar.llm.protocol import storable

WITH_PROSE = "words around the JSON object"


@dataclass(frozen=True)
class Verdict:
    """What a judge said of one answer.

    Attributes:
        scores: criterion to its score, 1 to 5, of those that have one.
        reasons: criterion to the judge's reason, of the same.
        unscored: criterion to why it has no score, the cause before the first colon.
        notes: what else is wrong with the reply, the cause before the first colon.
    """

    scores: Mapping[str, int]
    reasons: Mapping[str, str]
    unscored: Mapping[str, str]
    notes: tuple[str, ...] = ()


def nothing(rubric: Rubric, reason: str) -> Verdict:
    """A verdict without a score, all criteria for the same reason."""
    return Verdict({}, {}, dict.fromkeys(rubric.names, reason))


def read_verdict(
    rubric: Rubric,
    text: str,
    error: str | None = None,
    error_kind: str | None = None,
    finish_reason: str | None = None,
) -> Verdict:
    """Read a reply.

    Args:
        text: what the judge returned.
        error, error_kind, finish_reason: what the call ended with. A refused, withheld or cut reply has no score,
            whatever its text holds: half a reply is not what the judge meant to say.
    """
    if "length" in (error_kind, finish_reason):
        return nothing(rubric, "cut off at the token limit")
    if error:
        return nothing(rubric, f"{error_kind or 'model error'}: {error}")
    if not text.strip():
        return nothing(rubric, "empty: the judge returned no text")
    loaded = find_object(text, ("verdicts",))
    if loaded is None:
        return nothing(rubric, "no JSON object: the text holds none that parses")
    if (number := _replies(text)) > 1:
        # a draft and its mending, or two minds: which one is meant is not ours to say
        return nothing(rubric, f"several replies: {number} objects with verdicts")
    listed = loaded.get("verdicts")
    if not isinstance(listed, list):
        return nothing(rubric, "no list of verdicts")
    notes = [] if _loads(text) else [WITH_PROSE]
    given: dict[str, list[Mapping[str, object]]] = {}
    for place, one in enumerate(listed, start=1):
        name = one.get("criterion") if isinstance(one, dict) else None
        if not isinstance(one, dict) or not isinstance(name, str):
            notes.append(f"verdict without a criterion: number {place}")
        elif name not in rubric.names:
            notes.append(f"unknown criterion: {name!r}")
        else:
            given.setdefault(name, []).append(one)
    scores: dict[str, int] = {}
    reasons: dict[str, str] = {}
    unscored: dict[str, str] = {}
    for name in rubric.names:
        found = given.get(name, [])
        score = found[0].get("score") if found else None
        if not found:
            unscored[name] = "no verdict"
        elif len(found) > 1:
            unscored[name] = f"duplicate criterion: {len(found)} verdicts"
        elif isinstance(score, bool) or not isinstance(score, int):
            unscored[name] = f"wrong type: {score!r}"
        elif score not in LEVELS:
            unscored[name] = f"out of range: {score}"
        else:
            reason = found[0].get("reason")
            scores[name], reasons[name] = score, storable(reason) if isinstance(reason, str) else ""
            if not reasons[name].strip():
                notes.append(f"verdict without a reason: {name}")
    return Verdict(scores, reasons, unscored, tuple(notes))


def _loads(text: str) -> object | None:
    """What a text holds as JSON; None where it is not JSON alone."""
    try:
        loaded: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return loaded


def _replies(text: str) -> int:
    """How many objects with verdicts stand beside each other in a text; 1 for a text that is JSON alone."""
    if _loads(text) is not None:
        return 1
    found = (_loads(part) for part in balanced(text))
    return sum(isinstance(one, dict) and "verdicts" in one for one in found)
