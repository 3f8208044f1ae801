"""The work on the batches of one run: submit, wait, take in, submit again what is missing.

`claimstar.bench.batch` begins it. `claimstar.bench.batch_state` says why a process may be killed at any moment.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from claimstar.bench.ask import Progress
from claimstar.bench.batch_state import BatchLog, Pair, Part, custom_id, split
from claimstar.bench.begin import generation_of
from claimstar.bench.prepared import Prepared
from claimstar.bench.run_folder import Logged, PromptLine
from claimstar.bench.run_log import RunLog
from claimstar.errors import ModelError
from claimstar.llm.answer_cache import AnswerCache
from claimstar.llm.openai_batch import ENDED, MAX_BYTES, MAX_REQUESTS, BatchService, BatchView, ServiceAwayError
from claimstar.llm.openai_batch_lines import BatchAnswers, read_files, request_line
from claimstar.llm.openai_chat import OpenAIChat
from claimstar.llm.protocol import Completion

MAX_ROUNDS = 3
"""A prompt is submitted so often; without an answer after that, it is a failure of the log."""
AWAY_AFTER = 10
"""So many polls in a row that the service did not answer, each with its retries, end the waiting."""
_FETCHES = 3
"""A file that ends in the middle of a line is fetched so often."""
_OF_THE_SERVICE = {"connection", "timeout", "server_error", "rate_limit"}
_NAMED = 3


@dataclass(frozen=True)
class BatchHow:
    """How batches are made and waited for.

    Attributes:
        poll_seconds: the interval between looks grows up to this.
        wait: False to submit, take what is ready, and leave.
        retry_errors: whether failures in the log are asked again.
        cache: answers of earlier runs, taken from there and kept there; None to do without.
        max_requests, max_bytes: of one batch.
        sleep: waits so many seconds.
    """

    poll_seconds: float = 60.0
    wait: bool = True
    retry_errors: bool = False
    cache: AnswerCache | None = None
    max_requests: int = MAX_REQUESTS
    max_bytes: int = MAX_BYTES
    sleep: Callable[[float], None] = time.sleep


Notice = Callable[[str], None]
"""Told in a line what happens."""


@dataclass
class Desk:
    """Where answers are taken in: to the log, the counts and whoever looks on."""

    prepared: Prepared
    run: str
    log: RunLog
    done: dict[Pair, Logged]
    planned: int
    progress: Progress | None
    asked: int = 0
    failed: int = 0
    last_error: str = ""

    def take(self, line: PromptLine, completion: Completion) -> None:
        """Take in an answer, unless the log has it from a process that was killed while it took them in."""
        pair = (line.scenario, line.condition)
        old = self.done.get(pair)
        if old is not None and (old.error is None or old.error == completion.error):
            return
        self.log.add(generation_of(self.run, line, completion, self.prepared))
        self.done[pair] = Logged(line.sha256, completion.error)
        self.asked += 1
        if completion.error and not completion.text.strip():
            self.failed, self.last_error = self.failed + 1, completion.error

    def tell(self, under_way: int = 0, failing: int = 0) -> None:
        """Tell how far it is, requests that batches have done included."""
        if self.progress:
            self.progress(min(self.planned, len(self.done) + under_way), self.planned, self.failed + failing)


@dataclass
class Job:
    """The work on the batches of one run."""

    model: OpenAIChat
    service: BatchService
    steps: BatchLog
    desk: Desk
    how: BatchHow
    notice: Notice
    lines: Mapping[Pair, PromptLine]
    refused: list[str] = field(default_factory=list)
    seen: dict[int, BatchView] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)

    def work(self, todo: Sequence[PromptLine]) -> None:
        """Submit, wait, take in, and submit again what is missing, until nothing is.

        Raises:
            ModelError: a batch was refused (told after the others have ended), or the service is away.
        """
        # Parts of a former process: whether their batch was made is to be found out first.
        self.doubtful = {part.number for part in self.steps.state.open_parts if part.file and not part.batch}
        under_way = {pair for part in self.steps.state.open_parts for pair in part.items.values()}
        todo = self._from_cache([line for line in todo if (line.scenario, line.condition) not in under_way])
        todo = self._probe(todo)
        wait, away = min(1.0, self.how.poll_seconds), 0
        while True:
            self._plan(todo)
            todo = []
            for part in self.steps.state.open_parts:
                self._submit(part)
            if not self.steps.state.open_parts:
                break
            try:
                ended = self._look()
                away = 0
            except ServiceAwayError as error:
                ended, away = [], away + 1
                self.notice(error.message)
                if away >= AWAY_AFTER or not self.how.wait:
                    raise
            for part, view in ended:
                todo += self._take_in(part, view)
            if not ended and not self.how.wait:
                break
            if not ended:
                self.how.sleep(wait)
                wait = min(wait * 1.5, self.how.poll_seconds)
        if self.refused:
            raise ModelError(
                "\n".join(self.refused), remedy="mend what the service names; the same command submits those anew"
            )

    def _from_cache(self, todo: Sequence[PromptLine]) -> list[PromptLine]:
        """Take what earlier runs were answered; what is left to ask."""
        left = []
        for line in todo:
            found = self.how.cache.find(self._key(line)) if self.how.cache else None
            if found is None:
                left.append(line)
            else:
                self.desk.take(line, found)
        self.desk.tell()
        return left

    def _key(self, line: PromptLine) -> str:
        return self.model.cache_key(self.desk.prepared.prompts[line.scenario, line.condition][0])

    def _take(self, line: PromptLine, completion: Completion) -> None:
        self.desk.take(line, completion)
        if self.how.cache:
            self.how.cache.keep(self._key(line), completion)

    def _probe(self, todo: list[PromptLine]) -> list[PromptLine]:
        """Ask the first prompt directly, once in a run; what is left to ask."""
        known = self.steps.state.takes_temperature
        if known is None and todo:
            line = todo[0]
            completion = self.model.complete(self.desk.prepared.prompts[line.scenario, line.condition][0])
            if completion.error_kind in _OF_THE_SERVICE:
                raise ModelError(
                    f"{self.model.spec} did not answer a first direct call: {completion.error}",
                    remedy="see that the service is there; the same command continues",
                )
            self._take(line, completion)
            known, todo = self.model.takes_temperature, todo[1:]
            self.steps.add("probed", takes_temperature=known)
            self.desk.tell()
        if known is False:
            self.model.omit_temperature()
        return todo

    def _plan(self, todo: Sequence[PromptLine]) -> None:
        state = self.steps.state
        rounds: dict[int, list[PromptLine]] = {}
        for line in todo:
            rounds.setdefault(state.next_round((line.scenario, line.condition)), []).append(line)
        for number, lines in sorted(rounds.items()):
            by_id = {custom_id(line): line for line in lines}
            sized = ((name, self._request(name, line)) for name, line in by_id.items())
            for names in split(sized, self.how.max_requests, self.how.max_bytes):
                items = {name: (by_id[name].scenario, by_id[name].condition) for name in names}
                part = len(self.steps.state.parts) + 1
                self.steps.add("planned", part=part, token=secrets.token_hex(8), round=number, items=items)

    def _request(self, name: str, line: PromptLine) -> bytes:
        return request_line(name, self.model.request(self.desk.prepared.prompts[line.scenario, line.condition][0]))

    def _submit(self, part: Part) -> None:
        """Bring a part to the service, each step once."""
        if part.batch is not None:
            return
        metadata = {"claimstar_run": self.desk.run[:512], "claimstar_part": str(part.number), "token": part.token}
        file = part.file
        if file is None:
            content = b"".join(self._request(name, self.lines[pair]) for name, pair in part.items.items())
            file = self.service.upload(f"{self.desk.run}.{part.number}.jsonl", content)
            self.steps.add("uploaded", part=part.number, file=file)
        found = self.service.find(metadata) if part.number in self.doubtful else None
        view = found or self.service.create(file, metadata)
        self.steps.add("created", part=part.number, batch=view.id)
        self.notice(f"batch {view.id}: {len(part.items)} prompts, {'found again' if found else 'submitted'}")

    def _look(self) -> list[tuple[Part, BatchView]]:
        """Look at each open batch once; those that have ended."""
        ended = []
        for part in self.steps.state.open_parts:
            view = self.service.retrieve(part.batch or "")
            old = self.seen.get(part.number)
            if old is None or old.status != view.status:
                self.notice(f"batch {view.id}: {view.status}, {view.completed + view.failed} of {view.total or '?'}")
            self.seen[part.number] = view
            if view.status in ENDED:
                ended.append((part, view))
        now = [self.seen[part.number] for part in self.steps.state.open_parts]
        self.desk.tell(sum(one.completed + one.failed for one in now), sum(one.failed for one in now))
        return ended

    def _take_in(self, part: Part, view: BatchView) -> list[PromptLine]:
        """Take in the answers of a batch that has ended; what of it is to be submitted again."""
        read, cause = self._fetch(part, view)
        for name, completion in read.answers.items():
            self._take(self.lines[part.items[name]], completion)
        missing = [name for name in part.items if name not in read.answers]
        refused = view.status == "failed" and not read.answers
        if refused:
            reasons = "; ".join(view.errors[:_NAMED]) or "no reason given"
            more = f"; and {len(view.errors) - _NAMED} more" if len(view.errors) > _NAMED else ""
            self.refused.append(f"the service refused batch {view.id} (part {part.number}): {reasons}{more}")
            self.notice(self.refused[-1])
        elif part.round >= MAX_ROUNDS:
            for name in missing:
                why = read.undone.get(name) or cause
                message = f"no answer in {part.round} batches; the last: {why}"
                lost = Completion("", "error", None, None, None, message, "unanswered", attempts=part.round)
                self.desk.take(self.lines[part.items[name]], lost)
            missing = []
        # What is called taken in must outlast a power cut, or it would be paid again.
        self.desk.log.sync()
        self.steps.add(
            "ended",
            part=part.number,
            status=view.status,
            answers=len(read.answers),
            resubmit=missing,
            cause=cause if len(read.answers) < len(part.items) else None,
            duplicates=list(read.duplicates),
            unknown=list(read.unknown),
            unreadable=read.unreadable,
        )
        self._report(part, view, read, cause)
        self.desk.tell()
        # A refused batch would be refused again; it waits for the next command.
        return [] if refused else [self.lines[part.items[name]] for name in missing]

    def _fetch(self, part: Part, view: BatchView) -> tuple[BatchAnswers, str]:
        """The files of a batch, and why they lack what they lack.

        What seems cut off or not there yet is fetched again, because its answers are paid.
        """
        read, gone = BatchAnswers({}, {}), ""
        for attempt in range(_FETCHES):
            if attempt:
                self.how.sleep(min(1.0, self.how.poll_seconds))
                view = self.service.retrieve(view.id)
            found = {file: self.service.find_content(file) for file in (view.output_file, view.error_file) if file}
            gone = ", ".join(file for file, content in found.items() if content is None)
            read = read_files([content for content in found.values() if content is not None], part.items)
            late = view.output_file is None and view.completed > 0
            if len(read.answers) == len(part.items) or not (read.unreadable or gone or late):
                break
        return read, f"the service has no file {gone}" if gone else _cause(view, read.unreadable)

    def _report(self, part: Part, view: BatchView, read: BatchAnswers, cause: str) -> None:
        missing = len(part.items) - len(read.answers)
        failed = sum(bool(one.error) for one in read.answers.values())
        words = [f"{len(read.answers)} of {len(part.items)} answers", f"{failed} of them failures" if failed else ""]
        words += [f"{missing} without an answer ({cause})" if missing else ""]
        for name, ids in (("answered twice", read.duplicates), ("with an unknown custom_id", read.unknown)):
            named = ", ".join(ids[:_NAMED]) + (", …" if len(ids) > _NAMED else "")
            words += [f"{len(ids)} {name}: {named}" if ids else ""]
        words += [f"{read.unreadable} unreadable lines" if read.unreadable else ""]
        self.notice(f"batch {view.id}: {'; '.join(word for word in words if word)}")


def _cause(view: BatchView, unreadable: int) -> str:
    """Why prompts of a batch that has ended have no answer."""
    if view.status == "completed":
        if view.output_file is None:
            return "completed without an output file"
        return "completed, but its files are cut off" if unreadable else "completed, but its files say nothing of it"
    return f"batch {view.status}" + (f": {'; '.join(view.errors[:_NAMED])}" if view.errors else "")
