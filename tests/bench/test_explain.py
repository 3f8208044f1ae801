"""Scenarios in full for a reviewer: what is said of each candidate, and which careless answer is named."""

from __future__ import annotations

import copy
import json
from collections import Counter
from dataclasses import replace

import pytest

from claimstar.bench.explain import Explained, View, explain
from claimstar.bench.explain_forms import FORMS, Review, choose, review
from claimstar.bench.generate import make_judge
from claimstar.bench.look_up import LookUp
from claimstar.bench.rules import read_scenario_rules
from claimstar.bench.standing import Judge
from claimstar.errors import InputError, UsageError
from claimstar.ingest.suite import load_suite
from claimstar.model.records import Scenario

from .graphs import CLAIMS, catalogue, curie, pilot, pilot_scenarios, small_records, small_scenario, store_of

UNDENIED = CLAIMS.replace("ASR_016 X causes_decrease_in T negated\n", "")


@pytest.fixture(scope="module")
def judge() -> Judge:
    suite, store = pilot()
    return make_judge(suite, store, catalogue())


@pytest.fixture(scope="module")
def explained(judge: Judge) -> dict[str, Explained]:
    return {each.id: explain(each, judge) for each in pilot_scenarios()}


def small(claims: str = CLAIMS, **changes: object) -> Explained:
    suite = load_suite("causal")
    judge = make_judge(suite, store_of(small_records(claims)), catalogue())
    return explain(small_scenario(**changes), judge)


def view(letter: str, found: Explained) -> View:
    return next(each for each in found.candidates if each.option == curie(letter))


def test_each_candidate_has_its_place_and_the_reason_that_the_rule_gives(
    explained: dict[str, Explained], judge: Judge
) -> None:
    for each in pilot_scenarios():
        views = explained[each.id].candidates
        assert [v.option for v in views] == each.candidate_options
        assert [v.option for v in views if v.place == "gold"] == [each.gold_option]
        assert {v.option for v in views if v.place != "wrong"} == set(each.acceptable_options) & {
            v.option for v in views
        }
        assert [v.reason for v in views] == [judge.standing(v.option, each).reason for v in views]
        assert explained[each.id].faults == ()


def test_the_gold_path_is_written_out_claim_by_claim_with_its_evidence(
    explained: dict[str, Explained], judge: Judge
) -> None:
    several = 0
    for each in pilot_scenarios():
        gold = next(v for v in explained[each.id].candidates if v.place == "gold")
        lines = [line for path in gold.paths for line in path]
        assert [line.assertion for line in lines] == list(each.gold_path), each.id
        assert all(path[0].sentence.startswith(gold.name) for path in gold.paths), each.id
        assert {source for line in lines for source in line.sources} == set(each.gold_evidence or ()), each.id
        assert [line.accepted for line in lines] == [judge.facts.claims[line.assertion].accepted for line in lines]
        several += len(gold.paths) > 1
    assert several >= 9


def test_a_wrong_candidate_is_explained_by_what_decides(explained: dict[str, Explained], judge: Judge) -> None:
    told: Counter[str] = Counter()
    for each in pilot_scenarios():
        for v in explained[each.id].candidates:
            if v.place == "wrong":
                claims = [judge.facts.claims[line.assertion] for line in v.claims]
                others = {end for c in claims for end in (c.subject_name, c.object_name)} - {v.name}
                others |= {judge.facts.name(thing) for thing in judge.rules.only_for.get(v.option, ())}
                if v.reason in ("contraindicated", "harm", "reduced_effect", "not_indicated", "outranked"):
                    assert any(name in v.words for name in others), (each.id, v)
                else:
                    assert explained[each.id].target in v.words, (each.id, v)
                told[v.reason] += 1
    assert set(told) == {
        *("contraindicated", "harm", "reduced_effect", "outranked"),
        *("not_indicated", "no_effect", "other_mediator", "single_pathway"),
    }


def test_the_words_for_each_reason() -> None:
    found = small()
    assert view("A", found).words == (
        "Passes: for disease d, which the patient has. It is the only candidate that does. "
        "Best support: a direct claim, guideline."
    )
    assert view("B", found).words == "The graph does not settle whether it passes."
    assert view("X", found).words == "That it acts on outcome t is denied by a claim."
    assert [line.assertion for line in view("X", found).claims] == ["ASR_016"]
    barred = small(patient_conditions=[curie("D"), curie("K")])
    assert view("B", barred).words == "Contraindicated in state k, which the patient has."
    harmed = small(patient_conditions=[curie("D"), curie("E")])
    assert view("A", harmed).words == "May cause harm e, which this patient should be spared."
    lessened = small(patient_conditions=[curie("D"), curie("Q")])
    assert view("A", lessened).words == "Its effect is lessened in group q, and the patient is one of them."
    elsewhere = small(patient_conditions=[curie("K")])
    assert view("A", elsewhere).words == "Indicated for disease d, and for nothing that the patient has."
    mediated = small(UNDENIED, category="mediated_effect", gold_path=["ASR_007", "ASR_004"])
    assert view("X", mediated).words == "Acts on outcome t by way of confounder c, not by way of level i."
    other = small(UNDENIED, category="mediated_effect", gold_path=["ASR_020", "ASR_021"])
    assert view("A", other).words == (
        "Acts on outcome t directly and by way of level i and process r, not by way of confounder c."
    )
    single = small(
        UNDENIED, category="multiple_pathways", gold_path=["ASR_007", "ASR_004", "ASR_001", "ASR_002", "ASR_009"]
    )
    assert view("X", single).words == "Acts on outcome t by way of confounder c and no other way."
    nothing = small(decision_target=curie("M"), gold_path=["ASR_022"])
    assert view("A", nothing).words == "No accepted path leads from it to marker m."


def test_a_candidate_that_passes_too_is_told_apart_by_its_support() -> None:
    found = small(UNDENIED, acceptable_options=[curie("A"), curie("X")])
    assert view("X", found).place == "acceptable"
    assert "supported less well than the gold option" in view("X", found).words
    assert "better supported (a direct claim, guideline) than measure x (2 claims, the weakest guideline)" in (
        view("A", found).words
    )
    assert [line.assertion for line in view("X", found).paths[0]] == ["ASR_020", "ASR_021"]


def test_members_of_a_gold_class_are_named_as_acceptable(explained: dict[str, Explained], judge: Judge) -> None:
    expected = {
        each.id: tuple(judge.facts.name(o) for o in each.acceptable_options if o not in each.candidate_options)
        for each in pilot_scenarios()
    }
    assert {key: found.members for key, found in explained.items()} == expected
    assert any(expected.values())


def test_a_scenario_that_is_ill_posed_is_shown_with_its_faults(judge: Judge) -> None:
    each = pilot_scenarios()[0]
    wrong = next(option for option in each.candidate_options if option not in each.acceptable_options)
    found = explain(each.model_copy(update={"gold_option": wrong}), judge)
    assert "does not pass" in " ".join(found.faults)


# the careless answer


def test_most_scenarios_have_a_careless_answer_that_is_wrong(explained: dict[str, Explained]) -> None:
    found: Counter[str] = Counter()
    for each in pilot_scenarios():
        careless = explained[each.id].careless
        if careless:
            assert careless.claims
            found[str(each.category)] += 1
            if each.expected_uncertainty and careless.option == each.gold_option:
                assert "certainty" in careless.fails
            else:
                assert careless.option not in each.acceptable_options, each.id
                assert careless.fails == next(
                    v.words for v in explained[each.id].candidates if v.option == careless.option
                )
    assert len(found) == 8
    assert found.total() >= 70, found


def test_the_careless_answer_fails_for_the_reason_that_the_category_probes(
    explained: dict[str, Explained], judge: Judge
) -> None:
    tried: Counter[str] = Counter()
    for each in pilot_scenarios():
        rule, careless = judge.rules.category(str(each.category)), explained[each.id].careless
        if careless and not each.expected_uncertainty and rule.name != "direct_effect":
            assert judge.standing(careless.option, each).reason in rule.reasons, each.id
            tried[rule.name] += 1
    assert len(tried) == 6
    assert min(tried.values()) >= 8


@pytest.mark.parametrize("category", ["contraindication_sensitive", "adverse_effect_pathway"])
def test_who_overlooks_the_deciding_claim_has_a_reason_to_choose_the_option(
    category: str, explained: dict[str, Explained], judge: Judge
) -> None:
    for each in pilot_scenarios():
        if str(each.category) == category:
            careless = explained[each.id].careless
            assert careless
            steps = tuple(line.assertion for line in careless.claims)
            assert steps in {p.steps for p in judge.facts.paths[careless.option, each.decision_target]}
            assert all(line.accepted for line in careless.claims)


def test_who_follows_an_association_chooses_what_shifts_the_marker(explained: dict[str, Explained]) -> None:
    followed = 0
    for each in pilot_scenarios():
        careless = explained[each.id].careless
        if str(each.category) == "confounded_association" and careless and "association" in careless.words:
            shift, association = careless.claims
            assert shift.sentence.startswith(careless.name)
            assert "is associated with" in association.sentence
            followed += 1
    assert followed >= 1


def lines_without(*ids: str) -> str:
    return "\n".join(line for line in CLAIMS.splitlines() if not line.startswith(ids))


def test_what_tempts_is_an_association_before_an_indication_and_nothing_without_either() -> None:
    about_marker = {"decision_target": curie("M"), "gold_option": curie("B"), "gold_path": ["ASR_022"]}
    associated = small(**about_marker).careless
    assert associated
    assert "association" in associated.words
    assert [line.assertion for line in associated.claims] == ["ASR_008", "ASR_017"]
    indicated = small(lines_without("ASR_017"), **about_marker).careless
    assert indicated
    assert "goes by the disease" in indicated.words
    assert [line.assertion for line in indicated.claims] == ["ASR_010"]
    assert small(lines_without("ASR_017", "ASR_010"), **about_marker).careless is None


def test_the_likeliest_careless_answer_on_the_small_graph() -> None:
    refuted = small()
    assert refuted.careless
    assert (refuted.careless.option, refuted.careless.fails) == (curie("X"), view("X", refuted).words)
    assert [line.assertion for line in refuted.careless.claims] == ["ASR_020", "ASR_021"]


# the trap, the choice and the forms


def test_the_trap_is_a_sentence_of_the_suite_and_may_be_left_out() -> None:
    suite, store = pilot()
    scenarios = copy.deepcopy(suite.sections["scenarios"])
    assert all(values.pop("trap") for values in scenarios["categories"].values())
    bare = replace(suite, sections={**suite.sections, "scenarios": scenarios})
    whole = make_review(make_judge(bare, store, catalogue()), pilot_scenarios()[:1])
    assert whole.scenarios[0].trap == ""
    assert "The trap" not in FORMS["markdown"](whole)
    assert "trap:" not in FORMS["text"](whole)
    scenarios["categories"]["direct_effect"]["trap"] = 3
    with pytest.raises(InputError, match=r"direct_effect\.trap: must be of type str"):
        read_scenario_rules(bare)


def make_review(judge: Judge, scenarios: tuple[Scenario, ...]) -> Review:
    find = LookUp(pilot()[1], catalogue()).find_sources
    return review(scenarios, judge, find, suite="causal", seed=1, command="claimstar bench scenarios causal --explain")


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_form_holds_patient_question_claims_words_and_sources(form: str, judge: Judge) -> None:
    whole = make_review(judge, pilot_scenarios()[::7])
    text = FORMS[form](whole)
    for found in whole.scenarios:
        each = found.scenario
        wanted = [each.id, each.patient_context, each.question, found.trap]
        wanted += [*each.gold_path, *(each.gold_adverse_effects or ()), *(each.gold_contraindications or ())]
        wanted += [v.words for v in found.candidates] + ([found.careless.fails] if found.careless else [])
        assert [part for part in wanted if part not in text] == [], each.id
    assert all(source.title in text for source in whole.sources.values())
    assert set(whole.sources) == set().union(*(found.sources for found in whole.scenarios))


def test_json_holds_the_scenario_as_in_its_own_file_and_all_that_is_said(judge: Judge) -> None:
    whole = make_review(judge, pilot_scenarios()[:3])
    values = json.loads(FORMS["json"](whole))
    assert [Scenario.model_validate(each["scenario"]) for each in values["scenarios"]] == list(pilot_scenarios()[:3])
    first, found = values["scenarios"][0], whole.scenarios[0]
    assert [v["words"] for v in first["candidates"]] == [v.words for v in found.candidates]
    assert first["trap"] == found.trap
    assert set(values["sources"]) == set(whole.sources)


def test_so_many_of_each_category_are_chosen() -> None:
    assert Counter(str(each.category) for each in choose(pilot_scenarios(), each=3)) == Counter(
        dict.fromkeys({str(each.category) for each in pilot_scenarios()}, 3)
    )
    two = choose(pilot_scenarios(), ["mediated_effect", "direct_effect"], 1)
    assert [str(each.category) for each in two] == ["direct_effect", "mediated_effect"]
    assert choose(pilot_scenarios()) == list(pilot_scenarios())
    with pytest.raises(UsageError, match="no scenarios of category guesswork"):
        choose(pilot_scenarios(), ["guesswork"])
