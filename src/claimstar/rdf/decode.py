"""Quads back to records: the inverse of `claimstar.rdf.encode`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel
from pyoxigraph import Literal, NamedNode, Quad

from claimstar.errors import LookupFailure
from claimstar.model.mapping import ClassMap, Mapping, SlotMap
from claimstar.names import compress, local_id
from claimstar.rdf.terms import RDF_FIRST, RDF_NIL, RDF_REST, RDF_TYPE

QuadsAbout = Callable[[NamedNode], Iterable[Quad]]
"""Gives the quads whose subject is the node, in any graph (`EmbeddedStore.quads_about`)."""


def decode(quads_about: QuadsAbout, class_name: str, iri: NamedNode, mapping: Mapping) -> BaseModel:
    """The record of a class that an IRI stands for.

    Raises:
        LookupFailure: nothing of that class has the IRI.
    """
    entry = mapping.get_class(class_name)
    properties = _properties(quads_about, iri)
    if not any(
        isinstance(term, NamedNode) and term.value in entry.types for term in properties.get(RDF_TYPE.value, ())
    ):
        raise LookupFailure(f"no {class_name} {compress(iri.value)}")
    return _decode_as(quads_about, entry, iri, mapping)


def _properties(quads_about: QuadsAbout, node: NamedNode) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for quad in quads_about(node):
        found.setdefault(quad.predicate.value, []).append(quad.object)
    return found


def _decode_as(quads_about: QuadsAbout, entry: ClassMap, iri: NamedNode, mapping: Mapping) -> BaseModel:
    properties = _properties(quads_about, iri)
    fields: dict[str, Any] = {}
    for slot in entry.slots.values():
        if slot.kind == "identifier":
            fields[slot.name] = local_id(iri.value)
            continue
        terms = properties.get(slot.iri, [])
        if slot.ordered and terms:
            terms = _list(quads_about, terms[0])
        elif slot.multivalued:
            terms = sorted(terms, key=str)
        if not terms and not (slot.multivalued and slot.required):
            continue
        values = [_value(term, slot, quads_about, mapping) for term in terms]
        fields[slot.name] = values if slot.multivalued else values[0]
    return mapping.record_class(entry.name).model_validate(fields)


def _list(quads_about: QuadsAbout, node: Any) -> list[Any]:
    values = []
    while node != RDF_NIL:
        properties = _properties(quads_about, node)
        values.append(properties[RDF_FIRST.value][0])
        node = properties[RDF_REST.value][0]
    return values


def _value(term: Any, slot: SlotMap, quads_about: QuadsAbout, mapping: Mapping) -> Any:
    if slot.kind == "object":
        return _decode_as(quads_about, mapping.get_class(slot.range), term, mapping)
    if slot.kind == "enum":
        return mapping.enum_of_iri[slot.range][term.value]
    if slot.kind == "reference":
        return local_id(term.value)
    if slot.kind == "iri":
        return compress(term.value)
    return term.value if isinstance(term, Literal) else str(term)
