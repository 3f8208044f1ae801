"""The page of a leaderboard: a table for each group and metric, whole without its one script."""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from claimstar.bench.comparison.axes import axes_of, main_metrics
from claimstar.bench.comparison.cells import number, titled
from claimstar.bench.leaderboard import words
from claimstar.bench.leaderboard.board import Board, Group
from claimstar.bench.report.page import TEMPLATES, environment
from claimstar.bench.scorers import Scorer


def _script() -> tuple[str, str]:
    """The script of the page, and its hash as a Content-Security-Policy writes it."""
    text = (TEMPLATES / "leaderboard" / "script.js").read_text(encoding="utf-8")
    return text, f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _scorers(group: Group) -> tuple[Scorer, ...]:
    """The metrics of a group: the one that ranks, then by axis."""
    ordered = [scorer for axis in axes_of(group.scorers) for scorer in axis.scorers]
    return tuple(sorted(ordered, key=lambda scorer: scorer.name != group.metric))


def _shown(group: Group) -> frozenset[str]:
    """The metrics that are shown without the script: the one that ranks, and the main one of each axis."""
    return frozenset(main_metrics(group.scorers)) | ({group.metric} if group.metric else frozenset())


def render(board: Board, out: Path) -> str:
    """The page as HTML text, with links that hold where it is to be written."""
    text, digest = _script()
    home = out.resolve().parent

    def link(page: Path) -> str:
        # a leading ./ keeps a folder with a colon in its name from being read as a scheme
        return "./" + quote(Path(os.path.relpath(page.resolve(), home)).as_posix())

    metrics = {scorer.name: scorer for group in board.groups for scorer in _scorers(group)}
    context: dict[str, Any] = {
        "board": board,
        "metrics": metrics,
        "metric": next((group.metric for group in board.groups if group.metric), None),
        "runs": sum(len(row.runs) for group in board.groups for row in group.rows),
        "scorers_of": _scorers,
        "shown_of": _shown,
        "titled": titled,
        "value": number,
        "words": words,
        "link": link,
        "script": Markup(text),  # ours: a file of this package, without any value of a run
        "script_hash": digest,
    }
    return environment().get_template("leaderboard/page.html.jinja").render(context)
