"""Asking a model: prepared prompts in, one line an answer out.

A run is continued by the same command: prompts without a line in the log are asked, the others are not. Failures (lines
with an error: of the call, a refusal, an answer cut off) are asked again on request alone, because a run that redoes
what it dislikes until it likes it is another experiment; `claimstar.bench.run_folder` says which line then counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from claimstar.bench.begin import begin, check_continues, generation_of, plan_lines
from claimstar.bench.prepared import Prepared
from claimstar.bench.results import Clock, versions
from claimstar.bench.run_folder import Logged, PromptLine, RunFolder
from claimstar.bench.run_manifest import Session
from claimstar.errors import ModelError
from claimstar.llm.answer_cache import AnswerCache
from claimstar.llm.protocol import AsyncModel, Completion, LanguageModel, Prompt

Line = TypeVar("Line")
"""What stands for a prompt in the log that its answer goes to."""

DEAD_AFTER = 20
"""So many calls in a row that a service failed to answer, each with its retries, end a run."""
_OF_THE_SERVICE = {"connection", "timeout", "server_error", "rate_limit"}


@dataclass(frozen=True)
class Outcome:
    """How asking ended.

    Attributes:
        planned, asked, failed: pairs planned, asked now, and answers without text of those asked now.
        last_error: of the last that failed.
        waiting: failures in the log that were not asked again, because that was not wanted.
    """

    planned: int
    asked: int
    failed: int
    last_error: str = ""
    waiting: int = 0


Progress = Callable[[int, int, int], None]
"""Called after each answer with: prompts done, prompts planned, failed calls so far."""


@dataclass(frozen=True)
class How:
    """How a model is asked: what changes no answer.

    Attributes:
        concurrency: at most so many calls in flight, for a model behind a service.
        retry_errors: whether failures in the log are asked again.
        cache: answers of earlier runs, for a model behind a service; None to ask each time.
    """

    concurrency: int = 8
    retry_errors: bool = False
    cache: AnswerCache | None = None


@dataclass
class Count:
    """What has been asked so far; ``unanswered`` is the present row of calls that the service failed to answer."""

    asked: int = 0
    failed: int = 0
    last_error: str = ""
    unanswered: int = 0


@dataclass(frozen=True)
class Desk(Generic[Line]):
    """Where answers are taken in: to the log, the counts and whoever looks on."""

    spec: str
    take: Callable[[Line, Completion], None]
    count: Count = field(default_factory=Count)

    def receive(self, line: Line, completion: Completion) -> None:
        """Take in one answer.

        Raises:
            ModelError: the service seems to be dead.
        """
        count = self.count
        count.asked += 1
        if completion.error and not completion.text.strip():
            count.failed, count.last_error = count.failed + 1, completion.error
        count.unanswered = count.unanswered + 1 if completion.error_kind in _OF_THE_SERVICE else 0
        self.take(line, completion)
        if count.unanswered >= DEAD_AFTER:
            raise ModelError(
                f"{self.spec} left {DEAD_AFTER} calls in a row unanswered; the last: {completion.error}",
                remedy="see that the service is there, then give the same command with --retry-errors",
            )


def open_lines(
    lines: Mapping[tuple[str, str], PromptLine], done: Mapping[tuple[str, str], Logged], retry_errors: bool
) -> list[PromptLine]:
    """The prompts to ask: those without a line in the log, and failures where they are to be asked again."""
    return [line for pair, line in lines.items() if pair not in done or (retry_errors and done[pair].error is not None)]


def ask(
    prepared: Prepared,
    model: LanguageModel,
    path: Path,
    *,
    clock: Clock,
    limit: int | None = None,
    progress: Progress | None = None,
    how: How | None = None,
) -> Outcome:
    """Put the prompts to a model and write its answers, one line each, into a run folder.

    Args:
        prepared: the prompts.
        model: the model; an `AsyncModel` is asked several prompts at a time.
        path: the run folder; made if missing, continued if it holds this very run.
        clock: where times come from.
        limit: how many prompts, balanced (see `claimstar.bench.plan`); None for all.
        progress: told of each answer.
        how: concurrency, and whether failures are asked again.

    Raises:
        UsageError: the folder holds another run, or something else, or another process writes to it.
        ModelError: the model cannot be used at all. What was answered before stays.
    """
    how = how or How()
    folder = RunFolder(path)
    if not folder.exists():
        # Before the log is made: a folder with other things in it is left as it is.
        check_continues(prepared, model, folder, limit, clock)
    with folder.appending() as log:
        manifest = begin(prepared, model, folder, limit, clock)
        done = folder.logged()
        lines = plan_lines(prepared, limit, done)
        todo = open_lines(lines, done, how.retry_errors)
        waiting = 0 if how.retry_errors else sum(one.error is not None for one in done.values())

        def take(line: PromptLine, completion: Completion) -> None:
            log.add(generation_of(manifest.run, line, completion, prepared))
            if progress:
                progress(len(lines) - len(todo) + desk.count.asked, len(lines), desk.count.failed)

        desk: Desk[PromptLine] = Desk(model.spec, take)
        session = Session(clock().isoformat(timespec="seconds"), None, 0, versions())
        try:
            put(model, [(line, prepared.prompts[line.scenario, line.condition][0]) for line in todo], how, desk)
        finally:
            count = desk.count
            ended = clock().isoformat(timespec="seconds")
            session = replace(session, ended_at=ended, asked=count.asked, calling=calling(model, how))
            if count.asked or not manifest.sessions:
                folder.write_manifest(replace(manifest, sessions=(*manifest.sessions, session)))
    return Outcome(len(lines), count.asked, count.failed, count.last_error, waiting)


def calling(model: LanguageModel, how: How) -> dict[str, Any]:
    """How a model is asked, for the record; empty for one in this process."""
    return (
        {"concurrency": how.concurrency, "cache": how.cache is not None, **model.calling}
        if isinstance(model, AsyncModel)
        else {}
    )


def put(model: LanguageModel, todo: Sequence[tuple[Line, Prompt]], how: How, desk: Desk[Line]) -> None:
    """Put prompts to a model, several at a time to one behind a service; the answers go to the desk as they come.

    Raises:
        ModelError: the model cannot be used at all, or seems to be dead.
    """
    if isinstance(model, AsyncModel):
        asyncio.run(_ask_at_once(model, todo, how, desk))
    else:
        for line, prompt in todo:
            desk.receive(line, model.complete(prompt))


async def _ask_at_once(model: AsyncModel, todo: Sequence[tuple[Line, Prompt]], how: How, desk: Desk[Line]) -> None:
    """Ask with so many calls in flight; what ends one call for good cancels the others."""
    rest = iter(todo)
    async with model.asking(how.concurrency) as call:

        async def work() -> None:
            for line, prompt in rest:
                key = model.cache_key(prompt) if how.cache else ""
                found = how.cache.find(key) if how.cache else None
                completion = found or await call(prompt)
                desk.receive(line, completion)
                if how.cache:
                    how.cache.keep(key, completion)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(how.concurrency, len(todo))):
                    group.create_task(work())
        except BaseExceptionGroup as group_error:
            # All that can be raised here is of one kind; the first says it.
            raise group_error.exceptions[0] from None
