"""The path of an answer beside the gold path, as a graph: entities are nodes, claims are edges."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from claimstar.bench.case import fold
from claimstar.bench.reference import Reference
from claimstar.bench.report.layout import Curve, lay_out
from claimstar.bench.report.marks import SIGNS, Kind, Mark, Marks
from claimstar.model.records import Scenario

MOST_EDGES = 16


@dataclass(frozen=True)
class NodeView:
    """A node: its place, its name in one or two lines, and its part (``option``, ``target`` or none)."""

    x: float
    y: float
    lines: tuple[str, ...]
    name: str
    part: str


@dataclass(frozen=True)
class EdgeView:
    """An edge: its curve, the claim and how it stands."""

    curve: Curve
    kind: Kind
    sign: str
    id: str
    predicate: str
    sentence: str


@dataclass(frozen=True)
class Drawing:
    """A graph ready to be drawn. ``left_out`` counts claims listed and not drawn: ends unknown, or too many."""

    nodes: tuple[NodeView, ...]
    edges: tuple[EdgeView, ...]
    width: float
    height: float
    left_out: int
    text: str


def _ends(mark: Mark, reference: Reference, entities: Mapping[str, str]) -> tuple[str, str] | None:
    if mark.free:
        ends = (mark.free.claim_subject, mark.free.claim_object)
        subject, object_ = (entities.get(fold(end), end.strip()) for end in ends)
        return (subject, object_) if subject and object_ else None
    claim = reference.claims.get(mark.id)
    return (claim.subject, claim.object) if claim else None


def _labels(mark: Mark, reference: Reference) -> tuple[str, str]:
    """Predicate and whole claim, in words."""
    if mark.free:
        return mark.free.claim_predicate, " ".join(
            (mark.free.claim_subject, mark.free.claim_predicate, mark.free.claim_object)
        )
    claim = reference.claims[mark.id]
    return ("not: " if claim.negated else "") + claim.predicate_title(), claim.sentence()


def _lines(name: str) -> tuple[str, ...]:
    lines = textwrap.wrap(name, 24, max_lines=2, placeholder=" …")
    return tuple(lines) or (name[:24],)


def _short(text: str) -> str:
    return textwrap.shorten(text, 26, placeholder=" …")


def draw(scenario: Scenario, marks: Marks, reference: Reference, entities: Mapping[str, str]) -> Drawing:
    """The graph of a scenario's gold path and of what an answer says.

    Args:
        scenario: the scenario.
        marks: the claims and how they stand.
        reference: the look-up of the run.
        entities: folded name to CURIE, so that claims in words meet the entities that they name.
    """
    found = [(mark, ends) for mark in (*marks.path, *marks.free) if (ends := _ends(mark, reference, entities))]
    drawn = found[:MOST_EDGES]
    layout = lay_out([ends for _, ends in drawn])
    nodes = []
    for node, (x, y) in layout.nodes.items():
        name = reference.name(node)
        part = "option" if node == scenario.gold_option else "target" if node == scenario.decision_target else ""
        nodes.append(NodeView(x, y, _lines(name), name, part))
    edges = []
    for (mark, _), curve in zip(drawn, layout.curves, strict=True):
        predicate, sentence = _labels(mark, reference)
        edges.append(EdgeView(curve, mark.kind, SIGNS[mark.kind], mark.id, _short(predicate), sentence))
    spoken = "; ".join(f"{edge.kind}: {edge.id} {edge.sentence}".replace(":  ", ": ") for edge in edges)
    left_out = len(marks.path) + len(marks.free) - len(drawn)
    return Drawing(tuple(nodes), tuple(edges), layout.width, layout.height, left_out, spoken or "no claims")
