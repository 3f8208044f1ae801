"""Consistency rules: what relates nodes to each other, as SPARQL in the store.

A rule is a template in ``queries/consistency``. Each row that it returns is a finding; its header says how bad, what is
wrong, and what to do. The nodes that its header names under ``canary`` are in ``canary.trig`` beside it, and the rule
has to find them there in every run: a rule that finds nothing in bad data says nothing about good data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import NamedNode, Quad, RdfFormat, parse

from claimstar.errors import QueryError, ValidationEngineError
from claimstar.names import compress
from claimstar.query.run import run
from claimstar.query.template import Template, parse_template
from claimstar.rdf.terms import ONTOLOGY_GRAPH
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.protocol import GraphStore
from claimstar.store.results import plain
from claimstar.validation.canary import NAMESPACE, is_planted, read_quads
from claimstar.validation.report import Result, Severity

FOLDER = "consistency"
COMPONENT = "Rule"
_COLUMNS = {"focus", "path", "value"}


@dataclass(frozen=True)
class Rule:
    """A consistency rule. ``canary`` holds the IRIs of the planted nodes that it has to find."""

    template: Template
    severity: Severity
    message: str
    remedy: str
    canary: frozenset[str]

    @property
    def name(self) -> str:
        """The name of the template: ``consistency/direct_edge_missing``."""
        return self.template.name

    def results(self, store: GraphStore) -> Iterator[Result]:
        """What the rule finds in a store.

        Raises:
            QueryError: the query does not parse or fails, or its columns are not those of its header.
        """
        table = run(store, self.template)
        for row in table.rows:
            terms = dict(zip(table.columns, row, strict=True))
            focus, path = terms["focus"], terms.get("path")
            yield Result(
                severity=self.severity,
                focus=focus.value if isinstance(focus, NamedNode) else str(focus),
                path=compress(path.value) if isinstance(path, NamedNode) else "",
                component=COMPONENT,
                value=plain(terms.get("value")) or "",
                message=self.message,
                source_shape=self.name,
                remedy=self.remedy,
            )


def load_rules(queries: Path) -> tuple[Rule, ...]:
    """The rules of a queries folder, by name.

    Raises:
        QueryError: a rule is malformed; the message names the file and all that is missing.
        ValidationEngineError: there is none.
    """
    paths = sorted((queries / FOLDER).glob("*.rq"))
    if not paths:
        raise ValidationEngineError(
            f"no consistency rules in {queries / FOLDER}", remedy="restore the folder from the package"
        )
    return tuple(_read(path) for path in paths)


def _read(path: Path) -> Rule:
    template = parse_template(path, f"{FOLDER}/{path.stem}")
    header = template.extra
    faults = [f"no {key}" for key in ("severity", "message", "remedy", "canary") if not header.get(key)]
    severity = str(header.get("severity", "")).upper()
    if header.get("severity") and severity not in Severity.__members__:
        faults.append(f"severity {header['severity']!r} is none of violation, warning, info")
    columns = [column.name for column in template.columns]
    if "focus" not in columns or set(columns) - _COLUMNS:
        faults.append("the columns are focus and, where there is one, path and value")
    if template.parameters:
        faults.append("a rule has no parameters")
    planted = header.get("canary")
    if planted and not (isinstance(planted, list) and all(isinstance(name, str) for name in planted)):
        faults.append("canary is a list of names of nodes in canary.trig")
    if faults:
        raise QueryError(f"{path}:1: {'; '.join(faults)}", remedy="see another rule of the folder")
    return Rule(
        template=template,
        severity=Severity[severity],
        message=str(header["message"]),
        remedy=str(header["remedy"]),
        canary=frozenset(NAMESPACE + name for name in planted or ()),
    )


def ontology_quads(folder: Path) -> tuple[Quad, ...]:
    """The ontology of a project in its graph: the rules read the predicates' domains and ranges there.

    Raises:
        ValidationEngineError: it has not been generated, or is malformed.
    """
    path = folder / "claimstar.owl.ttl"
    try:
        return tuple(
            Quad(quad.subject, quad.predicate, quad.object, ONTOLOGY_GRAPH)
            for quad in parse(path.read_bytes(), format=RdfFormat.TURTLE)
        )
    except (OSError, SyntaxError) as error:
        raise ValidationEngineError(f"cannot read {path}: {error}", remedy="run: claimstar schema build") from error


def check_rules(rules: tuple[Rule, ...], queries: Path, ontology: Path) -> None:
    """Run every rule on the planted graph.

    Raises:
        ValidationEngineError: a rule does not find what is planted for it.
    """
    path = queries / FOLDER / "canary.trig"
    store = EmbeddedStore()
    try:
        store.load(read_quads(path))
    except FileNotFoundError:
        raise ValidationEngineError(
            f"the rules have no canary at {path}", remedy="restore it from the package"
        ) from None
    store.load(ontology_quads(ontology))
    for rule in rules:
        missed = sorted(rule.canary - {result.focus for result in rule.results(store)})
        if missed:
            names = ", ".join(iri.removeprefix(NAMESPACE) for iri in missed)
            raise ValidationEngineError(
                f"the rule {rule.name} let the planted canary pass: {names}",
                remedy=f"do not trust this run; check {rule.template.path} and {path}",
            )


def run_rules(store: GraphStore, rules: tuple[Rule, ...]) -> tuple[Result, ...]:
    """What the rules find in a store.

    Raises:
        ValidationEngineError: the store has no ontology, without which some rules find nothing.
    """
    if next(iter(store.quads(ONTOLOGY_GRAPH)), None) is None:
        raise ValidationEngineError(
            "the store has no ontology graph, so the rules on predicates cannot run", remedy="build the store again"
        )
    return tuple(result for rule in rules for result in rule.results(store) if not is_planted(result.focus))
