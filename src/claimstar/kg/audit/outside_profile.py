"""Profiles of outside claim tables: how one is recognised and what its columns mean, read from the ontology folder."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from claimstar.errors import InputError, Problem

PROFILES = "outside/claims.yaml"
"""Where the profiles lie in the ontology folder."""

Where = dict[str, list[str]]


class _Value(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class IdColumn(_Value):
    """A column with ids: see the head of ``ontology/outside/claims.yaml`` for the keys."""

    column: str
    prefix: str = ""
    split: str = ""
    pattern: str = ""
    where: Where = {}

    @cached_property
    def cut(self) -> re.Pattern[str] | None:
        """The pattern, compiled."""
        return re.compile(self.pattern) if self.pattern else None

    @model_validator(mode="after")
    def _pattern_has_a_group(self) -> Self:
        try:
            groups = re.compile(self.pattern).groups
        except re.error as error:
            raise ValueError(f"pattern {self.pattern!r}: {error}") from None
        if self.pattern and groups != 1:
            raise ValueError(f"pattern {self.pattern!r} needs one group, the id")
        return self


class End(_Value):
    """The subject or the object of a claim."""

    ids: list[IdColumn] = Field(min_length=1)
    name: str = ""


class PredicateColumn(_Value):
    """Where the predicate of a claim stands."""

    column: str = ""
    always: str = ""
    prefix: str = ""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if bool(self.column) == bool(self.always):
            raise ValueError("a predicate has either a column or is always the same")
        return self


class Qualifiers(_Value):
    """A column that narrows the predicate down; a row may hold several values."""

    column: str
    split: str = ""


class Negated(_Value):
    """The values of a column by which a row says that something is not so."""

    column: str
    values: list[str]


class ClaimColumns(_Value):
    """One claim that each row makes."""

    subject: End
    predicate: PredicateColumn
    object: End
    qualifiers: Qualifiers | None = None
    negated: Negated | None = None
    remarks: list[str] = []
    path: str = ""
    where: Where = {}


class Alias(_Value):
    """A node of a graph, named by one value of the graph, and the values that hold further ids of it."""

    node: str
    ids: str


class GraphLine(_Value):
    """A node-link graph in one line: its links are claims, and the graph as a whole is one."""

    path: str
    remarks: str = ""
    aliases: list[Alias] = []
    whole: ClaimColumns


class Chain(_Value):
    """The signs of predicates along a path."""

    increased: list[str]
    decreased: list[str]
    expected: Literal["increased", "decreased"] | None = None

    def sign(self, predicate: str) -> int:
        """1 where it raises the end it points to, -1 where it lowers it, 0 where it says neither."""
        return (predicate in self.increased) - (predicate in self.decreased)


class Profile(_Value):
    """A kind of outside table."""

    name: str
    source: str
    title: str
    license: str
    columns: list[str] = []
    keys: list[str] = []
    prefixes: dict[str, str] = {}
    claims: list[ClaimColumns] = []
    graph: GraphLine | None = None
    chain: Chain | None = None

    @model_validator(mode="after")
    def _rows_or_graphs(self) -> Self:
        if bool(self.columns) != bool(self.claims) or bool(self.keys) != bool(self.graph):
            raise ValueError("a profile has columns and claims, or keys and graph")
        return self


class _Profiles(_Value):
    profiles: list[Profile] = Field(min_length=1)


def load_profiles(ontology: Path) -> tuple[Profile, ...]:
    """The profiles of an ontology folder.

    Raises:
        InputError: the file is missing or malformed; all faults are told.
    """
    path = ontology / PROFILES
    remedy = "see the head of the file; the packaged one can be restored with claimstar init"
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        return tuple(_Profiles.model_validate(raw).profiles)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([Problem(f"cannot be read: {error}", file=str(path), remedy=remedy)]) from error
    except yaml.YAMLError as error:
        raise InputError([Problem(f"not YAML: {error}", file=str(path), remedy=remedy)]) from error
    except ValidationError as error:
        raise InputError(
            [
                Problem(each["msg"], file=str(path), column=".".join(map(str, each["loc"])), remedy=remedy)
                for each in error.errors()
            ]
        ) from error


def find_profile(names: Iterable[str], profiles: Iterable[Profile], *, keys: bool = False) -> Profile | None:
    """The profile of a table with this header, or of objects with these keys; of several the most particular one."""
    present = set(names)
    fitting = [
        each for each in profiles if (wanted := each.keys if keys else each.columns) and present.issuperset(wanted)
    ]
    return max(fitting, key=lambda each: len(each.keys if keys else each.columns), default=None)
