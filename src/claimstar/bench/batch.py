"""Asking a model through the batch service: within a day, at its batch price, in the same run folder.

The first prompt is asked directly: it shows that key and model are right before anything is uploaded, and whether the
model takes a temperature, which a batch cannot learn. The other prompts go up as batches. What a batch leaves without
an answer (it expired, was cancelled, or its files do not say) is submitted again, and nothing else is, at most until
`claimstar.bench.batch_job.MAX_ROUNDS`. `claimstar.bench.batch_state` says why a process may be killed at any moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from claimstar.bench.ask import Outcome, Progress, open_lines
from claimstar.bench.batch_job import BatchHow, Desk, Job, Notice
from claimstar.bench.batch_state import Pair, open_state, read_state
from claimstar.bench.begin import begin, check_continues, plan_lines
from claimstar.bench.prepared import Prepared
from claimstar.bench.results import Clock, versions
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.run_manifest import Session
from claimstar.errors import UsageError
from claimstar.llm.openai_batch import open_batches
from claimstar.llm.openai_chat import OpenAIChat
from claimstar.llm.protocol import LanguageModel


@dataclass(frozen=True)
class BatchOutcome:
    """How it ended: as for direct calls, and how many batches are still under way at the service."""

    outcome: Outcome
    open_batches: int


def find_open(path: Path) -> int:
    """How many batches of a run folder are not taken in yet."""
    return len(read_state(path).open_parts)


def refuse_direct(path: Path) -> None:
    """Refuse direct calls where batches are under way: each of their prompts would be paid twice.

    Raises:
        UsageError: there are such batches.
    """
    waiting = find_open(path)
    if waiting:
        raise UsageError(
            f"{path} has {waiting} {'batch' if waiting == 1 else 'batches'} under way", remedy="add --batch"
        )


def with_batches(model: LanguageModel) -> OpenAIChat:
    """The model, where it can be asked through batches.

    Raises:
        UsageError: it cannot.
    """
    if not isinstance(model, OpenAIChat):
        raise UsageError(f"{model.spec} has no batch service", remedy="leave --batch out, or use openai:MODEL")
    return model


def find_under_way(path: Path) -> frozenset[Pair]:
    """The prompts of a run folder that are in batches at the service."""
    return frozenset(pair for part in read_state(path).open_parts for pair in part.items.values())


def ask_in_batches(
    prepared: Prepared,
    model: LanguageModel,
    path: Path,
    *,
    clock: Clock,
    limit: int | None = None,
    progress: Progress | None = None,
    notice: Notice | None = None,
    how: BatchHow | None = None,
) -> BatchOutcome:
    """Put the prompts to a model through batches, or continue with those under way.

    Args:
        prepared, path, clock, limit: as for `claimstar.bench.ask.ask`.
        model: a model behind a chat-completions service.
        progress: told of requests done.
        notice: told of each step of a batch.
        how: waiting and sizes.

    Raises:
        UsageError: the model has no batch service; or as `claimstar.bench.ask.ask`.
        ModelError: the service refuses a batch, or is away. What was taken in before stays, and the same command
            continues.
    """
    model = with_batches(model)
    how = how or BatchHow()
    folder = RunFolder(path)
    check_continues(prepared, model, folder, limit, clock)
    with folder.appending() as log:
        manifest = begin(prepared, model, folder, limit, clock)
        with open_state(path) as steps, open_batches(model) as service:
            done = folder.logged()
            lines = plan_lines(prepared, limit, done)
            below = {pair for part in steps.state.open_parts for pair in part.items.values()} - set(lines)
            if below:
                # Submitted under another limit: its answers belong to the run.
                lines |= {pair: prepared.prompts[pair][1] for pair in prepared.prompts if pair in below}
                folder.write_lines("prompts.jsonl", (vars(line) for line in lines.values()))
                manifest = replace(manifest, files=folder.hashes())
                folder.write_manifest(manifest)
            waiting = 0 if how.retry_errors else sum(one.error is not None for one in done.values())
            desk = Desk(prepared, manifest.run, log, dict(done), len(lines), progress)
            job = Job(model, service, steps, desk, how, notice or (lambda _: None), lines)
            started = clock().isoformat(timespec="seconds")
            try:
                job.work(open_lines(lines, done, how.retry_errors))
            finally:
                calling = {"batch": True, **model.calling}
                ended = clock().isoformat(timespec="seconds")
                session = Session(started, ended, desk.asked, versions(), calling=calling)
                if desk.asked or not manifest.sessions:
                    folder.write_manifest(replace(manifest, sessions=(*manifest.sessions, session)))
            outcome = Outcome(len(lines), desk.asked, desk.failed, desk.last_error, waiting)
            return BatchOutcome(outcome, len(steps.state.open_parts))
