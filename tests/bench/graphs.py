"""A small graph in literal values, and the pilot's graph, in memory: no store folder, no build."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pydantic import BaseModel

from claimstar.bench.task import InterventionChoice
from claimstar.ingest.suite import Suite, load_suite
from claimstar.ingest.tables import read_tables
from claimstar.model.mapping import load_mapping
from claimstar.model.records import Scenario
from claimstar.query.catalogue import load_catalogue
from claimstar.query.template import Template
from claimstar.rdf.encode import encode
from claimstar.rdf.terms import dataset_graph
from claimstar.resources import layout
from claimstar.store.embedded import EmbeddedStore

ENTITIES = {
    "A": ("Drug", "drug a"),
    "B": ("Drug", "drug b"),
    "A1": ("Drug", "member of a"),
    "X": ("Intervention", "measure x"),
    "P": ("Protein", "protein p"),
    "R": ("BiologicalProcess", "process r"),
    "I": ("RiskFactor", "level i"),
    "M": ("RiskFactor", "marker m"),
    "C": ("RiskFactor", "confounder c"),
    "T": ("ClinicalOutcome", "outcome t"),
    "D": ("Disease", "disease d"),
    "E": ("AdverseEffect", "harm e"),
    "K": ("Contraindication", "state k"),
    "Q": ("Population", "group q"),
}
DIRECTIONS = {"causes_increase_in": "increased", "causes_decrease_in": "decreased", "targets": "decreased"}
CLASSES = {
    "targets": "mechanism",
    "participates_in": "mechanism",
    "causes_increase_in": "effect",
    "causes_decrease_in": "effect",
    "associated_with": "association",
    "indicated_for": "indication",
    "may_cause_adverse_effect": "adverse_effect",
    "contraindicated_for": "contraindication",
    "modifies_effect_of": "effect_modification",
}
CLAIMS = """
ASR_001 A targets P
ASR_002 P participates_in R
ASR_003 R[decreased] causes_decrease_in I
ASR_004 I[decreased] causes_decrease_in T
ASR_005 R[increased] causes_increase_in I
ASR_006 I[increased] causes_increase_in T
ASR_007 A causes_decrease_in I
ASR_008 A causes_decrease_in T
ASR_009 R[decreased] causes_decrease_in T
ASR_010 A indicated_for D
ASR_011 B indicated_for D
ASR_012 B causes_decrease_in T unvalidated
ASR_013 A may_cause_adverse_effect E
ASR_014 B contraindicated_for K
ASR_015 Q modifies_effect_of A
ASR_016 X causes_decrease_in T negated
ASR_017 M associated_with T
ASR_018 C[increased] causes_increase_in M
ASR_019 C[increased] causes_increase_in T
ASR_020 X causes_decrease_in C
ASR_021 C[decreased] causes_decrease_in T
ASR_022 B causes_decrease_in M
ASR_023 R[decreased] causes_increase_in E
ASR_024 B may_cause_adverse_effect E unvalidated
"""


def curie(letter: str) -> str:
    """The CURIE of an entity of the small graph."""
    return f"concept:{letter}"


def assertion(line: str) -> BaseModel:
    """The assertion of a line such as ``ASR_003 R[decreased] causes_decrease_in I unvalidated``."""
    identifier, subject, predicate, object_, *flags = line.split()
    name, _, state = subject.partition("[")
    return load_mapping().record_class("Assertion")(
        id=identifier,
        subject=curie(name),
        predicate=predicate,
        object=curie(object_),
        relation_class=CLASSES[predicate],
        direction="decreased" if predicate == "modifies_effect_of" else DIRECTIONS.get(predicate, "none"),
        subject_direction=state.rstrip("]") or None,
        causal_status="validated_causal",
        evidence_level="unsourced" if "unvalidated" in flags else "guideline",
        confidence="0.9",
        validated="unvalidated" not in flags,
        negated="negated" in flags,
        knowledge_level="knowledge_assertion",
        agent_type="manual_agent",
        primary_knowledge_source="infores:test",
        supporting_evidence=None if "unvalidated" in flags else ["EV_001"],
    )


def small_records(claims: str = CLAIMS) -> list[BaseModel]:
    """The records of the small graph."""
    schema = load_mapping()
    records = [
        schema.record_class(category)(
            id=curie(letter), name=name, member_of=[curie("A")] if letter == "A1" else None, synonyms=None
        )
        for letter, (category, name) in ENTITIES.items()
    ]
    source = schema.record_class("EvidenceSource")(
        id="EV_001", title="A trial", source_type="randomized_trial", study_level=True, year=2001, checked="by hand"
    )
    link = schema.record_class("EvidenceLink")(
        id="ASR_012.EV_001",
        assertion="ASR_012",
        evidence_source="EV_001",
        relation="contradicts",
        locator="Table 1",
        shows="No effect.",
    )
    return [*records, source, link, *(assertion(line) for line in claims.strip().splitlines())]


def store_of(records: Iterable[BaseModel]) -> EmbeddedStore:
    """A store in memory that holds the records."""
    store, schema, graph = EmbeddedStore(None), load_mapping(), dataset_graph("test")
    store.load([quad for record in records for quad in encode(record, schema, graph)])
    return store


@cache
def catalogue() -> dict[str, Template]:
    """The shipped query templates."""
    return load_catalogue(layout().queries)


@cache
def pilot() -> tuple[Suite, EmbeddedStore]:
    """The pilot suite and its graph."""
    suite = load_suite("causal")
    return suite, store_of(each.record for each in read_tables(suite).records)


@cache
def pilot_task() -> InterventionChoice:
    """The pilot's task."""
    suite, store = pilot()
    return InterventionChoice(suite, store, catalogue())


@cache
def pilot_scenarios(seed: int = 1) -> tuple[Scenario, ...]:
    """The pilot's scenarios."""
    return pilot_task().generate(seed).scenarios


def small_scenario(options: str = "A B X", **changes: object) -> Scenario:
    """A decision about outcome T in the small graph."""
    values: dict[str, object] = {
        "id": "SCN_0001",
        "category": "direct_effect",
        "patient_context": "The patient has the disease.",
        "patient_conditions": [curie("D")],
        "decision_target": curie("T"),
        "question": "Which one?",
        "candidate_options": [curie(letter) for letter in options.split()],
        "gold_option": curie("A"),
        "acceptable_options": [curie("A")],
        "gold_path": ["ASR_008"],
        "expected_uncertainty": False,
    }
    return Scenario.model_validate({**values, **changes})
