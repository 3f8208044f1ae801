"""Which of the possible scenarios make up a category: spread over the graph, and free of short cuts as a whole.

A single scenario cannot be free of short cuts: some option has the longest name. A set of them can: where the longest
name is right as often as chance has it, nothing is gained by choosing it.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from claimstar.bench.shortcuts.guess import RULES, Puzzle
from claimstar.bench.situation import Situation
from claimstar.model.records import Scenario

STEPS = 6000
"""Exchanges that are tried for a category."""

WEIGHTS = {"path": 3.0, "situation": 3.0, "deciding": 1.0, "option": 3.0, "target": 0.6, "condition": 0.4, "rival": 0.3}
"""What a second use of a thing costs, by what it is."""

UNTEMPTED, PLAIN, SHORT_CUT = 3.0, 1.0, 25.0
"""What it costs to have no rival that the query names, more than one distractor without a path, and a short cut."""

ALLOWED = 0.03
"""How much better or worse than chance a single feature may do, per scenario, at no cost."""


@dataclass(frozen=True)
class Variant:
    """A scenario that could be taken, with what its cost is reckoned from.

    Attributes:
        uses: the things that it uses, by kind; see `WEIGHTS`.
        gains: for each single-feature rule what it gains over chance on this scenario, −1 to 1.
        burden: what it costs by itself.
    """

    scenario: Scenario
    uses: tuple[tuple[str, str], ...]
    gains: tuple[float, ...]
    burden: float

    @cached_property
    def signature(self) -> tuple[object, ...]:
        """What makes two scenarios the same."""
        conditions = tuple(sorted(self.scenario.patient_conditions or ()))
        return conditions, tuple(sorted(self.scenario.candidate_options)), tuple(self.scenario.gold_path)


def single_feature_gains(puzzles: Sequence[Puzzle]) -> tuple[float, ...]:
    """What each rule on one feature gains over chance, but those on position, which `place_gold` sees to.

    Args:
        puzzles: one scenario under each condition; the rows of each condition are a feature of their own.
    """
    plain = [rule.result(puzzles[0]) for rule in RULES if rule.feature not in ("position", "rows")]
    by_rows = [rule.result(puzzle) for puzzle in puzzles for rule in RULES if rule.feature == "rows"]
    return tuple(result - puzzles[0].chance for result in (*plain, *by_rows))


def make_variant(situation: Situation, scenario: Scenario, plainly_wrong: int, gains: tuple[float, ...]) -> Variant:
    """A scenario with its cost."""
    uses = [
        ("path", "/".join(scenario.gold_path)),
        ("situation", situation.key),
        ("option", situation.option),
        ("target", situation.target),
        ("condition", situation.condition),
        *(("deciding", each) for each in situation.deciding),
        *(("rival", each) for each in scenario.candidate_options if each not in scenario.acceptable_options),
    ]
    tempted = bool(set(situation.tempting) & set(scenario.candidate_options))
    return Variant(scenario, tuple(uses), gains, UNTEMPTED * (not tempted) + PLAIN * max(0, plainly_wrong - 1))


def set_cost(chosen: Sequence[Variant]) -> float:
    """What a set of one category costs: repeated uses, its scenarios' own burdens, and what single features gain."""
    used = Counter(itertools.chain.from_iterable(each.uses for each in chosen))
    repeats = sum(WEIGHTS[kind] * count * (count - 1) / 2 for (kind, _), count in used.items())
    twice = len(chosen) - len({each.signature for each in chosen})
    free = ALLOWED * len(chosen)
    sums = [sum(gain) for gain in zip(*(each.gains for each in chosen), strict=True)]
    gains: list[float] = [max(0.0, abs(total) - free) for total in sums]
    return repeats + 1000 * twice + sum(each.burden for each in chosen) + SHORT_CUT * sum(gain * gain for gain in gains)


def select(variants: Sequence[Variant], number: int, rng: random.Random) -> list[Variant]:
    """So many of the variants, or as many as differ: the best set that a seeded search of exchanges finds.

    Simulated annealing over exchanges of one scenario for another; the best set seen is kept.
    """
    pool = list({each.signature: each for each in variants}.values())
    if len(pool) <= number:
        return pool
    rng.shuffle(pool)
    chosen, left = pool[:number], pool[number:]
    cost = best_cost = set_cost(chosen)
    best = list(chosen)
    for step in range(STEPS):
        heat = 2.0 * (1 - step / STEPS) ** 2 + 1e-9
        inside, outside = rng.randrange(len(chosen)), rng.randrange(len(left))
        chosen[inside], left[outside] = left[outside], chosen[inside]
        new = set_cost(chosen)
        if new <= cost or rng.random() < math.exp((cost - new) / heat):
            cost = new
            if cost < best_cost:
                best, best_cost = list(chosen), cost
        else:
            chosen[inside], left[outside] = left[outside], chosen[inside]
    return best


def place_gold(chosen: Sequence[Variant], rng: random.Random) -> list[Variant]:
    """The set with candidates in an order in which gold and acceptable options stand everywhere alike.

    Among all orders of a scenario's candidates one of those is drawn that even out best what stands where so far.
    """
    gold: Counter[tuple[int, int]] = Counter()
    gains: defaultdict[int, float] = defaultdict(float)
    placed = []
    for variant in chosen:
        each = variant.scenario
        size = len(each.candidate_options)
        right = {option: option in each.acceptable_options for option in each.candidate_options}
        chance = sum(right.values()) / size
        orders = [list(order) for order in itertools.permutations(each.candidate_options)]
        rng.shuffle(orders)
        unevenness = [
            2 * gold[size, order.index(each.gold_option)]
            + sum(
                (gains[place] + right[option] - chance) ** 2 - gains[place] ** 2 for place, option in enumerate(order)
            )
            for order in orders
        ]
        order = orders[unevenness.index(min(unevenness))]
        gold[size, order.index(each.gold_option)] += 1
        for place, option in enumerate(order):
            gains[place] += right[option] - chance
        placed.append(replace(variant, scenario=each.model_copy(update={"candidate_options": order})))
    return placed
