"""SHACL from the compiled schema.

Written here and not by linkml's generator, for three reasons that were met: encoder and shapes then follow one source
(identifiers are IRIs, not properties; ordered slots are RDF lists; enum values are IRIs); each property shape has an
IRI, so that a report can name it and two engines can be compared; and the file is the same bytes for the same schema.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from typing import TYPE_CHECKING

from claimstar.model.mapping import ClassMap, Mapping, SlotMap
from claimstar.names import BASE

if TYPE_CHECKING:
    from rdflib import Graph, URIRef

SHAPES = BASE + "shape/"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_CLAIM_PROPERTIES = (
    *(_RDF + name for name in ("reifies", "subject", "predicate", "object")),
    *(BASE + name for name in ("reified_subject", "reified_predicate", "reified_object")),
)
"""What the encoding and its projection give an assertion beside its slots."""


def counts(slot: SlotMap) -> tuple[int, int | None]:
    """The fewest and most values of a slot in the graph; None is any number. An ordered slot is one list."""
    if slot.ordered:
        return int(slot.required), 1
    # A required list that may be empty says so with minimum_cardinality 0: JSON has it, the graph has no value.
    least = int(slot.required) if slot.minimum_count is None else slot.minimum_count
    return least, (slot.maximum_count if slot.multivalued else 1)


def describe(slot: SlotMap) -> str:
    """What values a slot takes, in words.

    >>> from claimstar.model.mapping import load_mapping
    >>> describe(load_mapping().get_class("Assertion").slots["confidence"])
    'exactly one decimal, 0 to 1'
    """
    least, most = counts(slot)
    few = {(1, 1): "exactly one", (0, 1): "at most one", (0, None): "any number of", (1, None): "one or more"}
    number = few.get((least, most), f"{least} to {most}" if most is not None else f"{least} or more")
    text = f"{number} {slot.range}"
    if slot.ordered:
        text = f"{'a' if slot.required else 'at most one'} list of {slot.range}"
    if slot.minimum is not None and slot.maximum is not None:
        text += f", {slot.minimum} to {slot.maximum}"
    elif slot.minimum is not None:
        text += f", {slot.minimum} or more"
    elif slot.maximum is not None:
        text += f", {slot.maximum} or less"
    return f"{text}, matching {slot.pattern}" if slot.pattern else text


def _ignored(entry: ClassMap, mapping: Mapping) -> list[str]:
    """Properties that a closed shape admits beside the slots: those that the encoding adds."""
    ignored = [_RDF + "type"]
    claim = mapping.classes.get("Assertion")
    if claim is None:
        return ignored
    if entry.name == claim.name:
        ignored.extend(_CLAIM_PROPERTIES)
    if mapping.is_a(entry.name, claim.slots["subject"].range):  # an entity carries the direct edges of accepted claims
        ignored.extend(value.iri for value in mapping.enums[claim.slots["predicate"].range].values())
    own = {slot.iri for slot in entry.slots.values()}
    return [iri for iri in dict.fromkeys(ignored) if iri not in own]


def _property(graph: Graph, shape: URIRef, entry: ClassMap, slot: SlotMap, mapping: Mapping) -> None:
    from rdflib import RDF, SH, BNode, Literal, URIRef
    from rdflib.collection import Collection

    node = URIRef(f"{SHAPES}{entry.name}-{slot.name}")
    graph.add((shape, SH.property, node))
    graph.add((node, RDF.type, SH.PropertyShape))
    graph.add((node, SH.path, URIRef(slot.iri)))
    graph.add((node, SH.name, Literal(slot.name)))
    if slot.description:
        graph.add((node, SH.description, Literal(slot.description)))
    graph.add((node, SH.message, Literal(f"{slot.name} of {entry.name}: {describe(slot)}")))
    least, most = counts(slot)
    if least:
        graph.add((node, SH.minCount, Literal(least)))
    if most is not None:
        graph.add((node, SH.maxCount, Literal(most)))
    if slot.ordered:
        graph.add((node, SH.nodeKind, SH.IRI))
    elif slot.kind == "enum":
        values = BNode()
        Collection(graph, values, [URIRef(value.iri) for value in mapping.enums[slot.range].values()])
        graph.add((node, SH["in"], values))
    elif slot.kind == "literal":
        graph.add((node, SH.datatype, URIRef(str(slot.datatype))))
        for constraint, limit in ((SH.minInclusive, slot.minimum), (SH.maxInclusive, slot.maximum)):
            if limit is not None:
                graph.add((node, constraint, Literal(str(limit), datatype=URIRef(str(slot.datatype)))))
        if slot.pattern:
            graph.add((node, SH.pattern, Literal(slot.pattern)))
    else:
        graph.add((node, SH.nodeKind, SH.IRI))
        if slot.kind in ("reference", "object"):
            graph.add((node, SH["class"], URIRef(mapping.get_class(slot.range).own_iri)))


def shapes_graph(mapping: Mapping) -> Graph:
    """One node shape for each class that has instances; leaf classes are closed."""
    from rdflib import RDF, SH, BNode, Graph, Literal, URIRef
    from rdflib.collection import Collection

    graph = Graph()
    parents = {ancestor for entry in mapping.classes.values() for ancestor in entry.ancestors}
    for name, entry in mapping.classes.items():
        if entry.abstract:
            continue
        shape = URIRef(SHAPES + name)
        graph.add((shape, RDF.type, SH.NodeShape))
        graph.add((shape, SH.targetClass, URIRef(entry.own_iri)))
        for slot in entry.slots.values():
            if slot.kind != "identifier":
                _property(graph, shape, entry, slot, mapping)
        if name not in parents:
            ignored = BNode()
            Collection(graph, ignored, [URIRef(iri) for iri in _ignored(entry, mapping)])
            graph.add((shape, SH.closed, Literal(True)))
            graph.add((shape, SH.message, Literal(f"a property that the schema does not give to {name}")))
            graph.add((shape, SH.ignoredProperties, ignored))
    return graph


def shacl(mapping: Mapping, prefixes: Map[str, str], note: str) -> str:
    """The text of ``shapes/generated/claimstar.shacl.ttl``."""
    from claimstar.schema.turtle import write_turtle

    return write_turtle(shapes_graph(mapping), {**prefixes, "shape": SHAPES}, note)
