"""A run that is killed ten times and taken up again is the run that was never stopped."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from claimstar.bench.prepare import load_or_generate
from claimstar.bench.scenario import write_scenarios
from claimstar.ingest.suite import load_suite

from .failure_modes import answer
from .scripted_service import Reply, Request, ScriptedService, chat

CLAIMSTAR = Path(sys.executable).parent / "claimstar"
PASSING = {"latency_seconds", "request_id", "attempts", "id", "run"}
"""What may differ between two runs: times, what the service calls an answer, tries, and the run's name (a time)."""


def script(request: Request) -> Reply:
    """An answer that depends on the prompt alone, after some milliseconds."""
    seen = sum(request.user.encode())
    text = answer(rationale=f"seen {seen}") if seen % 7 else "no JSON here"
    return chat(text, delay=0.03, number=request.number)


def lines(folder: Path) -> bytes:
    """The log sorted by key, without what may differ; a line that was torn is none."""
    found: dict[str, dict[str, Any]] = {}
    for line in (folder / "generations.jsonl").read_text().splitlines():
        values = {name: value for name, value in json.loads(line).items() if name not in PASSING}
        key = f"{values['scenario']} {values['condition']}"
        assert key not in found, "asked twice"
        found[key] = values
    return "".join(json.dumps(found[key], sort_keys=True) + "\n" for key in sorted(found)).encode()


def count(folder: Path) -> int:
    log = folder / "generations.jsonl"
    return log.read_bytes().count(b"\n") if log.is_file() else 0


def test_a_run_killed_ten_times_equals_the_run_never_stopped(tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "scenarios.jsonl"
    subprocess.run([CLAIMSTAR, "kg", "build", "causal", "--store", store], check=True, capture_output=True)
    write_scenarios(load_or_generate(load_suite("causal"), store, None, 1), file)
    chance = random.Random(4)
    with ScriptedService(script) as service:
        command = [str(CLAIMSTAR), "bench", "run", "causal", "--store", str(store), "--scenarios", str(file)]
        command += ["--model", "openai:scripted", "--base-url", service.url, "--concurrency", "4"]
        command += ["--no-cache", "--no-store-results", "--out"]
        whole, killed = tmp_path / "whole", tmp_path / "killed"
        subprocess.run([*command, str(whole)], check=True, capture_output=True)
        stops = []
        for _ in range(10):
            run = subprocess.Popen([*command, str(killed)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            at = count(killed) + chance.randint(1, 20)
            while count(killed) < at and run.poll() is None:
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.03))
            assert run.poll() is None, "the run ended before it could be killed"
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
            stops.append(count(killed))
        asked_before = len(service.requests)
        subprocess.run([*command, str(killed)], check=True, capture_output=True)
        # What was in the log was not paid for again.
        assert len(service.requests) - asked_before == count(whole) - stops[-1]
    assert stops == sorted(set(stops))
    assert lines(killed) == lines(whole)
    scores = [json.loads((folder / "results.json").read_text())["panel"] for folder in (whole, killed)]
    assert scores[0] == scores[1]
    shutil.rmtree(store)
