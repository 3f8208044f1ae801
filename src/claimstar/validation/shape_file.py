"""One shapes file: read, and checked for what an engine would pass over in silence.

An engine that meets a construct it does not know, or a parameter of the wrong kind (``sh:minCount "x"``), may report
that all is well. So nothing is handed to an engine that the canary has not seen failing in it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from claimstar.errors import Problem
from claimstar.names import BASE, compress
from claimstar.rdf.terms import RDF_FIRST, RDF_NIL, RDF_REST, RDF_TYPE
from claimstar.validation.report import Severity

SH = "http://www.w3.org/ns/shacl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSD = "http://www.w3.org/2001/XMLSchema#"
REMEDY = BASE + "remedy"
ABOUT = BASE + "about"

_SEVERITIES = {SH + name: Severity[name.upper()] for name in ("Violation", "Warning", "Info")}
_NODE_KINDS = {
    SH + name for name in ("IRI", "BlankNode", "Literal", "BlankNodeOrIRI", "BlankNodeOrLiteral", "IRIOrLiteral")
}
_STRUCTURE = {
    *("path", "property", "targetClass", "targetNode", "targetSubjectsOf", "targetObjectsOf", "severity", "message"),
    *("name", "description", "order", "flags", "ignoredProperties", "qualifiedValueShape"),
    *("inversePath", "alternativePath"),
}
"""Terms that make no result of their own. ``sh:deactivated`` is not among them: delete a shape that is off."""
_COUNTS = {"minCount", "maxCount", "minLength", "maxLength", "qualifiedMinCount", "qualifiedMaxCount"}
_TRUE_FALSE = {"closed", "uniqueLang"}
_IRIS = {"class", "datatype", "equals", "disjoint", "lessThan", "lessThanOrEquals", "targetClass", "targetSubjectsOf"}
_LISTS = {"in", "or", "and", "xone", "ignoredProperties", "languageIn", "alternativePath"}
_TYPES = {"NodeShape", "PropertyShape"}

Node = NamedNode | BlankNode
Term = NamedNode | BlankNode | Literal | Triple


@dataclass(frozen=True)
class ShapeInfo:
    """What a report says about a shape. ``path`` is a CURIE or SPARQL path, empty for a node shape."""

    iri: str
    path: str
    message: str
    remedy: str
    about: str
    file: str
    parameters: Mapping[str, str]


def component_of(parameter: str) -> str:
    """The component that a constraint parameter belongs to, without SHACL's suffix.

    >>> component_of("minCount")
    'MinCount'
    """
    return parameter[0].upper() + parameter[1:]


class ShapesFile:
    """One file. Its faults are added to ``problems``."""

    def __init__(self, path: Path, problems: list[Problem]) -> None:
        self.path = path
        self.name = f"{path.parent.name}/{path.name}"
        self.problems = problems
        self.components: set[str] = set()
        self.targets: set[str] = set()
        self.triples = self._read()
        self.by_subject: dict[Node, list[Triple]] = {}
        for triple in self.triples:
            if isinstance(triple.subject, NamedNode | BlankNode):
                self.by_subject.setdefault(triple.subject, []).append(triple)

    def _fault(self, message: str, value: str = "", remedy: str = "", row: int | None = None) -> None:
        self.problems.append(Problem(message, value, self.name, row, None, remedy))

    def _read(self) -> list[Triple]:
        try:
            found = [quad.triple for quad in parse(self.path.read_bytes(), format=RdfFormat.TURTLE)]
        except OSError as error:
            self._fault(f"cannot be read: {error.strerror}")
            return []
        except SyntaxError as error:
            self._fault(f"not Turtle: {error.msg}", row=error.lineno, remedy="correct the file")
            return []
        if not found:
            self._fault("the shapes file says nothing", remedy="write shapes into it or delete it")
        names: dict[Node, NamedNode] = {}
        for triple in found:  # a property shape without a name gets one, by its place in the file
            if triple.predicate.value == SH + "path" and isinstance(triple.subject, BlankNode):
                names[triple.subject] = NamedNode(
                    f"{BASE}shape/{self.path.parent.name}/{self.path.stem}/{len(names) + 1}"
                )
        stem = re.sub(r"\W", "", self.name)
        labels: dict[str, BlankNode] = {}

        def renamed(term: Term) -> Term:
            if not isinstance(term, BlankNode):
                return term
            return names.get(term) or labels.setdefault(term.value, BlankNode(f"{stem}n{len(labels)}"))

        subjects = [(renamed(triple.subject), triple) for triple in found]
        return [
            Triple(subject, triple.predicate, renamed(triple.object))
            for subject, triple in subjects
            if isinstance(subject, NamedNode | BlankNode)
        ]

    def _value(self, subject: Node, predicate: str) -> Term | None:
        found = [triple.object for triple in self.by_subject.get(subject, ()) if triple.predicate.value == predicate]
        return found[0] if found else None

    def _is_list(self, term: Term) -> bool:
        seen: set[Term] = set()
        while term != RDF_NIL:
            if term in seen or not isinstance(term, NamedNode | BlankNode):
                return False
            seen.add(term)
            if self._value(term, RDF_FIRST.value) is None:
                return False
            term = self._value(term, RDF_REST.value) or BlankNode()
        return True

    def check(self, proven: Collection[str] | None, vocabulary: Collection[str] | None) -> None:
        """Find every use of SHACL that is unknown, unproven, ill-formed or without effect."""
        mentioned = {triple.object for triple in self.triples}
        if vocabulary is not None:
            self._check_terms(mentioned - {triple.subject for triple in self.triples}, vocabulary)
        for subject, triples in self.by_subject.items():
            for triple in triples:
                if triple.predicate.value.startswith(SH):
                    self._check_parameter(triple, proven)
                if triple.predicate == RDF_TYPE and isinstance(triple.object, NamedNode):
                    kind = triple.object.value.removeprefix(SH)
                    if triple.object.value.startswith(SH) and kind not in _TYPES:
                        self._unsupported(f"sh:{kind}")
                    if kind in _TYPES and isinstance(subject, BlankNode):
                        self._fault("a shape needs an IRI, so that a report can name it", kind)
                    aimed = any(other.predicate.value.startswith(SH + "target") for other in triples)
                    if kind in _TYPES and not aimed and subject not in mentioned:
                        self._fault("a shape that is applied to nothing", str(subject), "give it a target or delete it")
            path = self._value(subject, SH + "path")
            if path is not None:
                self._check_path(path)

    def _check_terms(self, terms: Iterable[Term], vocabulary: Collection[str]) -> None:
        for term in sorted({term.value for term in terms if isinstance(term, NamedNode)}):
            if not term.startswith((SH, XSD, RDF)) and term not in vocabulary:
                near = difflib.get_close_matches(term, vocabulary, n=1, cutoff=0.8)
                self._fault(
                    "the schema has no such term",
                    compress(term),
                    f"did you mean {compress(near[0])}?" if near else "use a class, slot or value of the schema",
                )

    def _unsupported(self, term: str) -> None:
        self._fault(
            "the engines are not known to honour this construct",
            term,
            "write it as a consistency rule in SPARQL, or add a failing example to shapes/canary",
        )

    def _check_parameter(self, triple: Triple, proven: Collection[str] | None) -> None:
        name = triple.predicate.value.removeprefix(SH)
        value = triple.object
        component = component_of(name)
        if name not in _STRUCTURE:
            self.components.add(component)
            if proven is not None and component not in proven:
                self._unsupported(f"sh:{name}")
                return
        if name == "targetClass" and isinstance(value, NamedNode):
            self.targets.add(value.value)
        fits = True
        if name in _COUNTS:
            fits = _is_literal(value, "integer") and value.value.isdigit()
        elif name in _TRUE_FALSE:
            fits = _is_literal(value, "boolean")
        elif name in _IRIS:
            fits = isinstance(value, NamedNode)
        elif name in _LISTS:
            fits = self._is_list(value)
        elif name == "severity":
            fits = isinstance(value, NamedNode) and value.value in _SEVERITIES
        elif name == "nodeKind":
            fits = isinstance(value, NamedNode) and value.value in _NODE_KINDS
        elif name in ("pattern", "message", "flags"):
            fits = isinstance(value, Literal) and (name != "pattern" or _compiles(value.value))
        elif name.startswith(("minInclusive", "maxInclusive", "minExclusive", "maxExclusive")):
            fits = isinstance(value, Literal)
        elif name in ("property", "node", "not", "qualifiedValueShape"):
            fits = isinstance(value, NamedNode) or value in self.by_subject
        if not fits:
            self._fault(f"sh:{name} does not take this value", str(value), "see the SHACL recommendation")

    def _check_path(self, path: Term) -> None:
        try:
            self.path_text(path)
        except ValueError as error:
            self._unsupported(str(error))

    def path_text(self, path: Term) -> str:
        """The path in SPARQL's notation, with CURIEs.

        Raises:
            ValueError: a form of path that the canary does not have.
        """
        if isinstance(path, NamedNode):
            return compress(path.value)
        if not isinstance(path, BlankNode):
            raise ValueError(f"sh:path {path}")
        inverse = self._value(path, SH + "inversePath")
        if inverse is not None:
            return f"^{self.path_text(inverse)}"
        choice = self._value(path, SH + "alternativePath")
        steps = choice if choice is not None else path
        if not isinstance(steps, NamedNode | BlankNode) or not self._is_list(steps):
            kinds = [compress(triple.predicate.value) for triple in self.by_subject.get(path, ())]
            raise ValueError(", ".join(kinds) or "sh:path")
        parts: list[str] = []
        while steps != RDF_NIL:
            parts.append(self.path_text(self._value(steps, RDF_FIRST.value) or RDF_NIL))
            rest = self._value(steps, RDF_REST.value)
            steps = rest if isinstance(rest, NamedNode | BlankNode) else RDF_NIL
        return f"({'|'.join(parts)})" if choice is not None else "/".join(parts)

    def info(self) -> dict[str, ShapeInfo]:
        """What is known of each shape with an IRI; empty where the file has faults."""
        if self.problems:
            return {}
        found = {}
        for subject, triples in self.by_subject.items():
            if not isinstance(subject, NamedNode):
                continue
            parameters = {
                triple.predicate.value.removeprefix(SH): _plain(triple.object)
                for triple in triples
                if triple.predicate.value.startswith(SH) and not isinstance(triple.object, BlankNode)
            }
            path = self._value(subject, SH + "path")
            found[subject.value] = ShapeInfo(
                iri=subject.value,
                path="" if path is None else self.path_text(path),
                message=_plain(self._value(subject, SH + "message")),
                remedy=_plain(self._value(subject, REMEDY)),
                about=_plain(self._value(subject, ABOUT)),
                file=self.name,
                parameters=parameters,
            )
        return found


def _is_literal(value: Term, datatype: str) -> TypeGuard[Literal]:
    return isinstance(value, Literal) and value.datatype.value == XSD + datatype


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _plain(value: Term | None) -> str:
    if isinstance(value, NamedNode):
        return compress(value.value)
    return value.value if isinstance(value, Literal) else ""
