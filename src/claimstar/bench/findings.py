"""What is measured in a patient: values that agree with all the patient has, drawn from the suite's table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Literal

SEXES = ("female", "male")
FEWEST, MOST = 3, 6
"""How many findings a description has; more only where the patient's conditions alone ask for more."""

Closure = Callable[[Iterable[str]], frozenset[str]]
"""Entities to these with all that they imply."""


@dataclass(frozen=True)
class FindingRule:
    """One row: how a measure turns out in a patient who has the entity.

    Attributes:
        measure: what is measured; a patient has at most one finding of each.
        group: under what it is reported, such as examination or laboratory.
        entity: who has this range; empty for a patient without any entity that has a row.
        low, high: the range of the value; as many decimals are written as these have. None where there is no number.
        second_low, second_high: a second number that moves with the first: it lies at the same place between these two
            as the value between low and high. So a value is given in a second unit, or one of a pair.
        text: the finding in words with ``{value}`` and ``{second}``; empty where none is to be reported.
        shown: ``always``, or ``sometimes``: as one of those that make the number up.
        sex: any, female or male.
        min_age, max_age: in years.
        row: where the table has it.
    """

    measure: str
    group: str
    entity: str
    low: Decimal | None
    high: Decimal | None
    second_low: Decimal | None
    second_high: Decimal | None
    text: str
    shown: Literal["always", "sometimes"]
    sex: str = "any"
    min_age: int = 0
    max_age: int = 150
    row: int = field(default=0, compare=False)

    def fits(self, present: frozenset[str], age: int, sex: str) -> bool:
        """Whether the row is about such a patient."""
        has = not self.entity or self.entity in present
        return has and self.sex in ("any", sex) and self.min_age <= age <= self.max_age

    def write(self, value: Decimal | None) -> str:
        """The finding in words, with the second number that belongs to the value."""
        if value is None or self.low is None or self.high is None:
            return self.text
        second = Decimal(0)
        if self.second_low is not None and self.second_high is not None:
            place = (value - self.low) / (self.high - self.low) if self.high > self.low else Decimal(0)
            second = self.second_low + place * (self.second_high - self.second_low)
        return self.text.format(value=value, second=second)


@dataclass(frozen=True)
class Finding:
    """A finding of one patient: its measure, its group, the value where it is a number, and its words."""

    measure: str
    group: str
    value: Decimal | None
    text: str


def find_findings(
    rules: Sequence[FindingRule],
    present: frozenset[str],
    age: int,
    sex: str,
    closure: Closure,
    rng: random.Random,
) -> tuple[Finding, ...] | None:
    """The findings of a patient in the order of the table, or None where what the patient has cannot go together.

    Of each measure the rows that fit are those of entities that the patient has, less those that a row of a more
    special entity stands for; where there is none, the row without an entity. Where the first of them has no text, the
    measure is not reported. All that are ``always`` shown bind the value: it lies in each of their ranges, and where
    no value does, or their words differ, there is no such patient. Findings that are shown sometimes fill up to a
    random number from `FEWEST` to `MOST`, and one of them is there in any case, so that not all that is reported
    matters.

    Args:
        present: all that the patient has, with what that implies.
        closure: what entities imply.
    """
    due: list[Finding] = []
    further: list[Finding] = []
    measures = list(dict.fromkeys(rule.measure for rule in rules))
    for measure in measures:
        fitting = [rule for rule in rules if rule.measure == measure and rule.fits(present, age, sex)]
        special = [rule for rule in fitting if rule.entity and not _stood_for(rule, fitting, closure)]
        chosen = special or fitting[:1]
        if not chosen or not chosen[0].text:
            continue
        binding = [rule for rule in chosen if rule.shown == "always"]
        finding = _draw(binding or chosen[:1], rng)
        if finding is None:
            return None
        (due if binding else further).append(finding)
    number = max(rng.randint(FEWEST, MOST) - len(due), 1)
    drawn = due + rng.sample(further, min(number, len(further)))
    return tuple(sorted(drawn, key=lambda finding: measures.index(finding.measure)))


def _stood_for(rule: FindingRule, fitting: Sequence[FindingRule], closure: Closure) -> bool:
    """Whether another row's entity implies that of the row and is not implied by it."""
    others = {other.entity for other in fitting if other.entity and other.entity != rule.entity}
    implied = closure([rule.entity])
    return any(rule.entity in closure([other]) and other not in implied for other in others)


def _draw(rules: Sequence[FindingRule], rng: random.Random) -> Finding | None:
    """A finding that all of these rows of one measure allow, in the words of the first; None where there is none."""
    first = rules[0]
    if first.low is None:
        same = all(rule.text == first.text for rule in rules)
        return Finding(first.measure, first.group, None, first.text) if same else None
    step = Decimal(1).scaleb(int(first.low.as_tuple().exponent))
    low = max(rule.low for rule in rules if rule.low is not None)
    high = min(rule.high for rule in rules if rule.high is not None)
    # inwards to the first row's decimals: another row may be written with more of them
    bottom = int((low / step).to_integral_value(ROUND_CEILING))
    top = int((high / step).to_integral_value(ROUND_FLOOR))
    if bottom > top:
        return None
    value = rng.randint(bottom, top) * step
    return Finding(first.measure, first.group, value, first.write(value))
