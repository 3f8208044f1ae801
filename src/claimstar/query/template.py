"""Query templates: ``.rq`` files with a header, read once, checked, and bound by substitution.

The lines that begin with ``#+`` are one YAML document: ``summary``, ``parameters``, ``columns`` and any further keys,
which are kept for whoever reads them (consistency rules carry a severity and a remedy there). The body is plain
SPARQL 1.1.

A parameter with one value is the variable of its name, bound by substitution. A parameter with many values stands in
the body as ``VALUES ?name { }``, and the terms are written between the braces by the term serializer. No text of a
user is ever pasted into a query.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pyoxigraph import Literal, NamedNode

from claimstar.errors import LookupFailure, QueryError
from claimstar.model.mapping import load_mapping
from claimstar.names import expand_id

_TYPES = {
    "iri": None,
    "string": "http://www.w3.org/2001/XMLSchema#string",
    "integer": "http://www.w3.org/2001/XMLSchema#integer",
    "decimal": "http://www.w3.org/2001/XMLSchema#decimal",
    "boolean": "http://www.w3.org/2001/XMLSchema#boolean",
}
_PATTERNS = {
    "integer": re.compile(r"[+-]?\d+"),
    "decimal": re.compile(r"[+-]?\d+(\.\d+)?"),
    "boolean": re.compile(r"true|false"),
}
_IRI = re.compile(r"[^\x00-\x20<>\"{}|^`\\]+")

Term = NamedNode | Literal


@dataclass(frozen=True)
class Parameter:
    """A typed parameter. ``class_name`` lets bare ids of that class stand for IRIs (``ASR_0033``)."""

    name: str
    type: str
    description: str = ""
    class_name: str | None = None
    many: bool = False
    required: bool = True

    def term(self, value: str) -> Term:
        """The term of a value as a user writes it.

        Raises:
            QueryError: the value does not fit the type.
        """
        if self.type == "iri":
            prefix = load_mapping().get_class(self.class_name).id_prefix if self.class_name else None
            try:
                iri = expand_id(value, prefix)
            except LookupFailure as error:
                raise QueryError(
                    f"parameter {self.name}: {error.message}", remedy="give an IRI or a known CURIE"
                ) from None
            if not _IRI.fullmatch(iri):
                raise QueryError(f"parameter {self.name}: not an IRI: {value!r}", remedy="give an IRI or a known CURIE")
            return NamedNode(iri)
        pattern = _PATTERNS.get(self.type)
        if pattern and not pattern.fullmatch(value):
            raise QueryError(f"parameter {self.name}: not of type {self.type}: {value!r}")
        return Literal(value, datatype=NamedNode(_TYPES[self.type] or ""))


@dataclass(frozen=True)
class Column:
    """A column of the answer."""

    name: str
    description: str = ""


@dataclass(frozen=True)
class Template:
    """A query with its header. ``extra`` holds the header's further keys."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    columns: tuple[Column, ...]
    body: str
    path: Path
    extra: Mapping[str, Any] = field(default_factory=dict)

    def bind(self, values: Mapping[str, str | Sequence[str]]) -> tuple[str, dict[str, Term]]:
        """The query text and the substitutions for these parameter values.

        Raises:
            QueryError: a parameter is unknown, missing or ill-typed; all of them are named at once.
        """
        faults: list[str] = []
        known = {parameter.name: parameter for parameter in self.parameters}
        faults += [
            f"no parameter {name!r}; there are: {', '.join(known) or 'none'}" for name in values if name not in known
        ]
        text, bound = self.body, {}
        for parameter in self.parameters:
            given = values.get(parameter.name)
            if given is None or given == () or given == []:
                if parameter.required:
                    faults.append(f"parameter {parameter.name} is missing ({parameter.description or parameter.type})")
                elif parameter.many:
                    text = _values_block(parameter.name).sub("", text)
                continue
            items = [given] if isinstance(given, str) else list(given)
            if len(items) > 1 and not parameter.many:
                faults.append(f"parameter {parameter.name} takes one value, {len(items)} given")
                continue
            terms = []
            for item in items:
                try:
                    terms.append(parameter.term(item))
                except QueryError as error:
                    faults.append(error.message)
            if parameter.many:
                text = _fill(text, parameter.name, terms)
            elif terms:
                bound[parameter.name] = terms[0]
        if faults:
            raise QueryError(f"{self.name}: " + "; ".join(faults), remedy=f"see: claimstar query show {self.name}")
        return text, bound


def _values_block(name: str) -> re.Pattern[str]:
    return re.compile(rf"VALUES\s+\?{re.escape(name)}\s*\{{\s*\}}")


def _fill(text: str, name: str, terms: Sequence[Term]) -> str:
    """The query with the terms written into the parameter's VALUES block."""
    block = f"VALUES ?{name} {{ {' '.join(str(term) for term in terms)} }}"
    return _values_block(name).sub(lambda _: block, text)


def _header(path: Path, lines: list[str]) -> tuple[dict[str, Any], str]:
    head = [line for line in lines if line.startswith("#+")]
    body = "\n".join("" if line.startswith("#+") else line for line in lines).strip() + "\n"
    try:
        header = yaml.safe_load("\n".join(line[2:].removeprefix(" ") for line in head))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise QueryError(f"{path}{where}: the header is not YAML: {error}") from None
    if not isinstance(header, dict) or not header.get("summary"):
        raise QueryError(f"{path}:1: the header has no summary", remedy="begin the file with: #+ summary: …")
    return header, body


def _entries(path: Path, header: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = header.get(key) or []
    if not isinstance(found, list) or not all(isinstance(item, dict) and item.get("name") for item in found):
        raise QueryError(f"{path}:1: {key} must be a list of entries with a name")
    return found


def parse_template(path: Path, name: str) -> Template:
    """The template in a file.

    Raises:
        QueryError: header or body is malformed; the message names the file.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"{path}: cannot be read: {error}") from error
    header, body = _header(path, text.splitlines())
    parameters = []
    for entry in _entries(path, header, "parameters"):
        if entry.get("type") not in _TYPES:
            raise QueryError(f"{path}:1: parameter {entry['name']}: type must be one of {', '.join(_TYPES)}")
        parameter = Parameter(
            name=entry["name"],
            type=entry["type"],
            description=str(entry.get("description", "")),
            class_name=entry.get("class"),
            many=bool(entry.get("many", False)),
            required=bool(entry.get("required", True)),
        )
        if parameter.many and not _values_block(parameter.name).search(body):
            raise QueryError(
                f"{path}: no 'VALUES ?{parameter.name} {{ }}' for the many-valued parameter {parameter.name}"
            )
        if not re.search(rf"[?$]{re.escape(parameter.name)}\b", body):
            raise QueryError(f"{path}: the parameter {parameter.name} does not occur in the query")
        parameters.append(parameter)
    columns = tuple(
        Column(entry["name"], str(entry.get("description", ""))) for entry in _entries(path, header, "columns")
    )
    rest = {key: value for key, value in header.items() if key not in {"summary", "parameters", "columns"}}
    return Template(name, str(header["summary"]).strip(), tuple(parameters), columns, body, path, rest)
