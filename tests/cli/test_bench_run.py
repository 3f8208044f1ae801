"""``claimstar bench run``, ``bench score`` and ``demo`` as a user types them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.failure_modes import answer
from tests.bench.scripted_service import Reply, Request, ScriptedService, chat, refused

ENVIRONMENT = {**os.environ, "OPENAI_API_KEY": "none", "COLUMNS": "160"}


def claimstar(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "claimstar", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=ENVIRONMENT)
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of the pilot, its scenarios and a finished run of eight prompts."""
    folder = tmp_path_factory.mktemp("home")
    for arguments in (
        ("kg", "build", "causal", "--store", "store"),
        ("bench", "scenarios", "causal", "--store", "store", "--out", "scenarios.jsonl"),
        run_arguments("baseline:context", "run", "--limit", "8"),
    ):
        done = claimstar(*arguments, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def run_arguments(model: str, out: str, *more: str) -> tuple[str, ...]:
    common = ("--store", "store", "--scenarios", "scenarios.jsonl", "--model", model, "--out", out)
    return ("bench", "run", "causal", *common, *more)


@pytest.fixture
def silent_service() -> Iterator[str]:
    """The address of a service that takes calls and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"


@pytest.fixture
def closed_port() -> str:
    """An address at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}/v1"


def test_a_run_prints_its_panel_and_where_the_report_is(home: Path) -> None:
    done = claimstar(*run_arguments("baseline:random", "printed", "--conditions", "C2,C4", "--limit", "4"), cwd=home)
    assert done.returncode == 0, done.stderr
    assert "Intervention accuracy" in done.stdout
    assert "C4" in done.stdout
    assert "C1" not in done.stdout
    assert "report: printed/report.html" in done.stdout
    assert (home / "printed" / "report.html").is_file()
    assert len((home / "printed" / "generations.jsonl").read_text().splitlines()) == 4


def test_scoring_needs_the_folder_alone(home: Path, tmp_path: Path) -> None:
    (home / "run").rename(tmp_path / "elsewhere")
    try:
        done = claimstar("bench", "score", "elsewhere", cwd=tmp_path)
    finally:
        (tmp_path / "elsewhere").rename(home / "run")
    assert done.returncode == 0, done.stderr
    assert "Intervention accuracy" in done.stdout


def test_another_model_in_the_same_folder_is_a_usage_error(home: Path) -> None:
    done = claimstar(*run_arguments("baseline:oracle", "run", "--limit", "8"), cwd=home)
    assert done.returncode == 2
    assert 'model ("baseline:context" there, "baseline:oracle" now)' in done.stderr


def test_unknown_model_condition_store_and_folder_are_told_plainly(home: Path) -> None:
    unbuilt = ("bench", "run", "causal", "--model", "baseline:oracle", "--out", "x", "--store", "nowhere")
    for arguments, code, words in (
        (run_arguments("baseline:genius", "x"), 2, "unknown model 'baseline:genius'"),
        (run_arguments("baseline:oracle", "x", "--conditions", "C9"), 2, "no condition 'C9'"),
        (unbuilt, 3, "no store at"),
        (("bench", "score", "nowhere"), 2, "no run folder"),
    ):
        done = claimstar(*arguments, cwd=home)
        assert done.returncode == code, (arguments, done.stderr)
        assert words in done.stderr
    assert not (home / "x").exists()


def test_a_run_whose_every_call_fails_ends_with_3_and_the_reason(home: Path, closed_port: str) -> None:
    more = ("--base-url", closed_port, "--limit", "1")
    done = claimstar(*run_arguments("openai:none", "failed", *more), cwd=home)
    assert done.returncode == 3, done.stdout + done.stderr
    assert "no call succeeded" in done.stderr
    assert "model error" in done.stdout
    lines = (home / "failed" / "generations.jsonl").read_text().splitlines()
    assert [bool(json.loads(line)["error"]) for line in lines] == [True]


@pytest.mark.parametrize(("status", "code"), [(401, None), (429, "insufficient_quota")])
def test_a_run_that_its_service_ends_is_scored_as_far_as_it_got(
    home: Path, tmp_path: Path, status: int, code: str | None
) -> None:
    def script(request: Request) -> Reply:
        return chat(answer()) if request.number < 3 else refused(status, "no more", code)

    out = tmp_path / "ended"
    with ScriptedService(script) as service:
        more = ("--base-url", service.url, "--limit", "8", "--concurrency", "1", "--no-cache")
        first = claimstar(*run_arguments("openai:scripted", str(out), *more), cwd=home)
        scored_first = (out / "results.json").read_text()
        service.script = lambda request: chat(answer()) if request.number < 6 else refused(status, "no more", code)
        second = claimstar(*run_arguments("openai:scripted", str(out), *more), cwd=home)
    for done, missing in ((first, 5), (second, 3)):
        assert done.returncode == 3, done.stdout + done.stderr
        assert "no more" in done.stderr
        assert "remedy: " in done.stderr
        assert f"{missing} of 8 prompts were not asked" in done.stderr
        assert "Intervention accuracy" in done.stdout
    results = [json.loads(text) for text in (scored_first, (out / "results.json").read_text())]
    counts = [(one["counts"]["planned"], one["counts"]["answered"], one["counts"]["scored"]) for one in results]
    # The fourth request was refused, so the second command was answered twice before its own refusal.
    assert counts == [(8, 3, 3), (8, 5, 5)]
    assert (out / "report.html").is_file()


def test_a_service_that_refuses_the_first_call_leaves_nothing_to_score(home: Path, tmp_path: Path) -> None:
    with ScriptedService(lambda request: refused(401, "who are you")) as service:
        more = ("--base-url", service.url, "--limit", "8", "--concurrency", "1", "--no-cache")
        done = claimstar(*run_arguments("openai:scripted", str(tmp_path / "ended"), *more), cwd=home)
    assert done.returncode == 3
    assert "who are you" in done.stderr
    assert not (tmp_path / "ended" / "results.json").exists()


def test_interrupting_leaves_a_folder_that_can_be_continued(home: Path, silent_service: str) -> None:
    arguments = run_arguments("openai:none", "stopped", "--base-url", silent_service, "--limit", "8")
    command = [sys.executable, "-m", "claimstar", *arguments]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        cwd=home,
        env=ENVIRONMENT,
        # a background job of a shell ignores SIGINT, and its children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        until = time.monotonic() + 60
        while not (home / "stopped" / "generations.jsonl").exists():
            assert time.monotonic() < until
            time.sleep(0.1)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, errors
    assert "The same command continues" in errors
    assert "Traceback" not in errors
    manifest = json.loads((home / "stopped" / "manifest.json").read_text())
    assert manifest["sessions"][0]["ended_at"]


def test_killing_a_run_loses_no_whole_line(home: Path) -> None:
    arguments = run_arguments("baseline:context", "killed", "--no-store-results")
    command = [sys.executable, "-m", "claimstar", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=home, env=ENVIRONMENT)
    file = home / "killed" / "generations.jsonl"
    try:
        until = time.monotonic() + 60
        while not (file.exists() and file.stat().st_size):
            assert time.monotonic() < until
            time.sleep(0.001)
    finally:
        process.kill()
        process.wait()
    before = file.read_bytes()
    done = claimstar(*arguments, cwd=home)
    assert done.returncode == 0, done.stderr
    after = file.read_bytes()
    assert after.startswith(before[: before.rfind(b"\n") + 1])
    lines = [json.loads(line) for line in after.decode().splitlines()]
    assert len({(line["scenario"], line["condition"]) for line in lines}) == len(lines) == 320


def test_a_run_is_in_the_store_unless_it_is_not_wanted_there(home: Path) -> None:
    from claimstar.rdf.terms import is_run_graph
    from claimstar.store.snapshot import open_current

    done = claimstar(*run_arguments("baseline:oracle", "unstored", "--limit", "1", "--no-store-results"), cwd=home)
    assert done.returncode == 0, done.stderr
    graphs = " ".join(graph.value for graph in open_current(home / "store").graphs() if is_run_graph(graph))
    assert "causal-baseline-context-" in graphs
    assert "causal-baseline-oracle-" not in graphs


def test_the_demo_does_the_whole_job_and_can_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        done = claimstar("demo", "--out", "demo", "--limit-local", "0", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        for name in ("oracle", "random", "context"):
            assert f"demo/runs/baseline-{name}/report.html" in done.stdout
            assert (tmp_path / "demo" / "runs" / f"baseline-{name}" / "report.html").is_file()
        assert "local:smollm2 was not asked" in done.stdout
        assert (tmp_path / "demo" / "index.html").is_file()
