"""``claimstar bench compare`` as a user types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = {**os.environ, "COLUMNS": "120"}


def claimstar(*arguments: str | Path, cwd: Path, columns: int = 120) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "claimstar", *map(str, arguments)]
    environment = {**ENVIRONMENT, "COLUMNS": str(columns)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def compare(home: Path, *arguments: str, columns: int = 120) -> str:
    done = claimstar("bench", "compare", *arguments, cwd=home, columns=columns)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with finished runs: two baselines under C2 and C4, one of them twice, and one under other conditions."""
    folder = tmp_path_factory.mktemp("home")
    unlisted = ("--store", "store", "--no-store-results")
    common = (*unlisted, "--scenarios", "scenarios.jsonl")
    two = ("--conditions", "C2,C4")
    for arguments in (
        ("kg", "build", "causal", "--store", "store"),
        ("bench", "scenarios", "causal", "--store", "store", "--out", "scenarios.jsonl"),
        ("bench", "run", "causal", *common, "--model", "baseline:context", "--out", "context", *two),
        ("bench", "run", "causal", *common, "--model", "baseline:random", "--out", "random", *two),
        # without --scenarios: the seed of the model draws none
        ("bench", "run", "causal", *unlisted, "--model", "baseline:random", "--seed", "2", "--out", "random2", *two),
        ("bench", "run", "causal", *common, "--model", "baseline:oracle", "--out", "small", *two, "--limit", "8"),
        ("bench", "run", "causal", *common, "--model", "baseline:oracle", "--out", "other", "--limit", "4"),
    ):
        done = claimstar(*arguments, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def test_a_comparison_tells_sides_repeats_standings_deltas_and_flips(home: Path) -> None:
    text = compare(home, "context", "random", "random2")
    for part in ("2 repeats (seeds 1, 2)", "Who is ahead", "◀ A ahead", "Paired deltas, B − A", "repeats", "C2: 19"):
        assert part in text
    assert "Causal precision" not in text
    assert "Causal precision" in compare(home, "context", "random", "--all-metrics")
    assert "Path order" in compare(home, "context", "random", "--metric", "path_order")


def test_what_is_shown_changes_no_adjusted_p(home: Path) -> None:
    few = compare(home, "context", "random", "--metric", "causal_f1", "--flips", "0", "--condition", "C4")
    held = json.loads(compare(home, "context", "random", "--format", "json"))
    one = next(one for one in held["contrasts"] if one["condition"] == "C4")
    p_holm = next(each["p_holm"] for each in one["deltas"] if each["metric"] == "causal_f1")
    row = next(line for line in few.splitlines() if line.startswith("C4 Causal F1"))
    assert ("<0.001" if p_holm < 0.001 else f"{p_holm:.3f}") in row
    assert "flipped" not in few


@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_wider_than_the_terminal(home: Path, columns: int) -> None:
    for arguments in (("context", "random", "--all-metrics"), ("context", "random", "--within", "C2,C4")):
        lines = compare(home, *arguments, columns=columns).splitlines()
        assert max(map(len, lines)) <= columns
        assert not any("…" in line for line in lines)


def test_conditions_within_runs_have_the_layout_of_table_3(home: Path) -> None:
    text = compare(home, "context", "random", "--within", "C2,C4")
    assert text.count("the paper's Table 3), and paired delta") == 2
    first = text.split("Paired deltas")[0].splitlines()
    order = ["Intervention acc", "Causal precision", "Causal recall", "Causal F1", "Adverse", "Evidence", "Unsupported"]
    order.append("Contraindication recall")
    starts = [next(place for place, line in enumerate(first) if line.startswith(start)) for start in order]
    assert starts == sorted(starts)
    assert "Paired deltas, C4 − C2" in compare(home, "context", "--within", "C2,C4")


def test_a_run_of_few_prompts_shows_its_n(home: Path) -> None:
    text = compare(home, "context", "small")
    assert "8 of 8 (limit 8)" in text
    assert "76/0" in text


def test_markdown_tables_have_as_many_cells_in_each_row(home: Path) -> None:
    text = compare(home, "context", "random", "--format", "markdown")
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) >= 5
    for table in tables:
        assert len({line.replace("\\|", "").count("|") for line in table}) == 1


def test_a_comparison_is_written_to_a_file(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "comparison.json"
    assert compare(home, "context", "random", "--format", "json", "--out", str(file)) == ""
    assert json.loads(file.read_text())["kind"] == "sides"
    assert list(tmp_path.iterdir()) == [file]
    lost = claimstar("bench", "compare", "context", "random", "--out", tmp_path / "no" / "x.txt", cwd=home)
    assert (lost.returncode, "cannot write" in lost.stderr) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("context",), ("one run is nothing to compare", "--within")),
        (("context", "context"), ("context is named twice",)),
        (("context", "nowhere"), ("nowhere is no run folder",)),
        (("context", "other"), ("conditions: C2, C4 and C1, C2, C3, C4", "--conditions")),
        (("random", "random2"), ("repeats of one model",)),
        (("context", "random", "--metric", "speed"), ("no metric 'speed'", "causal_f1")),
        (("context", "random", "--metric", "causal_f1", "--all-metrics"), ("exclude each other",)),
        (("context", "--within", "C2,C4", "--condition", "C2"), ("exclude each other",)),
        (("context", "--within", "C2"), ("does not name two conditions",)),
        (("context", "--within", "C2,C9"), ("no condition 'C9'",)),
        (("context", "--within", "C2,C2"), ("cannot be compared with itself",)),
    ],
)
def test_what_cannot_be_compared_is_told_with_its_remedy(
    home: Path, arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    done = claimstar("bench", "compare", *arguments, cwd=home)
    assert done.returncode == 2
    assert done.stdout == ""
    for part in (*parts, "remedy"):
        assert part in done.stderr


def test_a_broken_manifest_is_named(home: Path, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{}")
    done = claimstar("bench", "compare", "context", tmp_path / "broken", cwd=home)
    assert done.returncode == 1
    assert "not a run manifest" in done.stderr
