"""A small layered layout: every edge leads down, nodes of a layer stand side by side.

The layers are those of the longest path (K. Sugiyama, S. Tagawa, M. Toda, IEEE Trans. Syst. Man Cybern. 11, 1981); an
edge that would close a circle is left out of the layering. Places in a layer follow the mean place of the nodes above.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)

STEP_X, STEP_Y = 236.0, 128.0
WIDTH, HEIGHT = 176.0, 44.0
MARGIN, LABEL = 8.0, 150.0


@dataclass(frozen=True)
class Curve:
    """An edge as a cubic Bézier curve, with the place of its label."""

    start: tuple[float, float]
    bend1: tuple[float, float]
    bend2: tuple[float, float]
    end: tuple[float, float]
    label: tuple[float, float]


@dataclass(frozen=True)
class Layout(Generic[Node]):
    """Node to its centre, edges in the order given, and the size of the whole."""

    nodes: Mapping[Node, tuple[float, float]]
    curves: tuple[Curve, ...]
    width: float
    height: float


def _reaches(below: Mapping[Node, Sequence[Node]], start: Node, end: Node) -> bool:
    seen, todo = set(), [start]
    while todo:
        node = todo.pop()
        if node == end:
            return True
        if node not in seen:
            seen.add(node)
            todo.extend(below.get(node, ()))
    return False


def layers(edges: Sequence[tuple[Node, Node]]) -> list[list[Node]]:
    """The nodes by layer, in order of first mention.

    >>> layers([("a", "b"), ("b", "c"), ("a", "c"), ("c", "a")])
    [['a'], ['b'], ['c']]
    """
    nodes = list(dict.fromkeys(node for edge in edges for node in edge))
    below: dict[Node, list[Node]] = {}
    kept = []
    for source, target in edges:
        if not _reaches(below, target, source):
            below.setdefault(source, []).append(target)
            kept.append((source, target))
    depth = dict.fromkeys(nodes, 0)
    for _ in nodes:  # as often as the longest path can be long
        for source, target in kept:
            depth[target] = max(depth[target], depth[source] + 1)
    return [[node for node in nodes if depth[node] == level] for level in range(max(depth.values(), default=-1) + 1)]


def _ordered(found: list[list[Node]], edges: Sequence[tuple[Node, Node]]) -> list[list[Node]]:
    place: dict[Node, float] = {}
    ordered = []
    for layer in found:
        above = {node: [place[s] for s, t in edges if t == node and s in place] for node in layer}
        mean = {node: sum(places) / len(places) if places else len(layer) / 2 for node, places in above.items()}
        row = sorted(layer, key=lambda node: mean[node])
        place.update({node: index - (len(row) - 1) / 2 for index, node in enumerate(row)})
        ordered.append(row)
    return ordered


def lay_out(edges: Sequence[tuple[Node, Node]]) -> Layout[Node]:
    """Places for the ends of these edges; edges may repeat. Nothing gives a layout of size 0."""
    rows = _ordered(layers(edges), edges)
    if not rows:
        return Layout({}, (), 0, 0)
    widest = max(len(row) for row in rows)
    body = (widest - 1) * STEP_X + WIDTH
    nodes: dict[Node, tuple[float, float]] = {}
    level: dict[Node, int] = {}
    for depth, row in enumerate(rows):
        left = MARGIN + (body - (len(row) - 1) * STEP_X) / 2
        for index, node in enumerate(row):
            nodes[node] = (left + index * STEP_X, MARGIN + HEIGHT / 2 + depth * STEP_Y)
            level[node] = depth
    curves: list[Curve] = []
    seen: dict[tuple[Node, Node], int] = {}
    aside = 0
    for source, target in edges:
        (sx, sy), (tx, ty) = nodes[source], nodes[target]
        repeat = seen.get((source, target), 0)
        seen[source, target] = repeat + 1
        if level[target] == level[source] + 1 and not repeat:
            start, end = (sx, sy + HEIGHT / 2), (tx, ty - HEIGHT / 2 - 5)
            middle = (start[1] + end[1]) / 2
            label = ((sx + tx) / 2 + 8, middle)
            curves.append(Curve(start, (sx, middle), (tx, middle), end, label))
        else:  # past other nodes, back up, or beside an edge of the same ends: round the right side
            out = MARGIN + body + LABEL + aside * (LABEL + 10)
            aside += 1
            down = ty > sy  # leave below and arrive above, clear of the nodes beside; upward edges go by the sides
            start = (sx + WIDTH / 4, sy + HEIGHT / 2) if down else (sx + WIDTH / 2, sy)
            end = (tx + WIDTH / 4, ty - HEIGHT / 2 - 5) if down else (tx + WIDTH / 2 + 5, ty)
            # a cubic with both bends at x reaches 3/4 of the way to x
            bend = (start[0] + end[0]) / 2 + (out - (start[0] + end[0]) / 2) / 0.75
            lead = STEP_Y / 4 if down else 0.0
            curves.append(
                Curve(start, (bend, start[1] + lead), (bend, end[1] - lead), end, (out + 6, (start[1] + end[1]) / 2))
            )
    width = MARGIN * 2 + body + (LABEL / 2 if not aside else LABEL + aside * (LABEL + 10))
    return Layout(nodes, tuple(curves), width, MARGIN * 2 + (len(rows) - 1) * STEP_Y + HEIGHT)
