"""What a run used: calls, tries, tokens and time by condition, from the generations that count."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from claimstar.model.records import Generation


@dataclass(frozen=True)
class Usage:
    """Totals over generations; tokens leave out what the service did not say and what came from the cache.

    Attributes:
        condition: the grounding condition.
        calls: generations, whether answered or not.
        attempts: tries, retries included.
        from_cache: generations taken from the cache of earlier runs.
        errors, truncated: generations that ended with an error, and those of them that were cut at the token limit.
        input_tokens, output_tokens, cached_input_tokens: tokens of the calls made.
        latency_median, latency_p95: seconds of the calls made; None without one. The percentile is the nearest rank.
    """

    condition: str
    calls: int
    attempts: int
    from_cache: int
    errors: int
    truncated: int
    input_tokens: int
    output_tokens: int
    cached_input_tokens: int
    latency_median: float | None
    latency_p95: float | None


def use(condition: str, generations: Iterable[Generation]) -> Usage:
    """The usage of the generations of one condition."""
    own = [one for one in generations if one.condition == condition]
    made = [one for one in own if not one.from_cache]
    seconds = sorted(one.latency_seconds for one in made if one.latency_seconds is not None)
    return Usage(
        condition,
        len(own),
        sum(one.attempts or 0 for one in own),
        len(own) - len(made),
        sum(one.error is not None for one in own),
        sum(one.finish_reason == "length" for one in own),
        sum(one.input_tokens or 0 for one in made),
        sum(one.output_tokens or 0 for one in made),
        sum(one.cached_input_tokens or 0 for one in made),
        statistics.median(seconds) if seconds else None,
        seconds[-(-95 * len(seconds) // 100) - 1] if seconds else None,
    )
