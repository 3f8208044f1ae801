"""Writing a file of a run anew: a reader sees the old text or the new one, whatever becomes of the writer.

The new text is written beside the file and takes its place when it is whole. One process at a time may do so: two that
wrote the same name beside it would mix their texts, and the first to end would put the mixture in place.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from claimstar.errors import StoreError, UsageError


@contextmanager
def replacing(file: Path) -> Iterator[TextIO]:
    """A text to write, which takes the place of the file when the block ends without an error.

    Raises:
        StoreError: the file cannot be written, or the disk is full; what was there before is unchanged.
        UsageError: another process is writing it.
    """
    beside = file.with_name(f".{file.name}.part")
    try:
        with os.fdopen(_open_locked(beside, file), "w", encoding="utf-8") as opened:
            try:
                yield opened
                opened.flush()
                beside.replace(file)
            except BaseException:
                with suppress(OSError):
                    beside.unlink()
                raise
    except OSError as error:
        if error.filename not in (None, str(beside)):
            raise  # of something that was read while this was written
        raise StoreError(
            f"cannot write {file}: {error.strerror or error}", remedy="check the folder, its permissions and free space"
        ) from error


def _open_locked(beside: Path, file: Path) -> int:
    """The file beside, empty and locked. The lock goes with the process: what a killed one left is no hurdle."""
    while True:
        handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The writer before may have put into place what was opened here: then this is the file itself.
            if os.fstat(handle).st_ino == beside.stat().st_ino:
                os.ftruncate(handle, 0)
                return handle
        except BlockingIOError:
            os.close(handle)
            raise UsageError(f"another process is writing {file}", remedy="wait for it") from None
        except FileNotFoundError:
            pass
        os.close(handle)
