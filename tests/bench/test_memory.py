"""Long runs: neither results nor answers are held in memory whole, however many there are."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from claimstar.bench.run import run
from claimstar.bench.run_folder import RunFolder
from claimstar.llm import load_model

from .prepared import prepared, ticking


def most_held(act: Callable[[], object]) -> int:
    """The most bytes that Python held at once for an action, beyond those held before."""
    tracemalloc.start()
    try:
        kept = act()
        peak = tracemalloc.get_traced_memory()[1]
        del kept
    finally:
        tracemalloc.stop()
    return peak


def test_results_are_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    results = run(prepared(), load_model("baseline:oracle"), tmp_path, clock=ticking())[1]
    long, folder = replace(results, scored=results.scored * 300), RunFolder(tmp_path)
    peak = most_held(lambda: folder.write_parts("results.json", long.json_parts()))
    size = (tmp_path / "results.json").stat().st_size
    assert size > 5_000_000
    assert peak < size / 5
    assert len(json.loads((tmp_path / "results.json").read_text())["scores"]) == 9 * 300


def test_answers_are_kept_without_their_parsed_form_which_is_read_anew(tmp_path: Path) -> None:
    run(prepared(), load_model("baseline:oracle"), tmp_path, clock=ticking())
    lines = [json.loads(line) for line in (tmp_path / "generations.jsonl").read_text().splitlines()]
    for line in lines:
        line["response"]["rationale"] = line["id"] + "x" * 1_000_000
    (tmp_path / "generations.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    folder = RunFolder(tmp_path)
    # One line at a time may be there as bytes, as text and as values: four of nine are more than reading needs.
    assert most_held(folder.generations) < 5_000_000
    assert {pair: one.raw_text for pair, one in folder.generations().items()} == {
        (line["scenario"], line["condition"]): line["raw_text"] for line in lines
    }
