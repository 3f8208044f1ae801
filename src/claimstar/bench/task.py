"""What a kind of suite can do: cut scenarios from a store, and turn them into prompts. suite.yaml names the kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from claimstar.bench.context import Context, ContextBuilder
from claimstar.bench.generate import Generated, cut_pools, generate
from claimstar.bench.look_up import LookUp
from claimstar.bench.prompt import PromptError, assert_same_outside_context, build_prompt
from claimstar.errors import UsageError
from claimstar.ingest.suite import Suite
from claimstar.llm.protocol import Prompt
from claimstar.model.claims import ClaimRow
from claimstar.model.records import Scenario
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore


@dataclass(frozen=True)
class Shown:
    """A prompt with the context that it shows."""

    prompt: Prompt
    context: Context


class Task(Protocol):
    """A benchmark on one store.

    Attributes:
        look: ids of the store.
        conditions: names of the grounding conditions, in the suite's order.
        queries: names of the query templates that contexts are retrieved with.
    """

    look: LookUp
    conditions: tuple[str, ...]
    queries: tuple[str, ...]

    def generate(self, seed: int = 1) -> Generated:
        """The scenarios that the graph gives for a seed."""

    def possible(self, seed: int = 1) -> tuple[Scenario, ...]:
        """All scenarios that those of a seed are chosen from, not numbered."""

    def prompts(
        self,
        scenario: Scenario,
        conditions: Sequence[str],
        *,
        seed: int = 0,
        token_budget: int | None = None,
    ) -> dict[str, Shown]:
        """The prompts of one scenario by condition."""

    def full_subgraph(self, scenario: Scenario) -> tuple[ClaimRow, ...]:
        """The claims that any condition retrieves for the scenario."""


class InterventionChoice:
    """Choose an option for a patient, and justify it by claims of the graph.

    Raises:
        InputError: the suite's sections have mistakes.
    """

    def __init__(self, suite: Suite, store: GraphStore, catalogue: dict[str, Template]) -> None:
        self.suite = suite
        self.store = store
        self.catalogue = catalogue
        self.builder = ContextBuilder(store, catalogue, suite)
        self.look = self.builder.look
        self.conditions = tuple(self.builder.conditions)
        self.queries = tuple(dict.fromkeys(each for rule in self.builder.conditions.values() for each in rule.queries))

    def generate(self, seed: int = 1) -> Generated:
        """The scenarios that the graph gives for a seed.

        Raises:
            InputError: the graph does not give enough of a category.
        """
        return generate(self.suite, self.store, self.catalogue, seed)

    def possible(self, seed: int = 1) -> tuple[Scenario, ...]:
        """All scenarios that those of a seed are chosen from, not numbered.

        Raises:
            InputError: the suite's rules or phrases name things that the graph does not have.
        """
        _, pools = cut_pools(self.suite, self.store, self.catalogue, seed)
        return tuple(each.scenario for pool in pools.values() for each in pool)

    def context(self, scenario: Scenario, condition: str, token_budget: int | None = None) -> Context:
        """The context of a scenario under a condition."""
        return self.builder.build(scenario, condition, token_budget)

    def prompts(
        self,
        scenario: Scenario,
        conditions: Sequence[str],
        *,
        seed: int = 0,
        token_budget: int | None = None,
    ) -> dict[str, Shown]:
        """The prompts of one scenario by condition. They differ in the context alone, and all ids they show exist.

        Args:
            token_budget: a cap on each context, in approximate tokens, so that kind and volume of context can be told
                apart; None for no cap.

        Raises:
            PromptError: the prompts differ elsewhere, or show an id that the store does not have.
            LookupFailure: an unknown condition, or an entity that the store does not have.
        """
        names = self.builder.names(scenario)
        shown: dict[str, Shown] = {}
        for condition in conditions:
            context = self.builder.build(scenario, condition, token_budget)
            shown[condition] = Shown(build_prompt(self.suite, scenario, context, names, seed=seed), context)
            unresolved = self.look.unresolved(shown[condition].prompt.user)
            if unresolved:
                raise PromptError(
                    f"{scenario.id}, {condition}: the prompt shows ids that the graph does not have: "
                    f"{', '.join(unresolved)}",
                    remedy="leave them out of the templates and of the patient's description",
                )
        assert_same_outside_context([each.prompt for each in shown.values()])
        return shown

    def full_subgraph(self, scenario: Scenario) -> tuple[ClaimRow, ...]:
        """The union of what all conditions retrieve for the scenario, whatever conditions are asked."""
        return self.builder.full_subgraph(scenario)


Opener = Callable[[Suite, GraphStore, dict[str, Template]], Task]
"""Opens a kind of task for a suite on a store."""

TASKS: dict[str, Opener] = {"intervention_choice": InterventionChoice}
"""Task kinds by name."""


def get_opener(suite: Suite) -> Opener:
    """What opens the suite's kind of task; no store is needed to ask.

    Raises:
        UsageError: the suite names no task kind, or one that does not exist.
    """
    kind = suite.task or ""
    if kind not in TASKS:
        raise UsageError(
            f"suite {suite.name}: no task kind {kind!r}", remedy=f"set task in suite.yaml to one of {', '.join(TASKS)}"
        )
    return TASKS[kind]


def open_task(suite: Suite, store: GraphStore, catalogue: dict[str, Template]) -> Task:
    """The task of a suite on a store.

    Raises:
        UsageError: the suite names no task kind, or one that does not exist.
        InputError: the suite's sections have mistakes.
    """
    return get_opener(suite)(suite, store, catalogue)
