"""The report on short cuts: what each guesser comes to, where the gold stands, what the contexts give away."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from claimstar.bench.shortcuts.balance import PositionShare, share_positions
from claimstar.bench.shortcuts.kinds import Leak

ALL = "all"
"""The category of the cells that are pooled over all categories."""

MARGIN = 0.1
"""By how much a guesser may be better than chance."""

Criterion = Literal["pooled", "category", "position", "leak"]

CRITERIA: Mapping[Criterion, str] = {
    "pooled": "over all categories no guesser is better than chance + 0.1 under any condition",
    "category": "in no category a fitted classifier is better than chance + 0.1 under any condition",
    "position": "the gold option stands at no position more often than chance + 0.1",
    "leak": "no gold claim is shown where another candidate has none of its kind",
}
"""What must hold, by the name of the criterion."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a guesser comes to on the scenarios of a cell.

    Attributes:
        guesser: its name.
        result: the share of scenarios that it guesses right, 0 to 1.
        luck: the probability that blind picking does at least as well; of a guesser that was picked as the best of
            many it says too little.
    """

    guesser: str
    result: float
    luck: float


@dataclass(frozen=True, slots=True)
class Cell:
    """The guesses on one category under one condition.

    Attributes:
        category: its name, or `ALL`.
        condition: the grounding condition.
        n: how many scenarios there are, at least 1.
        chance: the mean share of candidates that are right.
        fitted: the classifier that was fitted to all other scenarios of the condition.
        within: the classifier that was fitted to the other scenarios of the category alone.
        rules: each rule on one feature.
    """

    category: str
    condition: str
    n: int
    chance: float
    fitted: Guess
    within: Guess
    rules: tuple[Guess, ...]

    @property
    def best_rule(self) -> Guess:
        """The rule that does best; the first of several."""
        return max(self.rules, key=lambda each: each.result)

    def too_good(self, guess: Guess) -> bool:
        """Whether a guess is better than chance by more than the margin."""
        return guess.result > self.chance + MARGIN + 1e-9


@dataclass(frozen=True, slots=True)
class Finding:
    """A criterion that failed, and where.

    Attributes:
        criterion: the name of the criterion, of `CRITERIA`.
        where: category and condition, position, or scenario and condition.
        message: what was found, in words.
    """

    criterion: Criterion
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.criterion}: {self.where}: {self.message}"


@dataclass(frozen=True)
class ShortcutReport:
    """What was measured.

    Attributes:
        cells: condition by condition, each category and last all of them.
        positions: number of candidates to how often the gold option stands at each position.
        leaks: gold claims that are shown where another candidate has none of their kind.
    """

    cells: tuple[Cell, ...]
    positions: Mapping[int, tuple[int, ...]]
    leaks: tuple[Leak, ...]

    def cell(self, category: str, condition: str) -> Cell:
        """The cell of a category (or `ALL`) under a condition.

        Raises:
            KeyError: there is none.
        """
        return {(each.category, each.condition): each for each in self.cells}[category, condition]

    @property
    def shares(self) -> tuple[PositionShare, ...]:
        """The share of gold options at each position, pooled over numbers of candidates."""
        return share_positions(self.positions)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Each criterion that fails, with each place where it does; empty where there is no short cut."""
        return (*self._guesses(), *self._positions(), *self._leaks())

    def _guesses(self) -> Iterator[Finding]:
        for cell in sorted(self.cells, key=lambda each: each.category != ALL):
            pooled = cell.category == ALL
            for guess in (cell.fitted, cell.within, *(cell.rules if pooled else ())):
                if cell.too_good(guess):
                    yield Finding(
                        "pooled" if pooled else "category",
                        f"{cell.category}, {cell.condition}",
                        f"{guess.guesser} is right in {guess.result:.2f} of {cell.n}, chance is {cell.chance:.2f} "
                        f"(blind picking does as well with probability {guess.luck:.2g})",
                    )

    def _positions(self) -> Iterator[Finding]:
        for share in self.shares:
            if share.excess > MARGIN + 1e-9:
                yield Finding(
                    "position",
                    f"position {share.position + 1}",
                    f"holds the gold option in {share.gold} of {share.n} scenarios, chance is {share.expected:.1f}",
                )

    def _leaks(self) -> Iterator[Finding]:
        for leak in self.leaks:
            yield Finding(
                "leak",
                f"{leak.scenario}, {leak.condition}",
                f"{leak.assertion} ({leak.role}) is shown, and {leak.option} has no claim of the class {leak.kind}",
            )

    def to_json(self) -> str:
        """Everything measured as one JSON object."""
        failed = {each.criterion for each in self.findings}
        values: dict[str, Any] = {
            "margin": MARGIN,
            "criteria": {name: {"text": text, "holds": name not in failed} for name, text in CRITERIA.items()},
            "cells": [{**asdict(each), "best_rule": each.best_rule.guesser} for each in self.cells],
            "positions": {str(size): list(row) for size, row in self.positions.items()},
            "leaks": [asdict(each) for each in self.leaks],
            "findings": [asdict(each) for each in self.findings],
        }
        return json.dumps(values, ensure_ascii=False, indent=1)

    def to_text(self) -> str:
        """The tables, and below them each criterion with what speaks against it."""
        return "\n".join([*self._table(), "", *self._position_table(), "", *self._verdict()])

    def _table(self) -> list[str]:
        rows = [["category", "condition", "n", "chance", "fitted", "within category", "best rule", ""]]
        for cell in sorted(self.cells, key=lambda each: each.category == ALL):
            best = cell.best_rule
            rows.append(
                [
                    cell.category,
                    cell.condition,
                    str(cell.n),
                    f"{cell.chance:.2f}",
                    _result(cell, cell.fitted),
                    _result(cell, cell.within),
                    # a rule counts over all categories alone: the best of ten is often good on ten scenarios
                    _result(cell, best) if cell.category == ALL else f"{best.result:.2f} ",
                    best.guesser,
                ]
            )
        return ["share of scenarios guessed right; * better than chance by more than allowed", *_align(rows)]

    def _position_table(self) -> list[str]:
        rows = [["candidates", *(f"position {place + 1}" for place in range(max(self.positions, default=0)))]]
        for size, counts in self.positions.items():
            rows.append([str(size), *map(str, counts), *[""] * (len(rows[0]) - 1 - size)])
        return ["where the gold option stands, by number of candidates", *_align(rows)]

    def _verdict(self) -> list[str]:
        lines = []
        for name, text in CRITERIA.items():
            found = [each for each in self.findings if each.criterion == name]
            lines.append(f"{'FAILS' if found else 'holds'}  {name}: {text}{f' ({len(found)})' if found else ''}")
            lines += [f"       {line}" for line in (self._leak_lines() if name == "leak" else map(_line, found))]
        return lines

    def _leak_lines(self) -> list[str]:
        """The leaks, those of one scenario that differ in claim or condition alone in one line."""
        conditions: dict[tuple[Leak, ...], list[str]] = {}
        groups: dict[tuple[str, str, str, str, str], list[Leak]] = {}
        for leak in self.leaks:
            groups.setdefault((leak.scenario, leak.condition, leak.role, leak.kind, leak.option), []).append(leak)
        for found in groups.values():
            everywhere = tuple(replace(leak, condition="") for leak in found)
            conditions.setdefault(everywhere, []).append(found[0].condition)
        return [
            f"{found[0].scenario}, {' '.join(names)}: {', '.join(each.assertion for each in found)} ({found[0].role}): "
            f"{found[0].option} has no claim of the class {found[0].kind}"
            for found, names in conditions.items()
        ]


def _line(finding: Finding) -> str:
    return f"{finding.where}: {finding.message}"


def _result(cell: Cell, guess: Guess) -> str:
    return f"{guess.result:.2f}{'*' if cell.too_good(guess) else ' '}"


def _align(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
