"""What follows from the signs along a mechanism path: whether more of one end means more or less of the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

LONGEST = 12
"""Links of a route; a path of a curated mechanism has fewer."""


@dataclass(frozen=True, slots=True)
class Link:
    """One step of a path: 1 raises its end, -1 lowers it, 0 says neither. ``number`` is its place in the path."""

    source: str
    target: str
    sign: int
    number: int


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The sign from the beginning of the first link to the end of the last, with the links of the shortest route."""

    sign: int
    links: tuple[int, ...]


def routes(links: Sequence[Link], begin: str, ends: Collection[str]) -> Iterator[tuple[Link, ...]]:
    """The routes from a node to any of others that pass no node twice, of at most :data:`LONGEST` links."""
    leaving: dict[str, list[Link]] = defaultdict(list)
    for link in links:
        leaving[link.source].append(link)
    waiting: list[tuple[Link, ...]] = [(link,) for link in reversed(leaving[begin]) if link.target != begin]
    while waiting:
        route = waiting.pop()
        here = route[-1].target
        if here in ends:
            yield route
        if len(route) < LONGEST:
            passed = {begin, *(link.target for link in route)}
            waiting += [(*route, link) for link in reversed(leaving[here]) if link.target not in passed]


def _sign(route: Sequence[Link]) -> int:
    sign = 1
    for link in route:
        sign *= link.sign
    return sign


def conclusions(links: Sequence[Link], ours: Collection[str], expected: int | None) -> tuple[Conclusion, ...] | None:
    """What follows between nodes of ours over at least two links, where all routes that have a sign agree on it.

    Args:
        ours: the nodes between which it is asked.
        expected: the sign from where the path begins to where it ends.

    Returns:
        The conclusions, or None where a route from a beginning to an end has the other sign: then the arrows of this
        path do not mean what their names say, and nothing follows from it.
    """
    if expected is not None:
        sources, targets = {link.source for link in links}, {link.target for link in links}
        ends = targets - sources
        for begin in sorted(sources - targets):
            if any(_sign(route) == -expected for route in routes(links, begin, ends)):
                return None
    found: list[Conclusion] = []
    for begin in sorted(set(ours)):
        by_end: dict[str, list[tuple[Link, ...]]] = defaultdict(list)
        for route in routes(links, begin, ours):
            by_end[route[-1].target].append(route)
        for end in sorted(by_end):
            signed = [route for route in by_end[end] if _sign(route)]
            if len({_sign(route) for route in signed}) == 1 and (long := [each for each in signed if len(each) > 1]):
                shortest = min(long, key=len)
                found.append(Conclusion(_sign(shortest), tuple(link.number for link in shortest)))
    return tuple(found)
