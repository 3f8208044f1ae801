"""A leaderboard as JSON: every metric and condition, whatever ranks."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from claimstar.bench.leaderboard.board import Board, Group, Row
from claimstar.bench.leaderboard.find import KeptRun
from claimstar.bench.leaderboard.rank import Place


def to_json(board: Board) -> str:
    """The leaderboard as JSON text; folders are relative to the folder that was searched."""
    values = {
        "groups": [_group(group, board.directory) for group in board.groups],
        "broken": [
            {"folder": one.folder.relative_to(board.directory).as_posix(), "reason": one.reason} for one in board.broken
        ],
    }
    return json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False)


def _group(group: Group, home: Path) -> dict[str, Any]:
    manifest = group.manifest
    return {
        "suite": manifest.suite,
        "suite_title": manifest.suite_title,
        "graph_hash": manifest.graph_hash,
        "scenarios": group.scenarios,
        "conditions": list(group.conditions),
        "differs_from_first": list(group.differs),
        "by": group.metric,
        "condition": group.condition,
        "metrics": [{"name": one.name, "title": one.title, "direction": one.direction} for one in group.scorers],
        "rows": [_row(row, group, home) for row, _ in group.ranked(group.metric)],
    }


def _row(row: Row, group: Group, home: Path) -> dict[str, Any]:
    return {
        "model": row.side.model,
        "label": row.side.label,
        "settings": dict(row.side.settings),
        "answered": row.answered,
        "planned": row.planned,
        "unscored": row.unscored,
        "runs": [_run(run, home) for run in row.runs],
        "means": {
            scorer.name: {name: asdict(row.cells[scorer.name, name]) for name in group.conditions}
            for scorer in group.scorers
        },
        "places": {
            metric: _place(place)
            for metric, places in group.places.items()
            for place in places
            if place.side == row.side.key
        },
    }


def _run(run: KeptRun, home: Path) -> dict[str, Any]:
    return {
        "folder": run.folder.relative_to(home).as_posix(),
        "run": run.manifest.run,
        "seed": run.manifest.seed,
        "limit": run.manifest.limit,
        "answered": run.answered,
        "planned": len(run.scored),
        "unscored": run.unscored,
        "report": run.report.relative_to(home).as_posix() if run.report else None,
    }


def _place(place: Place) -> dict[str, Any]:
    against = place.against
    if against is None:
        return {"rank": place.rank, "against_first": None}
    found = {**asdict(against.paired), "p_holm": against.p_holm, "told_apart": against.told_apart}
    return {"rank": place.rank, "against_first": found}
