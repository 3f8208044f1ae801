"""A build that fails, in whatever way, leaves the store as it was; real commands in real processes."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from ingest.broken import CELLS, CLAIMS, ENTITIES, SOURCES, SUITE_FILE, Broken, copy_mini, replace

from claimstar.rdf.canonical import graph_hash
from claimstar.rdf.terms import dataset_graph
from claimstar.store.snapshot import open_current
from kg.scale import multiply

KB = 1024


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "claimstar", *map(str, arguments)]


def _run(*arguments: object, file_limit: int | None = None) -> subprocess.CompletedProcess[str]:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit or 0, file_limit or 0))

    return subprocess.run(
        _command(*arguments),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit if file_limit is not None else None,
    )


def _state(store: Path) -> tuple[str, str, int]:
    current = (store / "CURRENT").read_text(encoding="utf-8")
    return (
        current,
        graph_hash(open_current(store).quads(dataset_graph("mini"))),
        len(list((store / "snapshots").iterdir())),
    )


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("good")
    done = _run("kg", "build", copy_mini(home), "--store", home / "store")
    assert done.returncode == 0, done.stderr
    return home / "store"


TEN = {
    "unknown class",
    "unknown predicate",
    "unknown prefix of an id",
    "dangling object",
    "duplicate id with other content",
    "confidence 1.2",
    "wrong column name",
    "quote never closed",
    "not UTF-8",
    "unknown key",
}


@pytest.mark.parametrize(
    "broken", [each for each in (*CELLS, *SUITE_FILE) if each.name in TEN], ids=lambda broken: broken.name
)
def test_bad_input_exits_with_1_names_the_place_and_leaves_the_store(
    broken: Broken, store: Path, tmp_path: Path
) -> None:
    before = _state(store)
    suite = copy_mini(tmp_path)
    broken.apply(suite)
    done = _run("kg", "build", suite, "--store", store)
    assert done.returncode == 1
    assert f"{broken.place}: {broken.message}" in done.stderr
    assert broken.remedy in done.stderr
    assert "Traceback" not in done.stderr
    assert _state(store) == before


def test_all_faults_are_printed_in_one_run(store: Path, tmp_path: Path) -> None:
    before = _state(store)
    suite = copy_mini(tmp_path)
    replace(suite, ENTITIES, b"HGNC:2707,Protein", b"HGNC:2707,Protien")
    replace(suite, CLAIMS, b"guideline,0.99,true", b"guideline,1.2,true")
    (suite / SOURCES).write_bytes(b"")
    done = _run("kg", "build", suite, "--store", store)
    assert done.returncode == 1
    for expected in ("unknown class: 'Protien'", "confidence outside 0 to 1: '1.2'", "the file is empty"):
        assert expected in done.stderr
    assert len(done.stderr.splitlines()) == 3
    assert _state(store) == before


def test_bad_input_makes_no_store_where_there_was_none(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    replace(suite, ENTITIES, b"HGNC:2707,Protein", b"HGNC:2707,Protien")
    assert _run("kg", "build", suite, "--store", tmp_path / "store").returncode == 1
    assert not (tmp_path / "store").exists()


def test_kill_9_during_a_build_leaves_the_earlier_store_readable(tmp_path: Path) -> None:
    suite, store = copy_mini(tmp_path), tmp_path / "store"
    assert _run("kg", "build", suite, "--store", store).returncode == 0
    before = _state(store)
    multiply(suite, 150)
    process = subprocess.Popen(_command("kg", "build", suite, "--store", store), stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while len(list((store / "snapshots").iterdir())) < 2 and time.monotonic() < deadline:
        assert process.poll() is None, "the build ended before it could be killed"
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    current, digest, snapshots = _state(store)
    assert (current, digest) == before[:2]
    assert snapshots == 2, "the killed build left its half behind"
    listed = _run("kg", "stats", "--store", store)
    assert listed.returncode == 0
    assert before[1] in listed.stdout
    suite = copy_mini(tmp_path / "again")
    replace(suite, CLAIMS, b"0.98,true", b"0.97,true")
    again = _run("kg", "build", suite, "--store", store)
    assert again.returncode == 0, again.stderr
    assert _state(store)[2] == 1, "the next build removed it"
    assert _state(store)[1] != before[1]


def test_a_full_disk_is_one_clear_line_and_leaves_the_store(store: Path, tmp_path: Path) -> None:
    before = _state(store)
    # A limit on the size of files makes writes fail as a full disk does.
    done = _run("kg", "build", copy_mini(tmp_path), "--store", store, file_limit=64 * KB)
    assert done.returncode == 3, done.stderr
    assert done.stderr.startswith("error: cannot use the store at")
    assert len(done.stderr.splitlines()) == 2, done.stderr
    assert _state(store) == before


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    suite, folder = copy_mini(tmp_path), tmp_path / "locked"
    folder.mkdir(mode=0o555)
    # Root may write anywhere except where the file system itself refuses.
    target = folder / "store" if os.geteuid() else Path("/proc/claimstar-store")
    done = _run("kg", "build", suite, "--store", target)
    assert done.returncode == 3
    assert done.stderr.startswith(f"error: cannot use the store at {target}")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 2, done.stderr


def test_a_file_in_place_of_the_store_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("not a folder", encoding="utf-8")
    done = _run("kg", "build", copy_mini(tmp_path), "--store", tmp_path / "store")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
