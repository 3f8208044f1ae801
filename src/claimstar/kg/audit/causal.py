"""The causal claims of a graph as a signed graph: its cycles, and where a chain and a direct claim disagree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import networkx as nx

LONGEST_CYCLE = 6
LONGEST_CHAIN = 5
"""Claims of a chain: one more than the longest path that a scenario is cut from."""
LISTED = 100
"""Cycles that are listed; a graph with more of them has a fault that a few show."""


@dataclass(frozen=True, slots=True)
class Step:
    """A validated causal claim.

    Attributes:
        sign: 1 where more of the subject means more of the object, -1 where it means less, 0 where the claim has no
            direction.
        start: the change of the subject that the claim speaks of: 1, -1, or 0 for its presence.
        direct: an effect claim; a mechanism is only ever a step.
        negated: the claim is that it does not hold.
    """

    assertion: str
    subject: str
    object: str
    sign: int
    start: int
    direct: bool
    negated: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """An effect claim, and the chains of other claims that say the opposite, the shortest first."""

    claim: Step
    chains: tuple[tuple[Step, ...], ...]


def cycles(steps: Sequence[Step], longest: int = LONGEST_CYCLE) -> tuple[tuple[Step, ...], ...]:
    """The elementary cycles of at most so many claims that are not negated, at most :data:`LISTED`.

    Each begins with its smallest entity; shorter cycles stand first.
    """
    claims = _by_ends([step for step in steps if not step.negated])
    names = sorted({name for ends in claims for name in ends})
    # numbers, for the order of texts in a set changes from run to run
    numbers = {name: number for number, name in enumerate(names)}
    graph = nx.DiGraph()
    graph.add_edges_from(sorted((numbers[subject], numbers[thing]) for subject, thing in claims))
    found = []
    for nodes in islice(nx.simple_cycles(graph, length_bound=longest), LISTED):
        first = nodes.index(min(nodes))
        turned = [names[node] for node in (*nodes[first:], *nodes[:first])]
        found.append(
            tuple(claims[each, after][0] for each, after in zip(turned, [*turned[1:], turned[0]], strict=True))
        )
    return tuple(sorted(found, key=lambda cycle: (len(cycle), [step.subject for step in cycle])))


def conflicts(steps: Sequence[Step], longest: int = LONGEST_CHAIN) -> tuple[Conflict, ...]:
    """The effect claims whose sign is not the product of the signs along a chain from their subject to their object.

    A chain has at least two claims, at most ``longest``, and passes no entity twice; another direct claim of the other
    sign counts as a chain of one. A negated claim is in conflict with the chains that say what it denies.
    """
    leaving: dict[str, list[Step]] = defaultdict(list)
    for step in steps:
        if step.sign and not step.negated:
            leaving[step.subject].append(step)
    reaching = _reaching(leaving)
    found = []
    for claim in steps:
        if not claim.direct or not claim.sign:
            continue
        against = claim.sign if claim.negated else -claim.sign
        chains: dict[tuple[str, ...], tuple[Step, ...]] = {}
        for chain in _chains(leaving, claim.subject, claim.object, longest, reaching):
            if _product(chain) == against:
                nodes = tuple(step.object for step in chain)
                chains[nodes] = max(chains.get(nodes, chain), chain, key=_composed)
        if chains:
            ordered = sorted(chains.values(), key=lambda chain: (len(chain), [step.assertion for step in chain]))
            found.append(Conflict(claim, tuple(ordered)))
    return tuple(found)


def _by_ends(steps: Sequence[Step]) -> Mapping[tuple[str, str], list[Step]]:
    found: dict[tuple[str, str], list[Step]] = defaultdict(list)
    for step in steps:
        found[step.subject, step.object].append(step)
    return found


def _product(chain: Sequence[Step]) -> int:
    sign = 1
    for step in chain:
        sign *= step.sign
    return sign


def _composed(chain: Sequence[Step]) -> int:
    """How many claims of a chain speak of the change that the claim before them makes: of claims that say the same
    thing for both directions, the chain is told by the ones that fit."""
    state, fitting = 1, 0
    for step in chain:
        fitting += step.start in (0, state)
        state *= step.sign
    return fitting


def _reaching(leaving: Mapping[str, Sequence[Step]]) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_edges_from((step.object, step.subject) for steps in leaving.values() for step in steps)
    return graph


def _chains(
    leaving: Mapping[str, Sequence[Step]], begin: str, end: str, longest: int, backwards: nx.DiGraph
) -> Iterator[tuple[Step, ...]]:
    """The chains from one entity to another, without those branches that cannot arrive in time."""
    if end not in backwards:
        return
    left = nx.single_source_shortest_path_length(backwards, end, cutoff=longest)
    waiting: list[tuple[Step, ...]] = [()]
    while waiting:
        chain = waiting.pop()
        here = chain[-1].object if chain else begin
        if here == end:
            yield chain
            continue
        passed = {begin, *(step.object for step in chain)}
        waiting += [
            (*chain, step)
            for step in leaving.get(here, ())
            if step.object not in passed and left.get(step.object, longest) < longest - len(chain)
        ]
