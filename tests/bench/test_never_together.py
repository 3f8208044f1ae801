"""Conditions that one patient cannot have both: no such patient is built, and mistakes in the declaration are named."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from claimstar.bench.generate import generate, make_judge
from claimstar.bench.rules import read_scenario_rules
from claimstar.bench.standing import Judge
from claimstar.bench.well_posed import well_posed
from claimstar.errors import InputError
from claimstar.ingest.suite import Suite
from claimstar.model.records import Scenario

from .graphs import catalogue, pilot, pilot_scenarios

HYPERTENSION, HEART_FAILURE, REDUCED_EJECTION = "MONDO:0005044", "MONDO:0005252", "concept:adults_with_hfref"
BLOOD_PRESSURE, AGED, RENAL_IMPAIRMENT = "EFO:0004325", "MESH:D000368", "concept:adults_with_impaired_kidney_function"
CATEGORIES = ("direct_effect", "mediated_effect", "confounded_association")


def suite_with(**changes: Any) -> Suite:
    """The pilot with three categories and changes of its section ``scenarios``."""
    suite, _ = pilot()
    scenarios = suite.sections["scenarios"]
    categories = {name: scenarios["categories"][name] for name in CATEGORIES}
    return replace(suite, sections={**suite.sections, "scenarios": {**scenarios, "categories": categories, **changes}})


@cache
def cut(*groups: tuple[str, ...]) -> tuple[Scenario, ...]:
    return generate(suite_with(never_together=[list(group) for group in groups]), pilot()[1], catalogue(), 1).scenarios


def both(scenarios: tuple[Scenario, ...], one: str, other: str) -> list[str]:
    """The ids of those whose patient has both, by what the conditions imply and with the target that is there."""
    rules = read_scenario_rules(pilot()[0])
    judge = make_judge(*pilot(), catalogue())
    found = []
    for each in scenarios:
        target = judge.facts.entities[each.decision_target]
        if {one, other} <= rules.presented(each.patient_conditions or (), target.id, target.category):
            found.append(each.id)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(HYPERTENSION, HEART_FAILURE, id="a condition and what another implies"),
        pytest.param(AGED, HYPERTENSION, id="a group that age alone makes"),
        pytest.param("EFO:0004611", HYPERTENSION, id="a level that is high because it is to be lowered"),
    ],
)
def test_no_patient_has_what_nobody_has_together(one: str, other: str) -> None:
    assert both(cut(), one, other)
    assert both(cut((one, other)), one, other) == []
    assert both(cut((other, one)), one, other) == []


def test_of_a_longer_list_no_two_go_together() -> None:
    group = (HYPERTENSION, "MONDO:0021187", HEART_FAILURE)
    scenarios = cut(group)
    assert [both(scenarios, one, other) for one in group for other in group if one != other] == [[]] * 6


def test_without_pairs_that_occur_nothing_changes() -> None:
    assert cut() == cut(("MESH:D011247", "HP:0012042")) == cut(("MESH:D011247", AGED))


def test_a_scenario_whose_patient_has_both_is_not_well_posed() -> None:
    judge = make_judge(*pilot(), catalogue())
    scenario = next(each for each in pilot_scenarios() if REDUCED_EJECTION in (each.patient_conditions or ()))
    assert well_posed(scenario, judge) == ()
    strict = Judge(judge.facts, replace(judge.rules, never_together=((HEART_FAILURE, REDUCED_EJECTION),)))
    assert f"the patient has both {HEART_FAILURE} and {REDUCED_EJECTION}, which no patient has together" in well_posed(
        scenario, strict
    )


def test_ids_that_the_graph_does_not_have_are_named() -> None:
    with pytest.raises(InputError) as caught:
        cut((HYPERTENSION, "MONDO:9999999"))
    assert [(each.value, each.column) for each in caught.value.problems] == [
        ("MONDO:9999999", "scenarios.never_together")
    ]


@pytest.mark.parametrize("group", [[HYPERTENSION], [HYPERTENSION, HYPERTENSION], HYPERTENSION, []])
def test_a_group_of_fewer_than_two_is_a_mistake(group: object) -> None:
    with pytest.raises(InputError, match=r"never_together: not a list of two or more different ids"):
        read_scenario_rules(suite_with(never_together=[group]))


def test_two_that_one_of_them_or_a_third_implies_are_a_mistake() -> None:
    with pytest.raises(InputError, match=rf"{HYPERTENSION} implies both {HYPERTENSION} and {BLOOD_PRESSURE}"):
        read_scenario_rules(suite_with(never_together=[[HYPERTENSION, BLOOD_PRESSURE]]))
    implied = {"HP:0001953": [AGED, RENAL_IMPAIRMENT]}
    with pytest.raises(InputError, match=rf"HP:0001953 implies both {AGED} and {RENAL_IMPAIRMENT}"):
        read_scenario_rules(suite_with(implied=implied, never_together=[[AGED, RENAL_IMPAIRMENT]]))
