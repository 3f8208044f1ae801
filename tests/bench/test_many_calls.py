"""Asking a service with many calls in flight: the limit adapts, and what stops a run leaves what was answered."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from claimstar.bench.ask import How, Outcome, ask
from claimstar.bench.run import run
from claimstar.bench.run_folder import RunFolder
from claimstar.errors import ModelError
from claimstar.llm.answer_cache import AnswerCache
from claimstar.llm.openai_chat import ChatOptions, OpenAIChat
from claimstar.llm.throttle import AdaptiveLimit

from .failure_modes import answer
from .prepared import prepared, ticking
from .scripted_service import Reply, Request, ScriptedService, chat, refused

ANSWER = answer()


def model(url: str, **options: float) -> OpenAIChat:
    values = {"first_wait_seconds": 0.001, **options}
    return OpenAIChat("openai:scripted", "scripted", base_url=url, options=ChatOptions(**values))  # type: ignore[arg-type]


def put(url: str, path: Path, concurrency: int = 4, **options: float) -> Outcome:
    return ask(prepared(), model(url, **options), path, clock=ticking(), how=How(concurrency))


def test_several_calls_are_in_flight_and_each_prompt_has_one_line(tmp_path: Path) -> None:
    with ScriptedService(lambda request: chat(ANSWER, delay=0.05, number=request.number)) as service:
        outcome = put(service.url, tmp_path)
    assert outcome.asked == 9
    assert service.busiest == 4
    generations = RunFolder(tmp_path).generations()
    assert len(generations) == len((tmp_path / "generations.jsonl").read_text().splitlines()) == 9
    one = next(iter(generations.values()))
    assert (one.attempts, one.served_model, one.cached_input_tokens) == (1, "scripted-1", 40)
    assert one.request_id is not None
    assert one.request_id.startswith("req-")


def test_the_session_records_how_was_asked_and_that_is_no_part_of_the_run(tmp_path: Path) -> None:
    with ScriptedService(lambda request: chat(ANSWER)) as service:
        put(service.url, tmp_path, 2, timeout_seconds=5)
        (tmp_path / "generations.jsonl").write_text("")
        put(service.url, tmp_path, 3, timeout_seconds=6)
    calling = [session.calling for session in RunFolder(tmp_path).manifest().sessions]
    assert [(one["concurrency"], one["timeout_seconds"]) for one in calling] == [(2, 5), (3, 6)]


def test_a_storm_of_refusals_is_weathered_and_its_tries_are_counted(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        return refused(429, "slow down", retry_after_ms="20") if request.number < 6 else chat(ANSWER)

    with ScriptedService(script) as service:
        outcome = put(service.url, tmp_path)
    assert outcome.failed == 0
    assert len(service.requests) == 9 + 6
    assert sum(one.attempts or 0 for one in RunFolder(tmp_path).generations().values()) == 9 + 6


def test_a_pause_that_the_service_asks_for_holds_for_all_calls(tmp_path: Path) -> None:
    times: list[float] = []

    def script(request: Request) -> Reply:
        times.append(time.monotonic())
        return refused(429, "slow down", retry_after_ms="300") if not request.number else chat(ANSWER)

    with ScriptedService(script) as service:
        put(service.url, tmp_path, 1)
    assert times[1] - times[0] >= 0.29


@pytest.mark.parametrize(("status", "code"), [(401, None), (404, "model_not_found"), (429, "insufficient_quota")])
def test_what_ends_every_call_stops_the_run_at_once(tmp_path: Path, status: int, code: str | None) -> None:
    def script(request: Request) -> Reply:
        return chat(ANSWER) if request.number < 3 else refused(status, "no more", code)

    with ScriptedService(script) as service, pytest.raises(ModelError, match="no more"):
        put(service.url, tmp_path, 1)
    assert len(service.requests) == 4
    assert len(RunFolder(tmp_path).generations()) == 3


def test_an_interrupt_ends_the_run_within_a_second_and_keeps_what_was_answered(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        return chat(ANSWER, delay=0 if request.number < 4 else 30)

    with ScriptedService(script) as service:
        stop = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
        stop.start()
        started = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            put(service.url, tmp_path)
        assert time.monotonic() - started < 2.0
    assert len(RunFolder(tmp_path).generations()) == 4
    assert RunFolder(tmp_path).manifest().sessions[0].asked == 4


def test_the_limit_halves_once_a_round_never_below_one_and_grows_by_one_a_round() -> None:
    async def steps() -> list[int]:
        limit, seen = AdaptiveLimit(8), []
        async with limit.slot() as first, limit.slot() as second:
            limit.overloaded(first, 0.0)
            limit.overloaded(second, 0.0)
        seen.append(limit.limit)
        for _ in range(3):
            async with limit.slot() as call_round:
                limit.overloaded(call_round, 0.0)
        seen.append(limit.limit)
        for _ in range(1 + 2 + 3):
            limit.succeeded()
        return [*seen, limit.limit]

    assert asyncio.run(steps()) == [4, 1, 4]


def test_a_second_run_takes_its_answers_from_the_cache_and_failures_are_not_kept(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "cache")
    refusing = True

    def script(request: Request) -> Reply:
        return chat(None, refusal="no") if refusing and "31-year-old" in request.user else chat(ANSWER)

    with ScriptedService(script) as service:
        ask(prepared(), model(service.url), tmp_path / "one", clock=ticking(), how=How(1, cache=cache))
        refusing = False
        ask(prepared(), model(service.url), tmp_path / "two", clock=ticking(), how=How(1, cache=cache))
    two = RunFolder(tmp_path / "two").generations()
    # The prompts of C2 and C4 are equal here, so the answer of the one serves the other.
    assert [pair for pair, one in two.items() if one.attempts] == [("SCN_0002", "C1"), ("SCN_0002", "C2")]
    assert {(one.attempts, one.from_cache) for one in two.values()} == {(1, None), (0, True)}
    assert {one.raw_text for one in two.values()} == {ANSWER}


def test_another_seed_address_or_token_limit_is_another_answer() -> None:
    prompt = next(iter(prepared().prompts.values()))[0]
    address = "http://127.0.0.1:1/v1"
    asked = [
        model(address),
        model("http://127.0.0.1:2/v1"),
        model(address, max_tokens=7),
        OpenAIChat("openai:scripted", "other", base_url=address),
        OpenAIChat("openai:scripted", "scripted", base_url=address, seed=2),
    ]
    assert len({one.cache_key(prompt) for one in asked}) == len(asked)
    assert model(address, timeout_seconds=1).cache_key(prompt) == model(address).cache_key(prompt)


def test_the_results_say_what_was_used(tmp_path: Path) -> None:
    def script(request: Request) -> Reply:
        return refused(500, "broken") if not request.number else chat(ANSWER)

    with ScriptedService(script) as service:
        results = run(prepared(), model(service.url), tmp_path, clock=ticking(), how=How(1))[1]
    first, second, _ = results.head()["usage"]
    assert (first["calls"], first["attempts"], first["input_tokens"], first["cached_input_tokens"]) == (3, 4, 300, 120)
    assert (second["attempts"], second["errors"], second["truncated"], second["from_cache"]) == (3, 0, 0, 0)
    assert 0 < second["latency_median"] <= second["latency_p95"]
