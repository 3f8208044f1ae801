"""OWL from the schema: our classes, predicates, properties and vocabularies under Biolink's and PROV's.

Written here and not by linkml's generator, which makes the values of an enum classes (the predicates have to be object
properties) and puts axioms on Biolink's own terms. Here foreign terms are declared and nothing more is said of them.
Cardinalities are the shapes' task. The graph has no blank node, so it can be loaded, hashed and diffed line by line.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimstar.model.mapping import Mapping, SlotMap
from claimstar.names import BASE

if TYPE_CHECKING:
    from linkml_runtime import SchemaView
    from rdflib import Graph, URIRef

_SILENT = ("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#")
_MAPPINGS = ("exact", "close", "related", "narrow", "broad")


def _describe(graph: Graph, node: URIRef, label: str, definition: str) -> None:
    from rdflib import RDFS, SKOS, Literal

    graph.add((node, RDFS.label, Literal(label)))
    if definition:
        graph.add((node, SKOS.definition, Literal(definition)))


def _classes(graph: Graph, mapping: Mapping, view: SchemaView) -> None:
    from rdflib import OWL, RDF, RDFS, SKOS, URIRef

    for name, entry in mapping.classes.items():
        node = URIRef(entry.own_iri)
        definition = view.get_class(name)
        graph.add((node, RDF.type, OWL.Class))
        _describe(graph, node, str(definition.title or name), " ".join(str(definition.description or "").split()))
        if entry.iri != entry.own_iri:
            graph.add((URIRef(entry.iri), RDF.type, OWL.Class))
            graph.add((node, RDFS.subClassOf, URIRef(entry.iri)))
        if definition.is_a:
            graph.add((node, RDFS.subClassOf, URIRef(BASE + str(definition.is_a))))
        for kind in _MAPPINGS:
            for curie in getattr(definition, f"{kind}_mappings"):
                graph.add((node, SKOS[f"{kind}Match"], URIRef(view.expand_curie(str(curie)))))


def _properties(graph: Graph, mapping: Mapping) -> None:
    from rdflib import OWL, RDF, RDFS, URIRef

    users: dict[str, list[tuple[str, SlotMap]]] = {}
    for name, entry in mapping.classes.items():
        for slot in entry.slots.values():
            if slot.kind != "identifier" and not slot.iri.startswith(_SILENT):
                users.setdefault(slot.iri, []).append((name, slot))
    for iri, uses in users.items():
        node, slot = URIRef(iri), uses[0][1]
        literal = slot.kind == "literal"
        graph.add((node, RDF.type, OWL.DatatypeProperty if literal else OWL.ObjectProperty))
        if not iri.startswith(BASE):
            continue
        _describe(graph, node, slot.name.replace("_", " "), slot.description)
        if len(uses) == 1:
            graph.add((node, RDFS.domain, URIRef(BASE + uses[0][0])))
        if slot.ordered:  # the values stand in a list, which has the values' class only in its members
            graph.add((node, RDFS.range, RDF.List))
        elif literal:
            graph.add((node, RDFS.range, URIRef(str(slot.datatype))))
        elif slot.kind != "iri":
            graph.add((node, RDFS.range, URIRef(BASE + slot.range)))


def _vocabularies(graph: Graph, mapping: Mapping, view: SchemaView, predicates: str) -> None:
    from rdflib import OWL, RDF, Literal, URIRef

    for name, values in mapping.enums.items():
        vocabulary = URIRef(BASE + name)
        graph.add((vocabulary, RDF.type, OWL.Class))
        _describe(graph, vocabulary, name, " ".join(str(view.get_enum(name).description or "").split()))
        for value in values.values():
            node = URIRef(value.iri)
            graph.add((node, RDF.type, vocabulary))
            if name == predicates:
                continue
            graph.add((node, RDF.type, OWL.NamedIndividual))
            _describe(graph, node, value.title.replace("_", " "), value.description)
            for key, text in value.annotations.items():
                graph.add((URIRef(BASE + key), RDF.type, OWL.AnnotationProperty))
                graph.add((node, URIRef(BASE + key), Literal(int(text) if text.isdecimal() else text)))


def _any_of(graph: Graph, names: Sequence[str]) -> URIRef:
    """The class, or a class above all of several: two domains of one property would mean things that are in both."""
    from rdflib import OWL, RDF, RDFS, URIRef

    node = URIRef(BASE + "_or_".join(names))
    if len(names) > 1:
        graph.add((node, RDF.type, OWL.Class))
        _describe(graph, node, " or ".join(names), f"All that is {' or '.join(names)}.")
        for name in names:
            graph.add((URIRef(BASE + name), RDFS.subClassOf, node))
    return node


def _predicates(graph: Graph, mapping: Mapping, view: SchemaView, predicates: str) -> None:
    """Predicates are properties, and (OWL 2 lets a name be both) members of their vocabulary."""
    from rdflib import OWL, RDF, RDFS, URIRef

    claim = mapping.classes["Assertion"].slots
    for value in mapping.enums[predicates].values():
        node = URIRef(value.iri)
        graph.add((node, RDF.type, OWL.ObjectProperty))
        _describe(graph, node, value.title, value.description)
        if "parent" in value.annotations:
            parent = URIRef(view.expand_curie(value.annotations["parent"]))
            graph.add((parent, RDF.type, OWL.ObjectProperty))
            graph.add((node, RDFS.subPropertyOf, parent))
        for key, prop in (("domain", RDFS.domain), ("range", RDFS.range)):
            if key in value.annotations:
                graph.add((node, prop, _any_of(graph, value.alternatives(key))))
        # Said of the predicate with properties of their own: those of the assertion have the assertion as their domain.
        for key in ("relation_class", "direction"):
            if key in value.annotations:
                implied = URIRef(f"{BASE}implies_{key}")
                graph.add((implied, RDF.type, OWL.AnnotationProperty))
                term = mapping.enums[claim[key].range][value.annotations[key]].iri
                graph.add((node, implied, URIRef(term)))


def ontology_graph(mapping: Mapping, view: SchemaView) -> Graph:
    """The ontology as a graph without blank nodes."""
    from rdflib import DCTERMS, OWL, RDF, Graph, Literal, URIRef

    graph = Graph()
    head = URIRef(BASE + "ontology")
    graph.add((head, RDF.type, OWL.Ontology))
    graph.add((head, OWL.versionInfo, Literal(mapping.schema_version)))
    graph.add((head, DCTERMS.title, Literal(str(view.schema.title or view.schema.name))))
    graph.add((head, DCTERMS.description, Literal(" ".join(str(view.schema.description or "").split()))))
    if view.schema.license:
        graph.add((head, DCTERMS.license, URIRef(str(view.schema.license))))
    predicates = mapping.classes["Assertion"].slots["predicate"].range
    _classes(graph, mapping, view)
    _properties(graph, mapping)
    _vocabularies(graph, mapping, view, predicates)
    _predicates(graph, mapping, view, predicates)
    return graph


def owl(mapping: Mapping, view: SchemaView, prefixes: Map[str, str], note: str) -> str:
    """The text of ``ontology/claimstar.owl.ttl``."""
    from claimstar.schema.turtle import write_turtle

    return write_turtle(ontology_graph(mapping, view), prefixes, note)
