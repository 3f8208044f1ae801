"""The rubric of a suite: criteria with five levels in words, read from its ``rubric.yaml``."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from claimstar.errors import InputError, Problem, UsageError
from claimstar.ingest.suite import Suite

RUBRIC_FILE = "rubric.yaml"
LEVELS = (1, 2, 3, 4, 5)
"""The scores that a verdict can have."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Criterion:
    """What is graded: ``levels`` say what is seen at 1, 2, 3, 4 and 5."""

    name: str
    question: str
    levels: tuple[str, ...]


@dataclass(frozen=True)
class Rubric:
    """Criteria in the order in which a judge is shown them; ``sha256`` is that of the file."""

    title: str
    criteria: tuple[Criterion, ...]
    sha256: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the criteria, in order."""
        return tuple(criterion.name for criterion in self.criteria)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a judge's reply: a list of verdicts, each of criterion, score and reason."""
        verdict = {
            "type": "object",
            "properties": {
                "criterion": {"type": "string", "enum": list(self.names)},
                "score": {"type": "integer", "enum": list(LEVELS)},
                "reason": {"type": "string"},
            },
            "required": ["criterion", "score", "reason"],
        }
        return {
            "type": "object",
            "properties": {"verdicts": {"type": "array", "items": verdict}},
            "required": ["verdicts"],
        }


class _Faults:
    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def add(self, place: str, message: str, remedy: str, value: object = "") -> None:
        text = "" if value == "" else str(value)
        self.problems.append(Problem(message, text, self.file, None, place or None, remedy))

    def text(self, values: Any, key: Any, place: str) -> str:
        value = values.get(key) if isinstance(values, dict) else None
        if not isinstance(value, str) or not value.strip():
            self.add(f"{place}{key}", "required text missing", "write it", "" if value is None else value)
            return ""
        return " ".join(value.split())

    def keys(self, values: Any, known: set[Any], place: str) -> None:
        if not isinstance(values, dict):
            self.add(place.rstrip("."), "must be a mapping", "write keys and values", values)
            return
        for key in values:
            if key not in known:
                allowed = ", ".join(sorted(map(str, known)))
                self.add(f"{place}{key}", "unknown key", f"one of {allowed}")


def read_rubric(file: Path) -> Rubric:
    """Read a rubric.

    Raises:
        InputError: it has mistakes; all are named with file and place.
    """
    faults = _Faults(file.name)
    raw = file.read_bytes()
    try:
        loaded = yaml.safe_load(raw)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        row = mark.line + 1 if mark else None
        raise InputError([Problem("no YAML that parses", file=file.name, row=row, remedy="mend it")]) from error
    faults.keys(loaded, {"title", "criteria"}, "")
    title = faults.text(loaded, "title", "")
    listed = loaded.get("criteria") if isinstance(loaded, dict) else None
    if not isinstance(listed, list) or not listed:
        faults.add("criteria", "must be a list of one or more criteria", "write - name, question, levels")
        listed = []
    criteria = [_criterion(one, f"criteria[{place}].", faults) for place, one in enumerate(listed)]
    names = [one.name for one in criteria if one.name]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.add("criteria", "criterion given twice", "rename or remove one", name)
    if faults.problems:
        raise InputError(faults.problems)
    return Rubric(title, tuple(criteria), hashlib.sha256(raw).hexdigest())


def _criterion(values: Any, place: str, faults: _Faults) -> Criterion:
    faults.keys(values, {"name", "question", "levels"}, place)
    name, question = faults.text(values, "name", place), faults.text(values, "question", place)
    if name and not _NAME.fullmatch(name):
        faults.add(f"{place}name", "no name of a criterion", "small letters, digits and _ alone", name)
    levels = values.get("levels") if isinstance(values, dict) else None
    faults.keys(levels, set(LEVELS), f"{place}levels.")
    return Criterion(name, question, tuple(faults.text(levels, level, f"{place}levels.") for level in LEVELS))


def suite_rubric(suite: Suite) -> Rubric:
    """The rubric of a suite.

    Raises:
        UsageError: the suite has none.
        InputError: it has mistakes.
    """
    file = suite.folder / RUBRIC_FILE
    if not file.is_file():
        raise UsageError(f"suite {suite.name} has no rubric to judge by", remedy=f"write {file}, see docs/judge.md")
    return read_rubric(file)
