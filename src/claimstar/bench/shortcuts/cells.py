"""From puzzles to cells: how far each guesser comes, by category and in all."""

from __future__ import annotations

from collections.abc import Sequence

from claimstar.bench.shortcuts.guess import RULES, Puzzle, fitted_results, fitted_within_category, luck
from claimstar.bench.shortcuts.report import ALL, Cell, Guess


def measure_guesses(puzzles: Sequence[Puzzle], condition: str) -> tuple[Cell, ...]:
    """How far each guesser comes under one condition: a cell for each category in the order of the scenarios, and last
    one for all of them."""
    results: dict[str, Sequence[float]] = {rule.name: [rule.result(each) for each in puzzles] for rule in RULES}
    fitted, within = fitted_results(puzzles), fitted_within_category(puzzles)

    def cell(category: str, places: Sequence[int]) -> Cell:
        chances = [puzzles[place].chance for place in places]

        def guess(name: str, found: Sequence[float]) -> Guess:
            right = sum(found[place] for place in places)
            return Guess(name, right / len(places), luck(right, chances))

        return Cell(
            category=category,
            condition=condition,
            n=len(places),
            chance=sum(chances) / len(places),
            fitted=guess("fitted", fitted),
            within=guess("fitted within category", within),
            rules=tuple(guess(name, found) for name, found in results.items()),
        )

    categories = dict.fromkeys(each.category for each in puzzles)
    cells = [
        cell(category, [place for place, each in enumerate(puzzles) if each.category == category])
        for category in categories
    ]
    return (*cells, cell(ALL, range(len(puzzles))))
