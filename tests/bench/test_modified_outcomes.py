"""An effect modification that names what it modifies decides where that is at stake, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from claimstar.bench.generate import generate, make_judge
from claimstar.bench.rules import read_scenario_rules
from claimstar.bench.standing import Judge, Standing
from claimstar.errors import InputError
from claimstar.ingest.suite import Suite

from .graphs import CLAIMS, catalogue, curie, pilot, pilot_scenarios, small_records, small_scenario, store_of

FADES = "the effect fades"


def judge_of(outcomes: str | None, extra: str = "", **claims: dict[str, Any]) -> Judge:
    """The small graph, where the modification ASR_015 of option A has a context.

    Args:
        outcomes: letters of the outcomes that the suite lists for the context; None where it does not list it.
        extra: further claims.
        claims: id to changes of a claim.
    """
    suite, _ = pilot()
    judge = make_judge(suite, store_of(small_records(CLAIMS + extra)), catalogue())
    changes = {**claims, "ASR_015": {"context": FADES, **claims.get("ASR_015", {})}}
    facts = {**judge.facts.claims, **{key: replace(judge.facts.claims[key], **to) for key, to in changes.items()}}
    listed = {} if outcomes is None else {FADES: tuple(curie(each) for each in outcomes.split())}
    return Judge(replace(judge.facts, claims=facts), replace(judge.rules, modified_outcomes=listed))


def standing(judge: Judge, target: str, letter: str = "A", has: str = "D Q", **changes: object) -> Standing:
    conditions = [curie(each) for each in has.split()]
    scenario = small_scenario(patient_conditions=conditions, decision_target=curie(target), **changes)
    return judge.standing(curie(letter), scenario)


@pytest.mark.parametrize(
    ("outcomes", "reason_for_level", "reason_for_outcome"),
    [
        pytest.param(None, "reduced_effect", "reduced_effect", id="not listed: all effects"),
        pytest.param("I", "reduced_effect", "passes", id="the level alone"),
        pytest.param("T", "passes", "reduced_effect", id="the outcome alone"),
        pytest.param("I T", "reduced_effect", "reduced_effect", id="both"),
        pytest.param("E", "passes", "passes", id="neither"),
    ],
)
def test_for_one_patient_and_option_the_verdict_turns_with_the_target(
    outcomes: str | None, reason_for_level: str, reason_for_outcome: str
) -> None:
    judge = judge_of(outcomes)
    level, outcome = standing(judge, "I"), standing(judge, "T")
    assert (level.reason, outcome.reason) == (reason_for_level, reason_for_outcome)
    assert {each.assertions for each in (level, outcome) if each.reason == "reduced_effect"} <= {("ASR_015",)}


def test_without_the_group_or_what_the_context_asks_for_nothing_is_modified() -> None:
    judge = judge_of("I")
    assert standing(judge, "I", has="D").reason == "passes"
    asking = Judge(judge.facts, replace(judge.rules, contexts={FADES: (curie("K"),)}))
    assert standing(asking, "I").reason == "passes"
    assert standing(asking, "I", has="D Q K").reason == "reduced_effect"


def test_a_way_around_the_outcome_keeps_the_effect_and_ways_through_it_carry_none() -> None:
    found = standing(judge_of("R"), "I")
    assert (found.reason, [path.steps for path in found.paths]) == ("passes", [("ASR_007",)])
    through = {("ASR_001", "ASR_002", "ASR_003"), ("ASR_007",)}
    assert {path.steps for path in standing(judge_of("R"), "I", has="D").paths} == through


def test_an_option_without_a_way_around_is_ruled_out_though_the_target_is_not_listed() -> None:
    judge = judge_of("R", ASR_007={"direction": "increased"})
    assert standing(judge, "I", has="D").reason == "passes"
    found = standing(judge, "I")
    assert (found.reason, found.assertions) == ("reduced_effect", ("ASR_015",))


def test_a_way_around_that_is_not_shown_leaves_the_option_unsettled() -> None:
    assert standing(judge_of("R", ASR_007={"validated": False}), "I").verdict == "unsettled"


def test_modifications_that_close_one_way_each_rule_out_together() -> None:
    other = "another effect fades"
    extra = "ASR_030 Q modifies_effect_of A"
    judge = judge_of("R", extra, ASR_030={"context": other}, ASR_007={"object": curie("M")})
    # A leads to I by way of R and, as changed here, by way of M
    paths = {**judge.facts.paths, (curie("A"), curie("I")): judge.facts.paths[curie("A"), curie("I")]}
    for listed, reason in (({other: (curie("K"),)}, "passes"), ({other: (curie("M"),)}, "reduced_effect")):
        rules = replace(judge.rules, modified_outcomes={**judge.rules.modified_outcomes, **listed})
        found = standing(Judge(replace(judge.facts, paths=paths), rules), "I")
        assert found.reason == reason
    assert found.assertions == ("ASR_015", "ASR_030")


def test_two_mediators_are_not_two_where_one_of_them_is_no_longer_moved() -> None:
    changes = {"category": "multiple_pathways", "gold_path": ["ASR_007", "ASR_004", "ASR_001", "ASR_002", "ASR_009"]}
    assert standing(judge_of("I"), "T", has="D", **changes).verdict == "passes"
    assert standing(judge_of("I"), "T", **changes).reason == "single_pathway"


@pytest.mark.parametrize(("outcomes", "verdict"), [("I", "unsettled"), ("T", "unsettled"), ("E", "passes")])
def test_a_modification_that_is_not_shown_raises_a_doubt_where_it_touches_a_path(outcomes: str, verdict: str) -> None:
    assert standing(judge_of(outcomes, ASR_015={"validated": False}), "T").verdict == verdict


@pytest.mark.parametrize(("outcomes", "verdict"), [("T", "unsettled"), ("E", "passes")])
def test_a_modification_of_the_class_raises_a_doubt_on_its_member_for_the_same_targets(
    outcomes: str, verdict: str
) -> None:
    extra = "ASR_031 A1 causes_decrease_in T\nASR_032 A1 indicated_for D"
    assert standing(judge_of(outcomes, extra), "T", "A1").verdict == verdict


@pytest.mark.parametrize(("outcomes", "reason"), [("T", "outranked"), (None, "outranked"), ("I", "passes")])
def test_a_gain_outranks_only_where_it_is_about_the_target(outcomes: str | None, reason: str) -> None:
    extra = "ASR_030 B causes_decrease_in T\nASR_031 Q modifies_effect_of B"
    gain = {"direction": "increased", "context": FADES}
    judge = judge_of(outcomes, extra, ASR_031=gain, ASR_015={"negated": True})
    assert standing(judge, "T").reason == reason
    assert standing(judge, "T", "B").verdict == "passes"


def suite_with(listed: dict[str, list[str]]) -> Suite:
    """The pilot with the one category in which modifications decide."""
    suite, _ = pilot()
    scenarios = suite.sections["scenarios"]
    categories = {"competing_interventions": scenarios["categories"]["competing_interventions"]}
    changed = {**scenarios, "categories": categories, "per_category": 5, "modified_outcomes": listed}
    return replace(suite, sections={**suite.sections, "scenarios": changed})


def test_in_the_pilot_a_rival_ruled_out_by_a_modification_is_so_for_the_target_alone() -> None:
    suite, store = pilot()
    judge, seen = make_judge(suite, store, catalogue()), 0
    for each in pilot_scenarios():
        for option in each.candidate_options:
            found = judge.standing(option, each)
            contexts = {judge.facts.claims[claim].context or "" for claim in found.assertions}
            if found.reason != "reduced_effect" or "" in contexts:
                continue
            about, apart = (
                Judge(judge.facts, replace(judge.rules, modified_outcomes=dict.fromkeys(contexts, (outcome,))))
                for outcome in (each.decision_target, "HP:0012735")
            )
            assert about.standing(option, each) == found
            assert apart.standing(option, each).reason != "reduced_effect"
            seen += 1
    assert seen >= 5


def test_scenarios_are_not_built_on_what_a_modification_is_not_about() -> None:
    context, target = "as first single drug for hypertension", "MONDO:0005098"

    def used(listed: dict[str, list[str]]) -> set[str]:
        """The targets of scenarios that a modification with the context decides or is told to be a part of."""
        suite, store = suite_with(listed), pilot()[1]
        judge = make_judge(suite, store, catalogue())
        claims = {claim.assertion for claim in judge.facts.claims.values() if claim.context == context}
        return {
            each.decision_target
            for each in generate(suite, store, catalogue(), 1).scenarios
            for option in each.candidate_options
            if claims & {*judge.standing(option, each).assertions, *(each.related_assertions or ())}
        }

    assert used({}) - {target}
    assert used({context: [target]}) <= {target}


def test_contexts_that_no_modification_has_and_outcomes_that_do_not_exist_are_named() -> None:
    listed = {"heart failure": ["EFO:0004325"], "effect on clinical outcomes": ["EFO:9999999"]}
    with pytest.raises(InputError) as caught:
        generate(suite_with(listed), pilot()[1], catalogue(), 1)
    assert [(each.value, each.column) for each in caught.value.problems] == [
        ("heart failure", "scenarios.modified_outcomes"),
        ("EFO:9999999", "scenarios.modified_outcomes"),
    ]


def test_a_context_without_outcomes_is_a_mistake() -> None:
    with pytest.raises(
        InputError, match=r"modified_outcomes.effect on clinical outcomes: not a list of one or more ids: '\[\]'"
    ):
        read_scenario_rules(suite_with({"effect on clinical outcomes": []}))
