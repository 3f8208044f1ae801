"""The generated forms do what they are for: shapes judge, the context expands, the contract is strict."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pyoxigraph
import pytest
from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph, Literal, URIRef

from claimstar.model.mapping import load_mapping
from claimstar.model.records import Assertion, BiologicalProcess, Protein, Response
from claimstar.names import BASE, expand
from claimstar.resources import layout
from claimstar.schema.turtle import write_turtle

HERE = layout(Path(__file__).parent)


def ontology() -> Graph:
    return Graph().parse(HERE.ontology / "claimstar.owl.ttl")


def response_schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((HERE.ontology / "json-schema" / "response.schema.json").read_text())
    return loaded


def objects_in(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for each in schema.values():
            yield from objects_in(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from objects_in(each)


def claim(**changes: Any) -> Assertion:
    values: dict[str, Any] = {
        "id": "ASR_0001",
        "subject": "HGNC:1",
        "predicate": "participates_in",
        "object": "GO:0000001",
        "relation_class": "mechanism",
        "direction": "none",
        "causal_status": "validated_causal",
        "evidence_level": "curated_database",
        "confidence": Decimal("0.9"),
        "validated": True,
        "negated": False,
        "knowledge_level": "knowledge_assertion",
        "agent_type": "automated_agent",
        "primary_knowledge_source": "infores:test",
    }
    return Assertion(**{**values, **changes})


def encoded(*records: Any) -> Graph:
    """The projected view of records, as validation sees it (rdf:reifies left to the projection's own tests)."""
    from claimstar.rdf.encode import encode

    graph = pyoxigraph.NamedNode(expand("dataset:test"))
    quads = [quad for record in records for quad in encode(record, load_mapping(), graph)]
    return as_graph(quad.triple for quad in quads if quad.predicate.value != str(RDF) + "reifies")


def as_graph(triples: Iterable[pyoxigraph.Triple]) -> Graph:
    return Graph().parse(data=pyoxigraph.serialize(triples, format=pyoxigraph.RdfFormat.N_TRIPLES), format="nt")


ENDS = (Protein(id="HGNC:1", name="A protein"), BiologicalProcess(id="GO:0000001", name="A process"))


def paths_violated(data: Graph) -> set[str]:
    from pyshacl import validate
    from rdflib import SH

    _, report, _ = validate(data, shacl_graph=Graph().parse(HERE.shapes / "generated" / "claimstar.shacl.ttl"))
    assert isinstance(report, Graph)
    return {str(path) for path in report.objects(None, SH.resultPath)}


def test_the_response_contract_is_valid_and_strict() -> None:
    schema = response_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    found = list(objects_in(schema))
    assert len(found) == 2
    for each in found:
        assert each["additionalProperties"] is False
        assert each["required"] == list(each["properties"])
    assert "$ref" not in json.dumps(schema)
    assert list(schema["properties"]) == list(load_mapping().get_class("Response").slots)


def test_the_response_contract_takes_what_the_record_takes() -> None:
    answer = Response(
        chosen_option="x",
        causal_path=["ASR_0001"],
        adverse_effects=[],
        contraindications_of_option=[],
        contraindications_of_others=[],
        cited_evidence=[],
        free_claims=[{"claim_subject": "a", "claim_predicate": "b", "claim_object": "c"}],
        insufficient_evidence=False,
        rationale="r",
    ).model_dump()
    jsonschema.validate(answer, response_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**answer, "extra": 1}, response_schema())
    del answer["rationale"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, response_schema())


def test_the_full_json_schema_is_valid() -> None:
    schema = json.loads((HERE.ontology / "json-schema" / "claimstar.schema.json").read_text())
    jsonschema.Draft201909Validator.check_schema(schema)
    assert schema["$defs"]["Assertion"]["properties"]["confidence"]["maximum"] == 1


def test_an_accepted_claim_and_its_entities_conform() -> None:
    data = encoded(claim(), *ENDS)
    assert (URIRef(expand("HGNC:1")), URIRef(BASE + "participates_in"), None) in data  # the direct edge is there
    assert paths_violated(data) == set()


def test_shapes_find_values_out_of_range_wrong_ends_and_foreign_properties() -> None:
    data = encoded(claim(object="HGNC:2"), *ENDS)
    subject = URIRef(expand("claim:ASR_0001"))
    confidence = URIRef(expand("biolink:has_confidence_score"))
    data.set((subject, confidence, Literal(Decimal("1.2"))))
    data.add((subject, URIRef(BASE + "no_such_slot"), Literal("x")))
    data.add((URIRef(expand("GO:0000001")), URIRef(BASE + "no_such_edge"), subject))
    data.remove((subject, URIRef(expand("biolink:negated")), None))
    assert paths_violated(data) == {
        str(confidence),
        str(RDF.object),
        BASE + "no_such_slot",
        BASE + "no_such_edge",
        expand("biolink:negated"),
    }


def test_predicates_are_object_properties_under_biolink_with_domain_range_and_label() -> None:
    graph = ontology()
    for value in load_mapping().enums["Predicate"].values():
        node = URIRef(value.iri)
        assert (node, RDF.type, OWL.ObjectProperty) in graph
        assert str(graph.value(node, RDFS.label)) == value.title
        assert graph.value(node, SKOS.definition)
        assert list(graph.objects(node, RDFS.domain)) == [
            URIRef(BASE + value.annotations["domain"].replace("|", "_or_"))
        ]
        assert list(graph.objects(node, RDFS.range)) == [URIRef(BASE + value.annotations["range"])]
        parent = value.annotations.get("parent")
        assert graph.value(node, RDFS.subPropertyOf) == (URIRef(expand(parent)) if parent else None)
    assert len(load_mapping().enums["Predicate"]) == 9


def test_a_domain_of_several_classes_is_one_class_above_them_and_nothing_else() -> None:
    graph, either = ontology(), URIRef(BASE + "Drug_or_Intervention")
    assert (either, RDF.type, OWL.Class) in graph
    assert set(graph.subjects(RDFS.subClassOf, either)) == {URIRef(BASE + "Drug"), URIRef(BASE + "Intervention")}
    takers = {str(node).removeprefix(BASE) for node in graph.subjects(RDFS.domain, either)}
    assert takers == {"indicated_for", "may_cause_adverse_effect", "contraindicated_for"}


def test_the_ontology_says_nothing_of_foreign_terms_but_what_kind_they_are() -> None:
    graph = ontology()
    assert not any(isinstance(node, BNode) for node in graph.all_nodes())
    foreign = {node for node in graph.subjects() if not str(node).startswith(BASE)}
    vocabularies = {str(RDF.type)}
    values = {value.iri for enum in load_mapping().enums.values() for value in enum.values()}
    for node in foreign - {URIRef(iri) for iri in values}:
        assert {str(predicate) for predicate in graph.predicates(node)} == vocabularies, node


def test_the_context_expands_a_record_to_the_graph_that_the_encoder_writes() -> None:
    record = json.loads(claim().model_dump_json(exclude_none=True))
    context = json.loads((HERE.ontology / "claimstar.context.jsonld").read_text())["@context"]
    document = {"@context": context, "@type": "Assertion", **record, "confidence": "0.9"}
    quads = pyoxigraph.parse(json.dumps(document), format=pyoxigraph.RdfFormat.JSON_LD)
    expanded = set(as_graph(quad.triple for quad in quads))
    own = URIRef(expand("claim:ASR_0001"))
    written = {triple for triple in encoded(claim()) if triple[0] == own and triple[1] != RDF.type}
    assert {triple for triple in expanded if triple[1] != RDF.type} == written
    assert (own, RDF.type, URIRef(BASE + "Assertion")) in expanded


def test_turtle_with_a_shared_blank_node_is_refused() -> None:
    shared = BNode()
    graph = Graph()
    graph.add((URIRef("http://x/a"), RDFS.seeAlso, shared))
    graph.add((URIRef("http://x/b"), RDFS.seeAlso, shared))
    graph.add((shared, RDFS.label, Literal("x")))
    with pytest.raises(ValueError, match="blank node"):
        write_turtle(graph, {}, "")


def test_turtle_reads_back_as_the_same_graph() -> None:
    from rdflib.compare import isomorphic

    graph = Graph().parse(HERE.shapes / "generated" / "claimstar.shacl.ttl")
    graph.add((URIRef("http://x/a b".replace(" ", "%20")), RDFS.label, Literal('a "b"\\\n\tc', lang="en")))
    again = Graph().parse(data=write_turtle(graph, {"x": "http://x/"}, "note\nand more"))
    assert isomorphic(graph, again)
