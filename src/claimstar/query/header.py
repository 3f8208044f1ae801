"""The header of a template: its ``#+`` lines as one YAML document, with the line of the file for each entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from claimstar.errors import QueryError


@dataclass
class Faults:
    """Collects what is wrong with a file, so that all of it is told at once."""

    path: Path
    found: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: int, text: str) -> None:
        """Note a fault of a line of the file."""
        self.found.append((line, text))

    def raise_any(self) -> None:
        """Raise what was noted.

        Raises:
            QueryError: something was noted; each fault names file and line.
        """
        if self.found:
            raise QueryError("\n".join(f"{self.path}:{line}: {text}" for line, text in sorted(set(self.found))))


@dataclass(frozen=True)
class Header:
    """A header: its content, and the line of the file where each part of it stands."""

    content: dict[str, Any]
    lines: dict[tuple[str | int, ...], int]

    def line(self, *place: str | int) -> int:
        """The line of a part, such as ``("parameters", 0)``, or of what it stands in."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def entries(self, key: str, allowed: frozenset[str], faults: Faults) -> list[tuple[dict[str, Any], int]]:
        """The entries of a list of named things with their lines; those that are malformed become faults."""
        found = self.content.get(key) or []
        if not isinstance(found, list):
            faults.add(self.line(key), f"{key} must be a list of entries with a name")
            return []
        entries, names = [], set()
        for number, entry in enumerate(found):
            line = self.line(key, number)
            name = entry.get("name") if isinstance(entry, dict) else None
            if not isinstance(name, str) or not name.isidentifier():
                faults.add(line, f"{key}: an entry needs a name of letters, digits and _")
                continue
            if name in names:
                faults.add(line, f"{key}: {name} stands here twice")
            for unknown in entry.keys() - allowed:
                faults.add(
                    line, f"{key}: {name} has the unknown key {unknown!r}; there are {', '.join(sorted(allowed))}"
                )
            names.add(name)
            entries.append((entry, line))
        return entries


def read_header(path: Path, text: str) -> Header:
    """The header of a template.

    Raises:
        QueryError: it is not YAML, or has no summary; the message names file and line.
    """
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.startswith("#+")]
    places = [number for number, _ in numbered]
    loader = yaml.SafeLoader("\n".join(line[2:].removeprefix(" ") for _, line in numbered))
    try:
        node = loader.get_single_node()
        content = loader.construct_document(node) if node is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        number = places[min(mark.line, len(places) - 1)] if mark and places else 1
        raise QueryError(f"{path}:{number}: the header is not YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise QueryError(f"{path}:{places[0] if places else 1}: the header is not YAML: {error}") from None
    finally:
        loader.dispose()
    first = places[0] if places else 1
    if node is None or not isinstance(content, dict):
        raise QueryError(f"{path}:{first}: there is no header", remedy="begin the file with: #+ summary: …")
    if not isinstance(content.get("summary"), str) or not content["summary"].strip():
        raise QueryError(f"{path}:{first}: the header has no summary", remedy="begin the file with: #+ summary: …")
    lines: dict[tuple[str | int, ...], int] = {}
    _note_lines(node, (), places, lines)
    return Header(content, lines)


def _note_lines(
    node: yaml.Node, place: tuple[str | int, ...], places: list[int], lines: dict[tuple[str | int, ...], int]
) -> None:
    lines[place] = places[node.start_mark.line]
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _note_lines(value, (*place, str(key.value)), places, lines)
            lines[*place, str(key.value)] = places[key.start_mark.line]
    elif isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            _note_lines(item, (*place, number), places, lines)
