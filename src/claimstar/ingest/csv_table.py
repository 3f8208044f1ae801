"""Strict reading of CSV (RFC 4180): every departure is a problem with its place, and reading goes on after it.

The standard library's reader is lenient about quotes and knows no columns, so that a broken quote would silently merge
cells or swallow the rest of the file. Source of the format: https://www.rfc-editor.org/rfc/rfc4180
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from claimstar.errors import InputError, Problem

BOM = b"\xef\xbb\xbf"
RETURN = b"\r"

# A cell and what ends it. The unquoted branch may hold no quote: such a cell is broken, not text.
_CELL = re.compile(r'(?:"([^"]*(?:""[^"]*)*)"|([^",\n]*))(,|\n|\Z)')
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row; ``number`` is the line it starts on, the header being line 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RawTable:
    """A CSV file as read.

    Attributes:
        file: its path inside the suite.
        header: the cells of line 1; empty where there is no usable header.
        rows: the rows with as many cells as the header.
        broken: what could be read of the other rows, so that their ids still count as present.
        problems: all that was wrong.
        sha256: hash of its bytes; empty where they cannot be read.
    """

    file: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    broken: tuple[Row, ...]
    problems: tuple[Problem, ...]
    sha256: str


def _decode(data: bytes, file: str, problems: list[Problem]) -> str:
    if data.startswith(BOM):
        problems.append(
            Problem("the file begins with a byte order mark", "\ufeff", file, 1, remedy="save it as UTF-8 without BOM")
        )
        data = data[len(BOM) :]
    if RETURN in data:
        row = data[: data.index(RETURN)].count(b"\n") + 1
        problems.append(
            Problem(
                f"the file has {data.count(RETURN)} carriage returns, the first on this row",
                "\r",
                file,
                row,
                remedy="save it with LF line ends",
            )
        )
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "\n".join(_decode_line(line, number, file, problems) for number, line in enumerate(data.split(b"\n"), 1))


def _decode_line(line: bytes, number: int, file: str, problems: list[Problem]) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = line[error.start : error.end]
        column = f"byte {error.start + 1}"
        remedy = f"save it as UTF-8 (in Latin-1 the byte would be {bad.decode('latin-1')!r})"
        problems.append(Problem("not UTF-8", bad.hex(" "), file, number, column, remedy))
        return line.decode("utf-8", errors="replace")


def _shown(text: str) -> str:
    """The beginning of a broken cell, short enough for a message."""
    line = text.split("\n", 1)[0]
    if not line.startswith('"'):
        line = line.split(",", 1)[0]
    return line if len(line) <= 40 else line[:40] + "…"


def _column(header: tuple[str, ...] | None, index: int) -> str:
    return header[index] if header and index < len(header) else f"cell {index + 1}"


def _split(text: str, file: str, problems: list[Problem]) -> tuple[list[Row], list[Row]]:
    """The whole rows and the broken ones. After a broken cell reading resumes on the next line."""
    rows: list[Row] = []
    broken: list[Row] = []
    header: tuple[str, ...] | None = None
    position, line = 0, 1
    while position < len(text):
        start = line
        cells: list[str] = []
        while True:
            match = _CELL.match(text, position)
            if match is None:
                problems.append(
                    Problem(
                        "broken quoting",
                        _shown(text[position:]),
                        file,
                        line,
                        _column(header, len(cells)),
                        'enclose the whole cell in double quotes and double each quote inside it: "a ""b"" c"',
                    )
                )
                end = text.find("\n", position)
                position = len(text) if end < 0 else end + 1
                line += 1
                broken.append(Row(start, tuple(cells)))
                cells = []
                break
            quoted, bare, delimiter = match.groups()
            cells.append(bare if quoted is None else quoted.replace('""', '"'))
            line += match.group().count("\n")
            # A comma as the last character of the file opens one more, empty cell.
            position = match.end()
            if delimiter != ",":
                break
        if cells:
            rows.append(Row(start, tuple(cells)))
            header = header or rows[0].cells
    return rows, broken


def _check_rows(rows: list[Row], file: str, problems: list[Problem], broken: list[Row]) -> tuple[Row, ...]:
    header, kept = rows[0].cells, []
    for row in rows[1:]:
        if row.cells == ("",):
            problems.append(Problem("blank row", "", file, row.number, remedy="remove it"))
        elif len(row.cells) != len(header):
            remedy = "give as many cells as the header has; a cell with a comma in it needs double quotes"
            if len(row.cells) < len(header):
                remedy = "give as many cells as the header has; an empty cell still needs its comma"
            problems.append(
                Problem(f"{len(row.cells)} cells, the header has {len(header)}", "", file, row.number, remedy=remedy)
            )
            broken.append(row)
        else:
            kept.append(row)
            for name, cell in zip(header, row.cells, strict=True):
                if cell != cell.strip():
                    problems.append(
                        Problem("blanks around the value", cell, file, row.number, name, f"write {cell.strip()!r}")
                    )
                if match := _CONTROL.search(cell):
                    problems.append(
                        Problem("control character in the value", match.group(), file, row.number, name, "remove it")
                    )
    return tuple(kept)


def parse_csv(data: bytes, file: str) -> RawTable:
    """Read the bytes of a CSV file.

    Args:
        data: the bytes.
        file: the name to report and to keep.

    Returns:
        The table; its problems are all that departs from UTF-8 without BOM, LF, RFC 4180 and equal row lengths.

    >>> parse_csv(b'id,name\\nA,"x, y"\\n', "t.csv").rows
    (Row(number=2, cells=('A', 'x, y')),)
    """
    problems: list[Problem] = []
    sha256 = hashlib.sha256(data).hexdigest()
    if not data.strip(BOM + b" \t\r\n"):
        remedy = "write a header row and the rows, or take the table out of suite.yaml"
        return RawTable(file, (), (), (), (Problem("the file is empty", "", file, 1, remedy=remedy),), sha256)
    text = _decode(data, file, problems)
    before = len(problems)
    rows, broken = _split(text, file, problems)
    if not rows or rows[0].number != 1:
        if len(problems) == before:
            problems.append(Problem("no header row", "", file, 1, remedy="begin with the column names"))
        return RawTable(file, (), (), (), tuple(problems), sha256)
    kept = _check_rows(rows, file, problems, broken)
    return RawTable(file, rows[0].cells, kept, tuple(broken), tuple(problems), sha256)


def parse_columns(data: bytes, file: str, columns: tuple[str, ...]) -> RawTable:
    """As `parse_csv`, of a table that has these columns in this order.

    Raises:
        InputError: it has others, or no header that can be read.
    """
    table = parse_csv(data, file)
    if table.header == columns:
        return table
    problems = list(table.problems)
    if table.header:
        problems.append(Problem("wrong columns", ",".join(table.header), file, 1, None, f"must be {','.join(columns)}"))
    raise InputError(problems)


def read_csv(folder: Path, file: str) -> RawTable:
    """Read a CSV file of a suite.

    Raises:
        OSError: the file is missing or cannot be read.
    """
    return parse_csv((folder / file).read_bytes(), file)
