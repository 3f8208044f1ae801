"""``claimstar bench run --batch`` as a user types it, killed at any step and continued."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .batch_service import BatchServer, Fate, answered, lines, serving

ENVIRONMENT = {**os.environ, "OPENAI_API_KEY": "none", "COLUMNS": "160"}
PROMPTS = 8


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of the pilot and its scenarios."""
    folder = tmp_path_factory.mktemp("home")
    for arguments in (
        ("kg", "build", "causal", "--store", "store"),
        ("bench", "scenarios", "causal", "--store", "store", "--out", "scenarios.jsonl"),
    ):
        subprocess.run([sys.executable, "-m", "claimstar", *arguments], cwd=folder, check=True, capture_output=True)
    # Two scenarios under four conditions are the prompts; fewer to prepare make each command quicker.
    cut = folder / "scenarios.jsonl"
    cut.write_text("".join(cut.read_text().splitlines(keepends=True)[:2]))
    return folder


@pytest.fixture
def service() -> Iterator[BatchServer]:
    with serving() as service:
        yield service


def command(service: BatchServer, out: Path, *more: str) -> list[str]:
    common = (
        "--store",
        "store",
        "--scenarios",
        "scenarios.jsonl",
        "--limit",
        str(PROMPTS),
        "--no-store-results",
        "--no-cache",
    )
    model = ("--model", "openai:scripted", "--base-url", service.url, "--batch", "--poll", "0.05", "--out", str(out))
    return [sys.executable, "-m", "claimstar", "bench", "run", "causal", *common, *model, *more]


def run(service: BatchServer, home: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(service, out, *more), cwd=home, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def pairs(out: Path) -> list[tuple[str, str]]:
    loaded = [json.loads(line) for line in (out / "generations.jsonl").read_text().splitlines()]
    return [(line["scenario"], line["condition"]) for line in loaded]


def test_a_run_through_batches_ends_like_any_other(service: BatchServer, home: Path, tmp_path: Path) -> None:
    done = run(service, home, tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert "report: " in done.stdout
    assert "batch batch-0: 7 prompts, submitted" in done.stderr
    assert "batch batch-0: completed, 7 of 7" in done.stderr
    assert len(pairs(tmp_path / "run")) == PROMPTS
    assert (tmp_path / "run" / "report.html").is_file()


@pytest.mark.parametrize(
    ("method", "path", "when"),
    [
        ("POST", "/v1/files", "before"),
        ("POST", "/v1/files", "after"),
        ("POST", "/v1/batches", "before"),
        ("POST", "/v1/batches", "after"),
        ("GET", "/v1/batches/", "after"),
        ("GET", "/v1/files/", "after"),
    ],
)
def test_a_killed_process_is_continued_without_paying_twice(
    service: BatchServer, home: Path, tmp_path: Path, method: str, path: str, when: str
) -> None:
    out = tmp_path / "run"
    service.hold = (method, path, when)
    with subprocess.Popen(
        command(service, out), cwd=home, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as first:
        assert service.held.wait(60)
        first.send_signal(signal.SIGKILL)
    service.hold = None
    service.released.set()
    done = run(service, home, out)
    assert done.returncode == 0, done.stderr
    assert len(service.batches) == 1
    assert len(service.chats) == 1
    assert len(pairs(out)) == len(set(pairs(out))) == PROMPTS
    assert ("found again" in done.stderr) == (path == "/v1/batches" and when == "after")


def test_one_can_leave_and_come_back(service: BatchServer, home: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    left = run(service, home, out, "--no-wait")
    assert left.returncode == 0, left.stderr
    assert "1 batch goes on at the service. The same command on" in left.stdout
    direct = [word for word in command(service, out) if word != "--batch"]
    refused = subprocess.run(direct, cwd=home, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "1 batch under way" in refused.stderr
    assert "add --batch" in refused.stderr
    assert run(service, home, out).returncode == 0
    assert len(service.batches) == 1


def test_stopping_while_waiting_says_that_the_batch_goes_on(service: BatchServer, home: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    service.looks_needed = 10**6
    with subprocess.Popen(
        command(service, out), cwd=home, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as first:
        assert first.stderr is not None
        said = ""
        while "in_progress" not in said:
            said = first.stderr.readline()
        second = run(service, home, out)
        assert second.returncode == 2
        assert "another process is writing" in second.stderr
        first.send_signal(signal.SIGINT)
        rest = first.stderr.read()
    assert first.returncode == 130
    assert "1 batch goes on at the service. The same command on" in rest
    assert "Traceback" not in rest


def test_an_input_that_is_refused_ends_with_its_line(service: BatchServer, home: Path, tmp_path: Path) -> None:
    fault = {"code": "invalid_json_line", "line": 2, "message": "This line is not parseable.", "param": None}
    service.endings = [lambda asked: Fate("failed", faults=(fault,))]
    done = run(service, home, tmp_path / "run")
    assert done.returncode == 3
    assert "line 2: This line is not parseable. (invalid_json_line)" in done.stderr
    assert "remedy" in done.stderr


def test_losses_are_told_and_stand_in_the_panel(service: BatchServer, home: Path, tmp_path: Path) -> None:
    service.endings = [lambda asked: Fate("expired", output=lines(*map(answered, asked[:1])), completed=1)]
    done = run(service, home, tmp_path / "run")
    assert "4 of 8 calls failed; --retry-errors asks them again" in done.stderr
    assert "batch batch-2: 1 of 5 answers; 4 without an answer (batch expired)" in done.stderr
    assert "no answer in 3 batches; the last: batch expired" in done.stderr
    assert "model error (C" in done.stdout
    assert len(pairs(tmp_path / "run")) == PROMPTS


def test_options_that_do_not_go_together_are_refused(service: BatchServer, home: Path, tmp_path: Path) -> None:
    words = [word for word in command(service, tmp_path / "run", "--no-wait") if word != "--batch"]
    done = subprocess.run(words, cwd=home, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--no-wait goes with --batch alone" in done.stderr
