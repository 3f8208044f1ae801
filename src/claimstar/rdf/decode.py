"""Quads back to records: the inverse of `claimstar.rdf.encode`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel, ValidationError
from pyoxigraph import Literal, NamedNode, Quad

from claimstar.errors import LookupFailure
from claimstar.model.mapping import ClassMap, Mapping, SlotMap
from claimstar.names import compress, local_id
from claimstar.rdf.terms import RDF_FIRST, RDF_NIL, RDF_REST, RDF_TYPE

QuadsAbout = Callable[[NamedNode], Iterable[Quad]]
"""Gives the quads whose subject is the node, in any graph (`EmbeddedStore.quads_about`)."""


def decode(quads_about: QuadsAbout, class_name: str, iri: NamedNode, mapping: Mapping) -> BaseModel:
    """The record of a class that an IRI stands for.

    ``decode(encode(x)) = x``, where values of an unordered slot are a set: they come sorted, each once. An empty list
    of a slot that is not required comes as None, for a graph cannot tell the two apart.

    Raises:
        LookupFailure: nothing of that class has the IRI, or what the graph says of it is no such record.
    """
    entry = mapping.get_class(class_name)
    properties = _properties(quads_about, iri)
    if not any(
        isinstance(term, NamedNode) and term.value in entry.types for term in properties.get(RDF_TYPE.value, ())
    ):
        raise LookupFailure(f"no {class_name} {compress(iri.value)}")
    return _decode_as(quads_about, entry, iri, mapping)


def _properties(quads_about: QuadsAbout, node: NamedNode) -> dict[str, list[Any]]:
    """Property to its values, each once: two graphs may say the same of a node."""
    found: dict[str, dict[Any, None]] = {}
    for quad in quads_about(node):
        found.setdefault(quad.predicate.value, {})[quad.object] = None
    return {predicate: list(values) for predicate, values in found.items()}


def _decode_as(quads_about: QuadsAbout, entry: ClassMap, iri: NamedNode, mapping: Mapping) -> BaseModel:
    properties = _properties(quads_about, iri)
    fields: dict[str, Any] = {}
    for slot in entry.slots.values():
        if slot.kind == "identifier":
            fields[slot.name] = local_id(iri.value)
            continue
        terms = properties.get(slot.iri, [])
        if len(terms) > 1 and (slot.ordered or not slot.multivalued):
            raise _malformed(iri, slot, f"{len(terms)} values where one is allowed")
        if slot.ordered and slot.kind != "object" and terms:
            terms = _list(quads_about, terms[0], iri, slot)
        elif slot.multivalued:
            # shorter first, so that the numbered nodes of inlined objects keep their order past nine
            terms = sorted(terms, key=lambda term: (len(str(term)) if slot.kind == "object" else 0, str(term)))
        if not terms and not (slot.multivalued and slot.required):
            continue
        values = [_value(term, iri, slot, quads_about, mapping) for term in terms]
        fields[slot.name] = values if slot.multivalued else values[0]
    try:
        return mapping.record_class(entry.name).model_validate(fields)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        raise LookupFailure(f"{compress(iri.value)} in the graph is no valid {entry.name}: {faults}") from error


def _malformed(iri: NamedNode, slot: SlotMap, fault: str) -> LookupFailure:
    return LookupFailure(
        f"the graph is malformed at {compress(iri.value)}, {slot.name}: {fault}", remedy="claimstar kg validate"
    )


def _list(quads_about: QuadsAbout, node: Any, iri: NamedNode, slot: SlotMap) -> list[Any]:
    values: list[Any] = []
    seen = set()
    while node != RDF_NIL:
        properties = _properties(quads_about, node) if isinstance(node, NamedNode) else {}
        first, rest = properties.get(RDF_FIRST.value, []), properties.get(RDF_REST.value, [])
        if len(first) != 1 or len(rest) != 1 or node in seen:
            raise _malformed(iri, slot, "not a well-formed RDF list")
        seen.add(node)
        values.append(first[0])
        node = rest[0]
    return values


def _value(term: Any, iri: NamedNode, slot: SlotMap, quads_about: QuadsAbout, mapping: Mapping) -> Any:
    if slot.kind == "literal":
        if not isinstance(term, Literal):
            raise _malformed(iri, slot, f"{term} is not a literal")
        return term.value
    if not isinstance(term, NamedNode):
        raise _malformed(iri, slot, f"{term} is not an IRI")
    if slot.kind == "object":
        return _decode_as(quads_about, mapping.get_class(slot.range), term, mapping)
    if slot.kind == "enum":
        if term.value not in mapping.enum_of_iri[slot.range]:
            raise _malformed(iri, slot, f"{compress(term.value)} is not a {slot.range}")
        return mapping.enum_of_iri[slot.range][term.value]
    return local_id(term.value) if slot.kind == "reference" else compress(term.value)
