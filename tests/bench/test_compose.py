"""Putting categories together: sets that a classifier guesses are mended, and only as far as needed."""

from __future__ import annotations

import random

import pytest

from claimstar.bench import compose as module
from claimstar.bench.compose import compose, measure_excess
from claimstar.bench.select import Variant, select
from claimstar.bench.shortcuts.features import Features
from claimstar.bench.shortcuts.guess import Puzzle
from claimstar.model.records import Scenario

from .graphs import pilot_scenarios


def variant(number: int, right: str) -> Variant:
    """A scenario of one category with three candidates. Those with a right cost less, so that `select` takes them."""
    options = ["a", "b", "c"]
    made = pilot_scenarios()[0].model_copy(
        update={
            "id": f"SCN_{number:04d}",
            "patient_conditions": [f"x:{number}"],
            "candidate_options": options,
            "gold_option": right,
            "acceptable_options": [right],
        }
    )
    return Variant(made, (("situation", str(number)),), (), 0.0 if right == "a" else 3.0)


def length_tells(scenario: Scenario) -> dict[str, Puzzle]:
    """A guesser sees the lengths of the names: a is the longest, b the shortest."""
    lengths = {"a": 9, "b": 1, "c": 5}
    features = tuple(
        Features(option, position, lengths[option], 0, 0, 0)
        for position, option in enumerate(scenario.candidate_options)
    )
    return {"C1": Puzzle(scenario.id, str(scenario.category), features, frozenset(scenario.acceptable_options))}


def test_a_set_whose_gold_has_the_longest_name_is_mended() -> None:
    pool = [variant(number, "a") for number in range(9)]
    pool += [variant(number, "bc"[number % 2]) for number in range(9, 40)]
    cheapest = select(pool, 9, random.Random(1))
    assert measure_excess([each.scenario for each in cheapest], length_tells)
    made = compose({"direct_effect": pool}, 9, 1, length_tells)
    assert len(made) == 9
    assert len({each.id for each in made}) == 9
    assert not measure_excess(made, length_tells)


def test_a_pool_that_gives_itself_away_is_returned_as_it_is_and_still_measured_as_guessed() -> None:
    made = compose({"direct_effect": [variant(number, "a") for number in range(9)]}, 9, 1, length_tells)
    assert len(made) == 9
    assert measure_excess(made, length_tells)


def test_the_same_seed_composes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROUNDS", 3)
    pool = [variant(number, "abc"[number % 3]) for number in range(40)]
    first, again = (compose({"direct_effect": pool}, 9, 4, length_tells) for _ in range(2))
    assert [(each.id, each.candidate_options) for each in first] == [
        (each.id, each.candidate_options) for each in again
    ]
