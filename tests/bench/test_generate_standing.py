"""Why an option passes, fails or is left open, on a small graph in literal values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from claimstar.bench.generate import make_judge
from claimstar.bench.rules import read_scenario_rules
from claimstar.bench.standing import Judge, Standing
from claimstar.ingest.suite import load_suite

from .graphs import CLAIMS, catalogue, curie, small_records, small_scenario, store_of

DENIED = "ASR_016 X causes_decrease_in T negated"
DOUBTED = CLAIMS.replace(DENIED, f"{DENIED} unvalidated")
"""The small graph, in which nothing that is shown speaks against what X does by way of C."""


def judge_of(extra: str = "", claims: str = DOUBTED, **rules: Any) -> Judge:
    suite = load_suite("causal")
    judge = make_judge(suite, store_of(small_records(claims + extra)), catalogue())
    return Judge(judge.facts, replace(read_scenario_rules(suite), **rules)) if rules else judge


def standing(letter: str, judge: Judge | None = None, **changes: object) -> Standing:
    return (judge or judge_of()).standing(curie(letter), small_scenario(**changes))


def test_an_indicated_option_with_an_accepted_path_passes() -> None:
    found = standing("A")
    assert (found.verdict, found.reason) == ("passes", "passes")
    assert ("ASR_008",) in {path.steps for path in found.paths}


def test_paths_need_directions_that_compose() -> None:
    assert all("ASR_006" not in path.steps for path in standing("A").paths)
    assert len(standing("A").paths) == 4


@pytest.mark.parametrize(
    ("letter", "conditions", "reason", "claim"),
    [
        ("B", "D K", "contraindicated", "ASR_014"),
        ("A", "D E", "harm", "ASR_013"),
        ("A", "D Q", "reduced_effect", "ASR_015"),
        ("A", "K", "not_indicated", "ASR_010"),
    ],
)
def test_what_the_patient_has_rules_out(letter: str, conditions: str, reason: str, claim: str) -> None:
    found = standing(letter, patient_conditions=[curie(each) for each in conditions.split()])
    assert (found.verdict, found.reason, found.assertions) == ("fails", reason, (claim,))


def test_an_option_without_any_path_fails_and_one_without_indications_needs_none() -> None:
    assert standing("X").reason == "passes"
    assert standing("X", decision_target=curie("I")).reason == "no_effect"


def test_what_rests_on_claims_that_are_not_validated_is_unsettled() -> None:
    assert standing("B").verdict == "unsettled"
    judge = judge_of("ASR_030 B causes_decrease_in T")
    assert standing("B", judge).verdict == "passes"
    assert standing("B", judge, patient_conditions=[curie("D"), curie("E")]).verdict == "unsettled"


def test_an_effect_that_is_denied_outright_is_refuted_though_a_mechanism_argues_for_it() -> None:
    assert DENIED in CLAIMS
    found = standing("X", judge_of(claims=CLAIMS))
    assert (found.verdict, found.reason, found.assertions) == ("fails", "refuted", ("ASR_016",))


def test_what_is_claimed_of_a_class_alone_leaves_its_member_unsettled() -> None:
    judge = judge_of("ASR_030 A1 causes_decrease_in T\nASR_031 A1 indicated_for D\nASR_032 A contraindicated_for K")
    has = [curie("D"), curie("K")]
    assert standing("A", judge, patient_conditions=has).reason == "contraindicated"
    assert standing("A1", judge, patient_conditions=has).verdict == "unsettled"


def test_what_medicine_knows_beyond_the_graph_is_unsettled() -> None:
    assert (
        standing("A", judge_of(used_for={curie("A"): (curie("K"),)}), patient_conditions=[curie("K")]).verdict
        == "unsettled"
    )
    assert standing("A", judge_of(avoided_in={curie("A"): (curie("D"),)})).verdict == "unsettled"
    known = judge_of(known_effects={curie("X"): (curie("I"),)})
    assert standing("X", known, decision_target=curie("I")).verdict == "unsettled"


def test_a_population_limits_a_claim_to_those_who_belong_to_it() -> None:
    judge = judge_of()
    direct = judge.facts.claims["ASR_008"]
    limited = {**judge.facts.claims, "ASR_008": replace(direct, population=curie("Q"))}
    only = {(curie("A"), curie("T")): judge.facts.paths[curie("A"), curie("T")][:1]}
    judge = Judge(replace(judge.facts, claims=limited, paths=only), judge.rules)
    assert standing("A", judge).verdict == "unsettled"
    assert [path.steps for path in judge.sorted_paths(curie("A"), curie("T"), frozenset({curie("Q")}))[0]] == [
        ("ASR_008",)
    ]


def test_the_mediator_of_the_gold_path_decides_in_mediated_effects() -> None:
    changes = {"category": "mediated_effect", "gold_path": ["ASR_007", "ASR_004"]}
    assert standing("A", **changes).verdict == "passes"
    assert standing("X", **changes).reason == "other_mediator"


def test_multiple_pathways_need_two_mediators() -> None:
    changes = {"category": "multiple_pathways", "gold_path": ["ASR_007", "ASR_004", "ASR_001", "ASR_002", "ASR_009"]}
    assert standing("A", **changes).verdict == "passes"
    assert standing("X", **changes).reason == "single_pathway"


def test_weak_evidence_passes_where_it_is_what_is_asked_for() -> None:
    changes = {"category": "incomplete_evidence", "gold_path": ["ASR_012"], "expected_uncertainty": True}
    assert standing("B", **changes).verdict == "passes"
    assert standing("A", **changes).verdict == "unsettled"
    judge = judge_of("ASR_030 B causes_decrease_in T negated")
    assert standing("B", judge, **changes).reason == "refuted"


def test_an_option_is_outranked_by_one_for_the_same_disease_that_gains_in_the_patients_group() -> None:
    judge = judge_of("ASR_030 B causes_decrease_in T\nASR_031 Q modifies_effect_of B")
    gain = {**judge.facts.claims, "ASR_031": replace(judge.facts.claims["ASR_031"], direction="increased")}
    none = {key: claim for key, claim in gain.items() if key != "ASR_015"}
    judge = Judge(replace(judge.facts, claims=none), judge.rules)
    has = [curie("D"), curie("Q")]
    assert standing("A", judge, patient_conditions=has).reason == "outranked"
    assert standing("B", judge, patient_conditions=has).verdict == "passes"
    assert standing("X", judge, patient_conditions=has).verdict == "passes"
