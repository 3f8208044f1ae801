"""What a run is going to take, before anything is paid: calls, tokens and money, each with its bounds.

Nothing is written, and nobody is asked: the run folder and the cache of answers are read alone. How tokens are bounded,
where no tokenizer is at hand, stands in `RULES`.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from claimstar.bench.ask import open_lines
from claimstar.bench.batch import find_under_way, with_batches
from claimstar.bench.batch_state import Pair
from claimstar.bench.begin import check_continues, plan_lines
from claimstar.bench.context import approximate_tokens
from claimstar.bench.prepared import Prepared
from claimstar.bench.prices import Price, Pricing
from claimstar.bench.results import Clock
from claimstar.bench.run_folder import Logged, PromptLine, RunFolder
from claimstar.bench.usage import ALL
from claimstar.llm.answer_cache import AnswerCache
from claimstar.llm.openai_chat import OpenAIChat
from claimstar.llm.openai_protocol import request_body
from claimstar.llm.protocol import AsyncModel, LanguageModel, Prompt

RULES = {
    "input estimate": "characters of both texts and the response schema, by four",
    "input at least": "one token a word of both texts: tokenizers split at white space; the schema may be read free",
    "input at most": "one token a byte of the request in UTF-8, response schema and frame included",
    "output": "from none to the token limit of an answer",
    "cost": "one try a call; at least: all input cached where that is cheaper, no output; at most: none of that, and "
    "output to the limit",
    "batch": "the discount of the prices; the first prompt is asked directly, so at most it costs the full price",
}
"""What the numbers mean."""


@dataclass(frozen=True)
class Forecast:
    """What one condition, or all of them, are going to take.

    Attributes:
        condition: the condition, or `ALL`.
        planned: prompts of the run: the sum of the next five.
        calls: prompts that would be put to the model now.
        answered: prompts that have their answer in the log.
        waiting: failures in the log that are asked again on request alone.
        from_cache: prompts whose answer an earlier run has paid for.
        under_way: prompts in batches at the service.
        input_tokens, input_low, input_high: tokens read by the calls: estimate, at least, at most.
        output_high: tokens written, at most; None where the model has no limit.
        cost_low, cost_high: None without a price, and at most also without a limit.
    """

    condition: str
    planned: int
    calls: int
    answered: int
    waiting: int
    from_cache: int
    under_way: int
    input_tokens: int
    input_low: int
    input_high: int
    output_high: int | None
    cost_low: float | None
    cost_high: float | None


@dataclass(frozen=True)
class RunForecast:
    """What a run is going to take.

    Attributes:
        suite, model: what is asked of whom.
        batch: whether through batches.
        pricing: what the model costs; None where no prices were given.
        conditions, total: the numbers.
    """

    suite: str
    model: str
    batch: bool
    pricing: Pricing | None
    conditions: tuple[Forecast, ...]
    total: Forecast

    def to_json(self) -> str:
        """As JSON text, with the rules of the bounds."""
        return json.dumps(asdict(self) | {"rules": RULES}, indent=1, ensure_ascii=False)


@dataclass(frozen=True)
class _Size:
    """The tokens of one call, and what it costs at least and at most."""

    estimate: int
    low: int
    high: int
    cost_low: float = 0.0
    cost_high: float = 0.0


def _measure(prompt: Prompt, model: LanguageModel) -> _Size:
    # Another model than one of a service sees the same texts and schema, so the same frame bounds it.
    body = (
        model.request(prompt)
        if isinstance(model, OpenAIChat)
        else request_body(prompt, model.spec, seed=prompt.seed, max_tokens=0, own_server=True)
    )
    schema = json.dumps(body["response_format"], ensure_ascii=False) if "response_format" in body else ""
    return _Size(
        approximate_tokens(prompt.system + prompt.user + schema),
        len(prompt.system.split()) + len(prompt.user.split()),
        len(json.dumps(body, ensure_ascii=False).encode()),
    )


def _with_cost(size: _Size, price: Price | None, most_written: int | None, *, batch: bool, direct: bool) -> _Size:
    """The size with its costs; ``direct`` where the call may cost the price of a direct one."""
    if price is None:
        return size
    low, high = price.bounds(size.low, size.high, most_written or 0, batch=batch)
    if direct:
        high = price.bounds(size.low, size.high, most_written or 0)[1]
    return replace(size, cost_low=low, cost_high=high)


def _limit(settings: Mapping[str, object]) -> int | None:
    """The token limit of an answer, under either of the names that models of ours give it."""
    for name in ("max_tokens", "max_new_tokens"):
        if isinstance(value := settings.get(name), int):
            return value
    return None


def _stand(
    prepared: Prepared,
    model: LanguageModel,
    lines: Mapping[Pair, PromptLine],
    done: Mapping[Pair, Logged],
    under_way: frozenset[Pair],
    retry_errors: bool,
    cache: AnswerCache | None,
) -> dict[Pair, str]:
    """How each planned prompt stands, by the name of its count in `Forecast`."""
    todo = {(line.scenario, line.condition) for line in open_lines(lines, done, retry_errors)}

    def of(pair: Pair) -> str:
        if pair in under_way:
            return "under_way"
        if pair not in todo:
            return "waiting" if done[pair].error is not None else "answered"
        if cache is not None and isinstance(model, AsyncModel):
            return "from_cache" if cache.find(model.cache_key(prepared.prompts[pair][0])) else "calls"
        return "calls"

    return {pair: of(pair) for pair in lines}


def _sum_up(
    condition: str, stands: Sequence[str], sizes: Sequence[_Size], price: Price | None, most_written: int | None
) -> Forecast:
    counts = Counter(stands)

    return Forecast(
        condition,
        len(stands),
        **{name: counts[name] for name in ("calls", "answered", "waiting", "from_cache", "under_way")},
        input_tokens=sum(size.estimate for size in sizes),
        input_low=sum(size.low for size in sizes),
        input_high=sum(size.high for size in sizes),
        output_high=None if most_written is None else most_written * len(sizes),
        cost_low=None if price is None else math.fsum(size.cost_low for size in sizes),
        cost_high=None if price is None or most_written is None else math.fsum(size.cost_high for size in sizes),
    )


def forecast(
    prepared: Prepared,
    model: LanguageModel,
    path: Path,
    *,
    clock: Clock,
    limit: int | None = None,
    retry_errors: bool = False,
    cache: AnswerCache | None = None,
    pricing: Pricing | None = None,
    batch: bool = False,
) -> RunForecast:
    """What the run of these prompts in this folder is going to take.

    Args:
        prepared, model, path, clock, limit: as for `claimstar.bench.ask.ask`.
        retry_errors: whether failures in the log are asked again.
        cache: answers of earlier runs; None to ask each time.
        pricing: what the model costs.
        batch: whether prompts go through batches.

    Raises:
        UsageError: the folder holds another run, or something else; or the model has no batch service.
    """
    if batch:
        with_batches(model)
    done = check_continues(prepared, model, RunFolder(path), limit, clock)
    lines = plan_lines(prepared, limit, done)
    price, most_written = pricing.price if pricing else None, _limit(model.settings)
    stands = _stand(prepared, model, lines, done, find_under_way(path), retry_errors, cache)
    sizes: dict[Pair, _Size] = {}
    for pair in (pair for pair, stand in stands.items() if stand == "calls"):
        size = _measure(prepared.prompts[pair][0], model)
        sizes[pair] = _with_cost(size, price, most_written, batch=batch, direct=not batch or not sizes)
    return RunForecast(
        prepared.suite,
        model.spec,
        batch,
        pricing,
        tuple(
            _sum_up(
                note.name,
                [stand for pair, stand in stands.items() if pair[1] == note.name],
                [size for pair, size in sizes.items() if pair[1] == note.name],
                price,
                most_written,
            )
            for note in prepared.conditions
        ),
        _sum_up(ALL, list(stands.values()), list(sizes.values()), price, most_written),
    )
