"""Outside files as rows: tab- and comma-separated text, one JSON object a line, and Excel sheets; text may be gzipped.

An outside file is not ours to mend: a row that cannot be read is reported and left out, and reading goes on.
"""

from __future__ import annotations

import csv
import gzip
import json
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from claimstar.errors import InputError, Problem

Report = Callable[[Problem], None]
"""What is called with each row that is left out."""

_OPEN_AS_TABLE = "save it as a whole table of rows under one header, text in UTF-8, or leave it out"


def read_names(path: Path) -> tuple[tuple[str, ...], bool]:
    """The columns of a table and False, or the keys of the first object and True; no names where there is no row.

    Raises:
        InputError: the file cannot be read at all.
    """
    with _reading(path):
        if _kind(path) == ".jsonl":
            with closing(_objects(path, lambda _: None)) as objects:
                _, first = next(objects, (0, {}))
            return tuple(first), True
        with closing(_cells(path)) as rows:
            _, header = next(rows, (0, []))
        return tuple(header), False


def read_rows(path: Path, report: Report) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows of a table with their numbers as an editor shows them, streamed; the first is the header.

    Raises:
        InputError: the file cannot be read at all, or breaks off.
    """
    width = 0
    with _reading(path):
        for number, cells in _cells(path):
            width = width or len(cells)
            if len(cells) == width:
                yield number, cells
            else:
                message = f"{len(cells)} cells under a header of {width}"
                report(Problem(message, _shown(cells), path.name, number, remedy="the row is left out"))


def read_objects(path: Path, report: Report) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The JSON objects of a file with the numbers of their lines, streamed.

    Raises:
        InputError: the file cannot be read at all, or breaks off.
    """
    with _reading(path):
        yield from _objects(path, report)


def _shown(cells: Sequence[str]) -> str:
    text = " ".join(cells)
    return text if len(text) <= 60 else text[:60] + "…"


def _kind(path: Path) -> str:
    suffixes = [each.lower() for each in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _open(path: Path) -> IO[str]:
    opener: Any = gzip.open if path.suffix.lower() == ".gz" else open
    opened: IO[str] = opener(path, "rt", encoding="utf-8-sig", newline="")
    return opened


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Faults of a whole file, named with the file."""
    try:
        yield
    except (OSError, EOFError, UnicodeDecodeError, zlib.error, zipfile.BadZipFile, KeyError, csv.Error) as error:
        message = f"cannot be read: {error or type(error).__name__}"
        raise InputError([Problem(message, file=str(path), remedy=_OPEN_AS_TABLE)]) from error


def _cells(path: Path) -> Generator[tuple[int, list[str]]]:
    """Row numbers and cells, the header first."""
    kind = _kind(path)
    if kind == ".xlsx":
        yield from _sheet(path)
        return
    with _open(path) as lines:
        if kind == ".csv":
            reader, start = csv.reader(lines, strict=True), 1
            for cells in reader:
                if cells:
                    yield start, cells
                start = reader.line_num + 1
            return
        begun = False
        for number, line in enumerate(lines, 1):
            text = line.rstrip("\r\n")
            # comments stand before the header only: below it a # may begin a cell
            if text and (begun or not text.startswith("#")):
                begun = True
                yield number, text.split("\t")


def _sheet(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet."""
    from openpyxl import load_workbook

    book = load_workbook(path, read_only=True)
    # the rows keep the file open until they are closed themselves
    with closing(book), closing(book.worksheets[0].iter_rows(values_only=True)) as rows:
        for number, cells in enumerate(rows, 1):
            if any(cell is not None for cell in cells):
                yield number, ["" if cell is None else str(cell).strip() for cell in cells]


def _objects(path: Path, report: Report) -> Generator[tuple[int, Mapping[str, Any]]]:
    with _open(path) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                found = json.loads(line)
            except json.JSONDecodeError as error:
                report(Problem(f"not JSON: {error.msg}", line[:60], path.name, number, remedy="the line is left out"))
                continue
            if isinstance(found, dict):
                yield number, found
            else:
                report(Problem("not a JSON object", line[:60], path.name, number, remedy="the line is left out"))
