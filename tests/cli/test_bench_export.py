"""``bench export``, ``bench store`` and ``bench diagnose`` as a user types them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest


def claimstar(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "claimstar", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of the pilot that holds a run of eight prompts, and a store of another suite."""
    folder = tmp_path_factory.mktemp("home")
    for line in (
        "kg build causal --store store",
        "kg build diabetes --store other",
        "bench run causal --store store --model baseline:context --out run --limit 8",
    ):
        done = claimstar(*line.split(), cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def run_name(home: Path) -> str:
    return str(json.loads((home / "run" / "manifest.json").read_text(encoding="utf-8"))["run"])


def graph_lines(home: Path, store: str) -> list[str]:
    done = claimstar("kg", "export", "--store", store, "--format", "nq", cwd=home)
    assert done.returncode == 0, done.stderr
    ending = f"<https://w3id.org/claimstar/run/{run_name(home)}> ."
    return [line for line in done.stdout.splitlines() if line.endswith(ending)]


def test_an_export_is_what_the_run_wrote_into_the_store(home: Path) -> None:
    done = claimstar("bench", "export", "run", "--format", "nquads", cwd=home)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines
    assert lines == graph_lines(home, "store")


def test_trig_and_nquads_hold_the_same(home: Path) -> None:
    from pyoxigraph import RdfFormat, parse

    for form in ("trig", "nquads"):
        done = claimstar("bench", "export", "run", "--format", form, "--output", f"run.{form}", cwd=home)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    trig = set(parse(path=str(home / "run.trig"), format=RdfFormat.TRIG))
    assert trig == set(parse(path=str(home / "run.nquads"), format=RdfFormat.N_QUADS))
    assert len(trig) > 8 * 18


def test_storing_a_run_replaces_what_the_store_held_of_it(home: Path) -> None:
    before = graph_lines(home, "store")
    done = claimstar("bench", "store", "run", "--store", "store", cwd=home)
    assert done.returncode == 0, done.stderr
    assert f"{len(before)} quads in the graph run:{run_name(home)}" in done.stdout
    assert graph_lines(home, "store") == before


def test_a_run_is_taken_out_of_a_store_and_nothing_else(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home / "store", tmp_path / "store", symlinks=True)
    everything = claimstar("kg", "export", "--store", "store", "--format", "nq", cwd=tmp_path).stdout.splitlines()
    done = claimstar("bench", "store", str(home / "run"), "--store", "store", "--remove", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    left = claimstar("kg", "export", "--store", "store", "--format", "nq", cwd=tmp_path).stdout.splitlines()
    ending = f"<https://w3id.org/claimstar/run/{run_name(home)}> ."
    assert left == [line for line in everything if not line.endswith(ending)]
    assert len(left) < len(everything)


def test_a_run_with_fewer_answers_leaves_nothing_of_the_fuller_one(home: Path) -> None:
    whole = graph_lines(home, "store")
    cut = home / "cut"
    shutil.copytree(home / "run", cut)
    log = cut / "generations.jsonl"
    log.write_text("".join(log.read_text(encoding="utf-8").splitlines(keepends=True)[:3]), encoding="utf-8")
    try:
        done = claimstar("bench", "store", "cut", "--store", "store", cwd=home)
        assert done.returncode == 0, done.stderr
        exported = claimstar("bench", "export", "cut", "--format", "nquads", cwd=home).stdout.splitlines()
        assert graph_lines(home, "store") == exported
        assert len(exported) < len(whole)
    finally:
        claimstar("bench", "store", "run", "--store", "store", cwd=home)
    assert graph_lines(home, "store") == whole


def test_runs_of_two_sets_of_scenarios_conform_in_one_store(home: Path, tmp_path: Path) -> None:
    """Their scenarios have the same ids; as one resource each would have two questions and two golds."""
    shutil.copytree(home / "store", tmp_path / "store", symlinks=True)
    command = "bench run causal --store store --model baseline:oracle --scenario-seed 2 --out second --limit 8"
    done = claimstar(*command.split(), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    first, second = (
        {line["id"]: line for line in map(json.loads, (folder / "scenarios.jsonl").read_text().splitlines())}
        for folder in (home / "run", tmp_path / "second")
    )
    assert any(first[name] != second[name] for name in first.keys() & second.keys())
    valid = claimstar("kg", "validate", "--store", "store", cwd=tmp_path)
    assert valid.returncode == 0, valid.stdout
    assert "conforms: 0 violation" in valid.stdout


def test_a_run_in_a_store_conforms_and_leaves_the_counts_of_claims_alone(home: Path) -> None:
    def counts() -> dict[str, object]:
        told = json.loads(claimstar("kg", "stats", "--store", "bare", "--format", "json", cwd=home).stdout)
        return {key: value for key, value in told.items() if key != "triples"}

    built = claimstar("kg", "build", "causal", "--store", "bare", cwd=home)
    assert built.returncode == 0, built.stderr
    before = counts() | {"built_at": ""}
    stored = claimstar("bench", "store", "run", "--store", "bare", cwd=home)
    assert stored.returncode == 0, stored.stderr
    assert counts() | {"built_at": ""} == before
    assert before["hash_agrees"] is True
    valid = claimstar("kg", "validate", "--store", "bare", cwd=home)
    assert valid.returncode == 0, valid.stdout
    assert "conforms: 0 violation" in valid.stdout


def test_an_export_is_the_same_each_time_and_goes_to_its_file_whole_or_not_at_all(home: Path) -> None:
    for name in ("first.trig", "second.trig"):
        assert claimstar("bench", "export", "run", "--output", name, cwd=home).returncode == 0
    first = (home / "first.trig").read_bytes()
    assert first == (home / "second.trig").read_bytes()
    refused = claimstar("bench", "export", "run", "--output", "no/such/folder.trig", cwd=home)
    assert refused.returncode not in (0, 1)
    words = [sys.executable, "-m", "claimstar", "bench", "export", "run", "--output", "first.trig"]
    for wait in (0.1, 0.4, 0.7, 1.0, 1.3):
        process = subprocess.Popen(words, cwd=home)
        time.sleep(wait)
        process.kill()
        process.wait()
        assert (home / "first.trig").read_bytes() == first


def test_a_run_of_another_graph_is_refused_with_both_hashes(home: Path) -> None:
    done = claimstar("bench", "store", "run", "--store", "other", cwd=home)
    assert done.returncode == 2
    ours = json.loads((home / "run" / "manifest.json").read_text(encoding="utf-8"))["graph_hash"]
    assert ours in done.stderr
    assert run_name(home) in done.stderr
    assert "diabetes" in done.stderr
    assert not graph_lines(home, "other")
    forced = claimstar("bench", "store", "run", "--store", "other", "--other-graph", cwd=home)
    assert forced.returncode == 0
    assert "warning: run" in forced.stderr
    assert graph_lines(home, "other")


def test_a_diagnosis_is_printed_in_each_form_and_is_no_failure(home: Path) -> None:
    for form, mark in (
        ("text", "Gold that answers missed"),
        ("markdown", "## Gold that answers missed"),
        ("json", "{"),
    ):
        done = claimstar("bench", "diagnose", "run", "--store", "store", "--format", form, cwd=home)
        assert done.returncode == 0, done.stderr
        assert mark in done.stdout
    refused = claimstar("bench", "diagnose", "run", "--store", "other", cwd=home)
    assert refused.returncode == 2
    assert "leave out --store" in refused.stderr


@pytest.mark.parametrize("command", ["export", "store", "diagnose"])
def test_a_folder_that_is_no_run_is_named(command: str, home: Path) -> None:
    done = claimstar("bench", command, "nowhere", cwd=home)
    assert done.returncode == 2
    assert "nowhere is no run folder" in done.stderr
