"""Names and answers with square brackets and control characters on a terminal: shown as they are, steering nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from claimstar.bench.run import run
from claimstar.bench.run_folder import RunFolder
from claimstar.cli.main import main
from claimstar.llm import load_model
from tests.bench.changed import changed_run
from tests.bench.prepared import prepared, ticking

MODEL = "openai:org/model[int4] :star: [/x]"
PAIR = ("SCN_0001", "C1")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("runs")
    for name in ("oracle", "random"):
        run(prepared(), load_model(f"baseline:{name}"), home / name, clock=ticking())
    steering = {"chosen_option": "none\x1b[2J", "causal_path": ["ASR_\x1b[2J"]}
    bracketed = changed_run(home / "oracle", home / "a [b] [red]", {PAIR: steering})
    folder = RunFolder(bracketed)
    folder.write_manifest(replace(folder.manifest(), model=MODEL, suite_title="Claims [/y]"))
    return home


@pytest.mark.parametrize(
    "words",
    [
        ["score", "a [b] [red]"],
        ["compare", "random", "a [b] [red]", "--flips", "99"],
        ["compare", "--within", "C1,C2", "a [b] [red]"],
        ["leaderboard", ".", "--format", "text"],
        ["diagnose", "a [b] [red]", "--examples", "99"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_brackets_are_shown_and_control_characters_are_not(
    runs: Path, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(runs)
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit) as stop:
        main(["bench", *words])
    shown = capsys.readouterr().out
    assert stop.value.code == 0
    assert MODEL in shown
    assert "\x1b" not in shown


def test_an_error_shows_a_value_that_would_steer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"\x1b[2J": 1}))
    with pytest.raises(SystemExit) as stop:
        main(["bench", "score", str(tmp_path)])
    assert stop.value.code == 1
    assert "\ufffd[2J" in (told := capsys.readouterr().err)
    assert "\x1b" not in told
