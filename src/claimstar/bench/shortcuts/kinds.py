"""The leak check: a gold claim may be shown only where every candidate has a claim of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from claimstar.bench.context import Context
from claimstar.model.records import Scenario

ROLES = ("gold_path", "gold_adverse_effects", "gold_contraindications")
"""The fields of a scenario whose ids make up the gold answer."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A gold claim that a context shows although another candidate has none of its kind.

    Attributes:
        scenario, condition: where.
        assertion: the claim shown.
        role: the field of the scenario that names it.
        kind: its relation class.
        option: the candidate that has no claim of that class.
    """

    scenario: str
    condition: str
    assertion: str
    role: str
    kind: str
    option: str


def kinds_shown(context: Context, option: str) -> frozenset[str]:
    """The relation classes of the claims that a context shows of a candidate: those with the candidate as subject or
    object, and those in its chains."""
    classes = {row.assertion: row.relation_class for row in context.rows}
    own = {row.relation_class for row in context.rows if option in (row.subject, row.object)}
    chains = [chain for _, found in context.chains for chain in found if chain.option == option]
    return frozenset(own | {classes[step] for chain in chains for step in chain.steps})


def _owners(context: Context, assertion: str) -> frozenset[str]:
    """What a claim is shown of: its own ends and the options whose chains run through it."""
    ends = {end for row in context.rows if row.assertion == assertion for end in (row.subject, row.object)}
    chains = [chain for _, found in context.chains for chain in found if assertion in chain.steps]
    return frozenset(ends | {chain.option for chain in chains})


def find_leaks(scenario: Scenario, context: Context) -> Iterator[Leak]:
    """Each gold claim of a scenario that a context shows, with each candidate that has no claim of its class there.

    A claim that the context shows of no candidate, such as one that ties a marker to the target, points at nobody and
    is no leak.
    """
    classes = {row.assertion: row.relation_class for row in context.rows}
    kinds = {option: kinds_shown(context, option) for option in scenario.candidate_options}
    for role in ROLES:
        for assertion in dict.fromkeys(getattr(scenario, role) or ()):
            if assertion not in classes or not _owners(context, assertion) & set(kinds):
                continue
            for option, shown in kinds.items():
                if classes[assertion] not in shown:
                    yield Leak(scenario.id, context.condition, assertion, role, classes[assertion], option)
