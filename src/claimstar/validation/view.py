"""What the engines read: the flat RDF 1.1 view with literals in canonical form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from pyoxigraph import Literal, Quad

from claimstar.rdf.encode import encode_literal
from claimstar.rdf.project import to_ntriples
from claimstar.rdf.terms import XSD_BOOLEAN, XSD_DECIMAL

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_BOOLEANS = {"1": "true", "0": "false"}


def canonical_literal(literal: Literal) -> Literal:
    """The literal in canonical form, so that engines that compare terms and engines that compare values agree.

    A lexical form that its datatype does not have stays as it is: finding it is the shapes' task.

    >>> canonical_literal(Literal("0.90", datatype=XSD_DECIMAL)).value
    '0.9'
    >>> canonical_literal(Literal("1", datatype=XSD_BOOLEAN)).value
    'true'
    >>> canonical_literal(Literal("high", datatype=XSD_DECIMAL)).value
    'high'
    """
    if literal.datatype == XSD_DECIMAL and _DECIMAL.fullmatch(literal.value):
        return encode_literal(Decimal(literal.value), XSD_DECIMAL.value)
    if literal.datatype == XSD_BOOLEAN and literal.value in _BOOLEANS:
        return Literal(_BOOLEANS[literal.value], datatype=XSD_BOOLEAN)
    return literal


def canonical(quads: Iterable[Quad]) -> Iterator[Quad]:
    """The quads with their literals in canonical form."""
    for quad in quads:
        if isinstance(quad.object, Literal):
            literal = canonical_literal(quad.object)
            yield quad if literal == quad.object else Quad(quad.subject, quad.predicate, literal, quad.graph_name)
        else:
            yield quad


def flat_view(quads: Iterable[Quad]) -> bytes:
    """The quads as N-Triples for an engine.

    Raises:
        ValueError: a triple term stands elsewhere than as object of rdf:reifies.
    """
    return to_ntriples(canonical(quads))
