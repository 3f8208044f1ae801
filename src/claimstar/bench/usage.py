"""What a run used: calls, tries, tokens, time and money by condition and in all, from every line of its log.

Failures that a later success replaced were paid for like others, so they are counted here, though nowhere else. What a
service does not tell is NA, never zero: an amount is of the calls whose tokens it told, with the number of the others.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from claimstar.bench.prices import Price
from claimstar.model.records import Generation


@dataclass(frozen=True)
class Usage:
    """Totals over lines of the log; tokens and time are of the calls made, not of answers from the cache.

    Attributes:
        condition: the grounding condition, or `ALL`.
        calls: prompts put to the model, each with all its tries.
        attempts: tries, retries included.
        replaced: of the calls, those whose line does not count, because the prompt was asked again.
        from_cache: answers taken from the cache of earlier runs; they cost nothing.
        errors, truncated: calls that ended with an error, and those of them that were cut at the token limit.
        input_tokens, output_tokens, cached_input_tokens: sums over the calls that tell; None where none of them does.
        latency_median, latency_p95: seconds; None where no call tells. The percentile is the nearest rank.
        untold: calls whose tokens the model did not tell; they are in no amount.
        cost: of the calls that tell their tokens; None without prices, or where no call tells.
    """

    condition: str
    calls: int
    attempts: int
    replaced: int
    from_cache: int
    errors: int
    truncated: int
    input_tokens: int | None
    output_tokens: int | None
    cached_input_tokens: int | None
    latency_median: float | None
    latency_p95: float | None
    untold: int
    cost: float | None


ALL = "all"
"""Stands for all conditions together."""


@dataclass(frozen=True)
class RunUsage:
    """What a run used, by condition and in all."""

    conditions: tuple[Usage, ...]
    total: Usage

    @property
    def every(self) -> tuple[Usage, ...]:
        """The conditions, and last all together."""
        return (*self.conditions, self.total)


def use(
    condition: str, counted: Sequence[Generation], replaced: Sequence[Generation] = (), price: Price | None = None
) -> Usage:
    """The usage of one condition.

    Args:
        condition: its name.
        counted, replaced: the lines of the log that count and those that gave way, of that condition alone.
        price: what the model costs; None where that is not known.
    """
    lines = [*counted, *replaced]
    made = [one for one in lines if not one.from_cache]
    seconds = sorted(one.latency_seconds for one in made if one.latency_seconds is not None)
    costs = [cost for one in made if (cost := _cost(one, price)) is not None]
    return Usage(
        condition=condition,
        calls=len(made),
        attempts=sum(1 if one.attempts is None else one.attempts for one in made),
        replaced=len(replaced),
        from_cache=len(lines) - len(made),
        errors=sum(one.error is not None for one in made),
        truncated=sum(one.finish_reason == "length" for one in made),
        input_tokens=_sum(one.input_tokens for one in made),
        output_tokens=_sum(one.output_tokens for one in made),
        cached_input_tokens=_sum(one.cached_input_tokens for one in made),
        latency_median=statistics.median(seconds) if seconds else None,
        latency_p95=seconds[-(-95 * len(seconds) // 100) - 1] if seconds else None,
        untold=sum(not _told(one) for one in made),
        cost=math.fsum(costs) if price is not None and (costs or not made) else None,
    )


def use_all(
    conditions: Sequence[str],
    counted: Iterable[Generation],
    replaced: Iterable[Generation] = (),
    price: Price | None = None,
) -> RunUsage:
    """The usage of a run, by condition in the order given, and in all."""
    lines: dict[str, tuple[list[Generation], list[Generation]]] = {name: ([], []) for name in conditions}
    for place, generations in enumerate((counted, replaced)):
        for one in generations:
            if one.condition in lines:
                lines[one.condition][place].append(one)
    every = [[one for pair in lines.values() for one in pair[place]] for place in (0, 1)]
    return RunUsage(tuple(use(name, *pair, price) for name, pair in lines.items()), use(ALL, every[0], every[1], price))


def _told(one: Generation) -> bool:
    return one.input_tokens is not None and one.output_tokens is not None


def _cost(one: Generation, price: Price | None) -> float | None:
    if price is None or one.input_tokens is None or one.output_tokens is None:
        return None
    # An answer that waited in a batch is the only one that has no latency, see `Completion`.
    batch = one.latency_seconds is None
    return price.cost(one.input_tokens, one.output_tokens, cached=one.cached_input_tokens or 0, batch=batch)


def _sum(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
