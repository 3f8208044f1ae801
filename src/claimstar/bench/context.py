"""The grounded context of a scenario under a condition: claims retrieved for all candidates alike."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimstar.bench.capped import MATCHED, favouring_none, in_rounds, read_variant
from claimstar.bench.facts import STEPS
from claimstar.bench.jinja import render
from claimstar.bench.look_up import EvidenceSummary, LookUp
from claimstar.bench.rules import DETAILS, ConditionRule, read_conditions
from claimstar.errors import LookupFailure
from claimstar.ingest.suite import Suite
from claimstar.model.claims import ClaimRow, distinct
from claimstar.model.records import Scenario
from claimstar.query.catalogue import get_template
from claimstar.query.run import run
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore

PATH_KINDS = ("path", "uncertain_path")
KINDS = (
    *PATH_KINDS,
    "direct_effect",
    "indication",
    "contraindication",
    "adverse_effect",
    "harm_mechanism",
    "effect_modification",
    "association",
    "marker_effect",
    "confounder",
)
"""The kinds of rows that extraction templates return, in the order in which a context shows them."""

CHARACTERS_PER_TOKEN = 4

_BLANK: dict[str, Any] = {
    "causal_status": "",
    "evidence_level": "",
    "confidence": None,
    "evidence": (),
    "contradicted_by": (),
    "source_databases": (),
}


def approximate_tokens(text: str) -> int:
    """Tokens of a text where no tokenizer is at hand: characters by four, rounded up.

    >>> approximate_tokens("nine char")
    3
    """
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


@dataclass(frozen=True)
class Chain:
    """A causal path as a context shows it; ``established`` where all its claims are accepted."""

    option: str
    steps: tuple[str, ...]
    established: bool


@dataclass(frozen=True)
class Context:
    """What a condition shows for a scenario.

    Attributes:
        rows: the claims, each once, in the order shown. Details that the condition does not show are blank in them.
        chains: causal paths, for each candidate in order with its name.
        evidence: the sources that the rows name.
        text: the context as it stands in the prompt.
        tokens: approximate tokens of the text, see `approximate_tokens`.
        dropped: rows left out for the sake of a token budget.
    """

    condition: str
    rows: tuple[ClaimRow, ...]
    chains: tuple[tuple[str, tuple[Chain, ...]], ...]
    evidence: tuple[EvidenceSummary, ...]
    target_name: str
    text: str
    tokens: int
    dropped: int = 0


@dataclass(frozen=True)
class _Found:
    """One row of an extraction template."""

    option: str | None
    kind: str
    steps: tuple[str, ...]


class ContextBuilder:
    """Builds contexts from one store. What was looked up is kept.

    Raises:
        InputError: the suite's section ``conditions`` has mistakes.
        LookupFailure: it names a query template that does not exist.
    """

    def __init__(self, store: GraphStore, catalogue: dict[str, Template], suite: Suite) -> None:
        self.store = store
        self.catalogue = catalogue
        self.look = LookUp(store, catalogue)
        self.prompts = suite.folder / "prompts"
        self.conditions = read_conditions(suite)
        for rule in self.conditions.values():
            for name in rule.queries:
                get_template(catalogue, name)
        self._answers: dict[tuple[str, tuple[str, ...], str], tuple[_Found, ...]] = {}

    def condition(self, name: str) -> ConditionRule:
        """The condition of that name.

        Raises:
            LookupFailure: the suite declares no such condition.
        """
        if name not in self.conditions:
            raise LookupFailure(f"no grounding condition {name!r}", remedy=f"one of {', '.join(self.conditions)}")
        return self.conditions[name]

    def names(self, scenario: Scenario) -> dict[str, str]:
        """Candidates and target by name.

        Raises:
            LookupFailure: the store does not have one of them.
        """
        ids = [*scenario.candidate_options, scenario.decision_target]
        found = self.look.find_entities(ids)
        missing = [each for each in ids if each not in found]
        if missing:
            raise LookupFailure(
                f"{scenario.id}: the store has no entity {', '.join(missing)}", remedy="use ids of this graph"
            )
        return {each: found[each].name for each in ids}

    def build(self, scenario: Scenario, condition: str, token_budget: int | None = None) -> Context:
        """The context of a scenario under a condition, or under a capped variant of it (`claimstar.bench.capped`).

        Args:
            token_budget: at most so many approximate tokens, also where the variant allows more. Whole rows are left
                out, as many rounds as it takes, so that each candidate shows its first k claims or all it has, with the
                same k for all; with a row go the paths that run through it. What remains of the budget is filled with
                rows about no candidate or about all. A budget that holds no row gives the context without rows, even
                where that alone is larger.

        Raises:
            LookupFailure: unknown condition, or an id that the store does not have.
        """
        variant = read_variant(condition)
        budget = self.matched_budget(scenario) if variant.budget == MATCHED else variant.budget
        caps = [cap for cap in (budget, token_budget) if isinstance(cap, int)]
        rule = self.condition(variant.condition)
        names = self.names(scenario)
        found = self._retrieve(scenario.candidate_options, scenario.decision_target, rule.queries)
        rows = self._rows(found, scenario, rule.shows)

        def write(kept: Collection[str]) -> Context:
            shown = [row for row in rows if row.assertion in kept]
            return self._write(scenario, rule, shown, found, names, dropped=len(rows) - len(shown))

        context = write({row.assertion for row in rows})
        if caps and context.tokens > min(caps):
            context = _cut(write, _claims(found), scenario.candidate_options, min(caps))
        return dataclasses.replace(context, condition=condition)

    def matched_budget(self, scenario: Scenario) -> int:
        """The tokens of the scenario's smallest context over all conditions that show any, asked or not.

        Raises:
            LookupFailure: no condition of the suite is grounded.
        """
        grounded = [name for name, rule in self.conditions.items() if rule.queries]
        if not grounded:
            raise LookupFailure("no condition of the suite shows a context", remedy="declare queries for one")
        return min(self.build(scenario, name).tokens for name in grounded)

    def full_subgraph(self, scenario: Scenario) -> tuple[ClaimRow, ...]:
        """The claims that any condition retrieves for the scenario, each once, with all details."""
        rows = [
            row
            for rule in self.conditions.values()
            for row in self._rows(
                self._retrieve(scenario.candidate_options, scenario.decision_target, rule.queries), scenario, DETAILS
            )
        ]
        return distinct(rows)

    def claims_by_option(self, options: Sequence[str], target: str, condition: str) -> dict[str | None, frozenset[str]]:
        """The claims that a condition retrieves for each option, and under None those about the target alone.

        Raises:
            LookupFailure: unknown condition.
        """
        found: dict[str | None, set[str]] = {}
        for each in self._retrieve(options, target, self.condition(condition).queries):
            found.setdefault(each.option, set()).update(each.steps)
        return {option: frozenset(claims) for option, claims in found.items()}

    def _retrieve(self, options: Sequence[str], target: str, queries: Sequence[str]) -> tuple[_Found, ...]:
        found: list[_Found] = []
        for query in queries:
            key = (query, tuple(options), target)
            if key not in self._answers:
                parameters = {"option": list(options), "target": target}
                table = run(self.store, get_template(self.catalogue, query), parameters)
                self._answers[key] = tuple(
                    _Found(each["option"], str(each["kind"]), tuple(step for name in STEPS if (step := each[name])))
                    for each in table.records()
                )
            found += self._answers[key]
        place = {option: number for number, option in enumerate(options)}
        return tuple(
            sorted(
                dict.fromkeys(found),
                key=lambda each: (
                    place.get(each.option or "", len(place)),
                    KINDS.index(each.kind) if each.kind in KINDS else len(KINDS),
                    len(each.steps),
                    each.steps,
                ),
            )
        )

    def _rows(self, found: Sequence[_Found], scenario: Scenario, shows: Sequence[str]) -> list[ClaimRow]:
        claims = self.look.find_claims([step for each in found for step in each.steps])
        options: dict[str, set[str | None]] = {}
        steps: dict[str, int | None] = {}
        for each in found:
            for number, step in enumerate(each.steps, start=1):
                options.setdefault(step, set()).add(each.option)
                steps.setdefault(step, number if each.kind in PATH_KINDS else None)
        blank = {name: empty for name, empty in _BLANK.items() if name not in shows}
        return [
            dataclasses.replace(
                claims[step],
                option=next(iter(whose)) if len(whose) == 1 else None,
                step=steps[step],
                target=scenario.decision_target,
                **blank,
            )
            for step, whose in options.items()
        ]

    def _write(
        self,
        scenario: Scenario,
        rule: ConditionRule,
        rows: Sequence[ClaimRow],
        found: Sequence[_Found],
        names: dict[str, str],
        *,
        dropped: int,
    ) -> Context:
        shown = {row.assertion for row in rows}
        chains = [
            Chain(each.option, each.steps, each.kind == "path")
            for each in found
            if each.kind in PATH_KINDS and each.option and shown.issuperset(each.steps)
        ]
        cited = sorted({source for row in rows for source in (*row.evidence, *row.contradicted_by)})
        context = Context(
            condition=rule.name,
            rows=tuple(rows),
            chains=tuple(
                (names[option], tuple(chain for chain in chains if chain.option == option))
                for option in scenario.candidate_options
            ),
            evidence=tuple(self.look.find_sources(cited).values()),
            target_name=names[scenario.decision_target],
            text="",
            tokens=0,
            dropped=dropped,
        )
        text = render(self.prompts, rule.template, context=context)
        return dataclasses.replace(context, text=text, tokens=approximate_tokens(text))


def _claims(found: Sequence[_Found]) -> dict[str | None, tuple[str, ...]]:
    """What was found for each candidate, each claim once: the first of each kind, the second of each, and so on.

    In the order in which a context shows them a cut would take the last kinds away whole, and so change what kind of
    context it is, not its size alone.
    """
    seen: Counter[tuple[str | None, str]] = Counter()
    turns = []
    for each in found:
        turns.append((seen[each.option, each.kind], each))
        seen[each.option, each.kind] += 1
    steps: dict[str | None, dict[str, None]] = {}
    for _, each in sorted(turns, key=lambda turn: turn[0]):
        steps.setdefault(each.option, {}).update(dict.fromkeys(each.steps))
    return {option: tuple(claims) for option, claims in steps.items()}


def _most(fits: Callable[[int], bool], high: int) -> int:
    """The largest number up to ``high`` that fits, where all below it do; 0 is taken to fit."""
    low = 0
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _cut(
    write: Callable[[Collection[str]], Context],
    claims: Mapping[str | None, Sequence[str]],
    candidates: Sequence[str],
    budget: int,
) -> Context:
    """The largest context within the budget that treats all candidates alike."""
    deepest = max(map(len, claims.values()), default=0)
    kept = in_rounds(claims, _most(lambda rounds: write(in_rounds(claims, rounds)).tokens <= budget, deepest))
    filling = [claim for claim in favouring_none(claims, candidates) if claim not in kept]
    number = _most(lambda some: write(kept.union(filling[:some])).tokens <= budget, len(filling))
    return write(kept.union(filling[:number]))


def build_context(
    store: GraphStore,
    catalogue: dict[str, Template],
    suite: Suite,
    scenario: Scenario,
    condition: str,
    token_budget: int | None = None,
) -> Context:
    """The context of one scenario under one condition; for many, keep a `ContextBuilder`."""
    return ContextBuilder(store, catalogue, suite).build(scenario, condition, token_budget)


def full_subgraph(
    store: GraphStore, catalogue: dict[str, Template], suite: Suite, scenario: Scenario
) -> tuple[ClaimRow, ...]:
    """The union of what all conditions retrieve for a scenario; for many, keep a `ContextBuilder`."""
    return ContextBuilder(store, catalogue, suite).full_subgraph(scenario)
