"""A log of JSON lines that is only ever added to.

A line is handed to the operating system when it is written, so that a killed process loses the calls in flight alone;
the file is synced to the disk every `SYNC_EVERY` lines and at the end, so that a power cut loses no more than those. A
killed process can leave a torn last line, which is cut off when the log is opened again.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any

from claimstar.errors import StoreError, UsageError
from claimstar.model.records import Generation

SYNC_EVERY = 100
"""Lines of the log between two syncs to the disk: a sync costs milliseconds, a line microseconds."""


class RunLog:
    """An open log; a file without a buffer of its own."""

    def __init__(self, file: FileIO) -> None:
        self._file = file
        self._since_sync = 0
        self._failure: StoreError | None = None

    def add(self, generation: Generation) -> None:
        """Append one generation and hand it to the operating system, so that a kill loses no earlier line.

        Raises:
            StoreError: it cannot be written, as on a full disk. No later one is written either, because it would come
                after a torn line.
        """
        self.add_line(generation.model_dump(mode="json", exclude_none=True))

    def add_line(self, values: Mapping[str, Any]) -> None:
        """Append one JSON-ready line, as `add` does."""
        if self._failure:
            raise self._failure
        rest = json.dumps(values, ensure_ascii=False).encode() + b"\n"
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            self._failure = _cannot_write(self._file, error)
            raise self._failure from error
        self._since_sync += 1
        if self._since_sync >= SYNC_EVERY:
            self.sync()

    def sync(self) -> None:
        """Wait until all lines are on the disk. Raises StoreError where they cannot come there."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _cannot_write(self._file, error) from error
        self._since_sync = 0


def _cannot_write(file: FileIO, error: OSError) -> StoreError:
    return StoreError(
        f"cannot write {file.name}: {error.strerror or error}",
        remedy="make room, then give the same command again: it continues after the last whole line",
    )


@contextmanager
def open_log(file: Path, remedy: str) -> Iterator[RunLog]:
    """Open a log for adding lines, a torn last line cut off first.

    Raises:
        UsageError: another process is writing to it, with the remedy given.
    """
    with file.open("a+b", buffering=0) as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another process is writing to {file}", remedy=remedy) from None
        opened.seek(0)
        whole = opened.read().rfind(b"\n") + 1
        opened.truncate(whole)
        log = RunLog(opened)
        try:
            yield log
        finally:
            log.sync()
