"""The error tree. Every error names the thing, its value, where it came from and the remedy.

Exit codes of the command follow the class: 1 findings in the input, 2 usage, 3 runtime failure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class ClaimstarError(Exception):
    """Root of all errors that claimstar raises on purpose; the command prints them without a traceback."""

    exit_code = 3

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message}\n  remedy: {self.remedy}" if self.remedy else self.message


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of the input.

    Attributes:
        message: what is wrong, in words.
        value: the offending value as it stands in the file.
        file: the file, relative to the suite where it lies in one.
        row: the row as an editor shows it (the header is row 1); None where the fault is of the whole file.
        column: the column name; None where the fault is of the whole row.
        remedy: what to do about it.
    """

    message: str
    value: str = ""
    file: str = ""
    row: int | None = None
    column: str | None = None
    remedy: str = ""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.row, self.column) if part not in (None, ""))
        text = f"{place}: {self.message}" if place else self.message
        if self.value:
            text += f": {self.value!r}"
        return f"{text} ({self.remedy})" if self.remedy else text


class UsageError(ClaimstarError):
    """A command or call was asked for something that cannot be: a wrong option, name or path."""

    exit_code = 2


class InputError(ClaimstarError):
    """The input has findings; all of them are carried, none is reported alone.

    >>> print(InputError([Problem("confidence outside 0 to 1", "1.2", "assertions.csv", 4, "confidence")]))
    assertions.csv:4:confidence: confidence outside 0 to 1: '1.2'
    """

    exit_code = 1

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class LookupFailure(ClaimstarError, LookupError):
    """A thing was named that does not exist here."""

    exit_code = 2


class StoreError(ClaimstarError):
    """The store cannot be opened, read or written."""


class QueryError(ClaimstarError):
    """A query or template is malformed, or its parameters do not fit."""

    exit_code = 2


class ValidationEngineError(ClaimstarError):
    """A validation engine failed, or let the planted canary pass."""


class ModelError(ClaimstarError):
    """A language model or embedder cannot be loaded or called."""


class MissingExtraError(ClaimstarError):
    """An optional dependency is not installed."""

    exit_code = 2

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed", remedy=f"pip install 'claimstar[{extra}]'")
