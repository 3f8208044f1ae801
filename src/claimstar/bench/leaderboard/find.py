"""Run folders found below a folder, each read and scored once; one that cannot be read ends nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from claimstar.bench.panel import Scored
from claimstar.bench.reference import Reference
from claimstar.bench.run_manifest import IDENTITY, RunManifest
from claimstar.bench.score import RunRecord, read_run, score_run
from claimstar.bench.scorers import ScoreValue
from claimstar.errors import ClaimstarError, LookupFailure

LOG = "generations.jsonl"
LEVELS = 3
"""How deep below the folder runs are looked for."""


@dataclass(frozen=True)
class KeptRun:
    """What the leaderboard needs of a run.

    Attributes:
        record: folder and manifest; scenarios, prompts and answers are left out, so that many runs fit into memory.
        scored: every planned prompt; scores have their values alone.
        answered: how many prompts have an answer in the log.
    """

    record: RunRecord
    scored: tuple[Scored, ...]
    answered: int

    @property
    def folder(self) -> Path:
        """Where the run lies."""
        return self.record.folder

    @property
    def manifest(self) -> RunManifest:
        """What was asked of whom."""
        return self.record.manifest

    @property
    def unscored(self) -> int:
        """How many planned prompts have no scores."""
        return sum(one.unscored is not None for one in self.scored)

    @property
    def report(self) -> Path | None:
        """The run's report, where it has one."""
        page = self.folder / "report.html"
        return page if page.is_file() else None


@dataclass(frozen=True)
class Broken:
    """A folder with a run that is not on the leaderboard, and why not."""

    folder: Path
    reason: str


def find_run_folders(directory: Path) -> tuple[Path, ...]:
    """The folders with a run: the directory itself, and those up to `LEVELS` below it, hidden ones left out; by path.

    A ``manifest.json`` of something else, such as a store, is none. One that is no JSON may be that of a run, and a log
    of answers without a manifest is what is left of one.

    Raises:
        LookupFailure: there is none, or no such directory.
    """
    if not directory.is_dir():
        raise LookupFailure(f"no folder {directory}", remedy="name the folder in which the run folders lie")
    found = tuple(sorted(set(_run_folders(directory))))
    if not found:
        raise LookupFailure(
            f"no runs in {directory}, nor up to {LEVELS} levels below it",
            remedy="make some with claimstar bench run SUITE --out RUN, or name the folder in which they lie",
        )
    return found


def _run_folders(directory: Path) -> Iterator[Path]:
    for depth in range(LEVELS + 1):
        for name in ("manifest.json", LOG):
            for file in directory.glob("*/" * depth + name):
                inside = file.parent.relative_to(directory).parts
                if not any(part.startswith(".") for part in inside) and _may_be_run(file):
                    yield file.parent


def _may_be_run(file: Path) -> bool:
    if file.name == LOG:
        return file.stat().st_size > 0
    try:
        values: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return True
    return isinstance(values, dict) and "run" in values


def read_all(folders: tuple[Path, ...]) -> tuple[tuple[KeptRun, ...], tuple[Broken, ...]]:
    """Read and score runs one after the other: those that could be read, and the others with the reason.

    A copy of a run, or a second path to it, is no repeat of it and is among the others.
    """
    kept: dict[str, KeptRun] = {}
    broken = []
    for folder in folders:
        try:
            run = _keep(folder)
        # whatever a file of a run may hold, the other runs are shown
        except (ClaimstarError, OSError, ValueError, LookupError, TypeError) as error:
            broken.append(Broken(folder, _reason(error)))
            continue
        values = json.loads(run.manifest.to_json())
        # two runs begun at the same moment may share a name
        identity = json.dumps([run.manifest.run, *(values[key] for key in (*IDENTITY, "limit"))], sort_keys=True)
        if identity in kept:
            broken.append(Broken(folder, f"the same run as {kept[identity].folder}, counted once: {run.manifest.run}"))
        else:
            kept[identity] = run
    return tuple(kept.values()), tuple(broken)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, ClaimstarError) else f"{type(error).__name__}: {error}"


def _keep(folder: Path) -> KeptRun:
    record = read_run(folder)
    scored = tuple(
        replace(one, scores={name: ScoreValue(score.value, "") for name, score in one.scores.items()})
        for one in score_run(record)
    )
    bare = replace(record, scenarios={}, prompts={}, reference=Reference(), generations={}, replaced=())
    return KeptRun(bare, scored, len(record.generations))
