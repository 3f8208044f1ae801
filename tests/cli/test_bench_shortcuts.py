"""``claimstar bench shortcuts``: its exit codes, its two forms and what it says of bad input."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from claimstar.bench.scenario import read_scenarios, scenario_line
from claimstar.cli.main import main
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import build


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pilot") / "store"
    build(load_suite("causal"), folder, clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    return folder


@pytest.fixture(scope="module")
def scenarios(store: Path) -> Path:
    out = store.parent / "scenarios.jsonl"
    with pytest.raises(SystemExit):
        main(["bench", "scenarios", "causal", "--store", str(store), "--out", str(out)])
    return out


def run(store: Path, *arguments: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "shortcuts", "causal", "--store", str(store), *arguments])
    return int(stopped.value.code or 0)


def test_a_short_cut_in_a_file_of_scenarios_is_a_finding(
    store: Path, scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planted = tmp_path / "planted.jsonl"
    moved = [
        each.model_copy(
            update={"candidate_options": sorted(each.candidate_options, key=lambda o: o != each.gold_option)}
        )
        for each in read_scenarios(scenarios)
    ]
    planted.write_text("\n".join(map(scenario_line, moved)) + "\n", encoding="utf-8")
    assert run(store, "--scenarios", str(planted), "--format", "json") == 1
    values = json.loads(capsys.readouterr().out)
    assert {"pooled", "position"} <= {each["criterion"] for each in values["findings"]}
    assert not values["criteria"]["position"]["holds"]


def test_the_text_names_every_criterion(store: Path, scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(store, "--scenarios", str(scenarios))
    text = capsys.readouterr().out
    assert code == ("FAILS" in text)
    assert all(f"  {name}: " in text for name in ("pooled", "category", "position", "leak"))


def test_bad_files_are_named_without_a_traceback(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, broken = tmp_path / "empty.jsonl", tmp_path / "broken.jsonl"
    empty.write_text("")
    broken.write_text('{"id": "SCN_0001"\n')
    for file in (tmp_path / "none.jsonl", empty, broken):
        assert run(store, "--scenarios", str(file)) in (1, 2), file
        error = capsys.readouterr().err
        assert file.name in error or file == empty
        assert "Traceback" not in error
