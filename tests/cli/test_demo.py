"""``claimstar demo --suite``: the whole job on a suite with other ids, conditions and counts than the pilot."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from claimstar.resources import find_suite

ENVIRONMENT = {**os.environ, "COLUMNS": "160"}
CATEGORIES = ("contraindication_sensitive", "direct_effect")
CONDITIONS = {"C1": "bare", "C4": "all"}


def demo(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "claimstar", "demo", "--limit-local", "0", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=ENVIRONMENT)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def write_other_suite(folder: Path, **changes: object) -> Path:
    """The pilot under another name, with other ids of claims and sources, and with fewer conditions and scenarios;
    changes of top-level keys, None to leave one out."""
    shutil.copytree(find_suite("causal"), folder)
    for table in (folder / "tables").glob("*.csv"):
        text = table.read_text(encoding="utf-8")
        table.write_text(re.sub(r"\bASR_0*(\d+)", r"stm-\1", re.sub(r"\bEV_0*(\d+)", r"src-\1", text)), "utf-8")
    values = yaml.safe_load((folder / "suite.yaml").read_text(encoding="utf-8"))
    values |= {"name": "other", "title": "Another domain", **changes}
    values = {key: value for key, value in values.items() if key not in ("audit", "scorers") and value is not None}
    values["conditions"] = {new: values["conditions"][old] for old, new in CONDITIONS.items()}
    scenarios = values["scenarios"]
    scenarios |= {"per_category": 3, "categories": {name: scenarios["categories"][name] for name in CATEGORIES}}
    (folder / "suite.yaml").write_text(yaml.safe_dump(values, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return folder


def test_a_demo_of_another_suite_has_its_title_conditions_and_counts(tmp_path: Path) -> None:
    suite = write_other_suite(tmp_path / "other")
    done = demo("--suite", suite, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "demo-other" / "scenarios.jsonl").read_text(encoding="utf-8").splitlines()) == 6
    page = (tmp_path / "demo-other" / "index.html").read_text(encoding="utf-8")
    assert "<h1>Another domain: models compared</h1>" in page
    assert [name for name in re.findall(r"<h2>(.+?)</h2>", page) if name != "Reports"] == list(CONDITIONS.values())
    assert "stm-" in (tmp_path / "demo-other" / "runs" / "baseline-oracle" / "report.html").read_text(encoding="utf-8")


def test_a_demo_does_not_write_over_that_of_another_suite(tmp_path: Path) -> None:
    store = tmp_path / "demo" / "store"
    build = [sys.executable, "-m", "claimstar", "kg", "build", "causal", "--store", str(store)]
    subprocess.run(build, check=True, capture_output=True)
    before = (store / "CURRENT").read_text(encoding="utf-8")
    done = demo("--suite", write_other_suite(tmp_path / "other"), "--out", "demo", cwd=tmp_path)
    assert done.returncode == 2
    assert "demo holds the demo of suite causal, not of other" in done.stderr
    assert (store / "CURRENT").read_text(encoding="utf-8") == before


@pytest.mark.parametrize("task", ["guess_again", None])
def test_a_suite_whose_task_is_not_known_is_told_before_anything_is_written(task: str | None, tmp_path: Path) -> None:
    done = demo("--suite", write_other_suite(tmp_path / "other", task=task), cwd=tmp_path)
    assert done.returncode == 2
    assert f"suite other: no task kind {task or ''!r}" in done.stderr
    assert not (tmp_path / "demo-other").exists()
