"""How outside identifier tables are recognised and what their columns mean: ``ontology/outside/identifiers.yaml``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from claimstar.errors import InputError, Problem
from claimstar.resources import layout

FILE = "ontology/outside/identifiers.yaml"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the separator of several values, the prefix of bare ids, what another column must hold."""

    column: str
    separator: str = ""
    prefix: str = ""
    where: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of identifier table. ``current`` is a column and its values for ids in use, or None."""

    key: str
    title: str
    header: tuple[str, ...]
    id: Column
    name: Column | None
    synonyms: tuple[Column, ...]
    xrefs: tuple[Column, ...]
    parents: tuple[Column, ...]
    current: tuple[str, frozenset[str]] | None

    @property
    def lists(self) -> bool:
        """True where the table lists the ids of a resource, so that an id it lacks is unknown."""
        return self.name is not None


@dataclass(frozen=True, slots=True)
class Profiles:
    """All kinds, the spellings of prefixes, the prefixes that are no identity, and the pattern of a retraction list."""

    tables: tuple[Profile, ...]
    prefixes: Mapping[str, str]
    not_identity: frozenset[str]
    retractions_title: str
    retraction: re.Pattern[str]

    def find(self, header: Sequence[str]) -> Profile | None:
        """The kind of a table with that header, or None; the most columns in common with the header win."""
        fitting = [each for each in self.tables if set(each.header) <= set(header)]
        return max(fitting, key=lambda each: len(each.header), default=None)

    def normal(self, curie: str) -> str:
        """A CURIE with the prefix as we write it.

        >>> load_profiles().normal("MSH:D006973")
        'MESH:D006973'
        """
        prefix, colon, rest = curie.partition(":")
        return f"{self.prefixes.get(prefix, prefix)}{colon}{rest}"


def _column(raw: Any) -> Column:
    where = tuple((str(key), str(value)) for key, value in raw.get("where", {}).items())
    return Column(str(raw["column"]), str(raw.get("separator", "")), str(raw.get("prefix", "")), where)


def _columns(raw: Any) -> tuple[Column, ...]:
    return tuple(_column(each) for each in raw or ())


def _profile(key: str, raw: Any) -> Profile:
    current = raw.get("current")
    return Profile(
        key=key,
        title=str(raw["title"]),
        header=tuple(str(each) for each in raw["header"]),
        id=_column(raw["id"]),
        name=_column(raw["name"]) if "name" in raw else None,
        synonyms=_columns(raw.get("synonyms")),
        xrefs=_columns(raw.get("xrefs")),
        parents=_columns(raw.get("parents")),
        current=(str(current["column"]), frozenset(map(str, current["values"]))) if current else None,
    )


def _guarded(make: Callable[[], Profiles]) -> Profiles:
    try:
        return make()
    except yaml.MarkedYAMLError as error:
        row = error.problem_mark.line + 1 if error.problem_mark else None
        raise InputError([Problem(f"not YAML: {error.problem}", "", FILE, row, remedy="mend the syntax")]) from error
    except (OSError, UnicodeDecodeError) as error:
        remedy = "restore it from the package with claimstar init"
        raise InputError([Problem(f"cannot be read: {error}", "", FILE, remedy=remedy)]) from error
    except KeyError as error:
        problem = Problem("a table without a key that it needs", str(error.args[0]), FILE, remedy="add the key")
        raise InputError([problem]) from error
    except (TypeError, AttributeError, re.error) as error:
        raise InputError([Problem(f"not in the form of the shipped file: {error}", "", FILE)]) from error


def load_profiles(folder: Path | None = None) -> Profiles:
    """The kinds of identifier tables that the project knows; ``folder`` is its ontology folder.

    Raises:
        InputError: the file does not have its form.
    """
    path = (folder or layout().ontology) / "outside" / "identifiers.yaml"

    def make() -> Profiles:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Profiles(
            tables=tuple(_profile(str(key), value) for key, value in raw["tables"].items()),
            prefixes=MappingProxyType({str(key): str(value) for key, value in raw["prefixes"].items()}),
            not_identity=frozenset(map(str, raw["not_identity"])),
            retractions_title=str(raw["retractions"]["title"]),
            retraction=re.compile(str(raw["retractions"]["line"])),
        )

    return _guarded(make)
