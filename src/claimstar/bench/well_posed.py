"""Whether a scenario has the answer that it claims to have, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterable

from claimstar.bench.standing import Judge, Standing
from claimstar.model.records import Scenario


def acceptable(scenario: Scenario, judge: Judge) -> tuple[str, ...]:
    """The candidates that pass, in their order, and after them the passing members of a gold option that is a class."""
    passing = [option for option in scenario.candidate_options if judge.standing(option, scenario).verdict == "passes"]
    members = [
        member
        for member in judge.facts.members(scenario.gold_option)
        if judge.standing(member, scenario).verdict == "passes"
    ]
    return tuple(dict.fromkeys([*passing, *members]))


def find_named(text: str, options: Iterable[str], judge: Judge) -> str | None:
    """The first name or synonym of an option that a text holds, or None."""
    for option in options:
        entity = judge.facts.entities[option]
        for name in (entity.name, *entity.synonyms):
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
                return name
    return None


def without(condition: str, scenario: Scenario, judge: Judge) -> Scenario | None:
    """The scenario of a patient who is the same but for one thing; None where nothing else would be left.

    What implies the thing goes with it.
    """
    left = [each for each in scenario.patient_conditions or () if condition not in judge.rules.closure([each])]
    return scenario.model_copy(update={"patient_conditions": left}) if left else None


def well_posed(scenario: Scenario, judge: Judge) -> tuple[str, ...]:
    """What is wrong with a scenario; empty where its gold is the one answer that its rule gives.

    Checked: the number of candidates and that none is given twice or is a class of another; no candidate is unsettled;
    the gold option passes and is better supported than any other that passes; the acceptable options are those that
    pass; at least one distractor fails for a reason of the category; the patient does not have what nobody
    has together, and where the patient is described no candidate and no id is named.
    """
    unknown = [step for step in scenario.gold_path if step not in judge.facts.claims]
    if unknown:
        # nothing can be judged of it: the last claim says which mediator is meant
        return (f"the gold path holds claims that the graph does not have: {unknown}",)
    faults: list[str] = []
    rule = judge.rules.category(str(scenario.category))
    candidates = scenario.candidate_options
    if not judge.rules.minimum <= len(candidates) <= judge.rules.maximum:
        faults.append(f"{len(candidates)} candidates, must be {judge.rules.minimum} to {judge.rules.maximum}")
    if scenario.gold_option not in candidates:
        faults.append(f"the gold option {scenario.gold_option} is no candidate")
    for place, one in enumerate(candidates):
        faults += [
            f"{one} and {other} are one or class and member"
            for other in candidates[place + 1 :]
            if judge.facts.related(one, other)
        ]
    standings = {option: judge.standing(option, scenario) for option in candidates}
    faults += [
        f"{option} is unsettled: {each.assertions}" for option, each in standings.items() if each.verdict == "unsettled"
    ]
    if set(scenario.acceptable_options) != set(acceptable(scenario, judge)):
        faults.append(
            f"acceptable options are {scenario.acceptable_options}, those that pass {acceptable(scenario, judge)}"
        )
    if not any(each.reason in rule.reasons for each in standings.values()):
        faults.append(f"no distractor fails for {' or '.join(rule.reasons)}")
    faults += _gold_faults(scenario, standings, judge)
    target = judge.facts.entities[scenario.decision_target]
    clash = judge.rules.find_clash(judge.rules.presented(scenario.patient_conditions or (), target.id, target.category))
    if clash:
        faults.append(f"the patient has both {clash[0]} and {clash[1]}, which no patient has together")
    named = find_named(scenario.patient_context, candidates, judge)
    if named:
        faults.append(f"the patient's description names the candidate {named!r}")
    if re.search(r"\b[A-Za-z]+[:_]\d{3,}", scenario.patient_context):
        faults.append("the patient's description holds an id")
    return tuple(faults)


def _gold_faults(scenario: Scenario, standings: dict[str, Standing], judge: Judge) -> list[str]:
    gold = standings.get(scenario.gold_option)
    if gold is None or gold.verdict != "passes":
        return [f"the gold option {scenario.gold_option} does not pass: {gold.reason if gold else 'no candidate'}"]
    rule = judge.rules.category(str(scenario.category))
    faults = []
    if rule.effect == "through_mediator":
        has = judge.rules.closure(scenario.patient_conditions or ())
        every, _, _ = judge.sorted_paths(scenario.gold_option, scenario.decision_target, has)
        # were there another way, the effect would not be lost with the mediator
        if any(judge.mediators([path]) != {judge.mediator(scenario)} for path in every):
            faults.append(f"{scenario.gold_option} has an effect on the target without the mediator too")
    steps = {step for path in gold.paths for step in path.steps}
    if not set(scenario.gold_path) <= steps:
        faults.append(f"the gold path holds claims that give the gold option no effect here: {scenario.gold_path}")
    if bool(scenario.expected_uncertainty) != rule.expected_uncertainty:
        faults.append("expected uncertainty differs from that of the category")
    best = judge.best(gold.paths, rule)
    for option, each in standings.items():
        if each.verdict == "passes" and option != scenario.gold_option and judge.best(each.paths, rule) >= best:
            faults.append(f"{option} passes and is supported as well as the gold option")
    return faults
