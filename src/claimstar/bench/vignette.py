"""A patient in words, composed of the suite's phrases for what the patient has."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from claimstar.bench.findings import SEXES, Finding
from claimstar.bench.rules import Demographic
from claimstar.errors import InputError, Problem
from claimstar.ingest.csv_table import parse_columns

COLUMNS = ("entity", "phrase", "min_age", "max_age", "sex")
ATTEMPTS = 24
"""How many combinations of phrases are tried before a patient counts as impossible."""


@dataclass(frozen=True)
class Phrase:
    """How a patient is described who has the entity, and whom the description fits. ``sex`` is any, female or male.
    ``row`` is where the table has it."""

    entity: str
    text: str
    min_age: int
    max_age: int
    sex: str
    row: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Patient:
    """A patient: age in years, sex, a clause for each condition in order, and what was measured."""

    age: int
    sex: str
    clauses: tuple[str, ...]
    findings: tuple[Finding, ...] = ()


def read_phrases(path: Path) -> dict[str, tuple[Phrase, ...]]:
    """The phrases of a suite by entity.

    Raises:
        InputError: the table is no strict CSV, has other columns, or ages or sexes that cannot be; all are named.
    """
    table = parse_columns(path.read_bytes(), path.name, COLUMNS)
    problems = list(table.problems)
    found: defaultdict[str, list[Phrase]] = defaultdict(list)
    for row in table.rows:
        entity, text, youngest, oldest, sex = row.cells
        if not (youngest.isdecimal() and oldest.isdecimal() and int(youngest) <= int(oldest)):
            remedy = "write whole years, the lower age first"
            ages = f"{youngest}-{oldest}"
            problems.append(Problem("not an age range", ages, path.name, row.number, "min_age", remedy))
        elif sex not in (*SEXES, "any"):
            problems.append(Problem("not a sex", sex, path.name, row.number, "sex", "any, female or male"))
        elif not text:
            problems.append(Problem("empty phrase", "", path.name, row.number, "phrase", "write one"))
        else:
            found[entity].append(Phrase(entity, text, int(youngest), int(oldest), sex, row.number))
    if problems:
        raise InputError(problems)
    return {entity: tuple(phrases) for entity, phrases in found.items()}


def find_patient(
    conditions: Sequence[str],
    phrases: Mapping[str, tuple[Phrase, ...]],
    demographics: Sequence[Demographic],
    rng: random.Random,
) -> Patient | None:
    """A patient who has the conditions, or None where their phrases fit nobody.

    A condition that age or sex alone expresses (``demographics``) limits age and sex and gets no clause. A patient does
    not belong to a demographic group that is not among the conditions where that can be avoided.
    """
    by_entity = {each.entity: each for each in demographics}
    spoken = [each for each in conditions if each not in by_entity]
    if any(each not in phrases for each in spoken):
        return None
    for _ in range(ATTEMPTS):
        chosen = [rng.choice(phrases[each]) for each in spoken]
        low = max((phrase.min_age for phrase in chosen), default=18)
        high = min((phrase.max_age for phrase in chosen), default=90)
        sexes = [sex for sex in SEXES if all(phrase.sex in ("any", sex) for phrase in chosen)]
        for entity, group in by_entity.items():
            if entity in conditions:
                low = max(low, group.min_age or low)
                sexes = [sex for sex in sexes if group.sex in (None, sex)]
        if low <= high and sexes:
            return Patient(rng.randint(low, high), rng.choice(sexes), tuple(phrase.text for phrase in chosen))
    return None


def demographic_conditions(patient: Patient, demographics: Sequence[Demographic]) -> tuple[str, ...]:
    """The groups that the patient belongs to by age and sex."""
    return tuple(
        group.entity
        for group in demographics
        if (group.min_age is None or patient.age >= group.min_age) and group.sex in (None, patient.sex)
    )
