"""The built wheel, in a clean environment, from another directory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA_FOLDERS = ("schema", "shapes", "ontology", "queries", "suites")
BUILT_ASSETS: frozenset[str] = frozenset()
"""Files under claimstar/ of the wheel that are built and not in version control. None today."""


def _git_files() -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name for name in listed.stdout.split("\0") if name}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a new environment that holds the wheel and its dependencies, nothing else."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return home / "bin"


def _claimstar(installed: Path, where: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    return subprocess.run(
        [str(installed / "claimstar"), *arguments],
        cwd=where,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_holds_exactly_the_files_under_version_control(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if not name.split("/")[0].endswith(".dist-info")}
    expected = set()
    for name in _git_files():
        if name.startswith("src/claimstar/"):
            expected.add(name.removeprefix("src/"))
        elif name.split("/")[0] in DATA_FOLDERS:
            expected.add(f"claimstar/data/{name}")
    assert packed - expected == BUILT_ASSETS
    assert expected - packed == set()


def test_the_installed_command_does_the_job_from_another_directory(installed: Path, tmp_path: Path) -> None:
    built = _claimstar(installed, tmp_path, "kg", "build", "causal", "--store", "store")
    assert built.returncode == 0, built.stderr
    stats = _claimstar(installed, tmp_path, "kg", "stats", "--store", "store", "--format", "json")
    assert stats.returncode == 0, stats.stderr
    assert json.loads(stats.stdout)["assertions"]["total"] == 257
    where = subprocess.run(
        [str(installed / "python"), "-c", "import claimstar; print(claimstar.__file__)"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert str(ROOT / "src") not in where.stdout


def test_a_project_of_the_users_own_builds_from_its_own_tables(installed: Path, tmp_path: Path) -> None:
    made = _claimstar(installed, tmp_path, "init", "mine")
    assert made.returncode == 0, made.stderr
    tables = tmp_path / "mine" / "suites" / "causal" / "tables"
    text = (tables / "assertions.csv").read_text(encoding="utf-8")
    (tables / "assertions.csv").write_text(text.replace("ASR_0033,", "ASR_0933,", 1), encoding="utf-8")
    evidence = (tables / "assertion_evidence.csv").read_text(encoding="utf-8")
    (tables / "assertion_evidence.csv").write_text(evidence.replace("ASR_0033,", "ASR_0933,"), encoding="utf-8")
    built = _claimstar(installed, tmp_path / "mine", "kg", "build", "causal", "--store", "store")
    assert built.returncode == 0, built.stderr
    export = _claimstar(installed, tmp_path / "mine", "kg", "export", "--store", "store", "--format", "nq")
    assert export.returncode == 0, export.stderr
    assert "claim/ASR_0933>" in export.stdout
    assert "claim/ASR_0033>" not in export.stdout
