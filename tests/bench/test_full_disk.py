"""Files of a run on a full disk, and with two writers: what was there before stays whole, and the fault is named."""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from claimstar.bench.replacing import replacing
from claimstar.bench.run import rescore, run
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.run_log import open_log
from claimstar.errors import StoreError, UsageError
from claimstar.llm import load_model
from claimstar.llm.answer_cache import AnswerCache
from claimstar.llm.protocol import Completion

from .prepared import prepared, ticking


@contextmanager
def no_file_larger_than(number: int) -> Iterator[None]:
    """As on a full disk: a write goes through up to so many bytes, and then fails."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (number, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_results_that_cannot_be_written_leave_the_old_ones_and_no_part(tmp_path: Path) -> None:
    run(prepared(), load_model("baseline:oracle"), tmp_path / "run", clock=ticking())
    results = tmp_path / "run" / "results.json"
    before = results.read_bytes()
    with no_file_larger_than(5000), pytest.raises(StoreError, match=r"results.json: File too large\n.*free space"):
        rescore(tmp_path / "run", clock=ticking())
    assert results.read_bytes() == before
    assert not list((tmp_path / "run").glob(".*"))
    rescore(tmp_path / "run", clock=ticking())


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "results.json").mkdir()
    with pytest.raises(StoreError, match=r"cannot write .*/results.json: Is a directory"):
        RunFolder(tmp_path).write("results.json", "{}")


def test_a_second_writer_of_a_file_is_told_and_mixes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    with replacing(file) as first:
        first.write("first")
        with pytest.raises(UsageError, match=r"another process is writing .*results.json"):
            RunFolder(tmp_path).write("results.json", "second")
        first.write(" whole")
    assert file.read_text() == "first whole"
    RunFolder(tmp_path).write("results.json", "second")
    assert file.read_text() == "second"


def test_what_a_killed_writer_left_is_written_over(tmp_path: Path) -> None:
    (tmp_path / ".results.json.part").write_text("a longer text that was cut o")
    RunFolder(tmp_path).write("results.json", "new")
    assert (tmp_path / "results.json").read_text() == "new"


def test_a_text_that_breaks_off_while_it_is_made_replaces_nothing(tmp_path: Path) -> None:
    RunFolder(tmp_path).write("results.json", "old")
    with pytest.raises(ZeroDivisionError):
        RunFolder(tmp_path).write_parts("results.json", (str(1 // number) for number in (1, 0)))
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]
    assert (tmp_path / "results.json").read_text() == "old"


def test_no_line_comes_after_one_that_did_not_fit(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with open_log(log, "") as opened:
        opened.add_line({"number": 1})
        with no_file_larger_than(30), pytest.raises(StoreError, match=r"log.jsonl: File too large\n.*same command"):
            opened.add_line({"text": "x" * 100})
        with pytest.raises(StoreError):
            opened.add_line({"number": 2})
    assert log.read_bytes()[-1:] != b"\n"
    with open_log(log, "") as opened:
        opened.add_line({"number": 3})
    assert [json.loads(line) for line in log.read_text().splitlines()] == [{"number": 1}, {"number": 3}]


@pytest.mark.parametrize("wrong", [{"text": 5}, {"input_tokens": "x"}, {"output_tokens": -1}, {"finish_reason": [1]}])
def test_a_kept_answer_of_wrong_types_is_none(tmp_path: Path, wrong: dict[str, object]) -> None:
    cache = AnswerCache(tmp_path)
    cache.keep("ab12", Completion("text", input_tokens=3))
    assert cache.find("ab12") is not None
    (file,) = tmp_path.rglob("*.json")
    file.write_text(json.dumps(json.loads(file.read_text()) | wrong))
    assert cache.find("ab12") is None


def test_a_cache_that_cannot_be_written_is_named_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    with pytest.raises(StoreError, match=r"cannot keep an answer in .*cache: .*\n.*--no-cache"):
        AnswerCache(tmp_path / "cache").keep("ab12", Completion("text"))
