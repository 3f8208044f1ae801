"""Records to quads, following the compiled schema. The only place where a record becomes RDF.

An assertion gets its own IRI, which reifies the triple term and carries subject, predicate and object as plain
properties too, so that no query needs triple-term syntax. The direct edge stands for accepted claims only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

from pydantic import BaseModel
from pyoxigraph import Literal, NamedNode, Quad, Triple

from claimstar.model.mapping import ClassMap, Mapping, SlotMap
from claimstar.names import expand, expand_id
from claimstar.rdf.terms import (
    PROVENANCE_GRAPH,
    RDF_FIRST,
    RDF_NIL,
    RDF_OBJECT,
    RDF_PREDICATE,
    RDF_REIFIES,
    RDF_REST,
    RDF_SUBJECT,
    RDF_TYPE,
    WAS_GENERATED_BY,
    XSD_STRING,
)

Term = NamedNode | Literal


def is_accepted(record: BaseModel) -> bool:
    """Accepted claims are validated and not negated; only they have a direct edge."""
    return bool(getattr(record, "validated", False)) and not getattr(record, "negated", False)


def record_iri(record: BaseModel, entry: ClassMap) -> NamedNode:
    """The IRI of a record that has an identifier.

    Raises:
        ValueError: the class has no identifier; such records live inside others.
    """
    if entry.identifier is None:
        raise ValueError(f"{entry.name} has no identifier")
    return NamedNode(expand_id(str(getattr(record, entry.identifier.name)), entry.id_prefix))


def encode(record: BaseModel, mapping: Mapping, graph: NamedNode) -> Iterator[Quad]:
    """The quads of a record.

    Args:
        record: a record of ``claimstar.model.records``.
        mapping: the compiled schema.
        graph: the graph of the quads. Links to the generating activity go to the provenance graph, because they
            change with every build and all else must not.
    """
    entry = mapping.class_of(record)
    yield from _encode_as(record, entry, record_iri(record, entry), mapping, graph)


def _encode_as(
    record: BaseModel, entry: ClassMap, subject: NamedNode, mapping: Mapping, graph: NamedNode
) -> Iterator[Quad]:
    for iri in entry.types:
        yield Quad(subject, RDF_TYPE, NamedNode(iri), graph)
    for slot in entry.slots.values():
        if slot.kind == "identifier":
            continue
        value = getattr(record, slot.name, None)
        if value is None:
            continue
        values: Sequence[Any] = value if slot.multivalued else [value]
        predicate = NamedNode(slot.iri)
        where = PROVENANCE_GRAPH if predicate == WAS_GENERATED_BY and entry.name == "Assertion" else graph
        if slot.kind == "object":
            yield from _objects(values, slot, subject, mapping, graph)
        elif slot.ordered:
            yield from _list([encode_value(item, slot, mapping) for item in values], slot, subject, graph)
        else:
            for item in values:
                yield Quad(subject, predicate, encode_value(item, slot, mapping), where)
    if entry.name == "Assertion":
        yield from _claim(record, subject, mapping, graph)


def _claim(record: BaseModel, subject: NamedNode, mapping: Mapping, graph: NamedNode) -> Iterator[Quad]:
    slots = mapping.get_class("Assertion").slots
    ends = [encode_value(getattr(record, name), slots[name], mapping) for name in ("subject", "predicate", "object")]
    claim_subject, claim_predicate, claim_object = ends
    if not isinstance(claim_subject, NamedNode) or not isinstance(claim_predicate, NamedNode):
        raise TypeError("subject and predicate of an assertion are IRIs; the schema says otherwise")
    yield Quad(subject, RDF_REIFIES, Triple(claim_subject, claim_predicate, claim_object), graph)
    carried = {slot.iri for slot in slots.values()}
    for predicate, value in zip((RDF_SUBJECT, RDF_PREDICATE, RDF_OBJECT), ends, strict=True):
        if predicate.value not in carried:
            yield Quad(subject, predicate, value, graph)
    if is_accepted(record):
        yield Quad(claim_subject, claim_predicate, claim_object, graph)


def _objects(
    values: Sequence[BaseModel], slot: SlotMap, subject: NamedNode, mapping: Mapping, graph: NamedNode
) -> Iterator[Quad]:
    for number, item in enumerate(values, start=1):
        entry = mapping.class_of(item)
        step = f"{slot.name}/{number}" if slot.multivalued else slot.name
        node = record_iri(item, entry) if entry.identifier else NamedNode(f"{subject.value}/{step}")
        yield Quad(subject, NamedNode(slot.iri), node, graph)
        yield from _encode_as(item, entry, node, mapping, graph)


def _list(values: Sequence[Term], slot: SlotMap, subject: NamedNode, graph: NamedNode) -> Iterator[Quad]:
    """An RDF list whose nodes have IRIs, so that the graph has no blank nodes and hashes by sorting."""
    nodes = [NamedNode(f"{subject.value}/{slot.name}/{number}") for number in range(1, len(values) + 1)]
    yield Quad(subject, NamedNode(slot.iri), nodes[0] if nodes else RDF_NIL, graph)
    for node, value, rest in zip(nodes, values, [*nodes[1:], RDF_NIL], strict=True):
        yield Quad(node, RDF_FIRST, value, graph)
        yield Quad(node, RDF_REST, rest, graph)


def encode_value(value: Any, slot: SlotMap, mapping: Mapping) -> Term:
    """The term of one value of a slot."""
    if slot.kind == "enum":
        name = value.value if isinstance(value, Enum) else str(value)
        return NamedNode(mapping.enums[slot.range][name].iri)
    if slot.kind == "reference":
        return NamedNode(expand_id(str(value), mapping.get_class(slot.range).id_prefix))
    if slot.kind == "iri":
        text = str(value)
        return NamedNode(text if "://" in text else expand(text))
    return encode_literal(value, slot.datatype)


def encode_literal(value: Any, datatype: str | None) -> Literal:
    """A literal in canonical form: ``0.9`` and ``0.90`` are one decimal, times are in UTC.

    >>> from decimal import Decimal
    >>> str(encode_literal(Decimal("0.90"), "http://www.w3.org/2001/XMLSchema#decimal"))
    '"0.9"^^<http://www.w3.org/2001/XMLSchema#decimal>'
    """
    if datatype is None or datatype == XSD_STRING.value:
        return Literal(str(value))
    if isinstance(value, bool):
        return Literal("true" if value else "false", datatype=NamedNode(datatype))
    if isinstance(value, Decimal):
        text = format(value.normalize(), "f")
        return Literal(text if "." in text else f"{text}.0", datatype=NamedNode(datatype))
    if isinstance(value, float):
        return Literal(repr(value), datatype=NamedNode(datatype))
    if isinstance(value, datetime):
        moment = value.astimezone(UTC).replace(tzinfo=None)
        return Literal(f"{moment.isoformat()}Z", datatype=NamedNode(datatype))
    return Literal(str(value), datatype=NamedNode(datatype))
