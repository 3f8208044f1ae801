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

from claimstar.errors import InputError, Problem
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
    XSD_DECIMAL,
    XSD_DOUBLE,
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
        InputError: the identifier makes no IRI.
    """
    if entry.identifier is None:
        raise ValueError(f"{entry.name} has no identifier")
    identifier = str(getattr(record, entry.identifier.name))
    return encode_iri(expand_id(identifier, entry.id_prefix), entry.identifier.name)


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
    for node, value, rest in zip(nodes, values, [*nodes[1:], RDF_NIL][: len(nodes)], strict=True):
        yield Quad(node, RDF_FIRST, value, graph)
        yield Quad(node, RDF_REST, rest, graph)


def encode_value(value: Any, slot: SlotMap, mapping: Mapping) -> Term:
    """The term of one value of a slot.

    Raises:
        InputError: the value is not one of the enum's, or cannot be an IRI where the slot asks for one.
        LookupFailure: a CURIE has a prefix that we do not know.
    """
    if slot.kind == "enum":
        name = value.value if isinstance(value, Enum) else str(value)
        if name not in mapping.enums[slot.range]:
            known = ", ".join(mapping.enums[slot.range])
            raise InputError([Problem(f"not a {slot.range}", name, column=slot.name, remedy=f"one of {known}")])
        return NamedNode(mapping.enums[slot.range][name].iri)
    if slot.kind == "reference":
        return encode_iri(expand_id(str(value), mapping.get_class(slot.range).id_prefix), slot.name)
    if slot.kind == "iri":
        text = str(value)
        return encode_iri(text if "://" in text else expand(text), slot.name)
    return encode_literal(value, slot.datatype)


def encode_iri(iri: str, slot: str) -> NamedNode:
    """The node of an IRI; ``slot`` is named in the error.

    Raises:
        InputError: the text is not an absolute IRI.
    """
    try:
        return NamedNode(iri)
    except ValueError as error:
        raise InputError(
            [Problem(f"not an IRI ({error})", iri, column=slot, remedy="give a CURIE or an IRI")]
        ) from None


def encode_literal(value: Any, datatype: str | None) -> Literal:
    """A literal in canonical form: ``0.9`` and ``0.90`` are one decimal, times are in UTC.

    The forms are those that the store gives back, which are XSD 1.1's for decimals, so that a graph has one hash
    before and after it was stored. A time without a zone is taken as UTC.

    >>> from decimal import Decimal
    >>> encode_literal(Decimal("0.90"), "http://www.w3.org/2001/XMLSchema#decimal").value
    '0.9'
    >>> encode_literal(Decimal("1.0"), "http://www.w3.org/2001/XMLSchema#decimal").value
    '1'
    """
    if datatype is None or datatype == XSD_STRING.value:
        return Literal(str(value))
    return Literal(_lexical(value, datatype), datatype=NamedNode(datatype))


def _lexical(value: Any, datatype: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float) and datatype == XSD_DOUBLE.value:
        return Literal(float(value)).value
    if isinstance(value, Decimal | float) and datatype == XSD_DECIMAL.value:
        # not Decimal.normalize(), which rounds to 28 digits
        text = format(Decimal(str(value)), "f")
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return "0" if text == "-0" else text
    if isinstance(value, datetime):
        moment = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        text = moment.replace(tzinfo=None).isoformat()
        return (text.rstrip("0") if "." in text else text) + "Z"
    return str(value)
