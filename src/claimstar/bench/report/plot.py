"""The panel as a picture: a row a metric, a mark a condition, a line its interval."""

from __future__ import annotations

import io

from claimstar.bench.panel import Cell
from claimstar.bench.results import Results

# Told apart with any colour vision (P. Tol, "bright"), legible on light and dark ground; the marks differ in shape too.
COLOURS = ("#4477AA", "#EE6677", "#228833", "#AA3377", "#CCBB44", "#66CCEE")
MARKS = ("o", "s", "D", "^", "v", "P")
GREY = "#888888"


def _describe(cells: list[Cell]) -> str:
    parts = [f"{cell.condition} {cell.estimate.mean:.2f}" for cell in cells if cell.estimate.mean is not None]
    return ", ".join(parts)


def describe(results: Results) -> str:
    """The picture in words, for those who do not see it."""
    lines = []
    for scorer in results.scorers:
        text = _describe([results.cell(condition, scorer.name) for condition in results.conditions])
        lines.append(f"{scorer.title}: {text or 'undefined'}")
    return f"Means of the panel by condition. {'; '.join(lines)}."


def draw(results: Results) -> str:
    """The panel by condition as an SVG element without header; the same results give the same text."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    shown = [
        scorer
        for scorer in results.scorers
        if any(results.cell(condition, scorer.name).estimate.n for condition in results.conditions)
    ]
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": "claimstar",
        "font.family": "sans-serif",
        "font.size": 11,
        "axes.edgecolor": GREY,
        "axes.labelcolor": GREY,
        "xtick.color": GREY,
        "ytick.color": GREY,
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(9.5, 1.4 + 0.52 * len(shown)), layout="constrained")
        axes = figure.add_subplot()
        lowest = 0.0
        for place, condition in enumerate(results.conditions):
            shift = (place - (len(results.conditions) - 1) / 2) * 0.17
            colour, mark = COLOURS[place % len(COLOURS)], MARKS[place % len(MARKS)]
            label: str | None = condition
            for row, scorer in enumerate(shown):
                estimate = results.cell(condition, scorer.name).estimate
                if estimate.mean is None:
                    continue
                if estimate.low is not None and estimate.high is not None:
                    axes.plot([estimate.low, estimate.high], [row + shift] * 2, color=colour, linewidth=1.8)
                    lowest = min(lowest, estimate.low)
                axes.plot(estimate.mean, row + shift, mark, color=colour, markersize=6, label=label, clip_on=False)
                label, lowest = None, min(lowest, estimate.mean)
        axes.set_yticks(
            range(len(shown)), [f"{scorer.title} {'↓' if scorer.direction == 'lower' else '↑'}" for scorer in shown]
        )
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.set_xlim(min(-0.03, lowest - 0.03), 1.03)
        axes.grid(axis="x", color=GREY, alpha=0.35, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
        if axes.get_legend_handles_labels()[1]:
            figure.legend(loc="outside upper center", ncols=len(results.conditions), frameon=False)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
