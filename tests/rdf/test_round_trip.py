"""What goes into the graph comes out of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, Triple

from claimstar.errors import LookupFailure
from claimstar.model.mapping import load_mapping
from claimstar.model.records import Assertion, FreeClaim, Generation, ProvenanceActivity, Response, Scenario
from claimstar.names import expand
from claimstar.rdf.canonical import graph_hash
from claimstar.rdf.decode import decode
from claimstar.rdf.encode import encode, record_iri
from claimstar.rdf.project import project, to_ntriples
from claimstar.rdf.terms import RDF_REIFIES, dataset_graph
from claimstar.store.embedded import EmbeddedStore

GRAPH = dataset_graph("test")
MAPPING = load_mapping()
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40)


def _through_a_store(record: Any) -> Any:
    store = EmbeddedStore()
    store.load(list(encode(record, MAPPING, GRAPH)))
    return decode(store.quads_about, type(record).__name__, record_iri(record, MAPPING.class_of(record)), MAPPING)


assertions = st.builds(
    Assertion,
    id=st.integers(1, 9999).map("ASR_{:04}".format),
    subject=st.just("CHEBI:35457"),
    predicate=st.sampled_from(["targets", "causes_decrease_in", "associated_with"]),
    object=st.just("EFO:0004325"),
    relation_class=st.sampled_from(["effect", "association"]),
    direction=st.sampled_from(["increased", "decreased", "none"]),
    subject_direction=st.none() | st.sampled_from(["increased", "decreased"]),
    causal_status=st.just("validated_causal"),
    evidence_level=st.sampled_from(["guideline", "unsourced"]),
    confidence=st.decimals(0, 1, places=3),
    validated=st.booleans(),
    context=st.none() | TEXT,
    population=st.none() | st.just("MESH:D000368"),
    temporality=st.none() | st.just("acute"),
    negated=st.booleans(),
    knowledge_level=st.just("knowledge_assertion"),
    agent_type=st.just("automated_agent"),
    primary_knowledge_source=st.just("infores:claimstar-pilot"),
    source_databases=st.none() | st.just(["infores:drugbank", "infores:drugmechdb"]),
    supporting_evidence=st.none() | st.just(["EV_0007", "EV_0011"]),
    derived_from=st.none() | st.just(["https://example.org/file.csv#row=3"]),
)


@given(assertions)
def test_an_assertion_survives_the_graph(assertion: Assertion) -> None:
    assert _through_a_store(assertion) == assertion


@given(st.lists(st.sampled_from([f"ASR_{n:04}" for n in range(1, 9)]), min_size=1, max_size=6))
def test_a_gold_path_keeps_its_order_and_repeats(path: list[str]) -> None:
    scenario = Scenario(
        id="SCN_0001", category="direct_effect", patient_context="x", decision_target="EFO:0004325", question="y",
        candidate_options=["CHEBI:2668", "CHEBI:35457"], gold_option="CHEBI:35457", acceptable_options=["CHEBI:35457"],
        gold_path=path, expected_uncertainty=False, seed=1,
    )  # fmt: skip
    assert _through_a_store(scenario).gold_path == path


@given(st.lists(st.builds(FreeClaim, claim_subject=TEXT, claim_predicate=TEXT, claim_object=TEXT), max_size=3))
def test_a_generation_keeps_its_answer(claims: list[FreeClaim]) -> None:
    response = Response(
        chosen_option="a", causal_path=["ASR_0002", "ASR_0001"], adverse_effects=[], contraindications_of_option=[],
        contraindications_of_others=["pregnancy"], cited_evidence=["EV_0007"], free_claims=claims,
        insufficient_evidence=False, rationale="because",
    )  # fmt: skip
    generation = Generation(
        id="g1", run="r1", scenario="SCN_0001", condition="C3", prompt_hash="0", response=response, latency_seconds=0.25
    )
    assert _through_a_store(generation) == generation


def test_times_are_kept_in_utc() -> None:
    moment = datetime(2026, 1, 1, 12, 0, tzinfo=timezone(timedelta(hours=2)))
    kept = _through_a_store(ProvenanceActivity(id="a1", activity_label="build", started_at=moment))
    assert kept.started_at == moment.astimezone(UTC)


def _accepted(**changes: object) -> Assertion:
    fields = {
        "id": "ASR_0033", "subject": "CHEBI:35457", "predicate": "causes_decrease_in", "object": "EFO:0004325",
        "relation_class": "effect", "direction": "decreased", "causal_status": "validated_causal",
        "evidence_level": "guideline", "confidence": Decimal("0.9"), "validated": True, "negated": False,
        "knowledge_level": "knowledge_assertion", "agent_type": "automated_agent",
        "primary_knowledge_source": "infores:claimstar-pilot", "generated_by": "build-1",
    }  # fmt: skip
    return Assertion(**{**fields, **changes})


EDGE = Triple(
    NamedNode(expand("CHEBI:35457")),
    NamedNode(expand("claimstar:causes_decrease_in")),
    NamedNode(expand("EFO:0004325")),
)


@pytest.mark.parametrize(
    ("changes", "edge"),
    [
        ({}, True),
        ({"validated": False}, False),
        ({"negated": True}, False),
        ({"negated": True, "validated": False}, False),
    ],
)
def test_only_accepted_claims_have_a_direct_edge(changes: dict[str, object], edge: bool) -> None:
    quads = list(encode(_accepted(**changes), MAPPING, GRAPH))
    assert (Quad(*EDGE, GRAPH) in quads) is edge
    assert Quad(NamedNode(expand("claim:ASR_0033")), RDF_REIFIES, EDGE, GRAPH) in quads


def test_the_activity_is_the_only_thing_outside_the_dataset_graph() -> None:
    outside = [quad for quad in encode(_accepted(), MAPPING, GRAPH) if quad.graph_name != GRAPH]
    assert [quad.predicate.value for quad in outside] == ["http://www.w3.org/ns/prov#wasGeneratedBy"]


def test_equal_decimals_encode_alike() -> None:
    hashes = {
        graph_hash(encode(_accepted(confidence=Decimal(text)), MAPPING, GRAPH)) for text in ("0.9", "0.90", "0.900")
    }
    assert len(hashes) == 1


@given(st.permutations(list(encode(_accepted(), MAPPING, GRAPH))))
def test_the_graph_hash_knows_no_order(quads: list[Quad]) -> None:
    assert graph_hash(quads) == graph_hash(encode(_accepted(), MAPPING, GRAPH))


def test_the_graph_hash_changes_with_any_quad() -> None:
    quads = list(encode(_accepted(), MAPPING, GRAPH))
    hashes = {graph_hash(quads[:index] + quads[index + 1 :]) for index in range(len(quads))}
    assert len(hashes) == len(quads)


def test_the_flat_view_has_no_triple_term() -> None:
    flat = list(project(encode(_accepted(), MAPPING, GRAPH)))
    assert not any(isinstance(quad.object, Triple) for quad in flat)
    assert b"reified_subject> <http://purl.obolibrary.org/obo/CHEBI_35457>" in to_ntriples(flat)


def test_a_triple_term_without_a_reifier_is_refused() -> None:
    with pytest.raises(ValueError, match="rdf:reifies"):
        list(project([Quad(NamedNode("http://e/a"), NamedNode("http://e/b"), EDGE)]))


def test_decoding_what_is_not_there_says_so() -> None:
    with pytest.raises(LookupFailure, match="no Assertion claim:ASR_9999"):
        decode(EmbeddedStore().quads_about, "Assertion", NamedNode(expand("claim:ASR_9999")), MAPPING)
