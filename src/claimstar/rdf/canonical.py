"""One hash for one graph, whatever the order of its quads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from pyoxigraph import BlankNode, Quad, Triple


def _has_blank(term: object) -> bool:
    if isinstance(term, Triple):  # a triple term may hold one, at any depth
        return _has_blank(term.subject) or _has_blank(term.object)
    return isinstance(term, BlankNode)


def canonical_lines(quads: Iterable[Quad]) -> list[str]:
    """The quads as sorted N-Quads lines without repeats.

    Raises:
        ValueError: a quad has a blank node; the encoding makes none, and without them sorting is canonical.
    """
    lines = set()
    for quad in quads:
        if any(_has_blank(term) for term in (quad.subject, quad.object, quad.graph_name)):
            raise ValueError(f"blank node in {quad}")
        lines.add(f"{quad} .")
    return sorted(lines)


def graph_hash(quads: Iterable[Quad]) -> str:
    """SHA-256, in hexadecimal, of the sorted N-Quads lines.

    >>> graph_hash([]) == hashlib.sha256().hexdigest()
    True
    """
    digest = hashlib.sha256()
    for line in canonical_lines(quads):
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()
