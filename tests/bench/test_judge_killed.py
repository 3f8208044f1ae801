"""A judge that is killed again and again and taken up again has judged as the judge that was never stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from .judged import CRITERIA, answer_run, as_judge, whole
from .scripted_service import Reply, Request, ScriptedService, chat

CLAIMSTAR = Path(sys.executable).parent / "claimstar"
LOG = "verdicts.openai-judge.jsonl"
PASSING = {"latency_seconds", "request_id", "attempts"}
KILLS = 3


def script(request: Request) -> Reply:
    """Scores that depend on the prompt alone, after a while."""
    score = 1 + sum(request.user.encode()) % 5
    return as_judge(chat(whole(score), delay=0.3, number=request.number))


def count(folder: Path) -> int:
    log = folder / LOG
    return log.read_bytes().count(b"\n") if log.is_file() else 0


def lines(folder: Path) -> list[dict[str, Any]]:
    """The log in order of the prompts, without what may differ."""
    found = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    kept = [{name: value for name, value in line.items() if name not in PASSING} for line in found]
    return sorted(kept, key=lambda line: (line["scenario"], line["condition"]))


def test_a_judge_killed_and_taken_up_again_equals_the_one_never_stopped(tmp_path: Path) -> None:
    whole_run = answer_run(tmp_path / "whole")
    killed = Path(shutil.copytree(whole_run, tmp_path / "killed"))
    with ScriptedService(script) as service:
        options = ["--suite", "causal", "--model", "openai:judge", "--base-url", service.url]
        options += ["--no-cache", "--concurrency", "2"]
        command = [str(CLAIMSTAR), "bench", "judge"]
        subprocess.run([*command, str(whole_run), *options], check=True, capture_output=True)
        stops = []
        for _ in range(KILLS):
            before = count(killed)
            judging = subprocess.Popen(
                [*command, str(killed), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            while count(killed) == before and judging.poll() is None:
                time.sleep(0.001)
            assert judging.poll() is None, "it ended before it could be killed"
            os.kill(judging.pid, signal.SIGKILL)
            judging.wait()
            stops.append(count(killed))
        with (killed / LOG).open("a") as log:
            log.write('{"scenario": "SCN_00')  # what a kill within a write leaves
        asked_before = len(service.requests)
        subprocess.run([*command, str(killed), *options], check=True, capture_output=True)
        assert len(service.requests) - asked_before == 9 - stops[-1], "what was judged was paid for again"
    assert stops == sorted(set(stops))
    assert stops[-1] < 9
    assert len(lines(killed)) == 9
    assert lines(killed) == lines(whole_run)
    panels = [json.loads((folder / "judge.openai-judge.json").read_text())["panel"] for folder in (whole_run, killed)]
    assert panels[0] == panels[1]
    assert len(panels[0]) == 3 * len(CRITERIA)
