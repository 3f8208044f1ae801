"""Sides compared with each other under every condition, or conditions of one run with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from claimstar.bench.comparison.flips import Answers, Flip, Outcomes, find_flips, outcome_metric
from claimstar.bench.deltas import NOTHING, Delta, Side, compare_sides, gather
from claimstar.bench.panel import Cell, Scored, causes
from claimstar.bench.score import RunRecord, score_run
from claimstar.bench.scorers import Scorer
from claimstar.bench.sides import ModelRuns, gather_sides
from claimstar.bench.statistics import estimate
from claimstar.errors import UsageError


@dataclass(frozen=True)
class Contrast:
    """Two sides of which everything but one thing is alike.

    Attributes:
        a, b: keys of the sides; every difference is b - a.
        condition: under which; None where a and b are conditions themselves.
        deltas: in the order of the metrics. They are one family of tests.
        outcomes, flips: by the metric that tells right from wrong.
    """

    a: str
    b: str
    condition: str | None
    deltas: tuple[Delta, ...]
    outcomes: Outcomes
    flips: tuple[Flip, ...]

    @property
    def tests(self) -> int:
        """How many tests Holm's adjustment is over: the metrics that have one."""
        return sum(delta.paired.p is not None for delta in self.deltas)


@dataclass(frozen=True)
class Coverage:
    """What a run has: prompts planned, answers scored, and the unscored by cause, condition and n."""

    run: RunRecord
    planned: int
    scored: int
    unscored: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True)
class SideSummary:
    """A side: who it is, what its runs have, and its own means, over all that is defined on it.

    With repeats the intervals are clustered by scenario.
    """

    side: ModelRuns
    coverage: tuple[Coverage, ...]
    panel: tuple[Cell, ...]


@dataclass(frozen=True)
class Comparison:
    """Sides compared two by two.

    Attributes:
        sides: in the order in which their first runs were named.
        conditions: name to title.
        scorers: the metrics that all runs have.
        left_out: names of metrics that some runs lack.
        contrasts: for each two sides, for each condition.
    """

    sides: tuple[SideSummary, ...]
    conditions: Mapping[str, str]
    scorers: tuple[Scorer, ...]
    left_out: tuple[str, ...]
    contrasts: tuple[Contrast, ...]

    @property
    def pairs(self) -> tuple[tuple[SideSummary, SideSummary, tuple[Contrast, ...]], ...]:
        """Each two sides with their contrasts."""
        return tuple(
            (a, b, tuple(one for one in self.contrasts if (one.a, one.b) == (a.side.key, b.side.key)))
            for a, b in combinations(self.sides, 2)
        )


@dataclass(frozen=True)
class WithinRun:
    """Two conditions of one run."""

    coverage: Coverage
    scorers: tuple[Scorer, ...]
    contrast: Contrast


@dataclass(frozen=True)
class WithinRuns:
    """Two conditions compared in one run after the other. ``conditions`` are the two, name to title."""

    conditions: Mapping[str, str]
    runs: tuple[WithinRun, ...]


def _coverage(run: RunRecord, scored: Sequence[Scored]) -> Coverage:
    unscored = sum(one.unscored is not None for one in scored)
    return Coverage(run, len(scored), len(scored) - unscored, causes(scored))


def _answers(scores: Sequence[tuple[RunRecord, Sequence[Scored]]], condition: str) -> Answers:
    return Answers(
        tuple((run, {one.scenario: one for one in scored if one.condition == condition}) for run, scored in scores),
        condition,
    )


def _panel(runs: Sequence[Sequence[Scored]], scorers: Sequence[Scorer], conditions: Sequence[str]) -> tuple[Cell, ...]:
    """Condition × metric over all runs of a side; clusters are scenarios, which change nothing for a single run."""
    cells = []
    for condition in conditions:
        rows = [one for scored in runs for one in scored if one.condition == condition and one.unscored is None]
        for scorer in scorers:
            defined = [(value, one.scenario) for one in rows if (value := one.scores[scorer.name].value) is not None]
            values, clusters = [value for value, _ in defined], [scenario for _, scenario in defined]
            cells.append(Cell(condition, scorer.name, estimate(values, scorer.kind, clusters)))
    return tuple(cells)


def compare_runs(runs: Sequence[RunRecord]) -> Comparison:
    """Compare runs that were asked the same (see `claimstar.bench.sides.read_comparable`).

    Raises:
        UsageError: all are repeats of one model, or no metric is in all of them.
    """
    sides = gather_sides(runs)
    if len(sides) < 2:
        raise UsageError(
            f"all runs are repeats of one model, {sides[0].label}: there is nothing to compare it with",
            remedy="name a run of another model or of other settings; or compare conditions with --within",
        )
    scorers = tuple(one for one in runs[0].scorers if all(one.name in run.manifest.scorers for run in runs))
    if not scorers:
        raise UsageError("no metric is in all of these runs", remedy="score them with the same suite")
    names = dict.fromkeys(name for run in runs for name in run.manifest.scorers)
    kept = {scorer.name for scorer in scorers}
    conditions = {note.name: note.title for note in runs[0].manifest.conditions}
    scored: dict[Path, tuple[Scored, ...]] = {run.folder: score_run(run) for run in runs}
    gathered = {side.key: gather([scored[run.folder] for run in side.runs], scorers) for side in sides}

    def values(side: ModelRuns, condition: str) -> Side:
        return gathered[side.key].get(condition, NOTHING)

    def answers(side: ModelRuns, condition: str) -> Answers:
        return _answers([(run, scored[run.folder]) for run in side.runs], condition)

    contrasts = [
        _contrast(
            (a.key, b.key),
            condition,
            (values(a, condition), values(b, condition)),
            (answers(a, condition), answers(b, condition)),
            scorers,
        )
        for a, b in combinations(sides, 2)
        for condition in conditions
    ]
    return Comparison(
        sides=tuple(
            SideSummary(
                side,
                tuple(_coverage(run, scored[run.folder]) for run in side.runs),
                _panel([scored[run.folder] for run in side.runs], scorers, list(conditions)),
            )
            for side in sides
        ),
        conditions=conditions,
        scorers=scorers,
        left_out=tuple(name for name in names if name not in kept),
        contrasts=tuple(contrasts),
    )


def _contrast(
    keys: tuple[str, str],
    condition: str | None,
    sides: tuple[Side, Side],
    answers: tuple[Answers, Answers],
    scorers: Sequence[Scorer],
) -> Contrast:
    outcomes, flips = find_flips(*answers, outcome_metric(scorers))
    return Contrast(*keys, condition, compare_sides(keys, *sides, scorers), outcomes, flips)


def compare_within(runs: Sequence[RunRecord], a: str, b: str) -> WithinRuns:
    """Compare two conditions in each run on its own.

    Raises:
        UsageError: the runs have no such condition, or it is the same one twice.
    """
    titles = {note.name: note.title for note in runs[0].manifest.conditions}
    unknown = [name for name in dict.fromkeys((a, b)) if name not in titles]
    if unknown:
        names = ", ".join(map(repr, unknown))
        raise UsageError(f"no condition {names} in these runs", remedy=f"two of {', '.join(titles)}")
    if a == b:
        raise UsageError(f"{a} cannot be compared with itself", remedy=f"name two of {', '.join(titles)}")
    found = []
    for run in runs:
        scored = score_run(run)
        sides = gather([scored], run.scorers)
        contrast = _contrast(
            (a, b),
            None,
            (sides.get(a, NOTHING), sides.get(b, NOTHING)),
            (_answers([(run, scored)], a), _answers([(run, scored)], b)),
            run.scorers,
        )
        found.append(WithinRun(_coverage(run, scored), run.scorers, contrast))
    return WithinRuns({name: titles[name] for name in (a, b)}, tuple(found))
