"""What the harness adds to a call, and how long a long run takes to be taken up again.

``python -m tests.performance.overhead`` asks a loopback server through the harness and through a bare loop over the
openai package, in turns, and then continues a finished run of 10,000 lines.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from claimstar.bench.ask import How, ask
from claimstar.bench.prepared import Prepared
from claimstar.llm.openai_chat import OpenAIChat
from tests.bench.failure_modes import answer
from tests.bench.prepared import prepared
from tests.bench.scripted_service import ScriptedService, chat

CONCURRENCY = 64
CALLS = 2000
LINES = 10_000


def many(number: int) -> Prepared:
    """That many different prompts under one condition, and a scenario for each."""
    given = prepared()
    prompt, line = given.prompts["SCN_0001", "C4"]
    scenarios, prompts = {}, {}
    for place in range(number):
        name = f"SCN_{place:05}"
        scenarios[name] = given.scenarios["SCN_0001"].model_copy(update={"id": name})
        asked = replace(prompt, user=f"{prompt.user} {place}", scenario=scenarios[name])
        noted = replace(line, scenario=name, user=asked.user, sha256=asked.sha256)
        prompts[name, "C4"] = (asked, noted)
    conditions = tuple(note for note in given.conditions if note.name == "C4")
    return replace(given, scenarios=scenarios, prompts=prompts, conditions=conditions)


async def bare(model: OpenAIChat, given: Prepared) -> None:
    """The same requests, and nothing else."""
    import openai

    rest = iter([model.request(prompt) for prompt, _ in given.prompts.values()])
    async with openai.AsyncOpenAI(api_key="none", base_url=model.base_url, max_retries=0) as client:

        async def work() -> None:
            for body in rest:
                await client.chat.completions.create(**body)

        await asyncio.gather(*(work() for _ in range(CONCURRENCY)))


def compare(url: str, turns: int) -> tuple[list[float], list[float]]:
    """Seconds of the bare loop and of the harness, in turns."""
    given, model = many(CALLS), OpenAIChat("openai:scripted", "scripted", base_url=url)
    loops, harness = [], []
    for _ in range(turns):
        started = time.perf_counter()
        asyncio.run(bare(model, given))
        loops.append(time.perf_counter() - started)
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            ask(given, model, Path(folder), clock=lambda: datetime.now(UTC), how=How(CONCURRENCY))
            harness.append(time.perf_counter() - started)
    return loops, harness


def resume() -> float:
    """Seconds until a finished run of 10,000 lines knows that there is nothing to ask."""
    given = many(LINES)
    model = OpenAIChat("openai:scripted", "scripted", base_url="http://127.0.0.1:9/v1")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        ask(replace(given, prompts=given.prompts), _Answering(model), path, clock=lambda: datetime.now(UTC))
        started = time.perf_counter()
        outcome = ask(given, model, path, clock=lambda: datetime.now(UTC))
        seconds = time.perf_counter() - started
        assert (outcome.asked, outcome.planned) == (0, LINES)
    return seconds


class _Answering:
    """The model without its service: it gives one answer, so that the run need not be asked over the line."""

    def __init__(self, model: OpenAIChat) -> None:
        self.spec, self.settings = model.spec, model.settings

    def complete(self, prompt: object) -> object:
        from claimstar.llm.protocol import Completion

        return Completion(answer(), "stop", 100, 20)


def main() -> None:
    # The server has a process of its own, or it would share the interpreter with what is measured.
    server = subprocess.Popen([sys.executable, "-m", "tests.performance.overhead", "serve"], stdout=subprocess.PIPE)
    try:
        assert server.stdout
        loops, harness = compare(server.stdout.readline().decode().strip(), int(os.environ.get("TURNS", "3")))
    finally:
        server.terminate()
        server.wait()
    a, b = statistics.median(loops), statistics.median(harness)
    found = {
        "calls": CALLS,
        "concurrency": CONCURRENCY,
        "bare_seconds": [round(s, 3) for s in loops],
        "harness_seconds": [round(s, 3) for s in harness],
        "ratio": round(b / a, 3),
        "overhead_ms_per_call": round((b - a) / CALLS * 1000, 3),
        "resume_seconds_10000_lines": round(resume(), 3),
    }
    print(json.dumps(found, indent=1))


def serve() -> None:
    with ScriptedService(lambda request: chat(answer(), number=request.number)) as service:
        print(service.url, flush=True)
        while True:
            time.sleep(60)


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
