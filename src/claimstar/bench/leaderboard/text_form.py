"""A leaderboard for a terminal: one metric a group."""

from __future__ import annotations

from collections.abc import Iterator

from claimstar.bench.comparison.cells import titled
from claimstar.bench.leaderboard.board import Board, Group
from claimstar.bench.leaderboard.words import (
    against_text,
    answered_text,
    cell_text,
    differs_text,
    heading,
    limit_text,
    rank_text,
)
from claimstar.plain import plain


def to_text(board: Board) -> str:
    """The leaderboard as plain text; lines are as long as their values."""
    lines = [line for group in board.groups for line in _group(group)]
    if board.broken:
        lines.append(f"Not on the leaderboard: {len(board.broken)}")
        lines += [f"  {one.folder}: {' '.join(one.reason.split())}" for one in board.broken]
    return plain("\n".join(lines).rstrip())


def _group(group: Group) -> Iterator[str]:
    yield f"Group {group.number}: {heading(group)}"
    if group.differs:
        yield f"  {differs_text(group)}"
    metric = group.metric or next((scorer.name for scorer in group.scorers), None)
    title = next((titled(scorer) for scorer in group.scorers if scorer.name == metric), "no metric")
    ranked = group.metric is not None and group.condition is not None
    yield f"  {title}, {f'ranked under {group.condition}' if ranked else 'not ranked: it lacks what ranks'}"
    yield ""
    head = ["rank", "model", "runs", "answered", "unscored", *group.conditions, "against the first"]
    rows = [
        [
            rank_text(place),
            row.side.label,
            str(len(row.runs)),
            " ".join(part for part in (answered_text(row), limit_text(row)) if part),
            str(row.unscored),
            *(cell_text(row.cells[metric, name]) if metric else "NA" for name in group.conditions),
            against_text(place),
        ]
        for row, place in group.ranked(group.metric)
    ]
    widths = [max(len(line[at]) for line in [head, *rows]) for at in range(len(head))]
    for line in [head, *rows]:
        yield ("  " + "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))).rstrip()
    yield ""
