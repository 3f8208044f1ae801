"""``claimstar bench judge`` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.judged import CRITERIA, answer_run, as_judge, whole
from bench.scripted_service import ScriptedService, chat

from .test_bench_run import claimstar


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("judged") / "run"
    return answer_run(folder)


def test_it_prints_the_table_and_keeps_it(answered: Path) -> None:
    with ScriptedService(lambda _: as_judge(chat(whole(2)))) as service:
        words = ("bench", "judge", "run", "--suite", "causal", "--model", "openai:judge", "--base-url", service.url)
        done = claimstar(*words, "--no-cache", cwd=answered.parent)
        again = claimstar(*words, "--no-cache", "--format", "json", cwd=answered.parent)
        asked = len(service.requests)
    assert (done.returncode, again.returncode) == (0, 0), done.stderr + again.stderr
    row = next(line for line in done.stdout.splitlines() if line.startswith(CRITERIA[0]))
    assert row.split()[1:] == ["2.00", "(3)"] * 3
    assert asked == 9
    assert json.loads(again.stdout) == json.loads((answered / "judge.openai-judge.json").read_text())


def test_a_dry_run_asks_nobody(answered: Path) -> None:
    words = ("bench", "judge", "run", "--suite", "causal", "--model", "openai:other", "--dry-run", "--format", "json")
    done = claimstar(*words, cwd=answered.parent)
    assert json.loads(done.stdout) == {"calls": 9, "answers": 9, "without_answer": 0}
    assert not (answered / "verdicts.openai-other.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--suite", "causal", "--model", "openai:scripted", "--dry-run"), "no model judges itself"),
        (("--suite", "diabetes", "--model", "openai:judge", "--dry-run"), "no rubric"),
        (("--suite", "causal", "--model", "baseline:oracle"), "cannot judge"),
        (("--model", "openai:judge", "--dry-run"), "tiny"),
        (("--model", "openai:judge", "--timeout", "nan"), "nan is no number of seconds"),
        (("--model", "openai:judge", "--timeout", "inf"), "inf is no number of seconds"),
    ],
)
def test_what_cannot_be_is_a_usage_error(words: tuple[str, ...], said: str, answered: Path) -> None:
    done = claimstar("bench", "judge", "run", *words, cwd=answered.parent)
    assert done.returncode == 2
    assert said in done.stderr
