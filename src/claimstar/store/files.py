"""Writing and copying files so that nobody ever sees a part of one."""

from __future__ import annotations

import os
import shutil
import uuid
from pathlib import Path

_NOT_COPIED = frozenset({"LOCK", "LOG", "LOG.old"})


def write_whole(path: Path, text: str) -> None:
    """Write a small file so that readers see the old text or the new one, never a part, even when the power fails."""
    beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    with beside.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def copy_database(source: Path, target: Path) -> None:
    """Copy the database of a snapshot that nobody writes.

    Its table files never change once written, so a second name for them is enough.

    Raises:
        OSError: the disk is full or cannot be written.
    """
    target.mkdir()
    for file in source.iterdir():
        if file.name in _NOT_COPIED:
            continue
        if file.suffix == ".sst":
            try:
                os.link(file, target / file.name)
                continue
            except OSError:
                pass  # a file system without hard links
        shutil.copyfile(file, target / file.name)
