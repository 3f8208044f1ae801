"""Runs of the baselines on the whole pilot, for tests that compare them, and what their files say by themselves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from claimstar.bench.prepare import load_or_generate, prepare
from claimstar.bench.run import rescore, run
from claimstar.bench.run_folder import RunFolder
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import build
from claimstar.llm import load_model

from .prepared import ticking


@dataclass(frozen=True)
class PilotRuns:
    """The folders of the runs: oracle, context, random, random2 (another seed), and small (context, eight prompts)."""

    home: Path

    def __getitem__(self, name: str) -> Path:
        return self.home / name

    def copy(self, name: str, to: Path, change: Callable[[dict[str, Any]], Any] | None = None) -> Path:
        """A run of its own with the answers of another; ``change`` may alter each line of the log."""
        shutil.copytree(self[name], to)
        folder = RunFolder(to)
        folder.write_manifest(replace(folder.manifest(), run=f"copy-{to.name}"))
        lines = [json.loads(line) for line in (to / "generations.jsonl").read_text().splitlines()]
        for line in lines:
            line["run"] = f"copy-{to.name}"
            if change is not None:
                change(line)
        (to / "generations.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        if change is not None:
            rescore(to, clock=ticking())
        return to


def make_runs(home: Path) -> PilotRuns:
    suite = load_suite("causal")
    build(suite, home / "store", clock=lambda: datetime.now(UTC))
    prepared = prepare(suite, home / "store", load_or_generate(suite, home / "store", None, 1), seed=1)
    for name, spec, seed, limit in (
        ("oracle", "baseline:oracle", 1, None),
        ("context", "baseline:context", 1, None),
        ("random", "baseline:random", 1, None),
        ("random2", "baseline:random", 2, None),
        ("small", "baseline:context", 3, 8),
    ):
        model = load_model(spec, seed=seed)
        run(replace(prepared, seed=seed), model, home / name, clock=ticking(), limit=limit)
    return PilotRuns(home)


def values(folder: Path, condition: str, metric: str) -> dict[str, float]:
    """Scenario to defined score, read from ``results.json`` by nothing of ours."""
    scores = json.loads((folder / "results.json").read_text())["scores"]
    return {
        one["scenario"]: one["scores"][metric]["value"]
        for one in scores
        if one["condition"] == condition and not one["unscored"] and one["scores"][metric]["value"] is not None
    }


def said(folder: Path, scenario: str, condition: str) -> str:
    """The option that an answer names, from the raw text in the log."""
    for line in (folder / "generations.jsonl").read_text().splitlines():
        one = json.loads(line)
        if (one["scenario"], one["condition"]) == (scenario, condition):
            return str(json.loads(one["raw_text"])["chosen_option"])
    raise LookupError(f"{scenario} {condition}")
