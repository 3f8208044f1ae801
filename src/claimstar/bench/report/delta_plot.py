"""Paired deltas as a picture: a row a metric, a mark a pair of conditions, a line its interval, and where zero lies."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import pairwise

from claimstar.bench.deltas import Delta
from claimstar.bench.report.plot import COLOURS, GREY, MARKS
from claimstar.bench.scorers import Scorer

_ID = re.compile(r'(\sid="|url\(#|href="#)')
MOST_PAIRS = len(COLOURS)


def pairs_of(deltas: Sequence[Delta]) -> tuple[tuple[str, str], ...]:
    """The pairs of conditions, in order."""
    return tuple(dict.fromkeys((delta.a, delta.b) for delta in deltas))


def pairs_drawn(deltas: Sequence[Delta]) -> tuple[tuple[str, str], ...]:
    """All pairs where each can have a colour of its own; else those of neighbours, and of these the first."""
    pairs = pairs_of(deltas)
    if len(pairs) <= MOST_PAIRS:
        return pairs
    order = list(dict.fromkeys(side for pair in pairs for side in pair))
    return tuple(pairwise(order))[:MOST_PAIRS]


def describe(deltas: Sequence[Delta], scorers: Sequence[Scorer]) -> str:
    """The picture in words, for those who do not see it."""
    drawn, parts = pairs_drawn(deltas), []
    for scorer in scorers:
        texts = [
            f"{delta.b} minus {delta.a} {delta.paired.delta:+.2f}"
            for delta in deltas
            if delta.metric == scorer.name and (delta.a, delta.b) in drawn and delta.paired.delta is not None
        ]
        parts.append(f"{scorer.title}: {', '.join(texts) or 'undefined'}")
    return f"Paired deltas. {'; '.join(parts)}."


def draw(deltas: Sequence[Delta], scorers: Sequence[Scorer]) -> str:
    """The paired deltas of these metrics as an SVG element without header; the same deltas give the same text."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    drawn = pairs_drawn(deltas)
    paired = {(delta.metric, delta.a, delta.b): delta.paired for delta in deltas}
    shown = [scorer for scorer in scorers if any(paired[(scorer.name, *pair)].delta is not None for pair in drawn)]
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": "claimstar deltas",
        "font.family": "sans-serif",
        "font.size": 11,
        "axes.edgecolor": GREY,
        "axes.labelcolor": GREY,
        "xtick.color": GREY,
        "ytick.color": GREY,
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(9.5, 1.4 + 0.85 * len(shown)), layout="constrained")
        axes = figure.add_subplot()
        axes.axvline(0, color=GREY, linewidth=1.4)
        for place, (a, b) in enumerate(drawn):
            shift = (place - (len(drawn) - 1) / 2) * 0.14
            colour, mark = COLOURS[place], MARKS[place]
            label: str | None = f"{b} − {a}"
            for row, scorer in enumerate(shown):
                one = paired[(scorer.name, a, b)]
                if one.delta is None:
                    continue
                if one.low is not None and one.high is not None:
                    axes.plot([one.low, one.high], [row + shift] * 2, color=colour, linewidth=1.8)
                axes.plot(one.delta, row + shift, mark, color=colour, markersize=6, label=label, clip_on=False)
                label = None
        names = [f"{scorer.title} {'↓' if scorer.direction == 'lower' else '↑'}" for scorer in shown]
        axes.set_yticks(range(len(shown)), names)
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.grid(axis="x", color=GREY, alpha=0.35, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
        if axes.get_legend_handles_labels()[1]:
            figure.legend(loc="outside upper center", ncols=len(drawn), frameon=False)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    # matplotlib counts its ids from 1 in each picture; a page holds two
    return _ID.sub(r"\1delta-", text[text.index("<svg") :])
