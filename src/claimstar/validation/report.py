"""What validation says: results, and the report that carries them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import IntEnum

from claimstar.names import local_id


class Severity(IntEnum):
    """How bad a result is; greater is worse."""

    INFO = 0
    WARNING = 1
    VIOLATION = 2

    @property
    def label(self) -> str:
        """The name as reports and rule headers write it.

        >>> Severity.WARNING.label
        'warning'
        """
        return self.name.lower()


@dataclass(frozen=True)
class Result:
    """One finding.

    Attributes:
        severity: violation, warning or info.
        focus: the IRI of the node that is at fault.
        path: the property in question as a CURIE or SPARQL path; empty where the fault is of the whole node.
        component: the constraint that failed (``MinCount``), or ``Rule`` for a consistency rule.
        value: the offending value as records write it; empty where something is missing.
        message: what is wrong, in words.
        source_shape: the shape as a CURIE, or the name of the rule.
        file: the source file of the focus node, empty where none is recorded.
        row: its row as an editor shows it (the header is row 1), None where none is recorded.
        remedy: what to do about it.
    """

    severity: Severity
    focus: str
    path: str
    component: str
    value: str
    message: str
    source_shape: str
    file: str = ""
    row: int | None = None
    remedy: str = ""

    @property
    def id(self) -> str:
        """The focus node as records write it: ``ASR_0033``, ``CHEBI:43755``."""
        return local_id(self.focus)

    @property
    def place(self) -> str:
        """``file:row`` of the focus node, empty where none is recorded.

        >>> Result(Severity.INFO, "", "", "", "", "", "", "assertions.csv", 4).place
        'assertions.csv:4'
        """
        return ":".join(str(part) for part in (self.file, self.row) if part not in ("", None))


@dataclass(frozen=True)
class EngineRecord:
    """An engine that took part: name, version and the time it took in seconds."""

    name: str
    version: str
    seconds: float


@dataclass(frozen=True)
class Report:
    """The outcome of a validation.

    Attributes:
        results: the findings, worst first.
        engines: the engines that ran.
        checked: the number of records (nodes with a type) that were looked at.
    """

    results: tuple[Result, ...]
    engines: tuple[EngineRecord, ...]
    checked: int

    def count(self, severity: Severity) -> int:
        """The number of results of exactly that severity."""
        return sum(result.severity == severity for result in self.results)

    def conforms(self, fail_on: Severity = Severity.VIOLATION) -> bool:
        """True where no result is as bad as ``fail_on`` or worse."""
        return all(result.severity < fail_on for result in self.results)

    def to_json(self) -> str:
        """The report as JSON; severities by name, and the verdict at the default threshold."""
        return json.dumps(
            {
                "conforms": self.conforms(),
                "checked": self.checked,
                "counts": {severity.label: self.count(severity) for severity in sorted(Severity, reverse=True)},
                "engines": [asdict(engine) for engine in self.engines],
                "results": [
                    {**asdict(result), "severity": result.severity.label, "id": result.id} for result in self.results
                ],
            },
            indent=1,
            ensure_ascii=False,
        )

    def to_text(self) -> str:
        """The report as plain text, one block a cause: what is wrong, how to mend it, and each node that has it."""
        blocks: dict[tuple[Severity, str, str, str], list[Result]] = {}
        for result in self.results:
            cause = (result.severity, result.source_shape, result.message, result.remedy)
            blocks.setdefault(cause, []).append(result)
        lines: list[str] = []
        for (severity, source, message, remedy), results in blocks.items():
            lines.append(f"{severity.label}: {message} ({len(results)}) [{source}]")
            if remedy:
                lines.append(f"  remedy: {remedy}")
            lines.extend(f"  {line}" for line in _columns(results))
            lines.append("")
        counts = ", ".join(f"{self.count(severity)} {severity.label}" for severity in sorted(Severity, reverse=True))
        engines = ", ".join(f"{engine.name} {engine.version} ({engine.seconds:.2f} s)" for engine in self.engines)
        verdict = "conforms" if self.conforms() else "does not conform"
        return "\n".join([*lines, f"{verdict}: {counts}; {self.checked} records checked by {engines}"]) + "\n"


def _columns(results: Iterable[Result]) -> list[str]:
    rows = [(result.id, result.path, result.value, result.place) for result in results]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width]
        lines.append("  ".join(cells).rstrip())
    return lines


def in_order(results: Iterable[Result]) -> tuple[Result, ...]:
    """The results without repeats, worst first, then by cause and node, so that two runs print the same."""

    def order(result: Result) -> tuple[int, str, str, int, str, str, str]:
        place = (result.file, result.row or 0, result.focus)
        return (-result.severity, result.source_shape, *place, result.path, result.value)

    return tuple(sorted(set(results), key=order))
