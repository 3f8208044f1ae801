"""Asking a model: prepared prompts in, one line an answer out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from claimstar.bench.begin import begin, generation_of, is_answered
from claimstar.bench.prepared import Prepared
from claimstar.bench.results import Clock, versions
from claimstar.bench.run_folder import RunFolder, Session
from claimstar.llm.protocol import LanguageModel


@dataclass(frozen=True)
class Outcome:
    """How asking ended: pairs planned, asked now, and answers without text of those asked now."""

    planned: int
    asked: int
    failed: int
    last_error: str = ""


Progress = Callable[[int, int, int], None]
"""Called after each answer with: prompts done, prompts planned, failed calls so far."""


def ask(
    prepared: Prepared,
    model: LanguageModel,
    path: Path,
    *,
    clock: Clock,
    limit: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Put the prompts to a model and write its answers, one line each, into a run folder.

    Args:
        prepared: the prompts.
        model: the model.
        path: the run folder; made if missing, continued if it holds this very run.
        clock: where times come from.
        limit: how many prompts, balanced (see `claimstar.bench.plan`); None for all.
        progress: told of each answer.

    Raises:
        UsageError: the folder holds another run, or something else.
        ModelError: the model cannot be used at all. What was answered before stays.
    """
    folder = RunFolder(path)
    manifest = begin(prepared, model, folder, limit, clock)
    session = Session(clock().isoformat(timespec="seconds"), None, 0, versions())
    asked = failed = 0
    last_error = ""
    with folder.appending() as log:
        done = folder.generations()
        planned = list(folder.prompts().values())
        todo = [line for line in planned if not is_answered(done.get((line.scenario, line.condition)))]
        try:
            for line in todo:
                completion = model.complete(prepared.prompts[line.scenario, line.condition][0])
                log.add(generation_of(manifest.run, line, completion, prepared))
                asked += 1
                if completion.error and not completion.text.strip():
                    failed, last_error = failed + 1, completion.error
                if progress:
                    progress(len(planned) - len(todo) + asked, len(planned), failed)
        finally:
            session = replace(session, ended_at=clock().isoformat(timespec="seconds"), asked=asked)
            if asked or not manifest.sessions:
                folder.write_manifest(replace(manifest, sessions=(*manifest.sessions, session)))
    return Outcome(len(planned), asked, failed, last_error)
