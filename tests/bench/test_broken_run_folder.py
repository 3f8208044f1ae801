"""Run folders that were changed by hand or cut by bad luck: refused with file, row and remedy, never a wrong number."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimstar.bench.run import run
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.score import read_run, score_run
from claimstar.errors import InputError
from claimstar.llm import load_model

from .changed import accept_changes
from .prepared import prepared, ticking


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "run"
    run(prepared(), load_model("baseline:oracle"), path, clock=ticking())
    return path


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


def refused(folder: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_run(folder)
    assert all(problem.remedy for problem in caught.value.problems)
    return str(caught.value)


def change_lines(file: Path, change: Callable[[dict[str, Any]], Any], only: int | None = None) -> None:
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines[:only]:
        change(line)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


LOG = "generations.jsonl"


@pytest.mark.parametrize(
    ("bytes_of_line", "words"),
    [
        (b'{"id": "\xe9"}\n', "codec can't decode"),
        (b"[" * 200_000 + b"\n", "recursion"),
        (b'{"latency_seconds": NaN}\n', "NaN is no JSON"),
        (b"\n", "Expecting value"),
        (b"null\n", "not a JSON object"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_row(folder: Path, bytes_of_line: bytes, words: str) -> None:
    (folder / LOG).write_bytes((folder / LOG).read_bytes() + bytes_of_line)
    text = refused(folder)
    assert f"{folder / LOG}:10: not a line of JSON: " in text
    assert words in text
    assert "the same command asks its prompt again" in text


def test_a_log_that_ends_within_a_character_is_read_up_to_there(folder: Path) -> None:
    (folder / LOG).write_bytes((folder / LOG).read_bytes() + '{"raw_text": "é'.encode()[:-1])
    assert len(read_run(folder).generations) == 9


def test_half_a_surrogate_pair_in_the_log_can_be_exported(folder: Path) -> None:
    change_lines(folder / LOG, lambda line: line.update(served_model="x\ud800", raw_text="{\ud83d\ude00}"), only=1)
    assert "\\ud800" in (folder / LOG).read_text()
    first = read_run(folder).generations["SCN_0001", "C1"]
    assert (first.served_model, first.raw_text) == ("x\ufffd", "{\U0001f600}")


def test_answers_of_another_run_are_refused_with_their_rows(folder: Path) -> None:
    change_lines(folder / LOG, lambda line: line.update(run="causal-other-20260101T000000Z"), only=2)
    text = refused(folder)
    assert f"{folder / LOG}:1: an answer of another run: 'causal-other-20260101T000000Z' (put back the log" in text
    assert f"{folder / LOG}:2: an answer of another run" in text
    assert f"{folder / LOG}:3" not in text


def test_a_whole_log_of_another_run_does_not_fill_the_screen(folder: Path, whole: Path) -> None:
    change_lines(folder / LOG, lambda line: line.update(run="other"))
    for _ in range(3):
        (folder / LOG).write_bytes((folder / LOG).read_bytes() * 2)
    lines = refused(folder).splitlines()
    assert len(lines) == 11
    assert "and 62 more of the kind" in lines[-1]


def test_an_answer_to_another_prompt_is_refused(folder: Path) -> None:
    change_lines(folder / LOG, lambda line: line.update(prompt_hash="0" * 64), only=1)
    text = refused(folder)
    assert f"{folder / LOG}:1: an answer to another prompt than that of prompts.jsonl: 'SCN_0001 C1'" in text


def test_a_prompt_under_a_condition_that_the_manifest_lacks_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["conditions"] = manifest["conditions"][1:]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert "a prompt under a condition that manifest.json lacks: 'C1'" in refused(folder)


@pytest.mark.parametrize("text", ["null", '"x"', "[1]", "5", "{}", "", "[" * 200_000, "\ufeff{}"])
def test_a_file_that_is_no_manifest_is_named(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    assert refused(folder).startswith(f"{folder / 'manifest.json'}: not a run manifest: ")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("settings", None),
        ("settings", [1]),
        ("seed", "x"),
        ("conditions", []),
        ("conditions", [{"name": 1, "title": "a", "grounded": True}]),
        ("conditions", [{"name": "C1", "title": "a", "grounded": True}] * 2),
        ("scorers", []),
        ("scorers", "causal_f1"),
        ("scorers", ["causal_f1", "causal_f1"]),
        ("sessions", [{"started_at": "x", "ended_at": None, "asked": 0, "versions": {}}]),
        ("sessions", None),
        ("limit", "x"),
        ("limit", 0),
        ("limit", True),
        ("run", None),
        ("run", ""),
        ("run", "a b\n<script>"),
        ("suite", None),
        ("model", 5),
        ("graph_hash", None),
        ("prices", {"currency": "USD", "as_of": "2026-01-31", "model": "m", "price": {"input_per_million": "x"}}),
        ("files", []),
        ("nobody knows this key", 1),
    ],
)
def test_a_manifest_with_a_wrong_field_is_refused_with_its_name(folder: Path, field: str, value: object) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {field: value}))
    text = refused(folder)
    assert text.startswith(f"{folder / 'manifest.json'}: not a run manifest: ")
    assert field in text or field == "sessions"
    assert "pydantic" not in text


@pytest.mark.parametrize(
    "values",
    [
        {"tokens": "x"},
        {"tokens": None},
        {"gold_overlap": "x"},
        {"context": [1]},
        {"context": ["a", "b"]},
        {"user": 5},
        {"scenario": ["SCN_0001"]},
        {"shown": [5]},
    ],
)
def test_a_prompt_with_a_value_of_a_wrong_type_is_refused_with_its_row(folder: Path, values: dict[str, Any]) -> None:
    change_lines(folder / "prompts.jsonl", lambda line: line.update(values), only=1)
    accept_changes(folder)
    assert refused(folder).startswith(f"{folder / 'prompts.jsonl'}:1: not a prompt: ")


def test_what_is_written_is_read_again_as_it_was(folder: Path) -> None:
    home = RunFolder(folder)
    before = home.manifest()
    home.write_manifest(before)
    assert home.manifest() == before
    assert len(score_run(read_run(folder))) == 9
