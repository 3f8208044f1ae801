"""``claimstar bench scenarios``: what it prints and writes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from claimstar.bench.scenario import read_scenarios
from claimstar.cli.main import main
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import build


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pilot") / "store"
    build(load_suite("causal"), folder, clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    return folder


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "scenarios", *arguments])
    return int(stopped.value.code or 0)


def test_prints_one_scenario_a_line_by_default(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("causal", "--store", str(store)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["id"] for line in lines] == [f"SCN_{number:04d}" for number in range(1, 81)]


def test_writes_a_file_and_prints_a_summary(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "scenarios.jsonl"
    assert run("causal", "--store", str(store), "--out", str(out), "--seed", "7") == 0
    assert {each.seed for each in read_scenarios(out)} == {7}
    text = capsys.readouterr().out
    assert "mediated_effect" in text
    assert "gold paths that scenarios share" in text


def test_json_holds_scenarios_and_what_they_were_chosen_from(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("causal", "--store", str(store), "--format", "json") == 0
    values = json.loads(capsys.readouterr().out)
    assert len(values["scenarios"]) == 80
    assert set(values["available"]) == {each["category"] for each in values["scenarios"]}


def test_without_a_store_the_remedy_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("causal", "--store", str(tmp_path / "none")) == 3
    assert "claimstar kg build" in capsys.readouterr().err


def test_explains_scenarios_for_reviewers(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--store", str(store), "--explain", "--category", "harm", "--each", "1")
    assert run("causal", *options) == 2
    assert "adverse_effect_pathway" in capsys.readouterr().err
    options = ("--store", str(store), "--explain", "--category", "adverse_effect_pathway", "--each", "2")
    assert run("causal", *options) == 0
    text = capsys.readouterr().out
    assert text.count("careless answer:") == 2
    out = tmp_path / "few.json"
    assert run("causal", *options, "--format", "json", "--out", str(out)) == 0
    assert {each["scenario"]["category"] for each in json.loads(out.read_text())["scenarios"]} == {
        "adverse_effect_pathway"
    }
    assert "2 scenarios" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [("--each", "3"), ("--category", "direct_effect"), ("--format", "markdown"), ("--explain", "--format", "jsonl")],
)
def test_options_that_do_not_go_together_are_refused(
    options: tuple[str, ...], store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("causal", "--store", str(store), *options) == 2
    assert "--explain" in capsys.readouterr().err


def test_the_scenarios_for_reviewers_of_the_pilot_are_what_the_command_gives(store: Path, tmp_path: Path) -> None:
    file = load_suite("causal").folder / "scenarios.md"
    out = tmp_path / "scenarios.md"
    assert (
        run("causal", "--store", str(store), "--explain", "--each", "3", "--format", "markdown", "--out", str(out)) == 0
    )
    assert out.read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), "run the command that the file names"
