"""Runs gathered into sides: what is a repeat, what is another model, and what is not compared at all."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from claimstar.bench.ask import ask
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.sides import ModelRuns, gather_sides, read_comparable
from claimstar.errors import LookupFailure, UsageError
from claimstar.llm import load_model
from claimstar.llm.protocol import Completion, Prompt

from .prepared import CONDITIONS, prepared, ticking


@dataclass
class Tuned:
    """The oracle under settings of our choice."""

    settings: Mapping[str, object]
    spec: str = "test:tuned"

    def complete(self, prompt: Prompt) -> Completion:
        return load_model("baseline:oracle").complete(prompt)


def run(folder: Path, model: Any, limit: int | None = None, **changes: Any) -> Path:
    ask(prepared(**changes), model, folder, clock=ticking(), limit=limit)
    return folder


def sides(*folders: Path) -> tuple[ModelRuns, ...]:
    return gather_sides(read_comparable(folders))


def test_runs_that_differ_in_the_seed_alone_are_repeats_of_one_model(tmp_path: Path) -> None:
    folders = [run(tmp_path / f"{seed}", load_model("baseline:random", seed=seed), seed=seed) for seed in (1, 2)]
    oracle = run(tmp_path / "oracle", load_model("baseline:oracle"))
    first, second = sides(folders[0], oracle, folders[1])
    assert (first.key, first.label, [one.folder for one in first.runs]) == ("A", "baseline:random", folders)
    assert (second.key, second.label, len(second.runs)) == ("B", "baseline:oracle", 1)
    assert "seed" not in first.settings


def test_other_settings_make_another_side_and_are_in_its_label(tmp_path: Path) -> None:
    settings: list[Mapping[str, object]] = [
        {"temperature": 0, "seed": 1, "max_tokens": 400},
        {"temperature": 0.7, "seed": 1, "max_tokens": 400},
        {"temperature": 0, "seed": 1, "max_tokens": 400, "style": "terse"},
    ]
    folders = [run(tmp_path / f"{place}", Tuned(one)) for place, one in enumerate(settings)]
    assert [side.label for side in sides(*folders)] == [
        "test:tuned (no style, temperature 0)",
        "test:tuned (no style, temperature 0.7)",
        "test:tuned (style terse, temperature 0)",
    ]


def test_a_run_with_a_limit_is_no_repeat_of_a_whole_one(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", load_model("baseline:random", seed=1), seed=1)
    limited = [
        run(tmp_path / f"{seed}", load_model("baseline:random", seed=seed), limit=3, seed=seed) for seed in (1, 2)
    ]
    found = sides(whole, *limited)
    assert [(side.label, len(side.runs)) for side in found] == [
        ("baseline:random (no limit)", 1),
        ("baseline:random (limit 3)", 2),
    ]


def test_repeats_that_gave_the_same_texts_are_known_as_copies(tmp_path: Path) -> None:
    for model, copies in (("baseline:oracle", True), ("baseline:random", False)):
        folders = [run(tmp_path / f"{model}{seed}", load_model(model, seed=seed), seed=seed) for seed in (1, 2)]
        (side,) = sides(*folders)
        assert side.copies is copies
        assert not sides(folders[0])[0].copies


def test_a_folder_or_its_copy_is_refused_the_second_time(tmp_path: Path) -> None:
    folder = run(tmp_path / "run", load_model("baseline:oracle"))
    (tmp_path / "link").symlink_to(folder)
    shutil.copytree(folder, tmp_path / "copy")
    with pytest.raises(UsageError, match="named twice"):
        read_comparable([folder, tmp_path / "link"])
    with pytest.raises(UsageError, match=r"copy and .*run are the same run, tiny-baseline-oracle"):
        read_comparable([folder, tmp_path / "copy"])


def test_runs_that_were_not_asked_the_same_are_refused_with_every_field_and_both_values(tmp_path: Path) -> None:
    here = run(tmp_path / "here", load_model("baseline:oracle"))
    graph = run(tmp_path / "graph", load_model("baseline:random"), graph_hash="f" * 64, schema_version="0.2.0")
    fewer = run(tmp_path / "fewer", load_model("baseline:context"))
    manifest = RunFolder(fewer).manifest()
    RunFolder(fewer).write_manifest(replace(manifest, conditions=CONDITIONS[1:]))
    with pytest.raises(UsageError) as caught:
        read_comparable([here, graph, fewer])
    message = str(caught.value)
    for part in ("graph hash", "a" * 64, "f" * 64, "schema version", "0.1.0", "0.2.0", str(graph)):
        assert part in message
    assert "conditions: C1, C2, C4 and C2, C4" in message
    assert "remedy" in message


def test_conditions_of_one_name_that_are_not_alike_are_told_in_full(tmp_path: Path) -> None:
    here = run(tmp_path / "here", load_model("baseline:oracle"))
    there = run(tmp_path / "there", load_model("baseline:random"))
    manifest = RunFolder(there).manifest()
    RunFolder(there).write_manifest(replace(manifest, conditions=(replace(CONDITIONS[0], title="x"), *CONDITIONS[1:])))
    with pytest.raises(UsageError, match=r'"title": "no context".*"title": "x"'):
        read_comparable([here, there])


def test_every_path_that_is_no_run_folder_is_named(tmp_path: Path) -> None:
    folder = run(tmp_path / "run", load_model("baseline:oracle"))
    with pytest.raises(LookupFailure, match="nowhere is no run folder"):
        read_comparable([folder, tmp_path / "nowhere"])
    with pytest.raises(LookupFailure, match=r"nowhere, .*void have no manifest"):
        read_comparable([tmp_path / "nowhere", folder, tmp_path / "void"])
