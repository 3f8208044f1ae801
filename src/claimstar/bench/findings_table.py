"""The suite's table of findings, read strictly: every mistake is named with file, row, column and remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from claimstar.bench.findings import SEXES, FindingRule
from claimstar.errors import InputError, Problem
from claimstar.ingest.csv_table import parse_columns

COLUMNS = (
    "measure", "group", "entity", "low", "high", "second_low", "second_high",
    "text", "shown", "sex", "min_age", "max_age",
)  # fmt: skip
_NUMBER = re.compile(r"\d+(\.\d+)?")
_FIELD = re.compile(r"\{(value|second)(?::\.\df)?\}")


def read_findings(path: Path) -> tuple[FindingRule, ...]:
    """The rows of a table of findings, in its order.

    Raises:
        InputError: cells that cannot be; all are named with file, row, column and remedy.
    """
    table = parse_columns(path.read_bytes(), path.name, COLUMNS)
    problems = list(table.problems)
    rules: list[tuple[int, FindingRule]] = []
    for row in table.rows:
        faults: list[tuple[str, str, str]] = []
        cells = dict(zip(COLUMNS, row.cells, strict=True))
        rule = _read_row(cells, row.number, faults)
        problems += [
            Problem(message, cells[column], path.name, row.number, column, remedy) for column, message, remedy in faults
        ]
        if not faults:
            rules.append((row.number, rule))
    problems += _compare(rules, path.name)
    if problems:
        raise InputError(problems)
    return tuple(rule for _, rule in rules)


def _read_row(cells: dict[str, str], line: int, faults: list[tuple[str, str, str]]) -> FindingRule:
    """The row, with what is wrong added to the faults as column, message and remedy."""

    def number(column: str) -> Decimal | None:
        if cells[column] and not _NUMBER.fullmatch(cells[column]):
            faults.append((column, "not a number", "write digits with a point, such as 4.6, or leave it empty"))
        return Decimal(cells[column]) if _NUMBER.fullmatch(cells[column]) else None

    def age(column: str, default: int) -> int:
        if cells[column] and not cells[column].isdecimal():
            faults.append((column, "not an age", "write whole years, or leave it empty"))
        return int(cells[column]) if cells[column].isdecimal() else default

    faults += [(column, f"empty {column}", "name it") for column in ("measure", "group") if not cells[column]]
    for column, allowed in (("shown", ("always", "sometimes")), ("sex", ("any", *SEXES))):
        if cells[column] not in allowed:
            faults.append((column, f"not a value of {column}", f"one of {', '.join(allowed)}"))
    low, high = number("low"), number("high")
    second_low, second_high = number("second_low"), number("second_high")
    min_age, max_age = age("min_age", 0), age("max_age", 150)
    if bool(cells["low"]) != bool(cells["high"]):
        faults.append(("high", "half a range", "give low and high, or neither"))
    if bool(cells["second_low"]) != bool(cells["second_high"]):
        faults.append(("second_high", "half a range", "give second_low and second_high, or neither"))
    if low is not None and high is not None:
        if low > high:
            faults.append(("high", "less than low", "turn them round"))
        if low.as_tuple().exponent != high.as_tuple().exponent:
            faults.append(("high", "other decimals than low", "write both with the decimals that values shall have"))
    if min_age > max_age:
        faults.append(("max_age", "less than min_age", "turn them round"))
    _check_text(cells, faults)
    return FindingRule(
        cells["measure"], cells["group"], cells["entity"], low, high, second_low, second_high, cells["text"],
        "always" if cells["shown"] == "always" else "sometimes", cells["sex"], min_age, max_age,
        line,
    )  # fmt: skip


def _check_text(cells: dict[str, str], faults: list[tuple[str, str, str]]) -> None:
    used = set(_FIELD.findall(cells["text"]))
    if re.search(r"[{}]", _FIELD.sub("", cells["text"])):
        faults.append(("text", "unknown field in braces", "use {value} and {second}, with :.1f for one decimal"))
        return
    if not cells["text"] and (not cells["entity"] or cells["low"]):
        faults.append(("text", "empty text", "write one; only a row with an entity and no range may go without"))
        return
    for name, column in (("value", "low"), ("second", "second_low")):
        if name in used and not cells[column]:
            faults.append(("text", f"{{{name}}} without a range", f"give {column} and its partner, or take it out"))
        if cells[column] and name not in used:
            faults.append((column, f"a range that the text does not use as {{{name}}}", "use it, or leave it empty"))
    if cells["second_low"] and not cells["low"]:
        faults.append(("second_low", "a second number without a first", "give low and high"))


def _compare(rules: Sequence[tuple[int, FindingRule]], file: str) -> list[Problem]:
    """What is wrong between the rows of one measure."""
    problems: list[Problem] = []
    first: dict[str, tuple[int, FindingRule]] = {}
    for number, rule in rules:
        if not rule.text:
            continue
        line, other = first.setdefault(rule.measure, (number, rule))
        if (rule.low is None) != (other.low is None):
            message = f"{rule.measure}: with a number here and without in row {line}, or the other way round"
            problems.append(Problem(message, rule.text, file, number, "low", "make them two measures"))
        if rule.group != other.group:
            message = f"{rule.measure}: another group than in row {line}"
            problems.append(Problem(message, rule.group, file, number, "group", f"write {other.group}"))
    return problems
