"""The results of a run: the panel, the categories, the scores behind them, and what they were made with."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from claimstar.bench.deltas import Delta, all_pairs, condition_deltas
from claimstar.bench.panel import Cell, NoteCount, Scored, by_category, causes, count_notes, panel
from claimstar.bench.score import RunRecord, score_run
from claimstar.bench.scorers import Scorer, ScoreValue
from claimstar.bench.usage import RunUsage, use_all

Clock = Callable[[], datetime]
"""Where the time comes from; passed in, so that a test can stop it."""

PACKAGES = (
    "claimstar",
    "jinja2",
    "matplotlib",
    "numpy",
    "openai",
    "pydantic",
    "scipy",
    "statsmodels",
    "torch",
    "transformers",
)


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that shape prompts, answers and scores; absent ones are left out."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


@dataclass(frozen=True)
class ContextSize:
    """What a condition showed, as means over its prompts; ``gold_overlap`` is the share of the gold path shown."""

    condition: str
    prompts: int
    rows: float
    tokens: float
    gold_overlap: float | None


@dataclass(frozen=True)
class Results:
    """Everything a run yields.

    Attributes:
        record: the run as read from its folder.
        scorers: the metrics in the order of the panel.
        scored: the scores of every planned prompt.
        panel: condition × metric.
        categories: category × condition × metric.
        causes: unscored prompts counted: cause, condition, n.
        notes: ids of answers that were changed or look wrong, counted by kind and condition.
        contexts: what each condition showed.
        deltas: each two conditions × metric, paired within scenarios.
        usage: calls, tokens, time and money.
        scored_at: when, ISO 8601 in UTC.
        versions: what it was scored with.
    """

    record: RunRecord
    scorers: tuple[Scorer, ...]
    scored: tuple[Scored, ...]
    panel: tuple[Cell, ...]
    categories: tuple[Cell, ...]
    causes: tuple[tuple[str, str, int], ...]
    notes: tuple[NoteCount, ...]
    contexts: tuple[ContextSize, ...]
    deltas: tuple[Delta, ...]
    usage: RunUsage
    scored_at: str
    versions: dict[str, str]

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """The names of the conditions, in order."""
        return tuple(note.name for note in self.record.manifest.conditions)

    @property
    def unscored(self) -> int:
        """How many planned prompts have no scores."""
        return sum(one.unscored is not None for one in self.scored)

    def cell(self, condition: str, metric: str) -> Cell:
        """One mean of the panel."""
        return next(cell for cell in self.panel if (cell.condition, cell.metric) == (condition, metric))

    def head(self) -> dict[str, Any]:
        """All but the scores, JSON-ready; only ``scored_at`` depends on when it is called."""
        manifest = json.loads(self.record.manifest.to_json())
        return {
            "scored_at": self.scored_at,
            "versions": self.versions,
            "run": {key: value for key, value in manifest.items() if key != "response_schema"},
            "counts": {
                "planned": len(self.scored),
                "answered": len(self.record.generations),
                "scored": len(self.scored) - self.unscored,
                "unscored": self.unscored,
            },
            "metrics": [
                {key: value for key, value in vars(scorer).items() if key != "compute"} for scorer in self.scorers
            ],
            "panel": [_flat(cell) for cell in self.panel],
            "by_category": [_flat(cell) for cell in self.categories],
            "unscored": [{"cause": cause, "condition": condition, "n": n} for cause, condition, n in self.causes],
            "notes": [asdict(one) for one in self.notes],
            "usage": [asdict(one) for one in self.usage.conditions],
            "usage_total": asdict(self.usage.total),
            "deltas": [delta.to_dict() for delta in self.deltas],
            "contexts": [asdict(size) for size in self.contexts],
        }

    def json_parts(self) -> Iterator[str]:
        """The results as JSON text in parts, the scores one answer a line: whole, they may not fit into memory."""
        yield json.dumps(self.head(), indent=1, ensure_ascii=False, allow_nan=False).removesuffix("\n}")
        yield ',\n "scores": ['
        for place, one in enumerate(self.scored):
            line = json.dumps(_flat_scores(one), ensure_ascii=False, allow_nan=False)
            yield f"{',' if place else ''}\n  {line}"
        yield "\n ]\n}\n"


def _flat_scores(one: Scored) -> dict[str, Any]:
    return {
        "scenario": one.scenario,
        "category": one.category,
        "condition": one.condition,
        "unscored": one.unscored,
        **({"notes": list(one.notes)} if one.notes else {}),
        "scores": {name: _flat_score(score) for name, score in one.scores.items()},
    }


def _flat_score(score: ScoreValue) -> dict[str, Any]:
    """A score; what it matched, missed and found unsupported only where there is some."""
    flat: dict[str, Any] = {"value": score.value, "reason": score.reason}
    for name in ("matched", "missed", "unsupported"):
        if found := getattr(score, name):
            flat[name] = list(found)
    return flat


def _flat(cell: Cell) -> dict[str, Any]:
    place = {"category": cell.category} if cell.category else {}
    return {**place, "condition": cell.condition, "metric": cell.metric, **asdict(cell.estimate)}


def _sizes(record: RunRecord, conditions: Sequence[str]) -> tuple[ContextSize, ...]:
    sizes = []
    for condition in conditions:
        prompts = [prompt for prompt in record.prompts.values() if prompt.condition == condition]
        if not prompts:
            continue
        overlaps = [prompt.gold_overlap for prompt in prompts if prompt.gold_overlap is not None]
        n = len(prompts)
        sizes.append(
            ContextSize(
                condition,
                n,
                sum(len(prompt.shown) for prompt in prompts) / n,
                sum(prompt.tokens for prompt in prompts) / n,
                sum(overlaps) / len(overlaps) if overlaps else None,
            )
        )
    return tuple(sizes)


def make_results(record: RunRecord, clock: Clock) -> Results:
    """Score a run and gather its panel."""
    scored = score_run(record)
    conditions = [note.name for note in record.manifest.conditions]
    prices = record.manifest.prices
    return Results(
        record=record,
        scorers=record.scorers,
        scored=scored,
        panel=panel(scored, record.scorers, conditions),
        categories=by_category(scored, record.scorers, conditions),
        causes=causes(scored),
        notes=count_notes((one.condition, one.notes) for one in scored),
        contexts=_sizes(record, conditions),
        deltas=condition_deltas(scored, record.scorers, all_pairs(conditions)),
        usage=use_all(conditions, record.generations.values(), record.replaced, prices.price if prices else None),
        scored_at=clock().isoformat(timespec="seconds"),
        versions=versions(),
    )
