"""Readers and writers of one store folder, and writers that die."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from claimstar.errors import StoreError
from claimstar.rdf.terms import dataset_graph, is_run_graph, run_graph
from claimstar.store.lease import remove_unless_leased
from claimstar.store.snapshot import Manifest, add_graph, building, open_current, read_manifest

GRAPH = dataset_graph("test")
P = NamedNode("http://e/p")


def _quads(count: int, graph: NamedNode = GRAPH, tag: str = "a") -> list[Quad]:
    return [Quad(NamedNode(f"http://e/{tag}{n}"), P, Literal(f"{tag} {n}"), graph) for n in range(count)]


def _build(where: Path, quads: list[Quad], *, files: int = 1) -> None:
    with building(where, keep=is_run_graph) as snapshot:
        for part in range(files):
            snapshot.store.load(quads[part::files])
        snapshot.manifest = Manifest("test", str(len(quads)), "0", "0", "now", {}, {})


def _snapshots(where: Path) -> list[str]:
    return sorted(folder.name for folder in (where / "snapshots").iterdir())


def _files(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def _many_files(where: Path) -> None:
    """A database of so many table files that a reader does not open them all at once."""
    from pyoxigraph import Store

    _build(where, _quads(1))
    database = where / "snapshots" / _snapshots(where)[0] / "db"
    store = Store(str(database))
    for part in range(30):
        store.bulk_extend(_quads(300, tag=f"part{part}-"))
    store.flush()
    del store
    assert len(list(database.glob("*.sst"))) > 20


def test_a_reader_of_many_files_goes_on_reading_when_its_snapshot_is_replaced(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _many_files(where)
    reader = open_current(where)
    _build(where, _quads(3, tag="new"))
    assert len(_snapshots(where)) == 2
    assert sum(1 for _ in reader.quads()) == 30 * 300 + 1
    reader.close()
    _build(where, _quads(4, tag="newer"))
    assert len(_snapshots(where)) == 1


def test_without_leases_such_a_reader_would_fail(tmp_path: Path) -> None:
    """The mutation of the test above: what the lease is for."""
    where = tmp_path / "s"
    _many_files(where)
    reader = open_current(where)
    shutil.rmtree(where / "snapshots")
    with pytest.raises(StoreError, match="No such file"):
        sum(1 for _ in reader.quads())


def test_an_iterator_keeps_its_snapshot_though_the_store_is_dropped(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5))
    quads = open_current(where).quads()
    next(quads)
    _build(where, _quads(3, tag="new"))
    assert len(_snapshots(where)) == 2
    assert len(list(quads)) == 4
    del quads
    _build(where, _quads(3, tag="new"))
    assert len(_snapshots(where)) == 1


def test_a_view_opened_while_a_build_is_under_way_is_the_old_graph_and_stays_so(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5))
    with building(where) as snapshot:
        snapshot.store.load(_quads(9, tag="new"))
        view = open_current(where)
        assert len(view) == 5
        snapshot.manifest = Manifest("test", "9", "0", "0", "now", {}, {})
    assert (len(view), len(open_current(where))) == (5, 9)


def test_adding_a_graph_changes_nothing_that_a_reader_has_open(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(50))
    reader = open_current(where)
    database = where / "snapshots" / _snapshots(where)[0]
    before = _files(database)
    add_graph(where, _quads(7, run_graph("r1"), "r"))
    assert _files(database) == before
    assert (len(reader), len(open_current(where))) == (50, 57)
    assert read_manifest(where).graph_hash == "50"
    add_graph(where, _quads(2, run_graph("r1"), "other"), replace=run_graph("r1"))
    assert len(open_current(where)) == 52
    assert sum(1 for _ in reader.quads()) == 50


def test_an_addition_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5))

    def broken() -> Iterator[Quad]:
        yield from _quads(3, run_graph("r1"), "r")
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        add_graph(where, broken())
    assert len(open_current(where)) == 5
    assert len(_snapshots(where)) == 1


def test_adding_to_what_is_no_store_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store at"):
        add_graph(tmp_path / "nothing", _quads(1))
    assert not (tmp_path / "nothing").exists()


WRITER = """
import sys
from pathlib import Path
from pyoxigraph import Literal, NamedNode, Quad
from claimstar.rdf.terms import dataset_graph, run_graph
from claimstar.store.snapshot import Manifest, add_graph, building
where, p = Path(sys.argv[1]), NamedNode("http://e/p")
print("ready", flush=True)
for turn in range(1000):
    with building(where) as snapshot:
        snapshot.store.load(Quad(NamedNode(f"http://e/{turn}/{n}"), p, p, dataset_graph("test")) for n in range(100))
        snapshot.manifest = Manifest("test", str(turn), "0", "0", "now", {}, {})
    add_graph(where, [Quad(NamedNode(f"http://e/{turn}"), p, Literal(str(turn)), run_graph("r"))])
"""


def test_a_writer_killed_at_any_moment_leaves_a_whole_store(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(100))
    for delay in (0.0, 0.02, 0.05, 0.11, 0.17, 0.23):
        child = subprocess.Popen([sys.executable, "-c", WRITER, str(where)], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        assert len(list(open_current(where).quads(GRAPH))) == 100
        read_manifest(where)
    _build(where, _quads(3))
    assert len(_snapshots(where)) == 1
    assert len(open_current(where)) in (3, 4)  # with or without the last run that was added


def test_readers_in_a_loop_never_see_a_gap_while_another_process_writes(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(100))
    child = subprocess.Popen([sys.executable, "-c", WRITER, str(where)], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    try:
        end = time.monotonic() + 1.5
        seen = set()
        while time.monotonic() < end:
            view = open_current(where)
            seen.add(next(view.quads(GRAPH)).subject.value.split("/")[3])
            assert sum(1 for _ in view.quads(GRAPH)) == 100
        assert len(seen) > 1, "nothing was written meanwhile"
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def test_a_store_whose_snapshot_is_gone_says_so_and_can_be_built_again(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5))
    shutil.rmtree(where / "snapshots")
    with pytest.raises(StoreError, match="points at a snapshot that is not there"):
        open_current(where)
    _build(where, _quads(3))
    assert len(open_current(where)) == 3


@pytest.mark.parametrize("name", ["MANIFEST-*", "CURRENT"])
def test_a_corrupt_database_is_one_clear_line(tmp_path: Path, name: str) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5))
    for path in (where / "snapshots" / _snapshots(where)[0] / "db").glob(name):
        path.write_bytes(b"garbage")
    with pytest.raises(StoreError, match="cannot use the store at") as caught:
        open_current(where)
    assert "\n" not in caught.value.message
    with pytest.raises(StoreError) as again:
        _build(where, _quads(3))
    assert f"remove {where}" in again.value.remedy


def test_what_is_not_a_snapshot_is_cleared_away(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5))
    (where / "snapshots" / "half-made").mkdir()
    (where / ".CURRENT.stray").write_text("x")
    _build(where, _quads(6))
    assert len(_snapshots(where)) == 1
    assert not (where / ".CURRENT.stray").exists()
    assert remove_unless_leased(where / "snapshots" / "never-there")


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a tiny file system; the file size limit covers the case elsewhere")
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip(f"no tmpfs can be mounted here: {done.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_full_is_one_clear_line_and_leaves_the_old_store(tiny_disk: Path) -> None:
    where = tiny_disk / "s"
    _build(where, _quads(5))
    with pytest.raises(StoreError, match="cannot use the store at") as caught:
        _build(where, _quads(60_000, tag="https://example.org/a-long-name/"))
    assert "\n" not in caught.value.message
    assert "No space left" in caught.value.message
    assert len(open_current(where)) == 5
    assert len(_snapshots(where)) == 1
