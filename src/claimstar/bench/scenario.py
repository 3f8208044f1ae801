"""Scenarios as JSONL: one record of the schema's class Scenario a line, ours or from an outside file."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from claimstar.bench.look_up import LookUp
from claimstar.errors import InputError, Problem, StoreError, UsageError
from claimstar.kg.export import write_whole
from claimstar.model.records import Scenario

_FIELDS_OF = {
    "assertion": ("gold_path", "gold_adverse_effects", "gold_contraindications", "related_assertions"),
    "entity": ("patient_conditions", "decision_target", "candidate_options", "gold_option", "acceptable_options"),
    "source": ("gold_evidence",),
}


def scenario_line(scenario: Scenario) -> str:
    """A scenario as one line of JSON, fields in the order of the schema, fields without a value left out."""
    return json.dumps(scenario.model_dump(mode="json", exclude_none=True), ensure_ascii=False)


def write_scenarios(scenarios: Iterable[Scenario], path: Path) -> None:
    """Writes scenarios to a file, all or nothing.

    Raises:
        UsageError: the file cannot be written.
    """
    text = "".join(scenario_line(scenario) + "\n" for scenario in scenarios)
    try:
        write_whole(path, text.encode())
    except StoreError as error:
        raise UsageError(error.message, remedy=error.remedy) from error


def read_scenarios(path: Path, look: LookUp | None = None) -> tuple[Scenario, ...]:
    """The scenarios of a file.

    Args:
        look: where ids are looked up; without it only the form is checked.

    Raises:
        UsageError: the file cannot be read.
        InputError: lines are no scenarios, ids occur twice or do not exist; all problems of the file at once, each with
            line and field.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", remedy="name a JSONL file of scenarios") from error
    problems: list[Problem] = []
    found: list[tuple[int, Scenario]] = []
    if raw.startswith(b"\xef\xbb\xbf"):
        problems.append(Problem("byte-order mark", "", path.name, 1, None, "save the file as UTF-8 without BOM"))
        raw = raw[3:]
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            values = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            value = repr(error.object[error.start : error.end])
            problems.append(Problem("not UTF-8", value, path.name, number, None, "save the file as UTF-8"))
        except json.JSONDecodeError as error:
            where = f"column {error.colno}"
            problems.append(Problem(f"not JSON: {error.msg}", where, path.name, number, None, "one object a line"))
        else:
            scenario = _read_one(values, path.name, number, problems)
            if scenario:
                found.append((number, scenario))
    if not found and not problems:
        problems.append(Problem("no scenarios", "", path.name, None, None, "write one JSON object a line"))
    problems += _check_together(found, path.name)
    if look:
        problems += _check_ids(found, path.name, look)
    if problems:
        raise InputError(sorted(problems, key=lambda each: (each.row or 0, each.column or "")))
    return tuple(scenario for _, scenario in found)


def _read_one(values: Any, file: str, number: int, problems: list[Problem]) -> Scenario | None:
    if not isinstance(values, Mapping):
        problems.append(Problem("not an object", str(values)[:40], file, number, None, "write {…}"))
        return None
    try:
        return Scenario.model_validate(values)
    except ValidationError as error:
        for each in error.errors():
            column = ".".join(str(part) for part in each["loc"])
            missing = each["type"] == "missing"
            value = "" if missing else str(each["input"])[:60]
            remedy = "add it" if missing else "see the class Scenario in schema/benchmark.yaml"
            problems.append(Problem(each["msg"].lower(), value, file, number, column, remedy))
        return None


def _check_together(found: Iterable[tuple[int, Scenario]], file: str) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for number, scenario in found:
        if scenario.id in first:
            where = f"also in line {first[scenario.id]}"
            yield Problem(f"id given twice, {where}", scenario.id, file, number, "id", "give each its own")
        first.setdefault(scenario.id, number)
        if scenario.gold_option not in scenario.candidate_options:
            yield Problem(
                "the gold option is no candidate", scenario.gold_option, file, number, "gold_option", "offer it"
            )
        if scenario.gold_option not in scenario.acceptable_options:
            yield Problem(
                "the gold option is not acceptable",
                scenario.gold_option,
                file,
                number,
                "gold_option",
                "add it to acceptable_options",
            )
        twice = sorted({each for each in scenario.candidate_options if scenario.candidate_options.count(each) > 1})
        for each in twice:
            yield Problem("candidate given twice", each, file, number, "candidate_options", "remove one")


def _ids(scenario: Scenario, kind: str) -> Iterator[tuple[str, str]]:
    for field in _FIELDS_OF[kind]:
        value = getattr(scenario, field)
        for each in [value] if isinstance(value, str) else value or ():
            yield field, each


def _check_ids(found: Iterable[tuple[int, Scenario]], file: str, look: LookUp) -> Iterator[Problem]:
    lines = list(found)
    used = {kind: {each for _, scenario in lines for _, each in _ids(scenario, kind)} for kind in _FIELDS_OF}
    known_of: dict[str, Container[str]] = {
        "assertion": look.find_claims(used["assertion"]),
        "entity": look.find_entities(used["entity"]),
        "source": look.find_sources(used["source"]),
    }
    for kind, known in known_of.items():
        for number, scenario in lines:
            for field, each in _ids(scenario, kind):
                if each not in known:
                    yield Problem(f"no such {kind} in the graph", each, file, number, field, "use ids of this graph")
