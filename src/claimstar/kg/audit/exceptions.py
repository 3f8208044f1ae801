"""Findings that a suite declares to be no faults, each with its reason: the table that its ``audit`` section names."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimstar.errors import InputError, Problem
from claimstar.ingest.csv_table import read_csv
from claimstar.ingest.nearest import nearest
from claimstar.ingest.suite import SUITE_FILE, Suite
from claimstar.kg.audit.checks import CHECKS, CORROBORATION, STALE
from claimstar.kg.audit.finding import Finding

COLUMNS = ("check", "thing", "value", "reason")
SECTION, KEY = "audit", "exceptions"


@dataclass(frozen=True, slots=True)
class Exempt:
    """One row: findings of a check on a thing, or, where ``value`` is given, those with that value alone.

    Of what outside claims say against an assertion the value is the name of the outside table.
    """

    check: str
    thing: str
    value: str
    reason: str
    file: str
    row: int

    def covers(self, finding: Finding) -> bool:
        """True where the finding is the one that the row excuses."""
        if (self.check, self.thing) != (finding.check, finding.thing):
            return False
        return not self.value or self.value == finding.problem.value


def _file(suite: Suite) -> str | None:
    section = suite.sections.get(SECTION)
    if section is None:
        return None
    known = isinstance(section, dict) and set(section) == {KEY} and isinstance(section[KEY], str)
    if not known:
        problem = Problem(
            "the audit section names the table of exceptions and nothing else",
            str(section),
            SUITE_FILE,
            column=SECTION,
            remedy="write audit: {exceptions: tables/audit_exceptions.csv}",
        )
        raise InputError([problem])
    name = str(section[KEY])
    if not (suite.folder / name).resolve().is_relative_to(suite.folder.resolve()):
        remedy = "keep tables in the suite's folder"
        raise InputError([Problem("table outside the suite", name, SUITE_FILE, column=SECTION, remedy=remedy)])
    return name


def read_exceptions(suite: Suite) -> tuple[Exempt, ...]:
    """The exceptions of a suite; none where it declares no table.

    Raises:
        InputError: the table is missing or has mistakes; all are told.
    """
    name = _file(suite)
    if name is None:
        return ()
    try:
        raw = read_csv(suite.folder, name)
    except OSError as error:
        message = f"table cannot be read: {error.strerror or error}"
        remedy = f"write it with the columns {', '.join(COLUMNS)}, or take the section out"
        raise InputError([Problem(message, name, SUITE_FILE, column=SECTION, remedy=remedy)]) from error
    problems = list(raw.problems)
    if raw.header and raw.header != COLUMNS:
        remedy = f"make it {','.join(COLUMNS)}"
        problems.append(Problem("not the header of exceptions", ",".join(raw.header), name, 1, remedy=remedy))
        raise InputError(problems)
    found, seen = [], dict[tuple[str, ...], int]()
    for row in raw.rows:
        check, thing, value, reason = (cell.strip() for cell in row.cells)
        if check not in CHECKS or check == STALE:
            known = [each for each in CHECKS if each != STALE]
            problems.append(Problem("unknown check", check, name, row.number, "check", nearest(check, known, "check")))
        for column, cell in (("thing", thing), ("reason", reason)):
            if not cell:
                remedy = "an exception names one thing and says why it is no fault"
                problems.append(Problem("empty required cell", "", name, row.number, column, remedy))
        if check in CORROBORATION and not value:
            remedy = "name the outside table whose rows do not count; another one may still be right"
            problems.append(Problem(f"an exception of {check} without a table", "", name, row.number, "value", remedy))
        first = seen.setdefault((check, thing, value), row.number)
        if first != row.number:
            remedy = "keep one of them"
            problems.append(Problem(f"the same exception as in row {first}", thing, name, row.number, remedy=remedy))
        found.append(Exempt(check, thing, value, reason, name, row.number))
    if problems:
        raise InputError(problems)
    return tuple(found)


def excuse(
    findings: Sequence[Finding], exceptions: Sequence[Exempt], could_match: Callable[[Exempt], bool] = lambda _: True
) -> tuple[Finding, ...]:
    """The findings, those with an exception carrying its reason; behind them the exceptions that matched nothing.

    Args:
        could_match: whether what an exception speaks of was looked at; of another one it is not known to be stale.
    """
    used: set[int] = set()
    told = []
    for finding in findings:
        match = next((each for each in exceptions if each.covers(finding)), None)
        if match is not None:
            used.update(place for place, each in enumerate(exceptions) if each.covers(finding))
            finding = dataclasses.replace(finding, reason=match.reason)
        told.append(finding)
    for place, each in enumerate(exceptions):
        if place in used or not could_match(each):
            continue
        message = f"the audit finds no {each.check} of {each.thing}{f' with {each.value!r}' if each.value else ''}"
        problem = Problem(message, each.thing, each.file, each.row, "thing", "take the row out, or mend what it names")
        told.append(Finding(STALE, each.thing, problem))
    return tuple(told)
