"""What ``claimstar kg build`` prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from ingest.broken import copy_mini

from claimstar.store.snapshot import default_store, read_manifest


def _build(home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "claimstar", "kg", "build", str(copy_mini(home)), *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
    )


def test_a_build_prints_counts_hash_and_time_and_uses_the_suites_own_store(tmp_path: Path) -> None:
    done = _build(tmp_path)
    manifest = read_manifest(tmp_path / default_store("mini"))
    assert done.returncode == 0
    assert f"graph hash {manifest.graph_hash}" in done.stdout
    assert ["Assertion", "11"] in [line.split() for line in done.stdout.splitlines()]
    assert "validating" in done.stdout
    assert done.stderr == "", "no progress where standard error is no terminal"


def test_a_build_as_json(tmp_path: Path) -> None:
    done = _build(tmp_path, "--engine", "pyshacl", "--format", "json")
    content = json.loads(done.stdout)
    assert content["records"]["Assertion"] == 11
    assert content["graph_hash"] == read_manifest(tmp_path / default_store("mini")).graph_hash
    assert set(content["seconds"]) == {"reading", "encoding", "loading", "validating", "publishing"}


def test_an_unknown_engine_is_wrong_usage(tmp_path: Path) -> None:
    assert _build(tmp_path, "--engine", "jena").returncode == 2
