"""Guessers that understand nothing: one rule on one feature, and a classifier fitted to all features."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from claimstar.bench.shortcuts.features import FEATURES, Features

Extreme = Literal["lowest", "highest"]

TIE = 1e-6
"""Scores of fitted coefficients that differ by less are equal: the search for the coefficients is no more exact."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One scenario under one condition, as a guesser sees it.

    Attributes:
        scenario, category: its id and category.
        features: the candidates in the order shown; at least one.
        acceptable: the candidates that are right.
    """

    scenario: str
    category: str
    features: tuple[Features, ...]
    acceptable: frozenset[str]

    @property
    def chance(self) -> float:
        """The share of candidates that are right: what blind picking comes to."""
        return sum(each.option in self.acceptable for each in self.features) / len(self.features)


@dataclass(frozen=True, slots=True)
class Rule:
    """Picks the candidate with the lowest or highest value of one feature."""

    feature: str
    extreme: Extreme

    @property
    def name(self) -> str:
        """The rule in words.

        >>> Rule("rows", "highest").name
        'highest rows'
        """
        return f"{self.extreme} {self.feature}"

    def result(self, puzzle: Puzzle) -> float:
        """The share of the candidates it cannot choose among that are right, 0 to 1: 1 or 0 where it picks one."""
        place = FEATURES.index(self.feature)
        sign = 1 if self.extreme == "highest" else -1
        return shared_pick(puzzle, [sign * each.values()[place] for each in puzzle.features])


RULES = tuple(Rule(feature, extreme) for feature in FEATURES for extreme in ("lowest", "highest"))
"""Every rule: each feature in each direction."""


def shared_pick(puzzle: Puzzle, scores: Sequence[float], tie: float = 0.0) -> float:
    """What picking a candidate with the highest score comes to: 1 where it is right, 0 where not, and where several
    share the highest score, the share of them that are right.

    Args:
        puzzle: the scenario.
        scores: one a candidate, in order.
        tie: scores that differ by no more are equal.
    """
    best = max(scores)
    picked = [each for each, score in zip(puzzle.features, scores, strict=True) if best - score <= tie]
    return sum(each.option in puzzle.acceptable for each in picked) / len(picked)


def fitted_results(puzzles: Sequence[Puzzle]) -> tuple[float, ...]:
    """For each scenario the result of a conditional logit that was fitted to all the other ones.

    A scenario without others is guessed blindly.
    """
    from claimstar.bench.shortcuts.logit import leave_one_out, make_choices

    if not puzzles:
        return ()
    choices = make_choices(
        [
            (
                [each.values() for each in puzzle.features],
                [each.option in puzzle.acceptable for each in puzzle.features],
            )
            for puzzle in puzzles
        ]
    )
    scores = leave_one_out(choices)
    return tuple(
        shared_pick(puzzle, [float(score) for score in row[: len(puzzle.features)]], TIE)
        for puzzle, row in zip(puzzles, scores, strict=True)
    )


def fitted_within_category(puzzles: Sequence[Puzzle]) -> tuple[float, ...]:
    """As `fitted_results`, fitted to the other scenarios of the same category alone."""
    results = [0.0] * len(puzzles)
    for category in dict.fromkeys(each.category for each in puzzles):
        places = [place for place, each in enumerate(puzzles) if each.category == category]
        found = fitted_results([puzzles[place] for place in places])
        for place, result in zip(places, found, strict=True):
            results[place] = result
    return tuple(results)


def luck(correct: float, chances: Iterable[float]) -> float:
    """The probability that blind picking gets at least so many scenarios right: the tail of the Poisson binomial.

    Args:
        correct: the number of right guesses; a part of one, from shared ties, is rounded down.
        chances: the chance on each scenario.

    >>> luck(2, [0.5, 0.5])
    0.25
    """
    spread = [1.0]
    for chance in chances:
        spread = [
            (spread[number] if number < len(spread) else 0.0) * (1 - chance)
            + (spread[number - 1] * chance if number else 0.0)
            for number in range(len(spread) + 1)
        ]
    return min(1.0, sum(spread[int(correct + 1e-9) :]))
