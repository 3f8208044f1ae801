"""RDF 1.2 to the flat RDF 1.1 view that SHACL engines and older tools can read.

A triple term becomes three properties of its reifier, ``claimstar:reified_subject``, ``…_predicate`` and ``…_object``.
Graph names are dropped: shapes look at the union.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import DefaultGraph, Quad, RdfFormat, Triple, serialize

from claimstar.rdf.terms import RDF_REIFIES, REIFIED_OBJECT, REIFIED_PREDICATE, REIFIED_SUBJECT


def project(quads: Iterable[Quad]) -> Iterator[Quad]:
    """The quads as plain triples in the default graph.

    Raises:
        ValueError: a triple term stands elsewhere than as object of rdf:reifies, which has no flat form.
    """
    for quad in quads:
        if not isinstance(quad.object, Triple):
            yield Quad(quad.subject, quad.predicate, quad.object, DefaultGraph())
            continue
        if quad.predicate != RDF_REIFIES or isinstance(quad.object.object, Triple):
            raise ValueError(f"a triple term that is not the object of rdf:reifies, or is nested: {quad}")
        parts = (quad.object.subject, quad.object.predicate, quad.object.object)
        for predicate, part in zip((REIFIED_SUBJECT, REIFIED_PREDICATE, REIFIED_OBJECT), parts, strict=True):
            yield Quad(quad.subject, predicate, part, DefaultGraph())


def to_ntriples(quads: Iterable[Quad]) -> bytes:
    """The flat view as N-Triples."""
    written = serialize((quad.triple for quad in project(quads)), format=RdfFormat.N_TRIPLES)
    return written or b""
