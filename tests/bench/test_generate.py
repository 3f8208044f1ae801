"""Scenarios cut from the pilot's graph: their number, spread and soundness, checked anew from the claims."""

from __future__ import annotations

import copy
import itertools
import re
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from claimstar.bench.generate import generate, make_judge
from claimstar.bench.scenario import scenario_line
from claimstar.bench.standing import Judge
from claimstar.bench.vignette import read_phrases
from claimstar.bench.well_posed import well_posed, without
from claimstar.errors import InputError
from claimstar.ingest.suite import load_suite
from claimstar.model.records import Scenario

from .graphs import catalogue, pilot, pilot_scenarios, pilot_task


@pytest.fixture(scope="module")
def judge() -> Judge:
    suite, store = pilot()
    return make_judge(suite, store, catalogue())


def of(category: str) -> list[Scenario]:
    return [each for each in pilot_scenarios() if each.category == category]


def test_ten_of_each_category_numbered_in_order() -> None:
    assert Counter(Counter(str(each.category) for each in pilot_scenarios()).values()) == {10: 8}
    assert [each.id for each in pilot_scenarios()] == [f"SCN_{number:04d}" for number in range(1, 81)]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    suite, store = pilot()
    again = generate(suite, store, catalogue(), 1).scenarios
    assert [scenario_line(each) for each in again] == [scenario_line(each) for each in pilot_scenarios()]
    other = generate(suite, store, catalogue(), 2).scenarios
    assert [each.patient_context for each in other] != [each.patient_context for each in again]


def test_every_scenario_is_well_posed(judge: Judge) -> None:
    assert {each.id: well_posed(each, judge) for each in pilot_scenarios() if well_posed(each, judge)} == {}


def test_no_two_scenarios_have_the_same_patient_candidates_and_gold_path() -> None:
    signatures = Counter(
        (tuple(sorted(each.patient_conditions or ())), frozenset(each.candidate_options), tuple(each.gold_path))
        for each in pilot_scenarios()
    )
    assert max(signatures.values()) == 1


# few options have two ways to a target that no rival shares, few groups change what an option does, and few
# contraindications have a source in the pilot
SPREAD = {"multiple_pathways": (5, 4), "competing_interventions": (6, 3), "contraindication_sensitive": (8, 4)}
"""The least number of different gold paths and gold options of a category, where it is not 8 and 5."""


def test_within_a_category_gold_paths_and_options_are_spread() -> None:
    for category in {str(each.category) for each in pilot_scenarios()}:
        paths, options = SPREAD.get(category, (8, 5))
        assert len({tuple(each.gold_path) for each in of(category)}) >= paths, category
        assert len({each.gold_option for each in of(category)}) >= options, category


def test_shared_gold_paths_are_reported() -> None:
    made = pilot_task().generate(1)
    counts = Counter(tuple(each.gold_path) for each in made.scenarios)
    assert {path: len(ids) for path, ids in made.shared_paths.items()} == {
        path: number for path, number in counts.items() if number > 1
    }
    assert all(available >= 10 for available in made.available.values())


def chained(steps: list[str], judge: Judge, start: str, end: str) -> bool:
    """Checks a path by hand: from the option, each claim going on where the last one ended, to the target."""
    claims = [judge.facts.claims[step] for step in steps]
    links = all(
        one.object == two.subject and two.subject_direction in (None, one.direction)
        for one, two in pairwise(claims)
        if two.predicate != "participates_in" and one.predicate != "participates_in"
    )
    joined = all(one.object == two.subject for one, two in pairwise(claims))
    return claims[0].subject == start and claims[-1].object == end and links and joined


def test_gold_paths_lead_from_the_gold_option_to_the_target_and_lower_it(judge: Judge) -> None:
    for each in pilot_scenarios():
        last = judge.facts.claims[each.gold_path[-1]]
        assert (last.object, last.direction) == (each.decision_target, "decreased"), each.id
        if each.category in ("multiple_pathways", "direct_effect"):
            continue
        assert chained(list(each.gold_path), judge, each.gold_option, each.decision_target), each.id


def test_gold_paths_are_accepted_unless_uncertainty_is_expected(judge: Judge) -> None:
    for each in pilot_scenarios():
        accepted = all(judge.facts.claims[step].accepted for step in each.gold_path)
        low = any(judge.facts.claims[step].evidence_level in judge.rules.weak_levels for step in each.gold_path)
        assert (not accepted or low) == bool(each.expected_uncertainty), each.id
        assert not [step for step in each.gold_path if judge.facts.claims[step].negated], each.id


def test_direct_effects_have_one_claim_and_mechanisms_of_drugs_four(judge: Judge) -> None:
    claims = judge.facts.claims
    assert all(
        (claims[s].subject, claims[s].object) == (e.gold_option, e.decision_target)
        for e in of("direct_effect")
        for s in e.gold_path
    )
    for each in of("mediated_effect"):
        drug = judge.facts.entities[each.gold_option].category == "Drug"
        assert len(each.gold_path) == (4 if drug else 2), each.id


def test_multiple_pathways_end_in_two_claims_from_different_intermediates(judge: Judge) -> None:
    for each in of("multiple_pathways"):
        ends = {
            judge.facts.claims[step].subject
            for step in each.gold_path
            if judge.facts.claims[step].object == each.decision_target
        }
        assert len(ends) == 2, each.id


def test_confounded_markers_have_no_accepted_effect_and_a_common_cause(judge: Judge) -> None:
    for each in of("confounded_association"):
        related = [judge.facts.claims[step] for step in each.related_assertions or ()]
        association = next(claim for claim in related if claim.predicate == "associated_with")
        assert not [c for c in judge.facts.between(association.subject, each.decision_target, "effect") if c.accepted]
        causes = {claim.subject for claim in related if claim.relation_class == "effect"}
        assert causes == {judge.facts.claims[each.gold_path[0]].object}
        assert association.subject in (each.patient_conditions or ())


def test_contraindications_rule_out_candidates_for_what_the_patient_has(judge: Judge) -> None:
    for each in of("contraindication_sensitive"):
        assert each.gold_contraindications
        for step in each.gold_contraindications:
            claim = judge.facts.claims[step]
            assert claim.predicate == "contraindicated_for"
            assert claim.subject in set(each.candidate_options) - set(each.acceptable_options)
            assert claim.object in (each.patient_conditions or ())
    assert (
        len(
            {c for each in of("contraindication_sensitive") for c in each.patient_conditions or ()}
            & {e.id for e in judge.facts.entities.values() if e.category == "Contraindication"}
        )
        >= 4
    )


@pytest.mark.parametrize(
    "category", ["contraindication_sensitive", "adverse_effect_pathway", "competing_interventions"]
)
def test_without_what_the_answer_turns_on_a_rejected_rival_is_as_good_a_choice(category: str, judge: Judge) -> None:
    rule = judge.rules.category(category)
    for each in of(category):
        gold = judge.best(judge.standing(each.gold_option, each).paths, rule)
        spared = [changed for c in each.patient_conditions or () if (changed := without(c, each, judge))]
        turned = [
            judge.standing(option, changed)
            for changed in spared
            for option in set(each.candidate_options) - set(each.acceptable_options)
        ]
        assert any(found.verdict == "passes" and judge.best(found.paths, rule) >= gold for found in turned), each.id


def test_a_mediated_effect_is_lost_with_its_mediator(judge: Judge) -> None:
    for each in of("mediated_effect"):
        mediator, has = judge.mediator(each), judge.rules.closure(each.patient_conditions or ())
        established, _, _ = judge.sorted_paths(each.gold_option, each.decision_target, has)
        left = [
            path for path in established if mediator not in {judge.facts.claims[step].subject for step in path.steps}
        ]
        assert established
        assert left == [], each.id


def test_a_hinge_that_the_query_does_not_have_is_named() -> None:
    suite, store = pilot()
    scenarios = copy.deepcopy(suite.sections["scenarios"])
    scenarios["categories"]["adverse_effect_pathway"]["hinge"] = "harms"
    with pytest.raises(InputError, match=r"adverse_effect_pathway\.hinge.*no such column: 'harms'.*harm"):
        generate(replace(suite, sections={**suite.sections, "scenarios": scenarios}), store, catalogue(), 1)


def test_harm_to_be_spared_is_one_of_a_rival_and_none_of_the_gold_option(judge: Judge) -> None:
    for each in of("adverse_effect_pathway"):
        harms = {
            step
            for step in each.related_assertions or ()
            if judge.facts.claims[step].relation_class == "adverse_effect"
        }
        assert harms
        spared = {judge.facts.claims[step].object for step in harms}
        assert not [c for c in judge.facts.of_kind(each.gold_option, "adverse_effect") if c.object in spared]
        assert each.gold_adverse_effects


def test_gold_evidence_supports_the_gold_path(judge: Judge) -> None:
    for each in pilot_scenarios():
        sources = {source for step in each.gold_path for source in judge.facts.claims[step].evidence}
        assert set(each.gold_evidence or ()) == sources, each.id


def test_patients_are_described_by_phrases_of_the_suite_for_all_that_decides(judge: Judge) -> None:
    phrases = read_phrases(judge.rules.phrases)
    groups = {each.entity for each in judge.rules.demographics}
    for each in pilot_scenarios():
        for condition in each.patient_conditions or ():
            said = condition in groups or any(phrase.text in each.patient_context for phrase in phrases[condition])
            assert said, (each.id, condition)


def test_gold_stands_in_every_place_about_as_often() -> None:
    for seed, size in itertools.product((1, 2), (3, 4)):
        places = Counter(
            each.candidate_options.index(each.gold_option)
            for each in pilot_scenarios(seed)
            if len(each.candidate_options) == size
        )
        assert max(places.values()) - min(places[place] for place in range(size)) <= 4, places


def test_most_scenarios_offer_distractors_that_have_a_path_too(judge: Judge) -> None:
    def with_path(each: Scenario) -> bool:
        rivals = [option for option in each.candidate_options if option not in each.acceptable_options]
        return any(judge.facts.paths.get((option, each.decision_target)) for option in rivals)

    assert sum(with_path(each) for each in pilot_scenarios() if not each.expected_uncertainty) >= 60


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            lambda s: {"gold_option": next(o for o in s.candidate_options if o not in s.acceptable_options)},
            "does not pass",
        ),
        (lambda s: {"acceptable_options": list(s.candidate_options)}, "acceptable options are"),
        (lambda s: {"candidate_options": [*s.acceptable_options, *s.acceptable_options]}, "class and member"),
        (lambda s: {"candidate_options": list(s.candidate_options)[:2]}, "must be 3 to 4"),
        (lambda s: {"patient_conditions": []}, ""),
        (lambda s: {"gold_path": [*s.gold_path, "ASR_0087"]}, "no effect here"),
        (lambda s: {"expected_uncertainty": True}, "uncertainty"),
        (lambda s: {"patient_context": s.patient_context + " See ASR_0087."}, "holds an id"),
    ],
)
def test_a_changed_scenario_is_no_longer_well_posed(
    change: Callable[[Scenario], dict[str, object]], complaint: str, judge: Judge
) -> None:
    scenario = of("contraindication_sensitive")[0]
    faults = well_posed(scenario.model_copy(update=change(scenario)), judge)
    assert faults
    assert complaint in " ".join(faults)


def test_a_description_that_names_a_candidate_is_no_longer_well_posed(judge: Judge) -> None:
    scenario = of("direct_effect")[0]
    name = judge.facts.name(scenario.candidate_options[0])
    named = scenario.model_copy(update={"patient_context": f"{scenario.patient_context} She asks for {name.upper()}."})
    assert "names the candidate" in " ".join(well_posed(named, judge))


def test_a_category_that_the_graph_does_not_fill_is_named_with_its_number(tmp_path: Path) -> None:
    suite, store = pilot()
    shutil.copytree(suite.folder, tmp_path / "causal")
    file = tmp_path / "causal" / "suite.yaml"
    values = yaml.safe_load(file.read_text())
    values["scenarios"]["per_category"] = 150
    file.write_text(yaml.safe_dump(values, sort_keys=False))
    with pytest.raises(InputError) as caught:
        generate(load_suite(tmp_path / "causal"), store, catalogue(), 1)
    text = str(caught.value)
    found = re.search(r"category contraindication_sensitive: (\d+) scenarios are possible, 150 are asked for", text)
    assert found
    assert 10 <= int(found[1]) < 150
    assert "mediated_effect" not in text


def test_mistakes_in_the_suite_are_told_at_once() -> None:
    suite, store = pilot()
    sections = dict(suite.sections)
    scenarios = {**sections["scenarios"], "weak_levels": ["hearsay"], "colour": 1, "per_category": "ten"}
    scenarios["categories"] = {
        "guesswork": {"query": "scenarios/x", "effect": "big", "gold_path": "direct", "reasons": []}
    }
    with pytest.raises(InputError) as caught:
        generate(replace(suite, sections={**sections, "scenarios": scenarios}), store, catalogue(), 1)
    text = str(caught.value)
    for part in ("hearsay", "colour", "'ten'", "guesswork", "big"):
        assert part in text


def test_rules_about_things_that_the_graph_does_not_have_are_told() -> None:
    suite, store = pilot()
    scenarios = {
        **suite.sections["scenarios"],
        "contexts": {"on Sundays": ["MONDO:0005044"]},
        "avoided_in": {"CHEBI:1": ["MESH:D011247"]},
    }
    with pytest.raises(InputError) as caught:
        generate(replace(suite, sections={**suite.sections, "scenarios": scenarios}), store, catalogue(), 1)
    assert [problem.value for problem in caught.value.problems] == ["on Sundays", "CHEBI:1"]
