"""Runs gathered into sides: a side is one model under one group of settings, and its runs are repeats of each other.

The seed is no setting here: runs that differ in it alone are what repeats are made of. A run with ``--limit`` is no
repeat of a whole one: a mean over both would count the scenarios within the limit twice.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from claimstar.bench.run_folder import RunFolder
from claimstar.bench.run_manifest import COMPARABLE, RunManifest, differences
from claimstar.bench.score import RunRecord, read_run
from claimstar.errors import LookupFailure, UsageError

SEED = "seed"
"""The key of the seed among the settings of a model."""


@dataclass(frozen=True)
class ModelRuns:
    """One model under one group of settings.

    Attributes:
        key: A, B, C … in the order in which the sides were named.
        label: the model; where another side has the same one, with the settings or the limit that tell them apart.
        model: as the run names it, such as ``openai:MODEL``.
        settings: without the seed.
        runs: at least one; several are repeats.
    """

    key: str
    label: str
    model: str
    settings: Mapping[str, Any]
    runs: tuple[RunRecord, ...]

    @property
    def copies(self) -> bool:
        """Whether there are repeats and all of them gave the same texts to the prompts that they share.

        Then they say no more than one of them: a model that does not vary, or answers taken from the cache.
        """
        first, *others = self.runs
        shared = [
            (first.generations[pair].raw_text, other.generations[pair].raw_text)
            for other in others
            for pair in other.generations
            if pair in first.generations and other.generations[pair].raw_text
        ]
        return bool(shared) and all(one == another for one, another in shared)


def key_of(place: int) -> str:
    """A short name for the side at a place.

    >>> [key_of(place) for place in (0, 1, 25, 26)]
    ['A', 'B', 'Z', 'A2']
    """
    turn, letter = divmod(place, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(turn + 1) if turn else "")


def settings_of(manifest: RunManifest) -> dict[str, Any]:
    """The settings of the model without its seed."""
    return {name: value for name, value in manifest.settings.items() if name != SEED}


def _told_by(manifest: RunManifest) -> dict[str, Any]:
    """What tells two sides of one model apart: its settings, and the limit of a run that has one."""
    return settings_of(manifest) | ({"limit": manifest.limit} if manifest.limit is not None else {})


def gather_sides(runs: Sequence[RunRecord]) -> tuple[ModelRuns, ...]:
    """The runs by model, settings and limit, in order of first appearance."""
    groups: dict[str, list[RunRecord]] = {}
    for run in runs:
        identity = [run.manifest.model, _told_by(run.manifest)]
        groups.setdefault(json.dumps(identity, sort_keys=True), []).append(run)
    firsts = [group[0].manifest for group in groups.values()]
    return tuple(
        ModelRuns(key_of(place), _label(first, firsts), first.model, settings_of(first), tuple(group))
        for place, (first, group) in enumerate(zip(firsts, groups.values(), strict=True))
    )


def _label(mine: RunManifest, all_sides: Sequence[RunManifest]) -> str:
    settings = [_told_by(other) for other in all_sides if other.model == mine.model]
    names = sorted({name for one in settings for name in one})
    telling = [name for name in names if len({json.dumps(one.get(name), sort_keys=True) for one in settings}) > 1]
    if not telling:
        return mine.model
    own = _told_by(mine)
    return f"{mine.model} ({', '.join(_setting(name, own) for name in telling)})"


def _setting(name: str, settings: Mapping[str, Any]) -> str:
    if name not in settings:
        return f"no {name}"
    return f"{name} {_text(settings[name])}"


def read_comparable(folders: Sequence[Path]) -> tuple[RunRecord, ...]:
    """Read runs that were asked the same, whoever answered.

    Raises:
        UsageError: a run is named twice, or two runs were not asked the same; every field is named with both values.
        LookupFailure, InputError: see `claimstar.bench.score.read_run`.
    """
    missing = [str(folder) for folder in dict.fromkeys(folders) if not RunFolder(folder).exists()]
    if len(missing) > 1:
        raise LookupFailure(f"no run folders: {', '.join(missing)} have no manifest.json", remedy="name a run's --out")
    manifests = [RunFolder(folder).manifest() for folder in folders]
    check_distinct(folders, manifests)
    check_comparable(folders, manifests)
    return tuple(read_run(folder) for folder in folders)


def check_distinct(folders: Sequence[Path], manifests: Sequence[RunManifest]) -> None:
    """Refuse a folder, or a copy of it, that is there twice: a run is no repeat of itself.

    Raises:
        UsageError: all that are there twice are named.
    """
    seen: dict[object, Path] = {}
    twice = []
    for folder, manifest in zip(folders, manifests, strict=True):
        place = folder.resolve()
        identity = (manifest.run, manifest.seed, manifest.limit, json.dumps(manifest.settings, sort_keys=True))
        if place in seen:
            twice.append(f"{folder} is named twice")
        elif identity in seen:
            twice.append(f"{folder} and {seen[identity]} are the same run, {manifest.run}")
        seen.setdefault(place, folder)
        seen.setdefault(identity, folder)
    if twice:
        raise UsageError("; ".join(dict.fromkeys(twice)), remedy="name each run once")


def check_comparable(folders: Sequence[Path], manifests: Sequence[RunManifest]) -> None:
    """Refuse runs that were not asked the same.

    Raises:
        UsageError: every field in which a run differs from the first is named, with both values.
    """
    lines = [
        f"  {words}: {' and '.join(_values(here, there))} ({folders[0]} and {folder})"
        for folder, manifest in zip(folders[1:], manifests[1:], strict=True)
        for words, here, there in differences(manifests[0], manifest, COMPARABLE)
    ]
    if lines:
        raise UsageError(
            "these runs were not asked the same and cannot be compared:\n" + "\n".join(lines),
            remedy="make all runs from one store with the same --scenarios and --conditions",
        )


def _values(here: Any, there: Any) -> tuple[str, str]:
    """Two values for a message; lists of conditions by their names, where these differ."""
    if isinstance(here, list) and isinstance(there, list):
        names = [", ".join(each["name"] for each in value) for value in (here, there)]
        if names[0] != names[1]:
            return names[0], names[1]
    return _text(here), _text(there)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
