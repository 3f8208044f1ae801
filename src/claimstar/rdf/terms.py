"""RDF terms that the code names, and the graphs that a store holds."""

from __future__ import annotations

from pyoxigraph import NamedNode

from claimstar.names import BASE, expand

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_XSD = "http://www.w3.org/2001/XMLSchema#"

RDF_TYPE = NamedNode(_RDF + "type")
RDF_REIFIES = NamedNode(_RDF + "reifies")
RDF_SUBJECT = NamedNode(_RDF + "subject")
RDF_PREDICATE = NamedNode(_RDF + "predicate")
RDF_OBJECT = NamedNode(_RDF + "object")
RDF_FIRST = NamedNode(_RDF + "first")
RDF_REST = NamedNode(_RDF + "rest")
RDF_NIL = NamedNode(_RDF + "nil")
XSD_BOOLEAN = NamedNode(_XSD + "boolean")
XSD_DECIMAL = NamedNode(_XSD + "decimal")
XSD_DOUBLE = NamedNode(_XSD + "double")
XSD_STRING = NamedNode(_XSD + "string")

REIFIED_SUBJECT = NamedNode(BASE + "reified_subject")
REIFIED_PREDICATE = NamedNode(BASE + "reified_predicate")
REIFIED_OBJECT = NamedNode(BASE + "reified_object")

WAS_GENERATED_BY = NamedNode("http://www.w3.org/ns/prov#wasGeneratedBy")

PROVENANCE_GRAPH = NamedNode(expand("graph:provenance"))
ONTOLOGY_GRAPH = NamedNode(expand("graph:ontology"))


def dataset_graph(name: str) -> NamedNode:
    """The graph of a dataset."""
    return NamedNode(expand(f"dataset:{name}"))


def run_graph(identifier: str) -> NamedNode:
    """The graph of a benchmark run."""
    return NamedNode(expand(f"run:{identifier}"))


def is_run_graph(graph: NamedNode) -> bool:
    """True for the graph of a benchmark run."""
    return graph.value.startswith(expand("run:"))
