"""A small good graph in records, and the ways to spoil it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import BaseModel
from pyoxigraph import Literal, NamedNode, Quad, Triple

from claimstar.model import records as model
from claimstar.model.mapping import load_mapping
from claimstar.names import expand
from claimstar.rdf.encode import encode
from claimstar.rdf.terms import RDF_REIFIES, RDF_TYPE, XSD_DECIMAL, dataset_graph

GRAPH = dataset_graph("test")
SHA = "0" * 64
ROW = f"https://w3id.org/claimstar/file/{SHA[:16]}/assertions.csv#row="
Records = dict[str, BaseModel]

_CLAIMS = {
    "ASR_1": ("CHEBI:1", "targets", "HGNC:1", "mechanism", "decreased"),
    "ASR_2": ("HGNC:1", "participates_in", "GO:1", "mechanism", "none"),
    "ASR_3": ("GO:1", "causes_increase_in", "EFO:1", "effect", "increased"),
    "ASR_4": ("CHEBI:1", "causes_decrease_in", "EFO:1", "effect", "decreased"),
    "ASR_5": ("EFO:1", "associated_with", "EFO:2", "association", "increased"),
    "ASR_6": ("CHEBI:1", "indicated_for", "MONDO:1", "indication", "none"),
    "ASR_7": ("CHEBI:1", "may_cause_adverse_effect", "HP:1", "adverse_effect", "none"),
    "ASR_8": ("CHEBI:1", "contraindicated_for", "HP:2", "contraindication", "none"),
    "ASR_9": ("MESH:1", "modifies_effect_of", "CHEBI:1", "effect_modification", "decreased"),
}
_ENTITIES = {
    "CHEBI:1": "Drug",
    "CHEBI:2": "Drug",
    "HGNC:1": "Protein",
    "GO:1": "BiologicalProcess",
    "EFO:1": "RiskFactor",
    "EFO:2": "ClinicalOutcome",
    "MONDO:1": "Disease",
    "HP:1": "AdverseEffect",
    "HP:2": "Contraindication",
    "MESH:1": "Population",
}


def _claim(identifier: str, **changes: Any) -> model.Assertion:
    subject, predicate, object_, relation_class, direction = _CLAIMS.get(identifier, _CLAIMS["ASR_4"])
    association = predicate == "associated_with"
    values: dict[str, Any] = {
        "id": identifier,
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "relation_class": relation_class,
        "direction": direction,
        "causal_status": "associational" if association else "validated_causal",
        "evidence_level": "randomized_trial",
        "confidence": Decimal("0.9"),
        "validated": True,
        "negated": False,
        "knowledge_level": "knowledge_assertion",
        "agent_type": "manual_agent",
        "primary_knowledge_source": "infores:test",
        "supporting_evidence": ["EV_1"],
        "derived_from": [f"{ROW}{int(identifier.removeprefix('ASR_')) + 1}"],
    }
    return model.Assertion(**{**values, **changes})


@cache
def _good() -> tuple[tuple[str, BaseModel], ...]:
    found: list[BaseModel] = [
        getattr(model, name)(id=curie, name=f"name of {curie}", synonyms=["other"]) for curie, name in _ENTITIES.items()
    ]
    found[1] = model.Drug(id="CHEBI:2", name="name of CHEBI:2", member_of=["CHEBI:1"])
    found += [_claim(identifier) for identifier in _CLAIMS]
    # The same claim in a population, negated; and one that nobody has checked.
    found.append(_claim("ASR_10", population="MESH:1", negated=True, causal_status="refuted"))
    found.append(
        _claim(
            "ASR_11",
            context="in theory",
            validated=False,
            causal_status="hypothesized_causal",
            evidence_level="unsourced",
            supporting_evidence=[],
        )
    )
    source = {"title": "A trial", "year": 2000, "checked": "by hand", "doi": "10.1000/1"}
    found.append(model.EvidenceSource(id="EV_1", source_type="randomized_trial", study_level=True, **source))
    found.append(model.EvidenceSource(id="EV_2", source_type="observational_study", study_level=True, **source))
    found += [
        model.EvidenceLink(
            id=f"{claim.id}.EV_1",
            assertion=claim.id,
            evidence_source="EV_1",
            relation="supports",
            locator="Table 1",
            shows="the claim",
        )
        for claim in found
        if isinstance(claim, model.Assertion) and claim.supporting_evidence
    ]
    found.append(model.SourceFile(id=f"{SHA[:16]}/assertions.csv", file_name="tables/assertions.csv", sha256=SHA))
    found += [
        model.SourceRow(id=f"{ROW}{number}", source_file=f"{SHA[:16]}/assertions.csv", row_number=number)
        for number in range(2, 13)
    ]
    found.append(
        model.Scenario(
            id="SCN_1",
            category="direct_effect",
            patient_context="A patient.",
            decision_target="EFO:1",
            question="Which option?",
            candidate_options=["CHEBI:1", "CHEBI:2"],
            gold_option="CHEBI:1",
            acceptable_options=["CHEBI:1", "CHEBI:2"],
            gold_path=["ASR_4"],
            gold_adverse_effects=["ASR_7"],
            expected_uncertainty=False,
        )
    )
    found.append(model.Run(id="RUN_1", suite="test", language_model="baseline:oracle", conditions=["C1"]))
    found.append(
        model.Generation(
            id="GEN_1", run="RUN_1", scenario="SCN_1", condition="C1", prompt_hash=SHA, unscored_reason="not JSON"
        )
    )
    found.append(model.Score(id="SCORE_1", generation="GEN_1", metric="causal_f1", score_reason="unscored"))
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    found.append(model.ProvenanceActivity(id="build-1", activity_label="build", started_at=moment, ended_at=moment))
    return tuple((str(record.model_dump()["id"]), record) for record in found)


def good_records() -> Records:
    """A graph without a fault: each predicate, a negated and an unvalidated claim, a scenario, a generation."""
    return dict(_good())


def quads_of(records: Records) -> list[Quad]:
    """The records in one graph."""
    mapping = load_mapping()
    return [quad for record in records.values() for quad in encode(record, mapping, GRAPH)]


def edge(subject: str, predicate: str, object_: str) -> Quad:
    """A direct edge."""
    return Quad(
        NamedNode(expand(subject)), NamedNode(expand(f"claimstar:{predicate}")), NamedNode(expand(object_)), GRAPH
    )


@dataclass(frozen=True)
class Fault:
    """A way to spoil the good graph.

    Attributes:
        shape: the shape or rule that has to find it.
        focus: the id of the record at fault.
        records: changes to records, by id; None removes the record.
        quads: done to the quads afterwards.
    """

    shape: str
    focus: str
    records: dict[str, dict[str, Any] | None]
    quads: Callable[[list[Quad]], list[Quad]] = list

    def graph(self) -> list[Quad]:
        """The spoiled graph."""
        changed = good_records()
        for identifier, values in self.records.items():
            if values is None:
                del changed[identifier]
            elif identifier in changed:
                changed[identifier] = changed[identifier].model_copy(update=values)
            else:
                changed[identifier] = _claim(identifier, **values)
        return self.quads(quads_of(changed))


def added(*more: Quad) -> Callable[[list[Quad]], list[Quad]]:
    return lambda quads: [*quads, *more]


def without(predicate: str, subject: str | None = None) -> Callable[[list[Quad]], list[Quad]]:
    """Drops the quads with a property, of one subject or of all."""

    def drop(quads: list[Quad]) -> list[Quad]:
        return [
            quad
            for quad in quads
            if quad.predicate.value != expand(predicate) or (subject and quad.subject.value != expand(subject))
        ]

    return drop


def _term_of(claim: str) -> Callable[[list[Quad]], list[Quad]]:
    other = Triple(NamedNode(expand("CHEBI:2")), NamedNode(expand("claimstar:targets")), NamedNode(expand("HP:1")))

    def change(quads: Iterable[Quad]) -> list[Quad]:
        node = NamedNode(expand(f"claim:{claim}"))
        return [
            Quad(node, RDF_REIFIES, other, GRAPH) if (quad.subject, quad.predicate) == (node, RDF_REIFIES) else quad
            for quad in quads
        ]

    return change


_NODE = NamedNode(expand("claim:ASR_4"))
_LINK = {"ASR_4.EV_1": None}
LABORATORY: dict[str, Any] = {"source_type": "laboratory_study"}
SHAPE_FAULTS = (
    Fault("shape:validated-assertion-has-evidence", "ASR_4", {"ASR_4": {"supporting_evidence": []}, **_LINK}),
    Fault("shape:assertion-without-evidence-is-unsourced", "ASR_4", {"ASR_4": {"supporting_evidence": []}, **_LINK}),
    Fault("shape:validated-assertion-is-sourced", "ASR_4", {"ASR_4": {"evidence_level": "unsourced"}}),
    Fault("shape:unvalidated-assertion-claims-little", "ASR_11", {"ASR_11": {"evidence_level": "guideline"}}),
    Fault("shape:validated-causal-is-validated", "ASR_11", {"ASR_11": {"causal_status": "validated_causal"}}),
    Fault("shape:hypothesized-causal-is-not-validated", "ASR_4", {"ASR_4": {"causal_status": "hypothesized_causal"}}),
    Fault("shape:refuted-is-not-accepted", "ASR_4", {"ASR_4": {"causal_status": "refuted"}}),
    Fault("shape:association-claims-no-cause", "ASR_5", {"ASR_5": {"causal_status": "validated_causal"}}),
    Fault("shape:predicate-without-direction", "ASR_6", {"ASR_6": {"direction": "increased"}}),
    Fault("shape:predicate-with-direction", "ASR_1", {"ASR_1": {"direction": "none"}}),
    Fault("shape:subject-direction-is-a-direction", "ASR_3", {"ASR_3": {"subject_direction": "none"}}),
    *(
        Fault(f"shape:reified-{part}-agrees", "ASR_4", {}, _term_of("ASR_4"))
        for part in ("subject", "predicate", "object")
    ),
    Fault("shape:subject-is-not-object", "ASR_5", {"ASR_5": {"object": "EFO:1"}}),
    Fault("shape:assertion-names-its-row", "ASR_5", {"ASR_5": {"derived_from": []}}),
    Fault("shape:population-is-not-the-subject", "ASR_9", {"ASR_9": {"population": "MESH:1"}}),
    Fault("shape:source-can-be-found", "EV_1", {"EV_1": {"doi": None}}),
    Fault("shape:study-is-study-level", "EV_1", {"EV_1": {"study_level": False}}),
    Fault("shape:study-is-study-level", "EV_1", {"EV_1": {**LABORATORY, "study_level": False}}),
    Fault("shape:synthesis-is-not-study-level", "EV_2", {"EV_2": {"source_type": "guideline"}}),
    Fault("shape:evidence-link-has-a-place", "ASR_4.EV_1", {"ASR_4.EV_1": {"locator": " "}}),
    Fault("shape:evidence-link-says-what-it-shows", "ASR_4.EV_1", {"ASR_4.EV_1": {"shows": ""}}),
    Fault("shape:name-is-not-blank", "GO:1", {"GO:1": {"name": " "}}),
    Fault("shape:synonym-adds-a-name", "GO:1", {"GO:1": {"synonyms": ["name of GO:1"]}}),
    Fault("shape:target-is-no-option", "SCN_1", {"SCN_1": {"decision_target": "CHEBI:2"}}),
    Fault("shape:incomplete-evidence-is-uncertain", "SCN_1", {"SCN_1": {"category": "incomplete_evidence"}}),
    Fault("shape:contraindication-scenario-has-one", "SCN_1", {"SCN_1": {"category": "contraindication_sensitive"}}),
    Fault("shape:generation-is-parsed-or-explained", "GEN_1", {"GEN_1": {"unscored_reason": None}}),
    Fault("shape:score-has-a-value-or-a-reason", "SCORE_1", {"SCORE_1": {"score_reason": None}}),
    Fault(
        "shape:activity-starts-before-it-ends", "build-1", {"build-1": {"ended_at": datetime(2025, 1, 1, tzinfo=UTC)}}
    ),
    # From the schema
    Fault("shape:Assertion-confidence", "ASR_4", {"ASR_4": {"confidence": Decimal("1.2")}}),
    Fault("shape:Assertion-population", "ASR_4", {"ASR_4": {"population": "MONDO:1"}}),
    Fault("shape:Assertion-object", "ASR_4", {"ASR_4": {"object": "EFO:9999"}}),
    Fault("shape:Assertion-validated", "ASR_4", {}, without("claimstar:validated", "claim:ASR_4")),
    Fault("shape:Assertion", "ASR_4", {}, added(Quad(_NODE, NamedNode(expand("schema:award")), Literal("x"), GRAPH))),
    Fault("shape:EvidenceSource-doi", "EV_1", {"EV_1": {"doi": "doi:10.1000/1"}}),
    Fault("shape:EvidenceLink-assertion", "ASR_4.EV_1", {"ASR_4.EV_1": {"assertion": "ASR_999"}}),
    Fault("shape:Scenario-candidate_options", "SCN_1", {"SCN_1": {"candidate_options": ["CHEBI:1"]}}),
)
RULE_FAULTS = (
    Fault("reified_term_differs", "ASR_4", {}, _term_of("ASR_4")),
    Fault("reified_term_missing", "ASR_4", {}, without("rdf:reifies", "claim:ASR_4")),
    Fault("reifier_without_type", "ASR_4", {}, without("rdf:type", "claim:ASR_4")),
    Fault("direct_edge_missing", "ASR_1", {}, without("claimstar:targets", "CHEBI:1")),
    Fault(
        "direct_edge_not_accepted",
        "ASR_11",
        {"ASR_4": None, **_LINK},
        added(edge("CHEBI:1", "causes_decrease_in", "EFO:1")),
    ),
    Fault("direct_edge_not_accepted", "CHEBI:2", {}, added(edge("CHEBI:2", "indicated_for", "MONDO:1"))),
    Fault("evidence_without_link", "ASR_4", _LINK),
    Fault("link_without_evidence", "ASR_4", {"ASR_4": {"supporting_evidence": []}}),
    Fault("evidence_level_unsupported", "ASR_4", {"ASR_4": {"evidence_level": "guideline"}}),
    *(
        Fault("evidence_level_unsupported", "ASR_4", {"EV_1": LABORATORY, "ASR_4": {"evidence_level": level}})
        for level in ("observational", "curated_database", "randomized_trial", "meta_analysis", "guideline")
    ),
    Fault(
        "evidence_level_too_low",
        "ASR_4",
        {"EV_1": LABORATORY, "ASR_4": {"evidence_level": "unsourced", "validated": False}},
    ),
    Fault("evidence_level_too_low", "ASR_4", {"ASR_4": {"evidence_level": "observational"}}),
    Fault("accepted_but_contradicted", "ASR_4", {"ASR_4.EV_1": {"relation": "contradicts"}}),
    Fault("membership_cycle", "CHEBI:1", {"CHEBI:1": {"member_of": ["CHEBI:2"]}}),
    Fault("membership_across_classes", "CHEBI:2", {"CHEBI:2": {"member_of": ["GO:1"]}}),
    Fault("predicate_domain", "ASR_6", {"ASR_6": {"subject": "GO:1"}}),
    Fault("predicate_domain", "ASR_7", {"ASR_7": {"subject": "HGNC:1"}}),
    Fault("predicate_domain", "ASR_8", {"ASR_8": {"subject": "MESH:1"}}),
    Fault("predicate_range", "ASR_6", {"ASR_6": {"object": "GO:1"}}),
    Fault("relation_class_of_predicate", "ASR_4", {"ASR_4": {"relation_class": "association"}}),
    Fault("direction_of_predicate", "ASR_4", {"ASR_4": {"direction": "increased"}}),
    Fault("claim_twice", "ASR_12", {"ASR_12": {}}),
    Fault("affirmed_and_denied", "ASR_10", {"ASR_10": {"population": None}}),
    Fault("revision_cycle", "ASR_4", {"ASR_4": {"revision_of": "ASR_4"}}),
    Fault("scenario_gold_not_offered", "SCN_1", {"SCN_1": {"candidate_options": ["CHEBI:2", "MONDO:1"]}}),
    Fault("scenario_gold_not_acceptable", "SCN_1", {"SCN_1": {"acceptable_options": ["CHEBI:2"]}}),
    Fault("scenario_harm_of_another", "SCN_1", {"SCN_1": {"gold_adverse_effects": ["ASR_2"]}}),
)


def decimal(text: str) -> Literal:
    """A decimal as written, canonical or not."""
    return Literal(text, datatype=XSD_DECIMAL)


def typed(node: str, class_name: str) -> Quad:
    """A type."""
    return Quad(NamedNode(node), RDF_TYPE, NamedNode(expand(f"claimstar:{class_name}")), GRAPH)
