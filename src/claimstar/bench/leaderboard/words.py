"""Values of a leaderboard in words, as its page and its text say them."""

from __future__ import annotations

from claimstar.bench.comparison.cells import NA, number, p_value, signed
from claimstar.bench.leaderboard.board import Group, Row
from claimstar.bench.leaderboard.rank import Place
from claimstar.bench.statistics import Estimate


def rank_text(place: Place) -> str:
    """The rank, NA where there is none."""
    return NA if place.rank is None else str(place.rank)


def answered_text(row: Row) -> str:
    """Prompts answered of those planned."""
    return f"{row.answered}/{row.planned}"


def interval_text(estimate: Estimate) -> str:
    """The 95 % interval, or why there is none."""
    if estimate.low is not None and estimate.high is not None:
        return f"[{estimate.low:.2f}, {estimate.high:.2f}]"
    return {"constant": "all equal", "single": "one value"}.get(estimate.method, "")


def cell_text(estimate: Estimate) -> str:
    """Mean, interval and n in a line.

    >>> cell_text(Estimate(4, 0.5, 0.15, 0.85, "wilson"))
    '0.500 [0.15, 0.85] n 4'
    """
    return " ".join(part for part in (number(estimate.mean), interval_text(estimate), f"n {estimate.n}") if part)


def against_text(place: Place) -> str:
    """How a side stands to the first one."""
    if place.against is None:
        return "first" if place.rank == 1 else ""
    paired = place.against.paired
    pairs = f"{paired.n} pair{'' if paired.n == 1 else 's'}"
    if not place.against.told_apart:
        return f"not told apart from the first ({pairs})"
    p = p_value(place.against.p_holm)
    return f"told apart: {signed(paired.delta)}, p {p if p[0] == '<' else '= ' + p} ({pairs})"


def limit_text(row: Row) -> str:
    """The limit that the runs of a row share: they have planned no more prompts than that. Empty without one."""
    limit = row.runs[0].manifest.limit
    return "" if limit is None else f"limit {limit}"


def heading(group: Group) -> str:
    """What the runs of a group share."""
    return f"{group.manifest.suite_title}: {group.scenarios} scenarios, graph {group.manifest.graph_hash[:12]}"


def differs_text(group: Group) -> str:
    """In what a group differs from the first; empty for the first."""
    return f"differs from the first group in: {', '.join(group.differs)}" if group.differs else ""
