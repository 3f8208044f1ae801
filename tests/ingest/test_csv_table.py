"""The CSV reader: it reads what RFC 4180 says, and no bytes whatever make it fail."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from claimstar.ingest.csv_table import Row, parse_csv

CELL = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")) | st.sampled_from('",\n|'), max_size=8)


@st.composite
def _tables(draw: st.DrawFn) -> list[list[str]]:
    width = draw(st.integers(2, 4))
    return draw(st.lists(st.lists(CELL, min_size=width, max_size=width), min_size=1, max_size=5))


@given(_tables())
def test_what_the_standard_library_writes_is_read_back(table: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    raw = parse_csv(out.getvalue().encode(), "t.csv")
    assert [list(raw.header), *(list(row.cells) for row in raw.rows)] == table
    assert {problem.message for problem in raw.problems} <= {"blanks around the value"}


@given(st.binary(max_size=60) | st.text('",\n\r a', max_size=40).map(str.encode))
def test_no_bytes_make_the_reader_fail_and_no_row_is_lost_in_silence(data: bytes) -> None:
    raw = parse_csv(data, "t.csv")
    assert raw.header or raw.problems
    assert all(len(row.cells) == len(raw.header) for row in raw.rows)
    assert not raw.broken or raw.problems
    assert all(problem.file == "t.csv" and problem.remedy for problem in raw.problems)


def test_rows_are_numbered_by_the_line_they_start_on() -> None:
    raw = parse_csv(b'id,name\nA,"two\nlines"\nB,x\n', "t.csv")
    assert raw.rows == (Row(2, ("A", "two\nlines")), Row(4, ("B", "x")))


def test_a_file_without_a_last_line_end_is_read_whole() -> None:
    assert parse_csv(b"id,name\nA,", "t.csv").rows == (Row(2, ("A", "")),)


def test_after_an_open_quote_reading_resumes_on_the_next_line() -> None:
    raw = parse_csv(b'id,name\nA,"open\nB,b\nC,"also open\nD,d\n', "t.csv")
    assert [row.cells[0] for row in raw.rows] == ["B", "D"]
    assert [(problem.row, problem.column) for problem in raw.problems] == [(2, "name"), (4, "name")]


def test_each_line_with_foreign_bytes_is_named() -> None:
    raw = parse_csv("id,name\nA,ü\nB,ok\nC,é\n".encode("latin-1"), "t.csv")
    assert [(problem.row, problem.column, problem.value) for problem in raw.problems] == [
        (2, "byte 3", "fc"),
        (4, "byte 3", "e9"),
    ]
