"""What of a comparison is shown. The JSON form shows all; tests and their families never depend on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimstar.bench.comparison.axes import axes_of, main_metrics, table_3_metrics
from claimstar.bench.comparison.compare import Comparison, WithinRuns
from claimstar.bench.scorers import Scorer
from claimstar.errors import UsageError


@dataclass(frozen=True)
class View:
    """What is shown.

    Attributes:
        metrics: names of metrics, in order.
        conditions: names of conditions, in order; those compared, where conditions are.
        flips: how many flipped scenarios of each condition and direction.
    """

    metrics: tuple[str, ...]
    conditions: tuple[str, ...]
    flips: int


def _unknown(word: str, asked: Sequence[str], known: Sequence[str]) -> list[str]:
    strange = [repr(name) for name in dict.fromkeys(asked) if name not in known]
    return [f"no {word} {', '.join(strange)} in these runs, one of {', '.join(known)}"] if strange else []


def choose_view(
    found: Comparison | WithinRuns,
    *,
    metrics: Sequence[str] = (),
    all_metrics: bool = False,
    conditions: Sequence[str] = (),
    flips: int = 3,
) -> View:
    """What to show of a comparison.

    Args:
        metrics: these, in the order of the panel; without any the main one of each axis, or for conditions of a run
            those of the paper's Table 3.
        all_metrics: all.
        conditions: these only; all without any.
        flips: how many flipped scenarios of each condition and direction.

    Raises:
        UsageError: the runs have no such metric or condition; all that they lack are named.
    """
    scorers: tuple[Scorer, ...]
    if isinstance(found, Comparison):
        scorers, usual = found.scorers, main_metrics(found.scorers)
    else:
        scorers = found.runs[0].scorers
        usual = table_3_metrics(scorers)
    names = [scorer.name for axis in axes_of(scorers) for scorer in axis.scorers]
    known = list(found.conditions)
    problems = [*_unknown("metric", metrics, names), *_unknown("condition", conditions, known)]
    if problems:
        raise UsageError("; ".join(problems), remedy="choose from those named")
    chosen = tuple(names if all_metrics else [name for name in names if name in metrics])
    return View(chosen or usual, tuple(name for name in known if not conditions or name in conditions), flips)
