"""What a run is: asked of whom, of which graph, by which texts; and which of that two runs must share.

The manifest is the JSON file that says so in the folder of a run (see `claimstar.bench.run_folder`).
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter, with_config

from claimstar.bench.prices import Pricing
from claimstar.errors import UsageError

_AS_WRITTEN = ConfigDict(extra="forbid", strict=True)
"""A manifest is read as it was written: no other keys, no other types."""
_RUN_NAME = re.compile(r"[\w.~-]+")


@with_config(_AS_WRITTEN)
@dataclass(frozen=True)
class ConditionNote:
    """A grounding condition as the run knew it.

    Attributes:
        name: the suite's name of it, or that of a capped variant (see `claimstar.bench.capped`).
        title: in words.
        grounded: False where it shows no context.
        budget: the cap on its context in approximate tokens; ``matched`` for that of each scenario's smallest context,
            None for no cap.
    """

    name: str
    title: str
    grounded: bool
    budget: int | str | None = None


@with_config(_AS_WRITTEN)
@dataclass(frozen=True)
class Session:
    """One sitting of a run: a run that was stopped and continued has several. Times are ISO 8601 in UTC.

    ``calling`` is how the model was asked (concurrency, timeout, retries): what changes no answer, and may differ.
    """

    started_at: str
    ended_at: str | None
    asked: int
    versions: Mapping[str, str]
    calling: Mapping[str, Any] = field(default_factory=dict)


@with_config(_AS_WRITTEN)
@dataclass(frozen=True)
class RunManifest:
    """What a run is. The fields in `IDENTITY` must be equal for a run to be continued in the same folder.

    ``prices`` are those of the model, as last given: they change no answer. ``files`` are the SHA-256 hashes of the
    files that were written before the first call, by name; empty for a run of an earlier version, which had none.
    """

    run: str
    suite: str
    suite_title: str
    model: str
    settings: Mapping[str, Any]
    seed: int
    conditions: tuple[ConditionNote, ...]
    graph_hash: str
    schema_version: str
    scenarios_hash: str
    template_hash: str
    prompt_hash: str
    scorers: tuple[str, ...]
    response_schema: Mapping[str, Any] | None = None
    limit: int | None = None
    sessions: tuple[Session, ...] = ()
    prices: Pricing | None = None
    files: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """The manifest as JSON text."""
        return json.dumps(dataclasses.asdict(self), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> RunManifest:
        """The inverse of ``to_json``. Raises ValueError (pydantic's of wrong types) for a text that is no manifest."""
        manifest = _adapter().validate_json(text)
        manifest.check()
        return manifest

    def check(self) -> None:
        """Refuse what has the right types and can be of no run. Raises ValueError."""
        names = [note.name for note in self.conditions]
        if not names or len(set(names)) < len(names):
            raise ValueError(f"conditions must be at least one, each named once: {', '.join(names) or 'none'}")
        if not self.scorers or len(set(self.scorers)) < len(self.scorers):
            raise ValueError(f"scorers must be at least one, each named once: {', '.join(self.scorers) or 'none'}")
        if self.limit is not None and self.limit < 1:
            raise ValueError(f"limit must be at least 1: {self.limit}")
        if not _RUN_NAME.fullmatch(self.run):
            raise ValueError(f"run must be a name of letters, digits, dots and hyphens: {self.run!r}")
        for session in self.sessions:
            for time in (session.started_at, session.ended_at):
                if time is not None:
                    datetime.fromisoformat(time)


@cache
def _adapter() -> TypeAdapter[RunManifest]:
    return TypeAdapter(RunManifest)


IDENTITY = {
    "suite": "suite",
    "model": "model",
    "settings": "model settings",
    "seed": "seed",
    "conditions": "conditions",
    "graph_hash": "graph hash",
    "schema_version": "schema version",
    "scenarios_hash": "hash of the scenarios",
    "template_hash": "hash of the query templates",
    "prompt_hash": "hash of the prompt templates",
}
"""Manifest fields that make a run this run and no other, with their names in words."""

COMPARABLE = {key: words for key, words in IDENTITY.items() if key not in {"model", "settings", "seed"}}
"""Those of them in which two runs must agree to be compared: then both were asked the same, whoever answered."""


class OtherRunError(UsageError):
    """A run folder holds a run that is not the one to be continued."""


def differences(a: RunManifest, b: RunManifest, fields: Mapping[str, str]) -> list[tuple[str, Any, Any]]:
    """The manifest fields in which two runs differ: the field in words, and the JSON-ready value of each.

    Args:
        fields: field to its name in words; `IDENTITY` or `COMPARABLE`.
    """
    ours, theirs = (json.loads(run.to_json()) for run in (a, b))
    return [(words, ours[key], theirs[key]) for key, words in fields.items() if ours[key] != theirs[key]]


def check_same_run(old: RunManifest, new: RunManifest, folder: Path) -> None:
    """Refuse to continue a run that is not the same one.

    Raises:
        OtherRunError: a field differs; every one that does is named with both values.
    """
    different = [
        f"{words} ({json.dumps(there)} there, {json.dumps(now)} now)"
        for words, there, now in differences(old, new, IDENTITY)
    ]
    if different:
        raise OtherRunError(
            f"{folder} holds another run; different: {'; '.join(different)}",
            remedy="choose another --out, or remove that folder",
        )
