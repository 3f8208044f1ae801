"""The pilot's graph is changed in one respect, and the gold of its scenarios must change as medicine and logic say.

Each test runs over all scenarios that it applies to and says how many these must be at the least: a relation that
applies nowhere shows nothing. Graphs are built anew from the changed rows, so that queries, facts and rules are all put
to the test. What must not change stands in test_metamorphic_invariance.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from claimstar.bench.facts import Path
from claimstar.bench.generate import make_judge
from claimstar.bench.situation import Situation, find_gold_path, find_situations
from claimstar.bench.standing import Judge, Standing
from claimstar.bench.well_posed import well_posed
from claimstar.model.claims import ClaimRow
from claimstar.model.records import Scenario

from .graphs import catalogue, pilot, pilot_scenarios
from .worlds import OPPOSITE, World, group_without, new_claim, together, turned, world

ALL = (
    "direct_effect",
    "mediated_effect",
    "multiple_pathways",
    "confounded_association",
    "competing_interventions",
    "contraindication_sensitive",
    "adverse_effect_pathway",
    "incomplete_evidence",
)
CERTAIN = ALL[:-1]
CHAINS = ALL[1:-1]


@pytest.fixture(scope="module")
def judge() -> Judge:
    suite, store = pilot()
    return make_judge(suite, store, catalogue())


def scenarios(*categories: str) -> Iterator[Scenario]:
    """The scenarios of some categories. Those about the same option and target stand together, as they often share the
    changed graph."""
    found = [each for each in pilot_scenarios() if str(each.category) in categories]
    return iter(sorted(found, key=lambda each: (each.gold_option, each.decision_target, each.id)))


def enough(tried: Counter[str], least: int, categories: Sequence[str]) -> None:
    """Each of the categories was put to the test at least so often."""
    assert not {each: tried[each] for each in categories if tried[each] < least}, f"needed {least}, tried {tried}"


def gold(scenario: Scenario, judge: Judge) -> Standing:
    return judge.standing(scenario.gold_option, scenario)


def gold_steps(judge: Judge, *categories: str) -> Iterator[tuple[Scenario, ClaimRow]]:
    """Each claim of each gold path. Scenarios that share a claim stand together, as they share the changed graph."""
    pairs = [(each, judge.facts.claims[step]) for each in scenarios(*categories) for step in each.gold_path]
    return iter(sorted(pairs, key=lambda pair: pair[1].assertion))


def still_right(scenario: Scenario, left: Sequence[Path], judge: Judge) -> bool:
    """Whether paths that are left are what the question asks for: any, or by way of two mediators."""
    several = judge.rules.category(str(scenario.category)).effect == "several_mediators"
    return len(judge.mediators(left)) > 1 if several else bool(left)


def situations(scenario: Scenario, there: World) -> list[Situation]:
    """What the generator could make of option and target of a scenario in its category."""
    rule = there.judge.rules.category(str(scenario.category))
    found = find_situations(there.store, catalogue(), rule, there.judge)
    return [each for each in found if (each.option, each.target) == (scenario.gold_option, scenario.decision_target)]


# the gold path


def test_without_a_claim_exactly_the_paths_through_it_are_gone(judge: Judge) -> None:
    steps = sorted({claim.assertion for _, claim in gold_steps(judge, *ALL)})
    assert len(steps) >= 60
    for step in steps:
        left = {key: tuple(p for p in paths if step not in p.steps) for key, paths in judge.facts.paths.items()}
        assert world({step: None}).judge.facts.paths == {key: paths for key, paths in left.items() if paths}, step


def test_without_a_claim_of_its_gold_path_a_scenario_has_no_gold_answer(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    lost = 0
    for each, claim in gold_steps(judge, *ALL):
        there = world({claim.assertion: None}).judge
        assert well_posed(each, there), (each.id, claim.assertion)
        # the last claim names the mediator, so without it there is no question about one
        if claim.assertion != each.gold_path[-1]:
            left = [path for path in gold(each, judge).paths if claim.assertion not in path.steps]
            passes = still_right(each, left, judge)
            assert (gold(each, there).verdict == "passes") == passes, (each.id, claim.assertion)
            lost += not passes
        tried[str(each.category)] += 1
    enough(tried, 10, ALL)
    enough(tried, 24, ("mediated_effect", "multiple_pathways", "competing_interventions", "adverse_effect_pathway"))
    assert lost >= 20, "nearly all effects had another way"


def test_with_its_middle_claim_a_mediated_effect_loses_its_mechanism(judge: Judge) -> None:
    middles = [(e, c) for e, c in gold_steps(judge, "mediated_effect") if c.assertion in e.gold_path[1:-1]]
    tried = lost = 0
    for each, claim in middles:
        there = world({claim.assertion: None})
        has = there.judge.rules.closure(each.patient_conditions or ())
        left, _, _ = there.judge.sorted_paths(each.gold_option, each.decision_target, has)
        assert tuple(each.gold_path) not in {path.steps for path in left}
        # what is left is the short form of the same way: from the option to the mediator in one claim
        assert all(len(path.steps) == 2 for path in left), each.id
        assert well_posed(each, there.judge)
        tried += 1
        lost += not left
    assert tried >= 14
    assert lost >= 3


def test_where_the_mediator_no_longer_acts_on_the_target_the_mediated_effect_is_gone(judge: Judge) -> None:
    tried = 0
    for each in scenarios("mediated_effect"):
        links = judge.facts.between(judge.mediator(each), each.decision_target, "effect")
        there = world(together((claim.assertion for claim in links), negated=True))
        assert gold(each, there.judge).verdict != "passes", each.id
        mediator = judge.mediator(each)
        assert [s for s in situations(each, world({})) if s.role("mediator") == mediator], each.id
        assert not [s for s in situations(each, there) if s.role("mediator") == mediator], each.id
        tried += 1
    assert tried >= 10


def test_of_two_pathways_one_is_not_enough(judge: Judge) -> None:
    tried = 0
    for each in scenarios("multiple_pathways"):
        for kept in sorted(judge.mediators(gold(each, judge).paths)):
            cut = {
                path.steps[-1]
                for path in judge.facts.paths[each.gold_option, each.decision_target]
                if judge.mediators([path]) != {kept}
            }
            there = world(together(cut, negated=True)).judge
            found = gold(each, there)
            assert found.reason in ("single_pathway", "other_mediator", "unsettled"), (each.id, kept, found)
            # where medicine knows of the other way beyond the graph, its loss in the graph decides nothing
            known = judge.named_mediators(each) <= judge.beyond.moves(each.gold_option) | {kept}
            assert (found.verdict == "unsettled") == known, (each.id, kept, found)
            # by the graph alone the one way is all there is
            alone = gold(each, Judge(there.facts, replace(there.rules, known_effects={})))
            assert (alone.verdict, alone.reason) == ("fails", "single_pathway"), (each.id, kept, alone)
            tried += 1
    assert tried >= 20


def test_a_claim_about_the_opposite_change_of_its_subject_breaks_the_path(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each, claim in gold_steps(judge, *CHAINS, "incomplete_evidence"):
        if claim.subject_direction is None:
            continue
        there = world({claim.assertion: {"subject_direction": OPPOSITE[claim.subject_direction]}}).judge
        before = {p for p in judge.facts.paths[each.gold_option, each.decision_target] if claim.assertion in p.steps}
        assert before, each.id
        assert not before & set(there.facts.paths.get((each.gold_option, each.decision_target), ())), each.id
        assert not before & set(gold(each, there).paths)
        assert well_posed(each, there), (each.id, claim.assertion)
        tried[str(each.category)] += 1
    enough(tried, 7, CHAINS)
    enough(tried, 4, ("incomplete_evidence",))


def test_an_effect_turned_round_leads_to_the_target_no_more(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each, claim in gold_steps(judge, *ALL):
        if claim.direction not in OPPOSITE:
            continue
        there = world({claim.assertion: turned(claim)}).judge
        assert claim.assertion not in {step for path in gold(each, there).paths for step in path.steps}, each.id
        assert well_posed(each, there), (each.id, claim.assertion)
        tried[str(each.category)] += 1
    enough(tried, 10, ALL)
    enough(tried, 20, CHAINS[:2])


def test_turned_at_both_ends_of_a_link_a_path_holds_again(judge: Judge) -> None:
    """To raise what lowers the target when raised is as good as to lower what raises it when lowered."""
    tried: Counter[str] = Counter()
    links: list[tuple[str, str, Scenario, Path]] = []
    for each in scenarios(*CHAINS, "incomplete_evidence"):
        for path in gold(each, judge).paths:
            acting = [s for s in path.steps if judge.facts.claims[s].direction in OPPOSITE]
            links += [(one, two, each, path) for one, two in pairwise(acting)]
    for one, two, each, path in sorted(links, key=lambda link: link[:2]):
        way = judge.facts.claims[one].direction
        assert judge.facts.claims[two].subject_direction == way
        there = world({one: turned(judge.facts.claims[one]), two: {"subject_direction": OPPOSITE[way]}}).judge
        has = there.rules.closure(each.patient_conditions or ())
        established, weak, _ = there.sorted_paths(each.gold_option, each.decision_target, has)
        assert path in (*established, *weak), (each.id, path)
        tried[str(each.category)] += 1
    enough(tried, 7, CHAINS)
    enough(tried, 4, ("incomplete_evidence",))


def test_a_denied_claim_carries_no_effect(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each, claim in gold_steps(judge, *ALL):
        there = world({claim.assertion: {"negated": True}}).judge
        left = [path for path in gold(each, judge).paths if claim.assertion not in path.steps]
        direct = (claim.subject, claim.object) == (each.gold_option, each.decision_target)
        passes = still_right(each, left, judge) and not direct
        assert (gold(each, there).verdict == "passes") == passes, (each.id, claim.assertion)
        assert well_posed(each, there), (each.id, claim.assertion)
        tried[str(each.category)] += 1
    enough(tried, 10, ALL)


def test_an_effect_that_is_denied_outright_is_refuted_whatever_the_mechanism(judge: Judge) -> None:
    """Mechanism and surrogate argue for an effect; a trial that finds none of it decides."""
    tried: Counter[str] = Counter()
    for each in scenarios(*ALL):
        known = [c.assertion for c in judge.facts.between(each.gold_option, each.decision_target, "effect")]
        denial = new_claim(each.gold_option, "causes_decrease_in", each.decision_target, "effect", "decreased")
        changes = together(known, negated=True, validated=True) | {"ASR_9001": denial | {"negated": True}}
        found = gold(each, world(changes).judge)
        mechanism = [path for path in gold(each, judge).paths if len(path.steps) > 1]
        assert found.verdict != "passes", (each.id, found)
        if mechanism or each.expected_uncertainty:
            assert (found.verdict, found.reason) == ("fails", "refuted"), (each.id, found)
            assert "ASR_9001" in found.assertions
            assert "does not pass: refuted" in " ".join(well_posed(each, world(changes).judge))
            tried[str(each.category)] += 1
            # of others, or of the opposite, a denial says nothing about this patient
            elsewhere = denial | {"negated": True, "population": group_without(each, judge)}
            opposite = denial | {"negated": True, "predicate": "causes_increase_in", "direction": "increased"}
            found = gold(each, world({"ASR_9001": elsewhere, "ASR_9002": opposite}).judge)
            assert (found.verdict, found.paths) == ("passes", gold(each, judge).paths), (each.id, found)
    enough(tried, 6, ALL)


def test_an_effect_that_one_claim_affirms_and_another_denies_is_open(judge: Judge) -> None:
    tried = 0
    for each in scenarios("direct_effect"):
        denial = new_claim(each.gold_option, "causes_decrease_in", each.decision_target, "effect", "decreased")
        assert gold(each, world({"ASR_9001": denial | {"negated": True}}).judge).verdict == "unsettled", each.id
        tried += 1
    assert tried >= 10


def test_what_is_claimed_of_other_people_does_not_count_for_this_patient(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each, claim in gold_steps(judge, *CERTAIN):
        there = world({claim.assertion: {"population": group_without(each, judge)}}).judge
        left = [path for path in gold(each, judge).paths if claim.assertion not in path.steps]
        assert (gold(each, there).verdict == "passes") == still_right(each, left, judge), (each.id, claim.assertion)
        assert well_posed(each, there), (each.id, claim.assertion)
        tried[str(each.category)] += 1
    enough(tried, 10, CERTAIN)


# what is known


def test_where_no_step_is_established_the_answer_is_an_uncertain_one(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each in scenarios(*CERTAIN):
        steps = {s for path in judge.facts.paths[each.gold_option, each.decision_target] for s in path.steps}
        there = world(together(steps, validated=False)).judge
        assert gold(each, there).verdict == "unsettled", each.id
        assert well_posed(each, there)
        update = {"category": "incomplete_evidence", "expected_uncertainty": True}
        asked = Scenario.model_validate(each.model_dump() | update)
        assert gold(asked, there).verdict == "passes", each.id
        assert "uncertainty" not in " ".join(well_posed(asked, there))
        sure = asked.model_copy(update={"expected_uncertainty": False})
        assert "expected uncertainty differs" in " ".join(well_posed(sure, there))
        tried[str(each.category)] += 1
    enough(tried, 10, CERTAIN)


def test_where_every_step_is_established_there_is_nothing_uncertain(judge: Judge) -> None:
    tried = 0
    for each in scenarios("incomplete_evidence"):
        there = world(together(each.gold_path, validated=True, evidence_level="guideline"))
        assert gold(each, there.judge).verdict == "unsettled", each.id
        assert well_posed(each, there.judge)
        rule = there.judge.rules.category("direct_effect")
        asked = Scenario.model_validate(each.model_dump() | {"category": rule.name})
        assert gold(asked, there.judge).reason in ("passes", "not_indicated", "unsettled")
        assert tuple(each.gold_path) in {
            p.steps
            for p in there.judge._effect(
                each.gold_option, asked, rule, there.judge.rules.closure(each.patient_conditions or ())
            ).paths
        }
        tried += 1
    assert tried >= 10


def test_one_claim_of_low_tier_makes_the_whole_path_as_low(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each, claim in gold_steps(judge, *CERTAIN):
        there = world({claim.assertion: {"evidence_level": "unsourced"}})
        for path in gold(each, judge).paths:
            if claim.assertion in path.steps:
                assert there.judge.strength(path)[1] == judge.rules.tier("unsourced") < judge.strength(path)[1]
                assert there.judge.is_low(path)
                tried[str(each.category)] += 1
        for situation in situations(each, there):
            assert claim.assertion not in find_gold_path(
                situation, judge.rules.category(situation.category), there.judge
            )
    enough(tried, 10, CERTAIN)


# what rules an option out

RULED_OUT = {
    "contraindicated": "contraindication_sensitive",
    "harm": "adverse_effect_pathway",
    "reduced_effect": "competing_interventions",
}
UNDO: dict[str, Callable[[ClaimRow, Scenario, Judge], dict[str, object] | None]] = {
    "denied": lambda claim, scenario, judge: {"negated": True},
    "of a group that the patient is not in": lambda claim, scenario, judge: {
        "population": group_without(scenario, judge)
    },
    "removed": lambda claim, scenario, judge: None,
}


def said_too(option: str, standing: Standing, judge: Judge) -> list[ClaimRow]:
    """The claims that rule an option out, and those that say the same of a class it belongs to."""
    own = [judge.facts.claims[step] for step in standing.assertions]
    things = {end for claim in own for end in (claim.subject, claim.object)} - {option}
    above = [c for each in judge.facts.classes_of(option)[1:] for c in judge.facts.of_kind(each, own[0].relation_class)]
    return [*own, *(claim for claim in above if things & {claim.subject, claim.object})]


@pytest.mark.parametrize("way", UNDO)
@pytest.mark.parametrize("reason", RULED_OUT)
def test_an_option_is_acceptable_again_without_what_rules_it_out(reason: str, way: str, judge: Judge) -> None:
    tried = 0
    for each in scenarios(RULED_OUT[reason]):
        best = judge.best(gold(each, judge).paths, judge.rules.category(str(each.category)))
        reasons = (reason, "outranked") if reason == "reduced_effect" else (reason,)
        ruled = {o: s for o in each.candidate_options if (s := judge.standing(o, each)).reason in reasons}
        if not any(standing.reason == reason for standing in ruled.values()):
            assert reason == "reduced_effect", each.id
            continue
        claims = [claim for option, standing in ruled.items() for claim in said_too(option, standing, judge)]
        if reason == "reduced_effect":
            # in another group the gold option has no advantage either
            has = judge.rules.closure(each.patient_conditions or ())
            claims += [
                judge.facts.claims[step]
                for step in judge.modifications.gains(each.gold_option, each.decision_target, has)
            ]
        there = world({claim.assertion: UNDO[way](claim, each, judge) for claim in claims}).judge
        found = {option: there.standing(option, each) for option in ruled}
        assert not [option for option, standing in found.items() if standing.reason in reasons], each.id
        good = [o for o, standing in found.items() if standing.verdict == "passes"]
        rule = judge.rules.category(str(each.category))
        assert any(there.best(found[option].paths, rule) >= best for option in good), (each.id, found)
        assert "supported as well as the gold option" in " ".join(well_posed(each, there)), each.id
        tried += 1
    assert tried >= (4 if reason == "reduced_effect" else 10)


@pytest.mark.parametrize("reason", RULED_OUT)
def test_what_is_not_established_rules_nobody_out_and_lets_nobody_in(reason: str, judge: Judge) -> None:
    tried = 0
    for each in scenarios(RULED_OUT[reason]):
        for option in each.candidate_options:
            before = judge.standing(option, each)
            if before.reason == reason:
                found = world(together(before.assertions, validated=False)).judge.standing(option, each)
                assert found.verdict == "unsettled" or found.reason in ("not_indicated", "no_effect"), (each.id, found)
                tried += found.verdict == "unsettled"
    assert tried >= 4


@pytest.mark.parametrize(
    ("reason", "predicate", "kind"),
    [
        ("contraindicated", "contraindicated_for", "contraindication"),
        ("harm", "may_cause_adverse_effect", "adverse_effect"),
        ("reduced_effect", "modifies_effect_of", "effect_modification"),
    ],
)
def test_the_gold_option_is_ruled_out_by_the_same_claim_as_a_rival(
    reason: str, predicate: str, kind: str, judge: Judge
) -> None:
    tried: Counter[str] = Counter()
    for each in scenarios(*ALL):
        thing = (each.patient_conditions or [""])[-1]
        ends = (thing, each.gold_option) if kind == "effect_modification" else (each.gold_option, thing)
        there = world({"ASR_9001": new_claim(ends[0], predicate, ends[1], kind, "decreased")}).judge
        found = gold(each, there)
        assert (found.verdict, found.reason, found.assertions[-1:]) == ("fails", reason, ("ASR_9001",)), (
            each.id,
            found,
        )
        assert f"does not pass: {reason}" in " ".join(well_posed(each, there))
        tried[str(each.category)] += 1
    enough(tried, 10, ALL)


def test_a_group_in_which_the_effect_is_lessened_counts_for_who_belongs_to_it_alone(judge: Judge) -> None:
    """Another population on the same claim turns the verdict on what the answer hinges on."""
    tried = 0
    for each in scenarios("competing_interventions"):
        for option in each.candidate_options:
            before = judge.standing(option, each)
            if before.reason == "reduced_effect":
                claims = [claim.assertion for claim in said_too(option, before, judge)]
                other = group_without(each, judge)
                found = world(together(claims, subject=other)).judge.standing(option, each)
                assert found.reason != "reduced_effect", (each.id, option)
                # and an effect that is greater in the patient's group does not speak against the option either
                more = world(together(claims, direction="increased")).judge
                assert more.standing(option, each).reason != "reduced_effect"
                assert well_posed(each, more) or more.standing(option, each).verdict == "fails"
                tried += found.verdict == "passes" or found.reason == "outranked"
    assert tried >= 4


def test_where_a_rival_works_better_in_the_patients_group_the_gold_option_is_outranked(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each in scenarios(*ALL):
        has = judge.rules.closure(each.patient_conditions or ())
        diseases = sorted({c.object for c in judge.facts.of_kind(each.gold_option, "indication")} & has)
        group = (each.patient_conditions or [""])[-1]
        for option in set(each.candidate_options) - {each.gold_option}:
            able = judge.sorted_paths(option, each.decision_target, has)[0] and not judge._ruled_out(
                option, each.decision_target, has
            )
            if able and diseases and not judge.modifications.gains(each.gold_option, each.decision_target, has):
                gain = new_claim(group, "modifies_effect_of", option, "effect_modification", "increased")
                indication = new_claim(option, "indicated_for", diseases[0], "indication")
                found = gold(each, world({"ASR_9001": gain, "ASR_9002": indication}).judge)
                assert (found.reason, found.assertions) == ("outranked", ("ASR_9001",)), (each.id, found)
                other = gain | {"subject": group_without(each, judge)}
                assert gold(each, world({"ASR_9001": other, "ASR_9002": indication}).judge).verdict == "passes"
                tried[str(each.category)] += 1
    assert tried.total() >= 20, tried


# indication


def test_an_option_that_is_not_for_this_patient_is_one_once_it_is_indicated(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    passing = 0
    for each in scenarios(*CERTAIN):
        for option in each.candidate_options:
            if judge.standing(option, each).reason == "not_indicated" and option not in judge.rules.only_for:
                claim = new_claim(option, "indicated_for", (each.patient_conditions or [""])[0], "indication")
                found = world({"ASR_9001": claim}).judge.standing(option, each)
                # it had the effect, and no accepted claim ruled it out, so nothing else is known against it
                assert found.verdict != "fails" or found.reason == "outranked", (each.id, found)
                passing += found.verdict == "passes"
                other = claim | {"population": group_without(each, judge)}
                assert world({"ASR_9001": other}).judge.standing(option, each).verdict == "unsettled", each.id
                tried[str(each.category)] += 1
    enough(tried, 4, CERTAIN)
    assert passing >= 15


def test_the_gold_option_is_no_answer_once_it_is_for_another_disease(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    diseases = sorted({c.object for c in judge.facts.claims.values() if c.relation_class == "indication"})
    for each in scenarios(*CERTAIN):
        has = judge.rules.closure(each.patient_conditions or ())
        own = [c for c in judge.facts.of_kind(each.gold_option, "indication") if c.subject == each.gold_option]
        if own:
            other = next(disease for disease in diseases if disease not in has)
            found = gold(each, world(together((c.assertion for c in own), object=other)).judge)
            used = has & set(judge.rules.used_for.get(each.gold_option, ()))
            expected = ("unsettled", "unsettled") if used else ("fails", "not_indicated")
            assert (found.verdict, found.reason) == expected, (each.id, found)
            tried[str(each.category)] += 1
    assert tried.total() >= 40, tried


# associations


def test_an_association_becomes_a_reason_once_it_is_a_cause(judge: Judge) -> None:
    """Were the marker a cause, what shifts it would act on the target, and there would be no such question."""
    tried, shifted = 0, 0
    for each in scenarios("confounded_association"):
        related = [judge.facts.claims[step] for step in each.related_assertions or ()]
        marker = next(claim.subject for claim in related if claim.predicate == "associated_with")
        for way in ("decreased", "increased"):
            claim = new_claim(marker, "causes_decrease_in", each.decision_target, "effect", "decreased")
            there = world({"ASR_9001": claim | {"subject_direction": way}})
            assert not [s for s in situations(each, there) if s.role("marker") == marker], each.id
            for option in there.judge.options:
                for shift in there.judge.facts.between(option, marker, "effect"):
                    if shift.accepted and shift.direction == way:
                        found = there.judge.facts.paths.get((option, each.decision_target), ())
                        assert (shift.assertion, "ASR_9001") in {path.steps for path in found}
                        shifted += 1
        assert [s for s in situations(each, world({})) if s.role("marker") == marker], each.id
        tried += 1
    assert tried >= 10
    assert shifted >= 3


def test_without_its_common_cause_an_association_asks_no_such_question(judge: Judge) -> None:
    tried = 0
    for each in scenarios("confounded_association"):
        confounder = judge.facts.claims[each.gold_path[0]].object
        links = [c.assertion for c in judge.facts.between(confounder, each.decision_target, "effect")]
        there = world(together(links, negated=True))
        assert not [s for s in situations(each, there) if s.role("confounder") == confounder], each.id
        assert tuple(each.gold_path) not in {path.steps for path in gold(each, there.judge).paths}
        tried += 1
    assert tried >= 10
