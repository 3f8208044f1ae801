"""The folder of a run: everything that rescoring and reporting need, and nothing that they do not.

::

    manifest.json       what was asked of whom, with hashes, settings, versions and times
    scenarios.jsonl     the scenarios with their gold
    prompts.jsonl       one line a prompt: text, hash, the rows shown
    claims.jsonl        the look-up (see `claimstar.bench.reference`)
    generations.jsonl   one line a call, written at once, in the order of the answers; see below
    results.json, report.html

Of the lines of one pair of scenario and condition the first counts, unless it is a failure (it has an ``error``) and a
later one is none: then the first of those. So a failure gives way to a success only, and no answer to another.

How the log survives a kill: `claimstar.bench.run_log`. A torn last line is dropped, and its prompt is asked again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from claimstar.bench.prices import Pricing
from claimstar.bench.reference import Reference
from claimstar.bench.replacing import replacing
from claimstar.bench.run_log import RunLog, open_log
from claimstar.bench.run_manifest import RunManifest
from claimstar.errors import InputError, LookupFailure, Problem
from claimstar.llm.protocol import storable
from claimstar.model.records import Generation, Scenario

Record = TypeVar("Record", bound=BaseModel)
WRITTEN_FIRST = ("scenarios.jsonl", "prompts.jsonl", "claims.jsonl")
"""Files that are whole before the first call; any other JSONL file of a run grows by lines."""
LOST = "the same command with the same store writes it anew; or take it from a copy of the folder"
"""What to do where a file that is written before the first call is not whole."""
COPY = "take it from a copy of the folder"
ASK_ANEW = "remove the line; the same command asks its prompt again"
"""What to do about a line of the log that is none."""

_READ_ANEW = {"response"}
_REPEATED = {"run", "scenario", "condition", "shown_assertions", "finish_reason", "served_model"}
"""Fields of the log that many lines have in common."""


@dataclass(frozen=True)
class Logged:
    """What the log says of a prompt, as far as continuing needs it.

    Attributes:
        prompt_hash: hash of the prompt as it was put.
        error: what the call that counts ended with; None for a success.
    """

    prompt_hash: str
    error: str | None


@dataclass(frozen=True)
class PromptLine:
    """A prompt as it was put.

    Attributes:
        scenario, condition: where it stands.
        sha256: hash of what the model sees.
        system, user: the two texts.
        context: start and end of the grounded context in ``user``; None where there is none to be found.
        shown: assertion ids of the rows shown, in order.
        tokens: approximate tokens of the context (see `claimstar.bench.context.approximate_tokens`).
        gold_overlap: share of the gold path that the rows show; None without a gold path.
        dropped: rows that a cap left out.
    """

    scenario: str
    condition: str
    sha256: str
    system: str
    user: str
    context: tuple[int, int] | None = None
    shown: tuple[str, ...] = ()
    tokens: int = 0
    gold_overlap: float | None = None
    dropped: int = 0

    def check(self) -> None:
        """Refuse values of wrong types, as a file changed by hand can have them. Raises TypeError with the field."""
        texts = (self.scenario, self.condition, self.sha256, self.system, self.user, *self.shown)
        if not all(isinstance(text, str) for text in texts):
            raise TypeError("scenario, condition, sha256, system, user and shown must be texts")
        if type(self.tokens) is not int or type(self.dropped) is not int:
            raise TypeError("tokens and dropped must be whole numbers")
        if self.gold_overlap is not None and not isinstance(self.gold_overlap, int | float):
            raise TypeError("gold_overlap must be a number")
        if self.context is not None and [type(end) for end in self.context] != [int, int]:
            raise TypeError("context must be two whole numbers")


@dataclass(frozen=True)
class RunFolder:
    """A run folder on disk; reading methods raise InputError with file and line for what cannot be read."""

    path: Path

    def exists(self) -> bool:
        """Whether a run was begun here."""
        return (self.path / "manifest.json").is_file()

    def strangers(self) -> list[str]:
        """What lies in the folder and is no beginning of a run: a run killed before its first call leaves those."""
        if not self.path.is_dir():
            return []
        begun = set(WRITTEN_FIRST)
        begun |= {f".{name}.part" for name in (*begun, "manifest.json")}
        log = self.path / "generations.jsonl"
        if log.is_file() and not log.stat().st_size:
            begun.add(log.name)
        return sorted(entry.name for entry in self.path.iterdir() if entry.name not in begun)

    def manifest(self) -> RunManifest:
        """The manifest.

        Raises:
            LookupFailure: this is no run folder.
        """
        file = self.path / "manifest.json"
        if not file.is_file():
            raise LookupFailure(f"{self.path} is no run folder: it has no manifest.json", remedy="name a run's --out")
        try:
            return RunManifest.from_json(file.read_text(encoding="utf-8"))
        except ValidationError as error:
            raise InputError(
                [Problem(f"not a run manifest: {fault}", file=str(file), remedy=COPY) for fault in _faults(error)]
            ) from error
        except ValueError as error:
            raise InputError([Problem(f"not a run manifest: {error}", file=str(file), remedy=COPY)]) from error

    def hashes(self) -> dict[str, str]:
        """The SHA-256 hash of each file that is written before the first call, of those that are there."""
        found = {}
        for name in WRITTEN_FIRST:
            if (self.path / name).is_file():
                with (self.path / name).open("rb") as opened:
                    found[name] = hashlib.file_digest(opened, "sha256").hexdigest()
        return found

    def write_manifest(self, manifest: RunManifest) -> None:
        """Replace the manifest in one step."""
        self.write("manifest.json", manifest.to_json())

    def write_prices(self, prices: Pricing) -> None:
        """Record the prices of the model.

        Raises:
            UsageError: another process is writing to this folder.
        """
        manifest = self.manifest()
        if manifest.prices != prices:
            with self.appending():  # whoever writes answers writes the manifest too
                self.write_manifest(dataclasses.replace(self.manifest(), prices=prices))

    def write(self, name: str, text: str) -> Path:
        """Write a file so that a reader sees the old text or the new one, never a part."""
        return self.write_parts(name, (text,))

    def write_parts(self, name: str, parts: Iterable[str]) -> Path:
        """As `write`, of a text in parts that are made while they are written; errors as `replacing`."""
        self.path.mkdir(parents=True, exist_ok=True)
        with replacing(self.path / name) as opened:
            opened.writelines(parts)
        return self.path / name

    def write_lines(self, name: str, lines: Iterable[Mapping[str, Any]]) -> None:
        """Write a JSONL file in one step."""
        self.write_parts(name, (json.dumps(line, ensure_ascii=False) + "\n" for line in lines))

    def lines(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The lines of a JSONL file with their numbers. A log alone may be missing, or end in a torn line."""
        file, grows = self.path / name, name not in WRITTEN_FIRST
        if not file.is_file():
            if grows:
                return
            raise InputError(
                [Problem("the run folder lacks it, so nothing can be scored", file=str(file), remedy=LOST)]
            )
        # line by line: the prompts of a long run do not fit twice into memory; and as bytes, because a torn last line
        # may end within a character
        with file.open("rb") as opened:
            for number, line in enumerate(opened, start=1):
                if not line.endswith(b"\n"):
                    if grows:
                        return
                    cut = "the file is cut off in this line, so nothing can be scored"
                    raise InputError([Problem(cut, file=str(file), row=number, remedy=LOST)])
                try:
                    loaded = _read_line(line)
                except (ValueError, RecursionError) as error:
                    place, remedy = str(file), ASK_ANEW if grows else LOST
                    raise InputError(
                        [Problem(f"not a line of JSON: {error}", file=place, row=number, remedy=remedy)]
                    ) from error
                yield number, loaded

    def _records(
        self, name: str, record_class: type[Record], change: Callable[[dict[str, Any]], dict[str, Any]] = dict
    ) -> Iterator[Record]:
        for number, line in self.lines(name):
            try:
                yield record_class.model_validate(change(line))
            except ValidationError as error:
                text, remedy = "; ".join(_faults(error)), LOST if name in WRITTEN_FIRST else ASK_ANEW
                raise InputError([Problem(text, file=str(self.path / name), row=number, remedy=remedy)]) from error

    def scenarios(self) -> dict[str, Scenario]:
        """Scenarios by id, in the order of the file."""
        return {scenario.id: scenario for scenario in self._records("scenarios.jsonl", Scenario)}

    def prompts(self, *, texts_of: Collection[str] | None = None) -> dict[tuple[str, str], PromptLine]:
        """Prompts by scenario and condition, in the order of the file: the plan of the run.

        Args:
            texts_of: scenarios whose prompts keep their two texts, which take most of the memory; None for all.
        """
        return {(prompt.scenario, prompt.condition): prompt for prompt in self.each_prompt(texts_of=texts_of)}

    def each_prompt(self, *, texts_of: Collection[str] | None = None) -> Iterator[PromptLine]:
        """What `prompts` gives, one after another."""
        for number, line in self.lines("prompts.jsonl"):
            try:
                context = tuple(line.pop("context") or ()) or None
                line |= {"context": context, "shown": tuple(_shared(line["shown"]))}
                prompt = PromptLine(**line)
                prompt.check()
            except (KeyError, TypeError) as error:
                place = str(self.path / "prompts.jsonl")
                raise InputError([Problem(f"not a prompt: {error}", file=place, row=number, remedy=LOST)]) from error
            if texts_of is not None and prompt.scenario not in texts_of:
                prompt = dataclasses.replace(prompt, system="", user="")
            yield prompt

    def reference(self) -> Reference:
        """The look-up of the run."""
        try:
            return Reference.from_lines(line for _, line in self.lines("claims.jsonl"))
        except (ValueError, KeyError, TypeError) as error:
            file = str(self.path / "claims.jsonl")
            raise InputError([Problem(f"not a look-up: {error}", file=file, remedy=LOST)]) from error

    def generations(self) -> dict[tuple[str, str], Generation]:
        """The generations that count, by scenario and condition; a torn last line is none."""
        return self.all_generations()[0]

    def all_generations(self) -> tuple[dict[tuple[str, str], Generation], tuple[Generation, ...]]:
        """The generations that count, and the others: failures that gave way, and failures again.

        They come without the ``response`` of the log, which took as much memory as all the rest of them: whoever scores
        or shows an answer reads its text anew.
        """
        found: dict[tuple[str, str], Generation] = {}
        others = []
        for one in self._records("generations.jsonl", Generation, _lean):
            old = found.get((one.scenario, one.condition))
            if old is None or (old.error and not one.error):
                found[one.scenario, one.condition] = one
                others += [old] if old else []
            else:
                others.append(one)
        return found, tuple(others)

    def logged(self) -> dict[tuple[str, str], Logged]:
        """What `generations` would give, in short and without checking each answer: in a tenth of the time."""
        found: dict[tuple[str, str], Logged] = {}
        for number, line in self.lines("generations.jsonl"):
            try:
                pair, new = (line["scenario"], line["condition"]), Logged(line["prompt_hash"], line.get("error"))
            except KeyError as error:
                place = str(self.path / "generations.jsonl")
                raise InputError(
                    [Problem(f"a line without {error}", file=place, row=number, remedy=ASK_ANEW)]
                ) from error
            old = found.get(pair)
            if old is None or (old.error and not new.error):
                found[pair] = new
        return found

    @contextmanager
    def appending(self, name: str = "generations.jsonl") -> Iterator[RunLog]:
        """Open a log of the run, by default that of the answers, for adding lines.

        Raises:
            UsageError: another process is writing to it.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        remedy = "choose another --out, or wait for it" if name == "generations.jsonl" else "wait for it"
        with open_log(self.path / name, remedy) as log:
            yield log


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_HALF_A_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_JSON = json.JSONDecoder(parse_constant=_no_constant)
"""Strict: Python's own reader takes NaN and Infinity, which no file of ours has and none of ours could hold again."""


def _read_line(line: bytes) -> dict[str, Any]:
    """A line as the JSON object that it holds. Raises ValueError, or RecursionError where it is nested too deep."""
    text = line.decode()
    loaded = _JSON.decode(text)
    if _HALF_A_PAIR.search(text):  # what JSON can carry and no file or graph can hold
        loaded = json.loads(storable(json.dumps(loaded, ensure_ascii=False)))
    if not isinstance(loaded, dict):
        raise ValueError("not a JSON object")
    return loaded


def _faults(error: ValidationError) -> list[str]:
    """The complaints of a check, each with its place."""
    return [": ".join(filter(None, (".".join(map(str, part["loc"])), part["msg"]))) for part in error.errors()]


def _shared(value: Any) -> Any:
    """A string, or a list of strings, of which equal ones are one in memory: a long run has few names, often."""
    if isinstance(value, list):
        return [_shared(each) for each in value]
    return sys.intern(value) if isinstance(value, str) else value


def _lean(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line of the log as it is kept in memory."""
    return {key: _shared(value) if key in _REPEATED else value for key, value in line.items() if key not in _READ_ANEW}
