"""Which options stand beside the preferred one: such as look right and fail, and now and then one that passes."""

from __future__ import annotations

import random
from collections.abc import Mapping

from claimstar.bench.rules import CategoryRule
from claimstar.bench.situation import Situation
from claimstar.bench.standing import Judge, Standing
from claimstar.bench.well_posed import find_named
from claimstar.model.records import Scenario


def appeal(option: str, scenario: Scenario, judge: Judge) -> int:
    """How much an option looks right, whatever rules it out.

    2 for an established path to the target, for this patient or another, and 1 for an indication that the patient has.
    """
    has = judge.rules.closure(scenario.patient_conditions or ())
    established, _, elsewhere = judge.sorted_paths(option, scenario.decision_target, has)
    indicated = any(claim.object in has for claim in judge.facts.of_kind(option, "indication"))
    return 2 * bool(established or elsewhere) + indicated


def plainly_wrong(scenario: Scenario, judge: Judge) -> int:
    """The number of distractors that have no path to the target at all."""
    others = [each for each in scenario.candidate_options if each != scenario.gold_option]
    return sum(appeal(each, scenario, judge) < 2 for each in others)


def choose_candidates(
    situation: Situation,
    rule: CategoryRule,
    draft: Scenario,
    judge: Judge,
    rng: random.Random,
    used: Mapping[str, int],
) -> list[str] | None:
    """Gold and distractors in random order, or None where too few options fail.

    Distractors that look right come before others, and one that the query names or that fails for the category's reason
    comes first of all. One more option that passes is added now and then, where the gold option is better supported.

    Args:
        draft: the scenario so far; its candidates are not looked at.
        used: how often each option was a distractor of the category before.
    """
    facts, gold = judge.facts, situation.option

    def beside_gold(option: str) -> Standing:
        return judge.standing(option, draft.model_copy(update={"candidate_options": [gold, option]}))

    gold_standing = beside_gold(gold)
    if gold_standing.verdict != "passes":
        return None
    rivals = [each for each in judge.options if not facts.related(each, gold)]
    rivals = [each for each in rivals if not find_named(draft.patient_context, [each], judge)]
    standings = {each: beside_gold(each) for each in rivals}
    order = {each: (-appeal(each, draft, judge), used.get(each, 0), rng.random()) for each in rivals}
    failing = sorted((each for each in rivals if standings[each].verdict == "fails"), key=lambda each: order[each])
    first = [each for each in failing if standings[each].reason in rule.reasons]
    named = [each for each in first if each in situation.tempting]
    if not named and any(each in rivals for each in situation.tempting):
        return None
    chosen = (named or first)[:1]
    if not chosen:
        return None
    # alternate between the category's own reason and other reasons, so that no single rule finds the gold
    others = [each for each in failing if each not in chosen and standings[each].reason not in rule.reasons]
    more = [each for each in first if each not in chosen]
    pool = [each for pair in zip(others, more, strict=False) for each in pair]
    pool += [each for each in (*more, *others) if each not in pool]
    best = judge.best(gold_standing.paths, rule)
    passing = [each for each in rivals if standings[each].verdict == "passes"]
    passing = [each for each in passing if judge.best(standings[each].paths, rule) < best]
    # where only a mediator or a number of paths tells options apart, a second right answer would blur the question
    if passing and rule.effect in ("any", "weak") and rng.random() < 0.5:
        pool.insert(1, rng.choice(passing))
    for each in pool:
        if len(chosen) + 1 < judge.rules.maximum and not any(facts.related(each, other) for other in chosen):
            chosen.append(each)
    if len(chosen) + 1 < judge.rules.minimum:
        return None
    candidates = [gold, *chosen]
    rng.shuffle(candidates)
    return candidates
