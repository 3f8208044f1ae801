"""The panel: scores gathered by condition, and by category and condition. Undefined scores are in no mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimstar.bench.scorers import Scorer, ScoreValue
from claimstar.bench.statistics import Estimate, estimate


@dataclass(frozen=True)
class Scored:
    """The scores of one generation, or why it has none.

    Attributes:
        scenario, category, condition: where the generation stands.
        scores: metric name to score; empty for a generation that could not be scored.
        unscored: why not, in words, starting with the cause up to the first colon; None for a scored one.
        notes: what was changed in its ids or looks wrong there, each starting with its kind up to the first colon.
    """

    scenario: str
    category: str
    condition: str
    scores: Mapping[str, ScoreValue]
    unscored: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def cause(self) -> str:
        """The kind of failure, for counting; empty for a scored generation."""
        return (self.unscored or "").partition(":")[0]


@dataclass(frozen=True)
class Cell:
    """One mean of the panel. ``category`` is None in the cells over all categories."""

    condition: str
    metric: str
    estimate: Estimate
    category: str | None = None


def _cells(scored: Iterable[Scored], scorers: Sequence[Scorer], condition: str, category: str | None) -> list[Cell]:
    rows = [one.scores for one in scored if one.unscored is None]
    cells = []
    for scorer in scorers:
        values = [value for row in rows if (value := row[scorer.name].value) is not None]
        cells.append(Cell(condition, scorer.name, estimate(values, scorer.kind), category))
    return cells


def panel(scored: Sequence[Scored], scorers: Sequence[Scorer], conditions: Sequence[str]) -> tuple[Cell, ...]:
    """Condition × metric, in the order of the conditions and the metrics."""
    return tuple(
        cell
        for condition in conditions
        for cell in _cells([one for one in scored if one.condition == condition], scorers, condition, None)
    )


def by_category(scored: Sequence[Scored], scorers: Sequence[Scorer], conditions: Sequence[str]) -> tuple[Cell, ...]:
    """Category × condition × metric, categories in order of first appearance."""
    rooms: dict[tuple[str, str], list[Scored]] = {}
    for one in scored:
        rooms.setdefault((one.category, one.condition), []).append(one)
    return tuple(
        cell
        for category in dict.fromkeys(one.category for one in scored)
        for condition in conditions
        for cell in _cells(rooms.get((category, condition), ()), scorers, condition, category)
    )


def causes(scored: Iterable[Scored]) -> tuple[tuple[str, str, int], ...]:
    """Unscored generations counted: cause, condition, n; most frequent first, then by name."""
    counted = Counter((one.cause, one.condition) for one in scored if one.unscored is not None)
    return tuple(
        (cause, condition, n) for (cause, condition), n in sorted(counted.items(), key=lambda e: (-e[1], e[0]))
    )


@dataclass(frozen=True)
class NoteCount:
    """So many ids of a condition's answers have a note of a kind, in so many answers."""

    kind: str
    condition: str
    n: int
    answers: int


def count_notes(noted: Iterable[tuple[str, Sequence[str]]]) -> tuple[NoteCount, ...]:
    """Notes on ids counted by kind and condition; most frequent first, then by name.

    Args:
        noted: the condition and the notes of each scored answer.
    """
    ids: Counter[tuple[str, str]] = Counter()
    answers: Counter[tuple[str, str]] = Counter()
    for condition, notes in noted:
        kinds = [note.partition(":")[0] for note in notes]
        ids.update((kind, condition) for kind in kinds)
        answers.update((kind, condition) for kind in set(kinds))
    return tuple(NoteCount(*key, n, answers[key]) for key, n in sorted(ids.items(), key=lambda e: (-e[1], e[0])))
