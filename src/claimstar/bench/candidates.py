"""Which options stand beside the preferred one: such as look right and fail, and now and then one that passes."""

from __future__ import annotations

import random

from claimstar.bench.exposure import Exposures
from claimstar.bench.rules import CategoryRule
from claimstar.bench.situation import Situation
from claimstar.bench.standing import Judge, Standing
from claimstar.bench.well_posed import find_named, without
from claimstar.model.records import Scenario

WHIM = 3.0
"""How far chance may lift an option over one that looks more right, in the units of `appeal`."""


def appeal(option: str, scenario: Scenario, judge: Judge) -> int:
    """How much an option looks right, whatever rules it out.

    2 for an established path to the target, for this patient or another, and 1 for an indication that the patient has.
    """
    has = judge.rules.closure(scenario.patient_conditions or ())
    established, _, elsewhere = judge.unmodified_paths(option, scenario.decision_target, has)
    indicated = any(claim.object in has for claim in judge.facts.of_kind(option, "indication"))
    return 2 * bool(established or elsewhere) + indicated


def plainly_wrong(scenario: Scenario, judge: Judge) -> int:
    """The number of distractors that have no path to the target at all."""
    others = [each for each in scenario.candidate_options if each != scenario.gold_option]
    return sum(appeal(each, scenario, judge) < 2 for each in others)


def shown_alike(rule: CategoryRule, draft: Scenario, judge: Judge, exposures: Exposures) -> frozenset[str]:
    """The options of which every condition shows each kind of claim that it shows of the gold answer.

    Where contraindications decide, all candidates have some, so that having one rules nobody out by itself.
    """
    of_target = exposures.of(draft.decision_target)
    gold = {*draft.gold_path, *(draft.gold_adverse_effects or ())}
    needed: dict[str, set[str]] = {}
    for condition, claims in of_target[draft.gold_option].claims.items():
        needed[condition] = {judge.facts.claims[claim].relation_class for claim in claims & gold}
        if "contraindicated" in rule.reasons:
            needed[condition] |= {"contraindication"} & frozenset().union(
                *(each.kinds[condition] for each in of_target.values())
            )
    return frozenset(
        option
        for option, each in of_target.items()
        if all(kinds <= each.kinds[condition] for condition, kinds in needed.items())
    )


def choose_candidates(
    situation: Situation, rule: CategoryRule, draft: Scenario, judge: Judge, rng: random.Random, exposures: Exposures
) -> list[str] | None:
    """Gold and distractors, or None where too few options fail.

    Distractors that look right come before others, and one that the query names or that fails for the category's reason
    comes first of all. One more option that passes is added now and then, where the gold option is better supported.

    Args:
        draft: the scenario so far; its candidates are not looked at.
        exposures: what the conditions show of each option.
    """
    facts, gold = judge.facts, situation.option

    def beside_gold(option: str, scenario: Scenario = draft) -> Standing:
        return judge.standing(option, scenario.model_copy(update={"candidate_options": [gold, option]}))

    gold_standing = beside_gold(gold)
    alike = shown_alike(rule, draft, judge, exposures)
    if gold_standing.verdict != "passes" or gold not in alike:
        return None
    best = judge.best(gold_standing.paths, rule)
    rivals = [each for each in judge.options if each in alike and not facts.related(each, gold)]
    rivals = [each for each in rivals if not find_named(draft.patient_context, [each], judge)]
    standings = {each: beside_gold(each) for each in rivals}
    order = {each: -appeal(each, draft, judge) + WHIM * rng.random() for each in rivals}
    failing = sorted((each for each in rivals if standings[each].verdict == "fails"), key=lambda each: order[each])
    first = [each for each in failing if standings[each].reason in rule.reasons]
    named = [each for each in first if each in situation.tempting]
    hinge = situation.role(rule.hinge or "")
    if hinge:
        # a rival that would be as good a choice, were it not for what this patient has
        spared = without(hinge, draft, judge)
        turned = {each: beside_gold(each, spared) for each in named} if spared else {}
        named = [each for each in turned if turned[each].verdict == "passes"]
        named = [each for each in named if judge.best(turned[each].paths, rule) >= best]
    if not named and (hinge or any(each in rivals for each in situation.tempting)):
        return None
    chosen = (named or first)[:1]
    if not chosen:
        return None
    # alternate between the category's own reason and other reasons, so that no single rule finds the gold
    others = [each for each in failing if each not in chosen and standings[each].reason not in rule.reasons]
    more = [each for each in first if each not in chosen]
    pool = [each for pair in zip(others, more, strict=False) for each in pair]
    pool += [each for each in (*more, *others) if each not in pool]
    passing = [each for each in rivals if standings[each].verdict == "passes"]
    passing = [each for each in passing if judge.best(standings[each].paths, rule) < best]
    # where only a mediator or a number of paths tells options apart, a second right answer would blur the question
    if passing and rule.effect in ("any", "weak") and rng.random() < 0.5:
        pool.insert(1, rng.choice(passing))
    size = rng.randint(judge.rules.minimum, judge.rules.maximum)
    for each in pool:
        if len(chosen) + 1 < size and not any(facts.related(each, other) for other in chosen):
            chosen.append(each)
    if len(chosen) + 1 < judge.rules.minimum:
        return None
    return [gold, *chosen]
