"""Puts the scenarios of all categories together, so that no guesser does well on any of them.

`select` evens out single features; what a classifier makes of all features together shows only when the set is there.
So sets are drawn anew where the report on short cuts would name them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from claimstar.bench.select import Variant, place_gold, select, set_cost
from claimstar.bench.shortcuts.cells import measure_guesses
from claimstar.bench.shortcuts.guess import Puzzle
from claimstar.bench.shortcuts.report import ALL, MARGIN
from claimstar.model.records import Scenario

ROUNDS = 24
"""How often categories are mended before the best that was seen is taken as it is."""

EXCHANGES, TRIES, SLACK = 2, 40, 40.0
"""How many scenarios of a category are exchanged at once to mend it, how many such exchanges are tried, and by how much
the cost of `select` may rise: repeats weigh less than guessing."""

Puzzles = Callable[[Scenario], Mapping[str, Puzzle]]
"""A scenario to condition to puzzle."""


def compose(pools: Mapping[str, Sequence[Variant]], number: int, seed: int, puzzles: Puzzles) -> list[Scenario]:
    """So many scenarios of each category, in the order of the categories, with their candidates in order.

    In the categories that a fitted classifier guesses better than chance by more than the margin, scenarios are
    exchanged and all is measured again, up to `ROUNDS` times; of all sets that one is taken on which it does so least.
    Whether anything is left, the report on short cuts says.

    Args:
        pools: category to the scenarios to choose from.
        number: how many of each category; no pool has fewer.
        seed: the same seed gives the same scenarios.
        puzzles: how a scenario looks to a guesser.
    """
    rngs = {name: random.Random(f"{seed}|compose|{name}") for name in pools}
    chosen = {name: place_gold(select(pool, number, rngs[name]), rngs[name]) for name, pool in pools.items()}
    best, least = chosen, float("inf")
    for _ in range(ROUNDS):
        excess = measure_excess([each.scenario for name in pools for each in chosen[name]], puzzles)
        if sum(excess.values()) < least:
            best, least = dict(chosen), sum(excess.values())
        if not excess:
            break
        for name in excess:
            chosen[name] = _exchange(chosen[name], pools[name], puzzles, rngs[name])
    return [each.scenario for name in pools for each in best[name]]


def measure_excess(scenarios: Sequence[Scenario], puzzles: Puzzles) -> dict[str, float]:
    """The categories on which a fitted classifier is too good, with by how much in all conditions together, above 0."""
    seen = [puzzles(each) for each in scenarios]
    excess: dict[str, float] = {}
    for condition in seen[0] if seen else ():
        for cell in measure_guesses([each[condition] for each in seen], condition):
            for guess in (cell.fitted, cell.within):
                if cell.category != ALL and cell.too_good(guess):
                    above = guess.result - cell.chance - MARGIN
                    excess[cell.category] = excess.get(cell.category, 0.0) + above
    return excess


def _exchange(
    chosen: Sequence[Variant], pool: Sequence[Variant], puzzles: Puzzles, rng: random.Random
) -> list[Variant]:
    """The set of one category with some of its scenarios exchanged, so that a classifier fitted to it does least."""
    best, least = list(chosen), float("inf")
    limit = set_cost(chosen) + SLACK
    for _ in range(TRIES):
        kept = rng.sample(list(chosen), len(chosen) - min(EXCHANGES, len(chosen)))
        taken = {each.signature for each in kept}
        left = list({each.signature: each for each in pool if each.signature not in taken}.values())
        changed = kept + rng.sample(left, len(chosen) - len(kept))
        if set_cost(changed) > limit:
            continue
        placed = place_gold(changed, rng)
        # a set of one category: fitted to all of it and fitted within it are the same
        excess = sum(measure_excess([each.scenario for each in placed], puzzles).values())
        if excess < least:
            best, least = placed, excess
        if not excess:
            break
    return best
