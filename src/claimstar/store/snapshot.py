"""A store folder: snapshots, a pointer to the current one, and builds that are all or nothing.

::

    STORE/CURRENT                  the name of the current snapshot, replaced in one step
    STORE/snapshots/<name>/db      an Oxigraph database
    STORE/snapshots/<name>/manifest.json
    STORE/snapshots/<name>/in-use  locked by those who read the snapshot
    STORE/.lock                    held by the one process that writes

Nothing that a reader may have open is ever changed. A build fills a new snapshot beside the current one, an addition
fills a copy of it, and then the pointer is replaced; a failed or killed writer leaves what was there before. What it
left behind, and old snapshots that nobody reads any more, are removed by the next writer.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pyoxigraph import NamedNode, Quad

from claimstar.errors import LookupFailure, StoreError
from claimstar.store.embedded import EmbeddedStore, store_failure
from claimstar.store.files import copy_database, write_whole
from claimstar.store.lease import Lease, find_lease, prepare_lease, remove_unless_leased

STORES = Path(".claimstar/stores")
"""Where stores lie when no ``--store`` is given, below the working directory."""

_ATTEMPTS = 100


@dataclass(frozen=True)
class Manifest:
    """What a snapshot was built from. ``files`` maps file name to SHA-256; ``counts`` are records by class."""

    dataset: str
    graph_hash: str
    schema_version: str
    tool_version: str
    built_at: str
    files: dict[str, str]
    counts: dict[str, int]


@dataclass
class Building:
    """A snapshot under construction: load ``store``, then set ``manifest``."""

    store: EmbeddedStore
    folder: Path
    manifest: Manifest | None = None


def default_store(suite: str) -> Path:
    """The store folder of a suite when none is named."""
    return STORES / suite


def choose_store(given: Path | None) -> Path:
    """The store to read: the one given, else the only one below the working directory.

    Raises:
        LookupFailure: none, or more than one; the message lists them.
    """
    if given is not None:
        return given
    found = sorted(path.parent for path in STORES.glob("*/CURRENT"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise LookupFailure(
            "no store here", remedy="build one with: claimstar kg build SUITE, or name one with --store"
        )
    raise LookupFailure(f"several stores here: {', '.join(map(str, found))}", remedy="name one with --store")


@contextmanager
def _failing(store_dir: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise store_failure(error, store_dir) from error


def _pointed(store_dir: Path) -> str | None:
    """The name of the current snapshot, or None where there is none yet."""
    try:
        return (store_dir / "CURRENT").read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise store_failure(error, store_dir) from error


def _no_store(store_dir: Path) -> StoreError:
    return StoreError(f"no store at {store_dir}", remedy=f"build it with: claimstar kg build SUITE --store {store_dir}")


def _hold_current(store_dir: Path) -> tuple[Path, Lease]:
    """The folder of the current snapshot, with a lease on it."""
    name = None
    for _ in range(_ATTEMPTS):
        before, name = name, _pointed(store_dir)
        if name is None:
            raise _no_store(store_dir)
        folder = store_dir / "snapshots" / name
        with _failing(store_dir):
            lease = find_lease(folder) if name else None
        if lease is not None:
            return folder, lease
        if before == name and not (folder / "db").is_dir():
            break
        time.sleep(0.01)  # perhaps it was replaced and removed since the pointer was read: read that again
    raise StoreError(
        f"the store at {store_dir} points at a snapshot that is not there: {name!r}", remedy="build it again"
    )


def open_current(store_dir: Path) -> EmbeddedStore:
    """The current snapshot of a store folder, read-only and frozen.

    It can be opened while another process builds, and stays as it is when that build is done. Open it again to see
    the new one.

    Raises:
        StoreError: there is none, or it cannot be opened.
    """
    folder, lease = _hold_current(store_dir)
    return EmbeddedStore(folder / "db", read_only=True, lease=lease)


def read_manifest(store_dir: Path) -> Manifest:
    """The manifest of the current snapshot.

    Raises:
        StoreError: there is none, or it cannot be read.
    """
    folder, lease = _hold_current(store_dir)
    path = folder / "manifest.json"
    try:
        return Manifest(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(f"cannot read {path}: {error}", remedy="build the store again") from error
    finally:
        lease.close()


@contextmanager
def writing(store_dir: Path) -> Iterator[None]:
    """Hold the store's write lock.

    Raises:
        StoreError: another process holds it, or the folder cannot be written.
    """
    try:
        store_dir.mkdir(parents=True, exist_ok=True)
        lock = os.open(store_dir / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise store_failure(error, store_dir) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(
                f"another process is writing to the store at {store_dir}", remedy="wait until it has finished"
            ) from None
        yield
    finally:
        os.close(lock)


@contextmanager
def _new_snapshot(store_dir: Path) -> Iterator[Path]:
    """An empty snapshot folder that becomes current when the block ends without an error; needs the write lock."""
    folder = store_dir / "snapshots" / uuid.uuid4().hex
    with _failing(store_dir):
        _remove_unused(store_dir)
        folder.mkdir(parents=True)
        prepare_lease(folder)
    try:
        yield folder
        with _failing(store_dir):
            write_whole(store_dir / "CURRENT", folder.name + "\n")
    finally:
        _remove_unused(store_dir)


def _remove_unused(store_dir: Path) -> None:
    """Remove every snapshot but the current one and those that are being read."""
    current = _pointed(store_dir)
    for folder in (store_dir / "snapshots").glob("*"):
        if folder.name != current:
            remove_unless_leased(folder)
    for stray in store_dir.glob(".CURRENT.*"):
        stray.unlink(missing_ok=True)


def _carry_over(store_dir: Path, target: EmbeddedStore, keep: Callable[[NamedNode], bool]) -> None:
    name = _pointed(store_dir)
    if not name or not (store_dir / "snapshots" / name / "db").is_dir():
        return  # a first build, or one that mends a store without a snapshot
    try:
        old = open_current(store_dir)
        for graph in filter(keep, old.graphs()):
            target.load(old.quads(graph))
        old.close()
    except StoreError as error:
        remedy = f"to build without the runs that it holds, remove {store_dir} first"
        raise StoreError(f"the current store cannot be read: {error.message}", remedy=remedy) from error


@contextmanager
def building(store_dir: Path, *, keep: Callable[[NamedNode], bool] | None = None) -> Iterator[Building]:
    """Build a new snapshot; it becomes current when the block ends without an error.

    Args:
        store_dir: the store folder; made if missing.
        keep: graphs of the current snapshot that are carried over, such as benchmark runs.

    Raises:
        StoreError: another process is writing, the folder cannot be written, or the block set no manifest.
    """
    with writing(store_dir), _new_snapshot(store_dir) as folder:
        store = EmbeddedStore(folder / "db")
        try:
            if keep:
                _carry_over(store_dir, store, keep)
            snapshot = Building(store, folder)
            yield snapshot
            if snapshot.manifest is None:
                raise StoreError(f"the build into {store_dir} set no manifest")
            store.settle()
        finally:
            store.close()
        with _failing(store_dir):
            write_whole(folder / "manifest.json", json.dumps(asdict(snapshot.manifest), indent=1) + "\n")


def add_graph(store_dir: Path, quads: Iterable[Quad], *, replace: NamedNode | None = None) -> None:
    """Add quads, such as a benchmark run's graph, to a copy of the current snapshot, which then becomes current.

    Args:
        store_dir: the store folder.
        quads: what to add.
        replace: a graph that is emptied first.

    Raises:
        StoreError: there is no store, another process is writing, or the disk cannot be written.
    """
    if _pointed(store_dir) is None:  # before anything is made in a folder that is no store
        raise _no_store(store_dir)
    with writing(store_dir), _new_snapshot(store_dir) as folder:
        old, lease = _hold_current(store_dir)
        with _failing(store_dir):
            copy_database(old / "db", folder / "db")
            shutil.copyfile(old / "manifest.json", folder / "manifest.json")
        lease.close()
        store = EmbeddedStore(folder / "db")
        try:
            if replace is not None:
                store.remove(replace)
            store.load(quads)
            store.flush()
        finally:
            store.close()
