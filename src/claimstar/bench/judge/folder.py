"""The files that a judge leaves in a run folder, one set a judge.

::

    verdicts.<slug>.jsonl            one line a call, written at once: raw reply, what was read from it, and its hashes
    verdicts.<slug>.manifest.json    who judged by what
    judge.<slug>.json                the table

Of the lines of one answer the first counts, unless it is a failure and a later one is none, as in the log of the run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from claimstar.bench.begin import slug
from claimstar.bench.run_folder import ASK_ANEW, COPY, RunFolder
from claimstar.bench.run_manifest import OtherRunError
from claimstar.errors import InputError, Problem
from claimstar.llm.protocol import Completion


@dataclass(frozen=True)
class JudgeManifest:
    """Who judged by what. ``self_judging`` says why the judge is the judged, empty where it is not."""

    run: str
    judge: str
    settings: Mapping[str, Any]
    rubric: str
    criteria: tuple[str, ...]
    rubric_hash: str
    template_hash: str
    self_judging: str = ""
    sessions: tuple[Mapping[str, Any], ...] = ()


IDENTITY = {
    "run": "run",
    "judge": "judge",
    "settings": "settings of the judge",
    "rubric_hash": "hash of the rubric",
    "template_hash": "hash of the judge's prompt templates",
}
"""Manifest fields that must be equal for verdicts to go into one file, with their names in words."""


@dataclass(frozen=True)
class VerdictLine:
    """A line of the log: a judge's reply to one answer.

    Attributes:
        scenario, condition: of the answer.
        answer_hash, prompt_hash: of the answer as it was shown, and of what the judge saw.
        raw_text: the reply.
        scores, unscored, notes: what was read from it when it came; reports read the raw text anew.
    """

    scenario: str
    condition: str
    answer_hash: str
    prompt_hash: str
    raw_text: str
    scores: Mapping[str, int]
    unscored: Mapping[str, str]
    notes: tuple[str, ...] = ()
    finish_reason: str | None = None
    error: str | None = None
    error_kind: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_input_tokens: int | None = None
    latency_seconds: float | None = None
    attempts: int = 1
    from_cache: bool = False
    request_id: str | None = None
    served_model: str | None = None

    def check(self) -> None:
        """Refuse values of wrong types, as a file changed by hand can have them. Raises TypeError with the fields."""
        if not all(isinstance(text, str) for text in (self.scenario, self.condition, self.prompt_hash, self.raw_text)):
            raise TypeError("scenario, condition, prompt_hash and raw_text must be texts")
        if not all(isinstance(text, str | None) for text in (self.error, self.error_kind, self.finish_reason)):
            raise TypeError("error, error_kind and finish_reason must be texts")


FROM_CALL = tuple(name.name for name in fields(Completion) if name.name != "text")
"""What a line takes from the call as it is."""


@dataclass(frozen=True)
class VerdictFolder:
    """The files of one judge in a run folder."""

    folder: RunFolder
    judge: str

    @property
    def log_name(self) -> str:
        """The log's file name."""
        return f"verdicts.{slug(self.judge)}.jsonl"

    @property
    def manifest_name(self) -> str:
        """The manifest's file name."""
        return f"verdicts.{slug(self.judge)}.manifest.json"

    @property
    def results_name(self) -> str:
        """The file name of the table."""
        return f"judge.{slug(self.judge)}.json"

    def find_manifest(self) -> JudgeManifest | None:
        """The manifest; None where this judge has not begun.

        Raises:
            InputError: it cannot be read.
        """
        file = self.folder.path / self.manifest_name
        if not file.is_file():
            return None
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
            values |= {"criteria": tuple(values["criteria"]), "sessions": tuple(values["sessions"])}
            return JudgeManifest(**values)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            remedy = f"{COPY}; or move it and {self.log_name} away, and judge anew"
            raise InputError([Problem(f"not a judge's manifest: {error}", file=str(file), remedy=remedy)]) from error

    def write_manifest(self, manifest: JudgeManifest) -> None:
        """Replace the manifest in one step."""
        self.folder.write(self.manifest_name, json.dumps(asdict(manifest), indent=1, ensure_ascii=False) + "\n")

    def verdicts(self) -> tuple[dict[tuple[str, str], VerdictLine], tuple[VerdictLine, ...]]:
        """The lines that count, by scenario and condition, and the others.

        Raises:
            InputError: a line cannot be read; file and line are named.
        """
        found: dict[tuple[str, str], VerdictLine] = {}
        others: list[VerdictLine] = []
        for number, values in self.folder.lines(self.log_name):
            try:
                one = VerdictLine(**{**values, "notes": tuple(values.get("notes", ()))})
                one.check()
            except TypeError as error:
                file = str(self.folder.path / self.log_name)
                raise InputError(
                    [Problem(f"not a verdict: {error}", file=file, row=number, remedy=ASK_ANEW)]
                ) from error
            pair = (one.scenario, one.condition)
            old = found.get(pair)
            if old is None or (old.error and not one.error):
                found[pair] = one
                others += [old] if old else []
            else:
                others.append(one)
        return found, tuple(others)


def check_same_judge(old: JudgeManifest, new: JudgeManifest, file: str) -> None:
    """Refuse to mix verdicts that were not made alike.

    Raises:
        OtherRunError: a field differs; every one that does is named with both values.
    """
    there, now = json.loads(json.dumps(asdict(old))), json.loads(json.dumps(asdict(new)))
    different = [
        f"{words} ({json.dumps(there[key])} there, {json.dumps(now[key])} now)"
        for key, words in IDENTITY.items()
        if there[key] != now[key]
    ]
    if different:
        raise OtherRunError(
            f"{file} holds other verdicts; different: {'; '.join(different)}",
            remedy="judge as before, or move that file and its manifest away",
        )
