"""Differences between two conditions, or between two models under one: paired within scenarios, and of marginal means.

The paired delta is over the scenarios in which both sides are defined. The marginal difference is that of two means,
each over all that its own side has defined: other scenarios and another n on each side, no interval and no test. The
paper's Table 3 is of the second kind. The two have different names here and are never put in each other's place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, Literal

from claimstar.bench.panel import Scored
from claimstar.bench.scorers import Scorer
from claimstar.bench.statistics import PairedDelta, holm, paired_delta
from claimstar.bench.statistics.paired import favoured


@dataclass(frozen=True)
class Side:
    """What one side has, by metric.

    Attributes:
        means: scenario to the mean of its values: repeats make one value, so that they do not count as scenarios.
        marginal: how many values there are, and their mean; None for none.
    """

    means: Mapping[str, Mapping[str, float]]
    marginal: Mapping[str, tuple[int, float | None]]


NOTHING = Side({}, {})


@dataclass(frozen=True)
class Marginal:
    """The difference of two marginal means; every mean over what its own side has. ``n`` are values, not pairs."""

    n_a: int
    n_b: int
    mean_a: float | None
    mean_b: float | None
    difference: float | None
    favours: Literal["a", "b", "neither"]


@dataclass(frozen=True)
class Delta:
    """One metric of two sides.

    Attributes:
        a, b: the sides; every difference is b - a.
        metric: its name.
        paired: within scenarios.
        p_holm: the paired p adjusted over the family, which is the metrics of this pair of sides; None where p is.
        marginal: of the marginal means.
    """

    a: str
    b: str
    metric: str
    paired: PairedDelta
    p_holm: float | None
    marginal: Marginal

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the paired values flat, the marginal ones under ``marginal``."""
        place = {"a": self.a, "b": self.b, "metric": self.metric}
        return {**place, **asdict(self.paired), "p_holm": self.p_holm, "marginal": asdict(self.marginal)}


def _one_run(scored: Sequence[Scored], names: Sequence[str]) -> dict[str, dict[str, dict[str, float]]]:
    """Condition to metric to scenario to value, of the scores that are defined."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for one in scored:
        side = found.get(one.condition)
        if side is None:
            side = found[one.condition] = {name: {} for name in names}
        for name, score in one.scores.items():
            if score.value is not None and name in side:
                side[name][one.scenario] = score.value
    return found


def gather(runs: Sequence[Sequence[Scored]], scorers: Sequence[Scorer]) -> dict[str, Side]:
    """What one model has by condition, from one run or from several that repeat it.

    Args:
        runs: the scores of each.
        scorers: the metrics to keep.
    """
    names = [scorer.name for scorer in scorers]
    each = [_one_run(scored, names) for scored in runs]
    conditions = dict.fromkeys(condition for found in each for condition in found)
    return {
        condition: _side({name: [found[condition][name] for found in each if condition in found] for name in names})
        for condition in conditions
    }


def _side(values: Mapping[str, Sequence[Mapping[str, float]]]) -> Side:
    means: dict[str, Mapping[str, float]] = {}
    marginal: dict[str, tuple[int, float | None]] = {}
    for name, runs in values.items():
        n = sum(map(len, runs))
        marginal[name] = (n, sum(sum(run.values()) for run in runs) / n if n else None)
        means[name] = runs[0] if len(runs) == 1 else _means(runs)
    return Side(means, marginal)


def _means(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each scenario over the runs that have it."""
    several: dict[str, list[float]] = {}
    for run in runs:
        for scenario, value in run.items():
            several.setdefault(scenario, []).append(value)
    return {scenario: sum(values) / len(values) for scenario, values in several.items()}


def _marginal(a: Side, b: Side, scorer: Scorer) -> Marginal:
    (n_a, mean_a), (n_b, mean_b) = (side.marginal.get(scorer.name, (0, None)) for side in (a, b))
    difference = None if mean_a is None or mean_b is None else mean_b - mean_a
    return Marginal(n_a, n_b, mean_a, mean_b, difference, favoured(difference, scorer.direction))


def compare_sides(names: tuple[str, str], a: Side, b: Side, scorers: Sequence[Scorer]) -> tuple[Delta, ...]:
    """Every metric of two sides, in the order of the metrics, Holm over them."""
    deltas = []
    for scorer in scorers:
        firsts, seconds = a.means.get(scorer.name, {}), b.means.get(scorer.name, {})
        paired = paired_delta(firsts, seconds, kind=scorer.kind, direction=scorer.direction)
        deltas.append(Delta(*names, scorer.name, paired, None, _marginal(a, b, scorer)))
    adjusted = holm([delta.paired.p for delta in deltas])
    return tuple(replace(delta, p_holm=p) for delta, p in zip(deltas, adjusted, strict=True))


def condition_deltas(
    scored: Sequence[Scored], scorers: Sequence[Scorer], pairs: Iterable[tuple[str, str]]
) -> tuple[Delta, ...]:
    """The metrics of pairs of conditions of a run; ``C2, C4`` gives C4 - C2.

    Where the run has no score under a condition, everything is NA with n = 0.
    """
    sides = gather([scored], scorers)
    return tuple(
        delta
        for a, b in pairs
        for delta in compare_sides((a, b), sides.get(a, NOTHING), sides.get(b, NOTHING), scorers)
    )


def all_pairs(conditions: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each two conditions, the earlier first.

    >>> all_pairs(["C1", "C2", "C3"])
    (('C1', 'C2'), ('C1', 'C3'), ('C2', 'C3'))
    """
    return tuple(combinations(conditions, 2))
