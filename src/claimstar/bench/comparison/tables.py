"""The tables of a comparison, wide for a wide terminal and with two values above each other for a narrow one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimstar.bench.comparison.axes import axes_of
from claimstar.bench.comparison.cells import (
    DeltaCells,
    cells_of,
    chosen,
    coverage_text,
    marginal_cells,
    repeats,
    stands,
    titled,
    unscored_text,
)
from claimstar.bench.comparison.compare import Contrast, Coverage, SideSummary
from claimstar.bench.comparison.flips import Turn
from claimstar.bench.comparison.standing import standing
from claimstar.bench.deltas import Delta
from claimstar.bench.scorers import Scorer

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

WIDE = 112
"""From so many columns on a terminal is wide."""
TURNS: dict[Turn, tuple[str, str]] = {"right to wrong": ("✓", "✗"), "wrong to right": ("✗", "✓")}


@dataclass(frozen=True)
class Names:
    """What the two sides of a contrast are called, and how many runs each has."""

    a: str
    b: str
    runs_a: int = 1
    runs_b: int = 1


def _table(title: str, **more: Any) -> Table:
    from rich.table import Table

    return Table(
        title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 1, 0, 0), **more
    )


def _style(sign: str) -> str:
    return {"◀": "bold cyan", "▶": "bold magenta", "◁": "cyan", "▷": "magenta", "≠": "yellow"}.get(sign[:1], "dim")


def _better(text: str) -> Text:
    from rich.text import Text

    return Text(text, style=_style(text), no_wrap=True)


def _condition(names: Sequence[str]) -> int:
    """The width of the column of conditions."""
    return max(map(len, names), default=2)


def sides_table(sides: Sequence[SideSummary]) -> Table:
    """Who is compared, and what their runs have."""
    table = _table("Sides")
    for header in ("", "model", "run", "scored", "unscored"):
        table.add_column(header, header_style="dim", overflow="fold")
    for one in sides:
        for place, coverage in enumerate(one.coverage):
            label = one.side.label if not place else repeats(one.side) if place == 1 else ""
            key = one.side.key if not place else ""
            table.add_row(key, label, *_run_cells(coverage), style=None if not place else "dim")
    return table


def runs_table(runs: Sequence[Coverage]) -> Table:
    """The runs, and what they have."""
    table = _table("Runs")
    for header in ("model", "run", "scored", "unscored"):
        table.add_column(header, header_style="dim", overflow="fold")
    for coverage in runs:
        table.add_row(coverage.run.manifest.model, *_run_cells(coverage))
    return table


def _run_cells(coverage: Coverage) -> tuple[str, str, str]:
    return str(coverage.run.folder), coverage_text(coverage), unscored_text(coverage) or "none"


def ahead_table(contrasts: Sequence[Contrast], scorers: Sequence[Scorer], metrics: Sequence[str]) -> Table:
    """Who is ahead on which axis, by condition."""
    table = _table("Who is ahead")
    table.add_column("axis", header_style="dim", style="dim")
    table.add_column("metric", header_style="dim", ratio=None)
    for contrast in contrasts:
        table.add_column(contrast.condition or "", header_style="dim", no_wrap=True)
    found = {(one.condition, delta.metric): delta for one in contrasts for delta in one.deltas}
    for axis in axes_of([scorer for scorer in scorers if scorer.name in metrics]):
        for place, scorer in enumerate(axis.scorers):
            deltas = [found[one.condition, scorer.name] for one in contrasts]
            words = [_better(stands(standing(delta), delta.a, delta.b)) for delta in deltas]
            table.add_row(axis.name if not place else "", titled(scorer), *words)
    return table


def _shown(deltas: Sequence[Delta], scorers: Mapping[str, Scorer], metrics: Sequence[str]) -> list[DeltaCells]:
    by_name = {delta.metric: delta for delta in deltas}
    return [cells_of(by_name[name], scorers[name]) for name in metrics]


def delta_table(
    title: str, contrasts: Sequence[Contrast], scorers: Mapping[str, Scorer], metrics: Sequence[str], *, wide: bool
) -> Table:
    """Every paired delta with its interval, tests and sizes."""
    a, b = contrasts[0].a, contrasts[0].b
    table = _table(title)
    conditions = [one.condition for one in contrasts if one.condition]
    if conditions:
        table.add_column("", min_width=_condition(conditions), style="bold")
    table.add_column("metric", header_style="dim", min_width=18, max_width=36)
    heads = [a, b, f"{b} − {a}", "95 % interval", "p", "p Holm", "d", "r", "pairs", "alone"]
    if not wide:
        heads = [f"{one}\n{two}" for one, two in zip(heads[::2], heads[1::2], strict=True)]
    for head in heads:
        table.add_column(head, header_style="dim", justify="right", no_wrap=True)
    table.add_column("better", header_style="dim", no_wrap=True)
    for contrast in contrasts:
        for place, cells in enumerate(_shown(contrast.deltas, scorers, metrics)):
            values = [
                *(cells.mean_a, cells.mean_b, cells.delta, cells.interval, cells.p),
                *(cells.p_holm, cells.d, cells.r, cells.pairs, cells.alone),
            ]
            if not wide:
                values = [f"{one}\n{two}" for one, two in zip(values[::2], values[1::2], strict=True)]
            start = [(contrast.condition or "") if not place else ""] if conditions else []
            table.add_row(*start, cells.metric, *values, _better(cells.better))
        table.add_section()
    return table


def marginal_table(contrast: Contrast, scorers: Mapping[str, Scorer], metrics: Sequence[str], *, wide: bool) -> Table:
    """The paper's Table 3 with the paired deltas beside it."""
    a, b = contrast.a, contrast.b
    table = _table("Difference of marginal means (the paper's Table 3), and paired delta")
    table.add_column("metric", header_style="dim", min_width=18, max_width=36)
    for head in (
        *(f"{a}\nmean (n)", f"{b}\nmean (n)"),
        *(f"marginal\n{b} − {a}", f"favours\n{b}?", f"paired\n{b} − {a}", "\npairs", f"favours\n{b}?"),
    ):
        table.add_column(head, header_style="dim", justify="right", no_wrap=True)
    between = " " if wide else "\n"
    for name in metrics:
        delta = next(one for one in contrast.deltas if one.metric == name)
        cells = marginal_cells(delta, scorers[name])
        table.add_row(
            *(cells.metric, f"{cells.mean_a}{between}({cells.n_a})", f"{cells.mean_b}{between}({cells.n_b})"),
            *(cells.marginal, cells.marginal_favours, cells.paired, cells.pairs, cells.paired_favours),
        )
    return table


def outcomes_table(contrasts: Sequence[Contrast], title: str) -> Table:
    """The scenarios counted by outcome."""
    a, b = contrasts[0].a, contrasts[0].b
    table = _table(title)
    conditions = [one.condition for one in contrasts if one.condition]
    if conditions:
        table.add_column("", min_width=_condition(conditions), style="bold")
    heads = ("right in\nboth", "wrong in\nboth", f"right in\n{a} alone", f"right in\n{b} alone", "repeats\ndisagree")
    for head in (*heads, f"only {a}\nscored", f"only {b}\nscored"):
        table.add_column(head, header_style="dim", justify="right", no_wrap=True)
    for contrast in contrasts:
        o = contrast.outcomes
        counts = (o.both_right, o.both_wrong, o.right_to_wrong, o.wrong_to_right, o.mixed, o.only_a, o.only_b)
        start = [contrast.condition or ""] if conditions else []
        table.add_row(*start, *map(str, counts))
    return table


def flips_table(contrasts: Sequence[Contrast], names: Names, most: int, width: int) -> Table | None:
    """The first scenarios that flip in each direction; None where none does, or none is to be shown."""
    if not most or not any(one.flips for one in contrasts):
        return None
    from rich.text import Text

    conditions = [one.condition for one in contrasts if one.condition]
    ids = max(len(flip.scenario) for one in contrasts for flip in one.flips)
    choice = min(26, width // 5)
    start_width = _condition(conditions) + 1 if conditions else 0
    table = _table("")
    if conditions:
        table.add_column("", width=start_width - 1, style="bold")
    table.add_column("flipped", header_style="dim", width=ids, no_wrap=True)
    rest = max(12, width - start_width - ids - 1 - 2 * (choice + 1))
    table.add_column("category, decision on", header_style="dim", width=rest)
    for name in (names.a, names.b):
        table.add_column(f"{name} chose", header_style="dim", width=choice)
    for contrast in contrasts:
        mark = contrast.condition or ""
        for turn, (sign_a, sign_b) in TURNS.items():
            found = [flip for flip in contrast.flips if flip.turn == turn]
            for flip in found[:most]:
                what = f"{flip.category.replace('_', ' ')}, {flip.target}"
                chose_a, chose_b = chosen(flip.a, names.runs_a), chosen(flip.b, names.runs_b)
                cells = (flip.scenario, what, f"{sign_a} {chose_a}", f"{sign_b} {chose_b}")
                table.add_row(*([mark] if conditions else []), *cells)
                mark = ""
            if len(found) > most:
                more = Text(f"and {len(found) - most} more: {names.a} {sign_a}, {names.b} {sign_b}", style="dim")
                table.add_row(*([""] if conditions else []), "", more)
    return table
