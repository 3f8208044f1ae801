"""A comparison as a Markdown document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass

from claimstar.bench.comparison.axes import axes_of
from claimstar.bench.comparison.cells import (
    cells_of,
    chosen,
    coverage_text,
    disagreements,
    marginal_cells,
    repeats,
    stands,
    titled,
    unscored_text,
)
from claimstar.bench.comparison.compare import Comparison, Contrast, WithinRuns
from claimstar.bench.comparison.notes import TEMPLATES, notes
from claimstar.bench.comparison.standing import standing
from claimstar.bench.comparison.tables import TURNS, Names
from claimstar.bench.comparison.view import View
from claimstar.bench.jinja import render
from claimstar.bench.scorers import Scorer
from claimstar.markdown import cell

Row = tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A heading with a table, lines, or both; the first row of a table is its head."""

    level: int
    title: str
    rows: Sequence[Row] = ()
    lines: Sequence[str] = ()


def to_markdown(found: Comparison | WithinRuns, view: View) -> str:
    """The comparison as Markdown text."""
    if isinstance(found, Comparison):
        title = f"{found.sides[0].side.runs[0].manifest.suite_title}: {len(found.sides)} sides"
        sections = list(_comparison(found, view))
    else:
        title = f"{found.runs[0].coverage.run.manifest.suite_title}: {' against '.join(list(found.conditions)[::-1])}"
        sections = list(_within(found, view))
    return render(TEMPLATES, "comparison.md.jinja", title=title, sections=sections, notes=notes(found), escaped=cell)


def _comparison(found: Comparison, view: View) -> Iterator[Section]:
    scorers = {scorer.name: scorer for scorer in found.scorers}
    runs = [
        (one.side.key, one.side.label, str(c.run.folder), coverage_text(c), unscored_text(c) or "none")
        for one in found.sides
        for c in one.coverage
    ]
    repeated = [f"{one.side.key}: {text}." for one in found.sides if (text := repeats(one.side))]
    yield Section(2, "Sides", [("", "model", "run", "scored", "unscored"), *runs], repeated)
    for a, b, all_contrasts in found.pairs:
        contrasts = [one for one in all_contrasts if one.condition in view.conditions]
        yield Section(2, f"{b.side.key} {b.side.label} against {a.side.key} {a.side.label}")
        yield Section(3, "Who is ahead", list(_ahead(contrasts, found.scorers, view.metrics)))
        rows = list(_deltas(contrasts, scorers, view.metrics))
        yield Section(3, f"Paired deltas, {b.side.key} − {a.side.key}", rows)
        names = Names(a.side.key, b.side.key, len(a.side.runs), len(b.side.runs))
        yield from _flips(contrasts, names, view.flips, scorers)


def _within(found: WithinRuns, view: View) -> Iterator[Section]:
    a, b = found.conditions
    coverages = [run.coverage for run in found.runs]
    runs = [(c.run.manifest.model, str(c.run.folder), coverage_text(c), unscored_text(c) or "none") for c in coverages]
    yield Section(2, "Runs", [("model", "run", "scored", "unscored"), *runs])
    for run in found.runs:
        scorers = {scorer.name: scorer for scorer in run.scorers}
        metrics = [name for name in view.metrics if name in scorers]
        yield Section(2, f"{run.coverage.run.folder}: {run.coverage.run.manifest.model}")
        head = ("metric", f"{a} mean", "n", f"{b} mean", "n", f"marginal {b} − {a}", f"favours {b}?")
        rows = [(*head, f"paired {b} − {a}", "pairs", f"favours {b}?")]
        by_name = {delta.metric: delta for delta in run.contrast.deltas}
        rows += [astuple(marginal_cells(by_name[name], scorers[name])) for name in metrics]
        lines = disagreements(run.contrast.deltas, scorers)
        title = "Difference of marginal means (the paper's Table 3), and paired delta"
        yield Section(3, title, rows, lines)
        yield Section(3, f"Paired deltas, {b} − {a}", list(_deltas([run.contrast], scorers, metrics)))
        yield from _flips([run.contrast], Names(a, b), view.flips, scorers)


def _ahead(contrasts: Sequence[Contrast], scorers: Sequence[Scorer], metrics: Sequence[str]) -> Iterator[Row]:
    yield ("axis", "metric", *(one.condition or "" for one in contrasts))
    found = {(one.condition, delta.metric): delta for one in contrasts for delta in one.deltas}
    for axis in axes_of([scorer for scorer in scorers if scorer.name in metrics]):
        for scorer in axis.scorers:
            deltas = [found[one.condition, scorer.name] for one in contrasts]
            yield (axis.name, titled(scorer), *(stands(standing(delta), delta.a, delta.b) for delta in deltas))


def _deltas(contrasts: Sequence[Contrast], scorers: Mapping[str, Scorer], metrics: Sequence[str]) -> Iterator[Row]:
    a, b = contrasts[0].a, contrasts[0].b
    several = contrasts[0].condition is not None
    head = ("metric", a, b, f"{b} − {a}", "95 % interval", "p", "p Holm", "d", "r", "pairs", "alone", "better")
    yield ("condition", *head) if several else head
    for contrast in contrasts:
        by_name = {delta.metric: delta for delta in contrast.deltas}
        for name in metrics:
            row = astuple(cells_of(by_name[name], scorers[name]))
            yield (contrast.condition or "", *row) if several else row


def _flips(contrasts: Sequence[Contrast], names: Names, most: int, scorers: Mapping[str, Scorer]) -> Iterator[Section]:
    a, b = names.a, names.b
    heads = ("right in both", "wrong in both", f"right in {a} alone", f"right in {b} alone", "repeats disagree")
    counted: list[Row] = [("condition", *heads, f"only {a} scored", f"only {b} scored")]
    listed: list[Row] = [("condition", "scenario", "category", "question", "preferred", f"{a} chose", f"{b} chose")]
    for contrast in contrasts:
        where, o = contrast.condition or f"{a}, {b}", contrast.outcomes
        counts = (o.both_right, o.both_wrong, o.right_to_wrong, o.wrong_to_right, o.mixed, o.only_a, o.only_b)
        counted.append((where, *map(str, counts)))
        for turn, (sign_a, sign_b) in TURNS.items():
            for flip in [one for one in contrast.flips if one.turn == turn][:most]:
                category = flip.category.replace("_", " ")
                chose_a, chose_b = chosen(flip.a, names.runs_a), chosen(flip.b, names.runs_b)
                signs = (f"{sign_a} {chose_a}", f"{sign_b} {chose_b}")
                listed.append((where, flip.scenario, category, flip.question, flip.gold, *signs))
    yield Section(3, f"Scenarios by {scorers[contrasts[0].outcomes.metric].title}", counted)
    if len(listed) > 1:
        yield Section(3, f"Scenarios that flipped, at most {most} of each condition and direction", listed)
