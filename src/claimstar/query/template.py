"""Query templates: ``.rq`` files with a header, read once, checked, and bound by substitution.

The lines that begin with ``#+`` are one YAML document: ``summary``, ``parameters``, ``columns`` and any further keys,
which are kept for whoever reads them (consistency rules carry a severity and a remedy there). The body is plain
SPARQL 1.1.

A parameter with one value is the variable of its name, bound by substitution. A parameter with many values stands in
the body as ``VALUES ?name { }``, and the terms are written between the braces by the term serializer. No text of a
user is ever pasted into a query.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyoxigraph import QuerySolutions, Store

from claimstar.errors import QueryError
from claimstar.model.mapping import load_mapping
from claimstar.query.header import Faults, Header, read_header
from claimstar.query.parameter import TYPES, Parameter, Term
from claimstar.store.binding import drop_values, empty_values, fill_values, mentions

_PARAMETER_KEYS = frozenset({"name", "type", "class", "many", "required", "default", "description"})
_COLUMN_KEYS = frozenset({"name", "description"})


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
        faults = [self._unknown(name) for name in values if name not in {each.name for each in self.parameters}]
        text, bound = self.body, dict[str, Term]()
        for parameter in self.parameters:
            given = values.get(parameter.name, ())
            items = ([given] if isinstance(given, str) else list(given)) or list(parameter.default)
            if not items:
                if parameter.required:
                    faults.append(f"parameter {parameter.name} is missing ({parameter.description or parameter.type})")
                elif parameter.many:
                    text = drop_values(text, parameter.name)
                continue
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
                text = fill_values(text, parameter.name, terms)
            elif terms:
                bound[parameter.name] = terms[0]
        if faults:
            raise QueryError(f"{self.name}: " + "; ".join(faults), remedy=f"see: claimstar query show {self.name}")
        return text, bound

    def _unknown(self, name: str) -> str:
        known = [each.name for each in self.parameters]
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
        return f"no parameter {name!r}; " + (
            f"nearest: {', '.join(near)}" if near else f"there are: {', '.join(known) or 'none'}"
        )


def parse_template(path: Path, name: str) -> Template:
    """The template in a file.

    Raises:
        QueryError: header or body is malformed, or they do not fit each other; every fault is told with its
            file and line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"{path}:1: cannot be read: {error}") from error
    header, faults = read_header(path, text), Faults(path)
    # header lines stay as empty ones, so that lines of the body are lines of the file
    body = "\n".join("" if line.startswith("#+") else line for line in text.splitlines()) + "\n"
    parameters = [
        (_parameter(entry, line, faults), line) for entry, line in header.entries("parameters", _PARAMETER_KEYS, faults)
    ]
    columns = tuple(
        Column(entry["name"], str(entry.get("description", "")))
        for entry, _ in header.entries("columns", _COLUMN_KEYS, faults)
    )
    _check_body(body, header, parameters, columns, faults)
    faults.raise_any()
    rest = {key: value for key, value in header.content.items() if key not in {"summary", "parameters", "columns"}}
    summary = header.content["summary"].strip()
    return Template(name, summary, tuple(each for each, _ in parameters), columns, body, path, rest)


def _parameter(entry: dict[str, Any], line: int, faults: Faults) -> Parameter:
    name, kind, class_name = entry["name"], entry.get("type"), entry.get("class")
    default = entry.get("default", [])
    values = default if isinstance(default, list) else [default]
    texts = tuple(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
    parameter = Parameter(
        name=name,
        type=str(kind),
        description=str(entry.get("description", "")),
        class_name=class_name,
        many=entry.get("many", False) is True,
        required=entry.get("required", not texts) is True,
        default=texts,
    )
    if kind not in TYPES:
        faults.add(line, f"parameter {name}: type must be one of {', '.join(TYPES)}, not {kind!r}")
        return parameter
    for key in ("many", "required"):
        if not isinstance(entry.get(key, False), bool):
            faults.add(line, f"parameter {name}: {key} must be true or false")
    if class_name is not None and (kind != "iri" or class_name not in load_mapping().classes):
        faults.add(line, f"parameter {name}: class needs the type iri and a class of the schema, not {class_name!r}")
        return parameter
    if len(texts) > 1 and not parameter.many:
        faults.add(line, f"parameter {name}: one default, for it takes one value")
    for value in texts:
        try:
            parameter.term(value)
        except QueryError as error:
            faults.add(line, f"default of {error.message}")
    return parameter


def _check_body(
    body: str, header: Header, parameters: Sequence[tuple[Parameter, int]], columns: Sequence[Column], faults: Faults
) -> None:
    blocks = empty_values(body)
    for parameter, line in parameters:
        if not mentions(body, parameter.name):
            faults.add(line, f"the parameter {parameter.name} does not occur in the query")
        elif parameter.many and parameter.name not in blocks:
            faults.add(line, f"no 'VALUES ?{parameter.name} {{ }}' for the many-valued parameter {parameter.name}")
    for name in blocks.keys() - {parameter.name for parameter, _ in parameters if parameter.many}:
        line = body.count("\n", 0, blocks[name][0][0]) + 1
        faults.add(line, f"'VALUES ?{name} {{ }}' stands for no many-valued parameter of the header")
    try:
        # an empty store answers at once, and the parser is the engine's own
        answer = Store().query(body)
    except SyntaxError as error:
        place = re.search(r"at (\d+):(\d+)", str(error))
        faults.add(int(place[1]) if place else 1, f"the query does not parse: {error}")
        return
    except (OSError, ValueError, RuntimeError) as error:
        faults.add(1, f"the query cannot be evaluated: {error}")
        return
    if not isinstance(answer, QuerySolutions):
        faults.add(1, "not a SELECT query")
        return
    selected = [variable.value for variable in answer.variables]
    declared = [column.name for column in columns]
    if declared != selected:
        names = ", ".join(declared) or "no columns"
        faults.add(header.line("columns"), f"the header names {names}, the query selects {', '.join(selected)}")
    for parameter, line in parameters:
        if not parameter.many and parameter.name not in selected and mentions(body, parameter.name):
            faults.add(line, f"?{parameter.name} must be selected, for substitution binds only what a query selects")
