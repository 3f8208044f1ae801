"""What a run folder knows of its batches: ``batches.jsonl``, one line a step, never changed.

====================  =============================================================================================
``probed``            whether the model takes a temperature, learnt by one direct call
``planned``           a part of the run is to become a batch: its token, its round, its requests by custom_id
``uploaded``          its input file is at the service
``created``           its batch exists
``ended``             its answers are in ``generations.jsonl``; which requests are to be submitted again, and why
====================  =============================================================================================

Each line is on the disk before the next step begins, so a process that is killed anywhere leaves a state from which
each step can be done again or is known to have been done.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from claimstar.bench.run_folder import PromptLine
from claimstar.errors import InputError, Problem
from claimstar.llm.openai_batch_lines import LONGEST_ID

FILE = "batches.jsonl"
Pair = tuple[str, str]
"""Scenario and condition."""


@dataclass(frozen=True)
class Part:
    """A part of a run that is one batch.

    Attributes:
        number: counts the parts of a run from 1.
        token: names its batch among all batches at the service.
        round: 1 for prompts submitted for the first time, one more for what was left without an answer.
        items: scenario and condition by custom_id.
        file, batch: at the service; None before that step.
        ended: state in which its batch ended; None before its answers are taken in.
        resubmit: custom_ids that were left without an answer.
    """

    number: int
    token: str
    round: int
    items: Mapping[str, Pair]
    file: str | None = None
    batch: str | None = None
    ended: str | None = None
    resubmit: tuple[str, ...] = ()


@dataclass(frozen=True)
class BatchState:
    """The parts by number, and whether the model takes a temperature (None before that is known)."""

    parts: Mapping[int, Part]
    takes_temperature: bool | None = None

    @property
    def open_parts(self) -> tuple[Part, ...]:
        """Parts whose answers are not taken in yet."""
        return tuple(part for part in self.parts.values() if part.ended is None)

    def next_round(self, pair: Pair) -> int:
        """The round in which a prompt would be submitted now."""
        for part in reversed(list(self.parts.values())):
            ids = [custom_id for custom_id, one in part.items.items() if one == pair]
            if ids:
                again = ids[0] in part.resubmit
                # A batch that was refused as a whole has asked nobody.
                return part.round + (part.ended != "failed") if again else 1
        return 1


def custom_id(line: PromptLine) -> str:
    """The name of a prompt in a batch: scenario, condition and the first 12 digits of the prompt's hash.

    Names too long for the service are cut, and have the hash of all three instead.

    >>> custom_id(PromptLine("SCN_0001", "C1", "abcdef0123456789", "", ""))
    'SCN_0001.C1.abcdef012345'
    """
    name = f"{line.scenario}.{line.condition}"
    plain = f"{name}.{line.sha256[:12]}"
    if len(plain) <= LONGEST_ID:
        return plain
    digest = hashlib.sha256(f"{name}.{line.sha256}".encode()).hexdigest()[:24]
    return f"{name[: LONGEST_ID - 25]}.{digest}"


def read_state(folder: Path) -> BatchState:
    """The state of a run folder's batches; empty where there are none. A torn last line is a step not done.

    Raises:
        InputError: a line cannot be read; its row is named.
    """
    file = folder / FILE
    state = BatchState({})
    if not file.is_file():
        return state
    for number, line in enumerate(file.read_bytes().split(b"\n")[:-1], start=1):
        try:
            state = _after(state, json.loads(line))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError([Problem(f"not a step of a batch: {error}", file=str(file), row=number)]) from error
    return state


def _after(state: BatchState, step: Mapping[str, Any]) -> BatchState:
    match step["step"]:
        case "probed":
            return replace(state, takes_temperature=bool(step["takes_temperature"]))
        case "planned":
            items = {custom_id: (scenario, condition) for custom_id, (scenario, condition) in step["items"].items()}
            part = Part(step["part"], step["token"], step["round"], items)
        case "uploaded":
            part = replace(state.parts[step["part"]], file=step["file"])
        case "created":
            part = replace(state.parts[step["part"]], batch=step["batch"])
        case "ended":
            part = replace(state.parts[step["part"]], ended=step["status"], resubmit=tuple(step["resubmit"]))
        case other:
            raise ValueError(f"unknown step {other!r}")
    return replace(state, parts={**state.parts, part.number: part})


class BatchLog:
    """Where steps are written; holds the state after them."""

    def __init__(self, file: BinaryIO, state: BatchState) -> None:
        self._file = file
        self.state = state

    def add(self, step: str, **values: Any) -> None:
        """Write a step and wait until it is on the disk."""
        line = {"step": step, **values}
        self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.state = _after(self.state, line)


@contextmanager
def open_state(folder: Path) -> Iterator[BatchLog]:
    """Open the steps of a run folder for adding, a torn last line cut off first; the caller holds the folder's lock."""
    state = read_state(folder)
    with (folder / FILE).open("a+b") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        yield BatchLog(file, state)


def split(lines: Iterable[tuple[str, bytes]], requests: int, size: int) -> list[list[str]]:
    """Cut requests into batches of at most so many requests and bytes; a request that is too large stands alone.

    >>> split([("a", b"12"), ("b", b"34"), ("c", b"567890"), ("d", b"1")], 2, 5)
    [['a', 'b'], ['c'], ['d']]
    """
    parts: list[list[str]] = []
    filled = 0
    for name, line in lines:
        if not parts or len(parts[-1]) >= requests or filled + len(line) > size:
            parts.append([])
            filled = 0
        parts[-1].append(name)
        filled += len(line)
    return parts
