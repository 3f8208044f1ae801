"""Leases on snapshots: a reader holds one, and a snapshot that somebody holds is not removed.

RocksDB opens files of a large database only when it needs them, so a reader whose snapshot is removed would fail in
mid-query. A lease is a shared lock on a file of the snapshot; the system frees it when the process ends, however it
ends.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

_NAME = "in-use"


class Lease:
    """An open file that carries a lock, which ends when the object is closed or collected."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    def take(self, kind: int) -> bool:
        """Take the lock (``fcntl.LOCK_SH`` or ``LOCK_EX``); False where another one stands against it."""
        try:
            fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        # the file may have been removed between opening and locking it
        return os.fstat(self._descriptor).st_nlink > 0

    def close(self) -> None:
        """Give the lease back; nothing happens the second time."""
        descriptor, self._descriptor = getattr(self, "_descriptor", -1), -1
        if descriptor >= 0:
            os.close(descriptor)

    def __del__(self) -> None:
        self.close()


def prepare_lease(folder: Path) -> None:
    """Make the file that leases on a snapshot lock. A reader may have no right to write, so the writer makes it."""
    (folder / _NAME).touch()


def find_lease(folder: Path) -> Lease | None:
    """A lease on a snapshot, or None where the snapshot is gone or is being removed.

    Raises:
        OSError: the file cannot be opened.
    """
    try:
        lease = Lease(folder / _NAME)
    except FileNotFoundError:
        return None
    return lease if lease.take(fcntl.LOCK_SH) else None


def remove_unless_leased(folder: Path) -> bool:
    """Remove a snapshot that nobody reads, or what a killed build left of one; True where it is gone."""
    try:
        lease = Lease(folder / _NAME)
    except FileNotFoundError:
        shutil.rmtree(folder, ignore_errors=True)  # it never was current, so nobody can have opened it
        return not folder.exists()
    if not lease.take(fcntl.LOCK_EX):
        lease.close()
        return False
    shutil.rmtree(folder, ignore_errors=True)
    lease.close()
    return not folder.exists()
