"""A section of suite.yaml being read, with every mistake kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from claimstar.errors import Problem
from claimstar.ingest.suite import SUITE_FILE


class Section:
    """One mapping of suite.yaml being read: takes keys, collects problems, and at the end reports what is left."""

    def __init__(self, values: Any, where: str, problems: list[Problem]) -> None:
        self.values = dict(values) if isinstance(values, Mapping) else {}
        self.where = where
        self.problems = problems
        if not isinstance(values, Mapping):
            self.report("must be a mapping", "", "write keys and values")

    def report(self, message: str, key: str, remedy: str, value: str = "") -> None:
        place = f"{self.where}.{key}".strip(".")
        self.problems.append(Problem(message, value, SUITE_FILE, None, place, remedy))

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        if key not in self.values:
            if default is None:
                self.report("required key missing", key, f"add {key}")
                return kind()
            return default
        value = self.values.pop(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.report(f"must be of type {kind.__name__}", key, "change the value", repr(value))
            return default if default is not None else kind()
        return value

    def texts(self, key: str, default: Any = None, allowed: Iterable[str] | None = None) -> tuple[str, ...]:
        found = tuple(str(item) for item in self.take(key, list, default))
        choices = tuple(allowed) if allowed is not None else None
        for item in found:
            if choices is not None and item not in choices:
                self.report("unknown value", key, f"one of {', '.join(choices)}", item)
        return found

    def choice(self, key: str, allowed: Iterable[str], default: str | None = None) -> Any:
        value, allowed = self.take(key, str, default), tuple(allowed)
        if value and value not in allowed:
            self.report("unknown value", key, f"one of {', '.join(allowed)}", value)
        return value

    def lists(self, key: str) -> dict[str, tuple[str, ...]]:
        """Lists of texts by name; empty where the key is missing. A list that names nothing would say nothing."""
        found: dict[str, tuple[str, ...]] = {}
        for name, items in self.take(key, dict, {}).items():
            if not isinstance(items, list) or not items or not all(isinstance(item, str) for item in items):
                self.report("not a list of one or more ids", f"{key}.{name}", "write [A, B]", str(items))
            else:
                found[str(name)] = tuple(items)
        return found

    def groups(self, key: str) -> tuple[tuple[str, ...], ...]:
        """A list of lists, each of two or more different texts; empty where the key is missing."""
        found = []
        for item in self.take(key, list, []):
            texts = tuple(str(each) for each in item) if isinstance(item, list) else ()
            if len(texts) < 2 or len(set(texts)) < len(texts):
                self.report("not a list of two or more different ids", key, "write [A, B]", str(item))
            else:
                found.append(texts)
        return tuple(found)

    def close(self) -> None:
        for key in self.values:
            self.report("unknown key", str(key), "remove it or check its spelling")
