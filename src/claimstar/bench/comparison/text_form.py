"""A comparison for a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from claimstar.bench.comparison.cells import disagreements
from claimstar.bench.comparison.compare import Comparison, Contrast, WithinRuns
from claimstar.bench.comparison.notes import notes
from claimstar.bench.comparison.tables import (
    WIDE,
    Names,
    ahead_table,
    delta_table,
    flips_table,
    marginal_table,
    outcomes_table,
    runs_table,
    sides_table,
)
from claimstar.bench.comparison.view import View
from claimstar.bench.scorers import Scorer

if TYPE_CHECKING:
    from rich.console import Console


def to_text(found: Comparison | WithinRuns, view: View, width: int) -> str:
    """The comparison as plain text of so many columns."""
    from rich.console import Console

    buffer = io.StringIO()
    print_text(
        found, view, Console(file=buffer, width=width, color_system=None, markup=False, emoji=False, highlight=False)
    )
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines())


def print_text(found: Comparison | WithinRuns, view: View, console: Console) -> None:
    """Print the comparison on a console of any width."""
    width = console.width
    parts = _comparison(found, view, width) if isinstance(found, Comparison) else _within(found, view, width)
    for part in parts:
        console.print(part)
    for note in notes(found):
        console.print(note, style="dim")


def _rule(text: str) -> Any:
    from rich.rule import Rule

    return Rule(text, align="left", characters="─", style="dim")


def _comparison(found: Comparison, view: View, width: int) -> Iterator[Any]:
    scorers = {scorer.name: scorer for scorer in found.scorers}
    suite = found.sides[0].side.runs[0].manifest
    yield f"{suite.suite_title}: {len(found.sides)} sides, paired within scenarios"
    yield ""
    yield sides_table(found.sides)
    yield ""
    for a, b, all_contrasts in found.pairs:
        contrasts = [one for one in all_contrasts if one.condition in view.conditions]
        yield _rule(f"{b.side.key} {b.side.label} against {a.side.key} {a.side.label}")
        yield ""
        yield ahead_table(contrasts, found.scorers, view.metrics)
        yield ""
        title = f"Paired deltas, {b.side.key} − {a.side.key}"
        yield delta_table(title, contrasts, scorers, view.metrics, wide=width >= WIDE)
        yield ""
        names = Names(a.side.key, b.side.key, len(a.side.runs), len(b.side.runs))
        yield from _flips(contrasts, names, view, scorers, width)


def _within(found: WithinRuns, view: View, width: int) -> Iterator[Any]:
    a, b = found.conditions
    suite = found.runs[0].coverage.run.manifest
    yield f"{suite.suite_title}: {b} {found.conditions[b]} against {a} {found.conditions[a]}"
    yield ""
    yield runs_table([run.coverage for run in found.runs])
    yield ""
    for run in found.runs:
        scorers = {scorer.name: scorer for scorer in run.scorers}
        metrics = [name for name in view.metrics if name in scorers]
        yield _rule(f"{run.coverage.run.folder}: {run.coverage.run.manifest.model}")
        yield ""
        yield marginal_table(run.contrast, scorers, metrics, wide=width >= WIDE)
        yield from disagreements(run.contrast.deltas, scorers)
        yield ""
        yield delta_table(f"Paired deltas, {b} − {a}", [run.contrast], scorers, metrics, wide=width >= WIDE)
        yield ""
        yield from _flips([run.contrast], Names(a, b), view, scorers, width)


def _flips(
    contrasts: list[Contrast], names: Names, view: View, scorers: Mapping[str, Scorer], width: int
) -> Iterator[Any]:
    metric = scorers[contrasts[0].outcomes.metric].title
    yield outcomes_table(contrasts, f"Scenarios by {metric}")
    table = flips_table(contrasts, names, view.flips, width)
    if table is not None:
        yield ""
        yield table
    yield ""
