"""The leaderboard: groups of runs that were asked the same, and in each the sides, ranked by every metric."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimstar.bench.deltas import NOTHING, Side, gather
from claimstar.bench.leaderboard.find import Broken, KeptRun, find_run_folders, read_all
from claimstar.bench.leaderboard.rank import Place, rank_sides
from claimstar.bench.run_manifest import COMPARABLE, RunManifest, differences
from claimstar.bench.scorers import Scorer, choose
from claimstar.bench.sides import ModelRuns, gather_sides
from claimstar.bench.statistics import Estimate, estimate
from claimstar.errors import UsageError

ACCURACY = "intervention_accuracy"
"""The metric that ranks where none is named; where a group lacks it, its first one does."""


@dataclass(frozen=True)
class Row:
    """One side.

    Attributes:
        side: model, settings and label.
        runs: at least one; several are repeats.
        cells: (metric, condition) to the mean over all that is defined, clustered by scenario where runs repeat.
    """

    side: ModelRuns
    runs: tuple[KeptRun, ...]
    cells: Mapping[tuple[str, str], Estimate]

    @property
    def planned(self) -> int:
        """Prompts planned, over all runs."""
        return sum(len(run.scored) for run in self.runs)

    @property
    def answered(self) -> int:
        """Prompts with an answer in the log, over all runs."""
        return sum(run.answered for run in self.runs)

    @property
    def unscored(self) -> int:
        """Prompts without scores, over all runs: they are in no mean."""
        return sum(run.unscored for run in self.runs)


@dataclass(frozen=True)
class Group:
    """Runs that were asked the same.

    Attributes:
        number: 1 for the first.
        manifest: that of its first run, for what all share.
        differs: the fields in which it differs from the first group, in words; empty for the first.
        scenarios: how many scenarios its runs planned.
        scorers: the metrics that any of its runs has; a run without one has NA there.
        rows: by side, in order of path.
        metric: the name of the metric that ranks.
        condition: under which it ranks; None where the group lacks what was asked for.
        places: metric to the sides ranked by it under the condition; empty without a condition.
    """

    number: int
    manifest: RunManifest
    differs: tuple[str, ...]
    scenarios: int
    scorers: tuple[Scorer, ...]
    rows: tuple[Row, ...]
    metric: str | None
    condition: str | None
    places: Mapping[str, tuple[Place, ...]]

    @property
    def conditions(self) -> tuple[str, ...]:
        """Names of the conditions, in order."""
        return tuple(note.name for note in self.manifest.conditions)

    def row(self, key: str) -> Row:
        """The side of a key."""
        return next(row for row in self.rows if row.side.key == key)

    def ranked(self, metric: str | None) -> tuple[tuple[Row, Place], ...]:
        """The rows with their places by a metric; as they came, without ranks, where there is nothing to rank by."""
        places = self.places.get(metric or "") or tuple(Place(row.side.key, None, None) for row in self.rows)
        return tuple((self.row(place.side), place) for place in places)


@dataclass(frozen=True)
class Board:
    """All runs found below a folder: groups, the one with most runs first, and folders that are not in them."""

    directory: Path
    groups: tuple[Group, ...]
    broken: tuple[Broken, ...]


def make_board(directory: Path, *, by: str | None = None, condition: str | None = None) -> Board:
    """Find, read, score and rank the runs below a folder.

    Args:
        by: the metric that ranks; without it `ACCURACY`.
        condition: under which; without it the last one of each group.

    Raises:
        LookupFailure: no such folder, or no run in it.
        UsageError: no run has that metric or condition.
    """
    kept, broken = read_all(find_run_folders(directory))
    groups: dict[str, list[KeptRun]] = {}
    for run in kept:
        values = json.loads(run.manifest.to_json())
        groups.setdefault(json.dumps([values[key] for key in COMPARABLE], sort_keys=True), []).append(run)
    ordered = sorted(groups.values(), key=lambda group: -len(group))
    if ordered:
        _check_known("metric", by, [name for run in kept for name in run.manifest.scorers])
        _check_known("condition", condition, [note.name for run in kept for note in run.manifest.conditions])
    return Board(
        directory,
        tuple(_group(number, runs, ordered[0][0].manifest, by, condition) for number, runs in enumerate(ordered, 1)),
        broken,
    )


def _check_known(word: str, asked: str | None, known: Sequence[str]) -> None:
    if asked is not None and asked not in known:
        raise UsageError(f"no {word} {asked!r} in these runs", remedy=f"choose from {', '.join(dict.fromkeys(known))}")


def _group(number: int, runs: Sequence[KeptRun], first: RunManifest, by: str | None, condition: str | None) -> Group:
    manifest = runs[0].manifest
    names = list(dict.fromkeys(name for run in runs for name in run.manifest.scorers))
    scorers = choose(names)
    conditions = [note.name for note in manifest.conditions]
    by_folder = {run.folder: run for run in runs}
    members = {
        side.key: (side, tuple(by_folder[one.folder] for one in side.runs))
        for side in gather_sides([run.record for run in runs])
    }
    metric = by if by in names else None if by else ACCURACY if ACCURACY in names else next(iter(names), None)
    ranked = condition if condition in conditions else None if condition or not conditions else conditions[-1]
    values = {key: gather([run.scored for run in own], scorers) for key, (_, own) in members.items()}
    return Group(
        number=number,
        manifest=manifest,
        differs=tuple(words for words, _, _ in differences(first, manifest, COMPARABLE)),
        scenarios=len({one.scenario for run in runs for one in run.scored}),
        scorers=scorers,
        rows=tuple(Row(side, own, _cells(own, scorers, conditions)) for side, own in members.values()),
        metric=metric,
        condition=ranked,
        places=_places(values, scorers, ranked),
    )


def _places(
    values: Mapping[str, Mapping[str, Side]], scorers: Sequence[Scorer], condition: str | None
) -> dict[str, tuple[Place, ...]]:
    if condition is None:
        return {}
    sides = [(key, own.get(condition, NOTHING)) for key, own in values.items()]
    return {scorer.name: rank_sides(sides, scorer) for scorer in scorers}


def _cells(
    runs: Sequence[KeptRun], scorers: Sequence[Scorer], conditions: Sequence[str]
) -> dict[tuple[str, str], Estimate]:
    cells = {}
    for condition in conditions:
        rows = [one for run in runs for one in run.scored if one.condition == condition]
        for scorer in scorers:
            defined = [
                (score.value, one.scenario)
                for one in rows
                if (score := one.scores.get(scorer.name)) is not None and score.value is not None
            ]
            values, clusters = [value for value, _ in defined], [scenario for _, scenario in defined]
            cells[scorer.name, condition] = estimate(values, scorer.kind, clusters)
    return cells
