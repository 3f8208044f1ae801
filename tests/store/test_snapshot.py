"""Builds are all or nothing, whatever happens in between."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, Quad

from claimstar.errors import LookupFailure, QueryError, StoreError
from claimstar.rdf.terms import dataset_graph, is_run_graph, run_graph
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.snapshot import Manifest, add_graph, building, choose_store, open_current, read_manifest

GRAPH = dataset_graph("test")


def _quads(count: int, graph: NamedNode = GRAPH, tag: str = "a") -> list[Quad]:
    return [
        Quad(NamedNode(f"http://e/{tag}{n}"), NamedNode("http://e/p"), NamedNode("http://e/o"), graph)
        for n in range(count)
    ]


def _build(where: Path, quads: list[Quad], digest: str = "x") -> None:
    with building(where, keep=is_run_graph) as snapshot:
        snapshot.store.load(quads)
        snapshot.manifest = Manifest("test", digest, "0", "0", "now", {}, {})


def test_a_build_can_be_read_back(tmp_path: Path) -> None:
    _build(tmp_path / "s", _quads(5), "five")
    assert len(open_current(tmp_path / "s")) == 5
    assert read_manifest(tmp_path / "s").graph_hash == "five"


def test_a_new_build_replaces_the_old_one_and_keeps_run_graphs(tmp_path: Path) -> None:
    _build(tmp_path / "s", _quads(5))
    add_graph(tmp_path / "s", _quads(2, run_graph("r1"), "r"))
    _build(tmp_path / "s", _quads(3, tag="b"))
    store = open_current(tmp_path / "s")
    assert len(list(store.quads(GRAPH))) == 3
    assert len(list(store.quads(run_graph("r1")))) == 2
    assert len(list((tmp_path / "s" / "snapshots").iterdir())) == 1


def test_a_failed_build_leaves_what_was_there(tmp_path: Path) -> None:
    _build(tmp_path / "s", _quads(5), "five")
    with pytest.raises(StoreError, match="no manifest"), building(tmp_path / "s") as snapshot:
        snapshot.store.load(_quads(9))
    assert len(open_current(tmp_path / "s")) == 5
    assert read_manifest(tmp_path / "s").graph_hash == "five"
    assert len(list((tmp_path / "s" / "snapshots").iterdir())) == 1


def _interrupted_build(where: Path) -> None:
    with building(where) as snapshot:
        snapshot.store.load(_quads(9))
        raise KeyboardInterrupt


def test_an_interrupted_build_leaves_what_was_there(tmp_path: Path) -> None:
    _build(tmp_path / "s", _quads(5), "five")
    with pytest.raises(KeyboardInterrupt):
        _interrupted_build(tmp_path / "s")
    assert read_manifest(tmp_path / "s").graph_hash == "five"


SLOW_BUILD = """
import sys, time
from pathlib import Path
from pyoxigraph import NamedNode, Quad
from claimstar.store.snapshot import building
with building(Path(sys.argv[1])) as snapshot:
    p = NamedNode("http://e/p")
    snapshot.store.load(Quad(NamedNode(f"http://e/{n}"), p, p) for n in range(1000))
    print("loaded", flush=True)
    time.sleep(60)
"""


def test_kill_9_in_mid_build_leaves_the_old_store_and_the_next_build_cleans_up(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5), "five")
    child = subprocess.Popen([sys.executable, "-c", SLOW_BUILD, str(where)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "loaded\n"
    with pytest.raises(StoreError, match="another process is writing"):
        _build(where, _quads(1))
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert len(open_current(where)) == 5
    assert len(list((where / "snapshots").iterdir())) == 2
    _build(where, _quads(7), "seven")
    assert read_manifest(where).graph_hash == "seven"
    assert len(list((where / "snapshots").iterdir())) == 1


def test_readers_of_the_old_snapshot_go_on_reading(tmp_path: Path) -> None:
    _build(tmp_path / "s", _quads(5))
    reader = open_current(tmp_path / "s")
    _build(tmp_path / "s", _quads(3, tag="b"))
    assert len(list(reader.quads(GRAPH))) == 5


def test_a_place_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot use the store at") as caught:
        _build(tmp_path / "file" / "s", _quads(1))
    assert "\n" not in caught.value.message


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from pyoxigraph import NamedNode, Quad
from claimstar.errors import StoreError
from claimstar.store.snapshot import building, Manifest
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    with building(Path(sys.argv[1])) as snapshot:
        snapshot.store.load(
            Quad(NamedNode(f"http://e/{n}/{n * 7919}"), NamedNode("http://e/p"), NamedNode(f"http://o/{n * 104729}"))
            for n in range(200_000)
        )
        snapshot.manifest = Manifest("test", "x", "0", "0", "now", {}, {})
except StoreError as error:
    print(error.message)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no file size limit on this platform")
def test_a_full_disk_is_one_clear_line_and_leaves_the_old_store(tmp_path: Path) -> None:
    where = tmp_path / "s"
    _build(where, _quads(5), "five")
    done = subprocess.run([sys.executable, "-c", FULL_DISK, str(where)], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("cannot use the store at"), done.stdout + done.stderr
    assert done.stdout.count("\n") == 1
    assert read_manifest(where).graph_hash == "five"
    assert len(open_current(where)) == 5


def test_a_missing_store_says_how_to_build_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        open_current(tmp_path / "nothing")
    assert "claimstar kg build" in caught.value.remedy


def test_the_only_store_is_found_and_two_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LookupFailure, match="no store here"):
        choose_store(None)
    _build(Path(".claimstar/stores/one"), _quads(1))
    assert choose_store(None) == Path(".claimstar/stores/one")
    _build(Path(".claimstar/stores/two"), _quads(1))
    with pytest.raises(LookupFailure, match="several stores"):
        choose_store(None)


def test_bad_queries_are_told_with_their_fault() -> None:
    store = EmbeddedStore()
    with pytest.raises(QueryError, match="does not parse"):
        store.select("SELECT WHERE")
    with pytest.raises(QueryError, match="not a SELECT"):
        store.select("ASK { ?s ?p ?o }")


def test_the_default_graph_is_the_union() -> None:
    store = EmbeddedStore()
    store.load([*_quads(2), *_quads(3, run_graph("r"), "r")])
    assert len(store.select("SELECT ?s { ?s ?p ?o }")) == 5


def test_opening_is_quick_enough_to_do_per_command(tmp_path: Path) -> None:
    _build(tmp_path / "s", _quads(1000))
    start = time.perf_counter()
    open_current(tmp_path / "s")
    assert time.perf_counter() - start < 2.0
