"""The pilot's graph is changed in what a scenario does not turn on, and the verdicts on its candidates stay the same.

The counterpart of test_metamorphic.py. Standings are compared whole: verdict, reason, deciding claims and paths.
"""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from pathlib import Path

import pytest

from claimstar.bench.facts import load_facts
from claimstar.bench.generate import generate, make_judge
from claimstar.bench.scenario import scenario_line
from claimstar.bench.standing import Judge, Standing
from claimstar.bench.well_posed import well_posed
from claimstar.ingest.suite import load_suite
from claimstar.ingest.tables import read_tables
from claimstar.model.records import Scenario

from .graphs import catalogue, pilot, pilot_scenarios, store_of
from .worlds import Change, group_without, new_claim, rows, together, world

TABLES = ("entities.csv", "assertions.csv", "assertion_evidence.csv", "evidence_sources.csv")


@pytest.fixture(scope="module")
def judge() -> Judge:
    suite, store = pilot()
    return make_judge(suite, store, catalogue())


def verdicts(scenario: Scenario, judge: Judge) -> dict[str, Standing]:
    """The standing of each candidate, and of each member of one."""
    judged = [*scenario.candidate_options, *scenario.acceptable_options, *judge.facts.members(scenario.gold_option)]
    return {option: judge.standing(option, scenario) for option in judged}


def touching(scenario: Scenario, judge: Judge) -> set[str]:
    """The claims that could bear on the candidates: of them, their classes and members, on their paths, and on what
    follows from the effects that they are known to have beyond the graph."""
    facts = judge.facts
    options = set(scenario.candidate_options) | set(facts.members(scenario.gold_option))
    around = {each for option in options for each in facts.classes_of(option)}
    own = {claim.assertion for each in around for claim in facts.about.get(each, ())}
    paths = (path for option in options for path in facts.paths.get((option, scenario.decision_target), ()))
    known = {end for option in options for end in judge.beyond.moves(option)}
    after = {claim.assertion for end in known for claim in facts.of_kind(end, "effect") if claim.subject == end}
    return own | after | {step for path in paths for step in path.steps}


def enough(tried: Counter[str], least: int = 10) -> None:
    assert len(tried) == 8
    assert min(tried.values()) >= least, tried


@pytest.mark.parametrize("change", [{"negated": True}, {"validated": False, "population": "MESH:D014930"}, None])
def test_a_world_is_what_its_store_says(change: Change, judge: Judge) -> None:
    """The other worlds are not read whole; here they are."""
    some = list(judge.facts.claims)[::7]
    added = new_claim("CHEBI:43755", "causes_decrease_in", "MONDO:0005068", "effect", "decreased")
    there = world({**dict.fromkeys(some, change), "ASR_9001": added})
    assert there.judge.facts == load_facts(there.store, catalogue(), judge.rules.option_classes)
    assert there.judge.facts != judge.facts
    assert world({}).judge.facts == judge.facts


def test_claims_that_are_on_no_path_of_the_candidates_make_no_difference(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each in pilot_scenarios():
        idle = sorted(set(judge.facts.claims) - touching(each, judge))
        assert len(idle) > 60, each.id
        assert verdicts(each, world(dict.fromkeys(idle)).judge) == verdicts(each, judge), each.id
        tried[str(each.category)] += 1
    enough(tried)


def test_the_opposite_of_claims_that_are_on_no_path_makes_no_difference(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each in pilot_scenarios():
        idle = sorted(set(judge.facts.claims) - touching(each, judge))
        there = world({step: {"negated": not judge.facts.claims[step].negated} for step in idle}).judge
        assert verdicts(each, there) == verdicts(each, judge), each.id
        assert well_posed(each, there) == (), each.id
        tried[str(each.category)] += 1
    enough(tried)


def test_what_rules_an_option_out_of_others_makes_no_difference(judge: Judge) -> None:
    """A contraindication, a harm, a lessened effect: where the patient does not have what they speak of."""
    tried: Counter[str] = Counter()
    for each in pilot_scenarios():
        other, gold = group_without(each, judge), each.gold_option
        changes: dict[str, Change] = {
            "ASR_9001": new_claim(gold, "contraindicated_for", other, "contraindication"),
            "ASR_9002": new_claim(gold, "may_cause_adverse_effect", other, "adverse_effect"),
            "ASR_9003": new_claim(other, "modifies_effect_of", gold, "effect_modification", "decreased"),
        }
        there = world(changes).judge
        assert verdicts(each, there) == verdicts(each, judge), each.id
        assert well_posed(each, there) == (), each.id
        tried[str(each.category)] += 1
    enough(tried)


def test_associations_make_no_option_right(judge: Judge) -> None:
    """Each candidate goes with the target, and so does all that it acts on."""
    tried: Counter[str] = Counter()
    for each in pilot_scenarios():
        ends = set(each.candidate_options)
        ends |= {c.object for option in each.candidate_options for c in judge.facts.of_kind(option, "effect")}
        changes: dict[str, Change] = {
            f"ASR_9{number:03}": new_claim(end, "associated_with", each.decision_target, "association", "decreased")
            for number, end in enumerate(sorted(ends))
        }
        there = world(changes).judge
        assert verdicts(each, there) == verdicts(each, judge), each.id
        assert well_posed(each, there) == (), each.id
        tried[str(each.category)] += 1
    enough(tried)


def test_what_no_claim_of_the_candidates_speaks_of_makes_no_difference_in_the_patient(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    rules = judge.rules
    for each in pilot_scenarios():
        claims = [judge.facts.claims[step] for step in touching(each, judge)]
        spoken = {end for claim in claims for end in (claim.subject, claim.object)}
        spoken = spoken.union(*map(judge.needs, claims), [each.decision_target])
        for lists in (rules.used_for, rules.avoided_in):
            spoken |= {thing for option in each.candidate_options for thing in lists.get(option, ())}
        more = [thing for thing in judge.facts.entities if not rules.closure([thing]) & spoken]
        assert len(more) >= 20, each.id
        also = each.model_copy(update={"patient_conditions": [*(each.patient_conditions or ()), *more]})
        assert verdicts(also, judge) == verdicts(each, judge), each.id
        tried[str(each.category)] += 1
    enough(tried)


def test_other_names_make_no_difference(judge: Judge) -> None:
    names: dict[str, Change] = {
        entity: {"name": f"thing {number}", "synonyms": None} for number, entity in enumerate(judge.facts.entities)
    }
    there = world(names).judge
    assert {each.name for each in there.facts.entities.values()} & {
        each.name for each in judge.facts.entities.values()
    } == set()
    for each in pilot_scenarios():
        assert verdicts(each, there) == verdicts(each, judge), each.id
        assert well_posed(each, there) == (), each.id


def test_other_ids_of_claims_make_no_difference(judge: Judge) -> None:
    """The ids run the other way, so that whoever sorts by them meets the claims in another order."""
    ids = sorted(judge.facts.claims)
    new = {old: f"ASR_{9999 - number:04}" for number, old in enumerate(ids)}
    changes: dict[str, Change] = dict.fromkeys(ids)
    for old, name in new.items():
        cells = rows()[old][0].model_dump()
        changes[name] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in cells.items()
            if key != "id" and value is not None
        }
    there = world(changes).judge
    assert len(there.facts.claims) == len(ids)
    for each in pilot_scenarios():
        renamed = each.model_copy(update={"gold_path": [new[step] for step in each.gold_path]})
        before, after = verdicts(each, judge), verdicts(renamed, there)
        for option, found in after.items():
            was = before[option]
            assert (found.verdict, found.reason) == (was.verdict, was.reason), (each.id, option)
            assert {p.steps for p in found.paths} == {tuple(new[s] for s in p.steps) for p in was.paths}
        assert well_posed(renamed, there) == (), each.id


def test_confidences_halved_alike_make_no_difference(judge: Judge) -> None:
    there = world(
        {name: {"confidence": (claim.confidence or 0) / 2} for name, claim in judge.facts.claims.items()}
    ).judge
    for each in pilot_scenarios():
        assert verdicts(each, there) == verdicts(each, judge), each.id
        assert well_posed(each, there) == (), each.id


def test_the_order_of_candidates_makes_no_difference(judge: Judge) -> None:
    for each in pilot_scenarios():
        turned = each.model_copy(update={"candidate_options": each.candidate_options[::-1]})
        assert verdicts(turned, judge) == verdicts(each, judge), each.id
        assert well_posed(turned, judge) == (), each.id


def test_the_order_of_rows_makes_no_difference_to_a_byte_of_the_scenarios(tmp_path: Path) -> None:
    suite, _ = pilot()
    shutil.copytree(suite.folder, tmp_path / "causal")
    for name in TABLES:
        file = tmp_path / "causal" / "tables" / name
        with file.open(encoding="utf-8", newline="") as read:
            header, *lines = csv.reader(read)
        assert lines != lines[::-1]
        with file.open("w", encoding="utf-8", newline="") as write:
            csv.writer(write, lineterminator="\n").writerows([header, *lines[::-1]])
    turned = load_suite(tmp_path / "causal")
    store = store_of(each.record for each in read_tables(turned).records)
    again = generate(turned, store, catalogue(), 1).scenarios
    assert [scenario_line(each) for each in again] == [scenario_line(each) for each in pilot_scenarios()]


def test_evidence_of_the_best_kind_for_all_gold_claims_leaves_the_gold_option_the_best(judge: Judge) -> None:
    tried: Counter[str] = Counter()
    for each in pilot_scenarios():
        if not each.expected_uncertainty:
            there = world(together(each.gold_path, evidence_level=judge.rules.evidence_order[0])).judge
            assert verdicts(each, there)[each.gold_option].verdict == "passes", each.id
            assert well_posed(each, there) == (), each.id
            tried[str(each.category)] += 1
    assert len(tried) == 7
    assert min(tried.values()) >= 10
