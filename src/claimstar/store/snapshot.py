"""A store folder: snapshots, a pointer to the current one, and builds that are all or nothing.

::

    STORE/CURRENT                  the name of the current snapshot, replaced in one step
    STORE/snapshots/<name>/db      an Oxigraph database
    STORE/snapshots/<name>/manifest.json
    STORE/.lock                    held by the one process that writes

A build fills a new snapshot beside the current one and then replaces the pointer, so a failed or killed build leaves
what was there before. What a killed build left behind is removed by the next one.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pyoxigraph import NamedNode, Quad

from claimstar.errors import LookupFailure, StoreError
from claimstar.store.embedded import EmbeddedStore, store_failure

STORES = Path(".claimstar/stores")
"""Where stores lie when no ``--store`` is given, below the working directory."""


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


def _current(store_dir: Path) -> Path:
    pointer = store_dir / "CURRENT"
    try:
        name = pointer.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise StoreError(
            f"no store at {store_dir}", remedy=f"build it with: claimstar kg build SUITE --store {store_dir}"
        ) from None
    except OSError as error:
        raise store_failure(error, store_dir) from error
    folder = store_dir / "snapshots" / name
    if not name or not (folder / "db").is_dir():
        raise StoreError(
            f"the store at {store_dir} points at a snapshot that is not there: {name!r}", remedy="build it again"
        )
    return folder


def open_current(store_dir: Path, *, read_only: bool = True) -> EmbeddedStore:
    """The current snapshot of a store folder.

    Raises:
        StoreError: there is none, or it cannot be opened.
    """
    return EmbeddedStore(_current(store_dir) / "db", read_only=read_only)


def read_manifest(store_dir: Path) -> Manifest:
    """The manifest of the current snapshot.

    Raises:
        StoreError: there is none, or it cannot be read.
    """
    path = _current(store_dir) / "manifest.json"
    try:
        return Manifest(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(f"cannot read {path}: {error}", remedy="build the store again") from error


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


def _write_file(path: Path, text: str) -> None:
    """Write a small file so that readers see the old text or the new one, never a part."""
    beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    with beside.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)


def _remove_leftovers(store_dir: Path, keep: str | None) -> None:
    for folder in (store_dir / "snapshots").glob("*"):
        if folder.name != keep:
            shutil.rmtree(folder, ignore_errors=True)
    for stray in store_dir.glob(".CURRENT.*"):
        stray.unlink(missing_ok=True)


@contextmanager
def building(store_dir: Path, *, keep: Callable[[NamedNode], bool] | None = None) -> Iterator[Building]:
    """Build a new snapshot; it becomes current when the block ends without an error.

    Args:
        store_dir: the store folder; made if missing.
        keep: graphs of the current snapshot that are carried over, such as benchmark runs.

    Raises:
        StoreError: another process is writing, the folder cannot be written, or the block set no manifest.
    """
    with writing(store_dir):
        pointer = store_dir / "CURRENT"
        previous = pointer.read_text(encoding="utf-8").strip() if pointer.is_file() else None
        folder = store_dir / "snapshots" / uuid.uuid4().hex
        try:
            _remove_leftovers(store_dir, previous)
            folder.mkdir(parents=True)
            snapshot = Building(EmbeddedStore(folder / "db"), folder)
            if previous and keep and (store_dir / "snapshots" / previous / "db").is_dir():
                old = open_current(store_dir)
                for graph in filter(keep, old.graphs()):
                    snapshot.store.load(old.quads(graph))
            yield snapshot
            if snapshot.manifest is None:
                raise StoreError(f"the build into {store_dir} set no manifest")
            snapshot.store.settle()
            _write_file(folder / "manifest.json", json.dumps(asdict(snapshot.manifest), indent=1) + "\n")
            _write_file(pointer, folder.name + "\n")
        except OSError as error:
            raise store_failure(error, store_dir) from error
        finally:
            current = pointer.read_text(encoding="utf-8").strip() if pointer.is_file() else None
            if current != folder.name:
                shutil.rmtree(folder, ignore_errors=True)
            elif previous:
                shutil.rmtree(store_dir / "snapshots" / previous, ignore_errors=True)


def add_graph(store_dir: Path, quads: Iterable[Quad], *, replace: NamedNode | None = None) -> None:
    """Add quads, such as a benchmark run's graph, to the current snapshot.

    Args:
        store_dir: the store folder.
        quads: what to add.
        replace: a graph that is emptied first.

    Raises:
        StoreError: there is no store, another process is writing, or the disk cannot be written.
    """
    with writing(store_dir):
        store = open_current(store_dir, read_only=False)
        if replace is not None:
            store.remove(replace)
        store.load(quads)
        store.settle()
