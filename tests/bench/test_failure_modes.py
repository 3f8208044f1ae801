"""Each way to fail is counted and named, leaves the other answers and the denominators alone, and can be made good."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from claimstar.bench.run_folder import RunFolder

from .failure_modes import MODES, PAIR, Mode, answer, ask, fail_first, notes_of
from .scripted_service import chat


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_a_failure_is_named_counted_and_made_good(mode: Mode, tmp_path: Path) -> None:
    results = ask(fail_first(mode), tmp_path)
    one = RunFolder(tmp_path).generations()[PAIR]
    assert (one.error_kind, one.attempts) == (mode.error_kind, mode.attempts)
    assert (one.unscored_reason or "").partition(":")[0] == (mode.cause or "")
    assert tuple(note.partition(":")[0] for note in notes_of(one)) == mode.notes
    missing = 1 if mode.cause else 0
    assert results.unscored == missing
    assert [(cause, n) for cause, _, n in results.causes] == ([(mode.cause, 1)] if missing else [])
    assert results.cell("C1", "intervention_accuracy").estimate.n == 3 - missing
    assert results.cell("C2", "intervention_accuracy").estimate.n == 3
    if one.error:
        port = urlsplit(RunFolder(tmp_path).manifest().settings["base_url"]).port or 0
        again = ask(lambda request: chat(answer()), tmp_path, retry_errors=True, port=port)
        assert again.unscored == 0
        assert len((tmp_path / "generations.jsonl").read_text().splitlines()) == 10


def test_the_words_of_a_refusal_are_in_the_log(tmp_path: Path) -> None:
    ask(lambda request: chat(None, refusal="I cannot advise."), tmp_path)
    line = json.loads((tmp_path / "generations.jsonl").read_text().splitlines()[0])
    assert (line["error_kind"], line["error"]) == ("refusal", "refusal: I cannot advise.")
