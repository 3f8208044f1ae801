"""Literal cases for the tests of the metrics; nothing here is read from the pilot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from claimstar.bench.case import Case, fold
from claimstar.model.claims import ClaimRow
from claimstar.model.records import Response, Scenario

ACE_INHIBITOR, LISINOPRIL, THIAZIDE = "CHEBI:35457", "CHEBI:43755", "CHEBI:50264"
BETA_BLOCKER, CALCIUM_BLOCKER, PREGNANCY = "CHEBI:35530", "CHEBI:38215", "concept:pregnancy"


def claim(assertion: str, subject: str, predicate: str, obj: str, **more: Any) -> ClaimRow:
    return ClaimRow(assertion, subject, subject, predicate, obj, obj, "effect", **more)


CLAIMS = {
    row.assertion: row
    for row in (
        claim("ASR_0019", ACE_INHIBITOR, "targets", "HGNC:2707"),
        claim("ASR_0010", "HGNC:2707", "participates_in", "GO:0002018"),
        claim("ASR_0011", "GO:0002018", "causes_decrease_in", "EFO:0004325", subject_direction="decreased"),
        claim("ASR_0013", "EFO:0004325", "causes_decrease_in", "EFO:0003777", subject_direction="decreased"),
        claim("ASR_0087", ACE_INHIBITOR, "may_cause_adverse_effect", "HP:0031246"),
        claim("ASR_0091", ACE_INHIBITOR, "may_cause_adverse_effect", "HP:0002153"),
        claim("ASR_0150", ACE_INHIBITOR, "contraindicated_for", PREGNANCY),
        claim("ASR_0200", THIAZIDE, "causes_decrease_in", "EFO:0003777", negated=True),
    )
}
NAMES = {
    ACE_INHIBITOR: ("ACE inhibitor", "angiotensin-converting enzyme inhibitor"),
    LISINOPRIL: ("lisinopril",),
    THIAZIDE: ("thiazide diuretic",),
    BETA_BLOCKER: ("beta-blocker",),
    CALCIUM_BLOCKER: ("calcium-channel blocker",),
    "MONDO:0005044": ("hypertensive disorder", "hypertension"),
    "EFO:0004325": ("blood pressure",),
    "EFO:0003777": ("cardiovascular event risk",),
    "GO:0002018": ("RAAS activity",),
    PREGNANCY: ("pregnancy", "gravidity"),
}


def scenario(**changes: Any) -> Scenario:
    values: dict[str, Any] = {
        "id": "SCN_0001",
        "category": "direct_effect",
        "patient_context": "62-year-old with essential hypertension, LDL 138 mg/dL, no diabetes, not pregnant.",
        "decision_target": "MONDO:0005044",
        "question": "Which first-line antihypertensive is preferred?",
        "candidate_options": [ACE_INHIBITOR, THIAZIDE, BETA_BLOCKER, CALCIUM_BLOCKER],
        "gold_option": ACE_INHIBITOR,
        "acceptable_options": [ACE_INHIBITOR, LISINOPRIL],
        "gold_path": ["ASR_0019", "ASR_0010", "ASR_0011", "ASR_0013"],
        "gold_adverse_effects": ["ASR_0087", "ASR_0091"],
        "gold_evidence": ["EV_0007", "EV_0011"],
        "expected_uncertainty": False,
    }
    return Scenario(**values | changes)


def response(**changes: Any) -> Response:
    values: dict[str, Any] = {
        "chosen_option": "lisinopril",
        "causal_path": ["ASR_0019", "ASR_0011", "ASR_0013"],
        "adverse_effects": ["ASR_0087"],
        "contraindications_of_option": [],
        "contraindications_of_others": [],
        "cited_evidence": ["EV_0011"],
        "free_claims": [
            {"claim_subject": "lisinopril", "claim_predicate": "lowers", "claim_object": "LDL cholesterol"},
        ],
        "insufficient_evidence": False,
        "rationale": "It blocks the enzyme and thereby lowers blood pressure.",
    }
    return Response(**values | changes)


def folded(names: dict[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    return {entity: frozenset(map(fold, texts)) for entity, texts in names.items()}


def rows(ids: Iterable[str]) -> tuple[ClaimRow, ...]:
    return tuple(CLAIMS[assertion] for assertion in ids)


TABLE_1 = Case(
    scenario=scenario(),
    response=response(),
    chosen=LISINOPRIL,
    condition="C4",
    grounded=True,
    shown=rows(CLAIMS),
    full=rows(CLAIMS),
    evidence_of={
        "ASR_0019": frozenset({"EV_0007"}),
        "ASR_0011": frozenset({"EV_0007"}),
        "ASR_0013": frozenset({"EV_0007", "EV_0011"}),
    },
    names=folded(NAMES),
    predicates={
        "causes_decrease_in": frozenset(map(fold, ("causes_decrease_in", "causes a decrease in"))),
        "targets": frozenset({"targets"}),
    },
    members={ACE_INHIBITOR: frozenset({LISINOPRIL})},
    claims=CLAIMS,
)
"""The worked example of the paper's Table 1, as methods A5 states it."""


def vary(case: Case = TABLE_1, **changes: Any) -> Case:
    """A case with other fields; fields of the response or the scenario may be named directly."""
    of_response = {key: changes.pop(key) for key in list(changes) if key in Response.model_fields}
    of_scenario = {key: changes.pop(key) for key in list(changes) if key in Scenario.model_fields}
    answer = Response(**case.response.model_dump() | of_response)
    return replace(case, response=answer, scenario=Scenario(**case.scenario.model_dump() | of_scenario), **changes)
