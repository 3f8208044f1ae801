"""Values of a comparison as its text and Markdown forms write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimstar.bench.comparison.compare import Coverage
from claimstar.bench.comparison.flips import Choice
from claimstar.bench.comparison.standing import Standing, standing
from claimstar.bench.deltas import Delta
from claimstar.bench.scorers import Scorer
from claimstar.bench.sides import ModelRuns
from claimstar.bench.statistics import PairedDelta
from claimstar.plain import plain

NA = "NA"
SIGNS = {("ahead", "a"): "◀", ("ahead", "b"): "▶", ("leads", "a"): "◁", ("leads", "b"): "▷"}
"""An arrow points at the better side, as the columns stand; it is full where the side is ahead."""


def number(value: float | None) -> str:
    """A value to three decimals.

    >>> number(0.8733), number(None)
    ('0.873', 'NA')
    """
    return NA if value is None else f"{round(value, 9):.3f}".replace("-", "−")


def signed(value: float | None, digits: int = 3) -> str:
    """A difference, always with its sign but for a zero.

    >>> signed(0.284), signed(-0.145), signed(-1e-17), signed(None)
    ('+0.284', '−0.145', '0.000', 'NA')
    """
    if value is None:
        return NA
    text = (
        f"{round(value, 9):+.{digits}f}"  # so that a sum and a mean of the same numbers do not differ in the last digit
    )
    return (text[1:] if float(text) == 0 else text).replace("-", "−")


def p_value(p: float | None) -> str:
    """A p value to three decimals.

    >>> p_value(0.0004), p_value(0.0123), p_value(None)
    ('<0.001', '0.012', 'NA')
    """
    return NA if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def interval(paired: PairedDelta) -> str:
    """The 95 % interval of a delta, or why there is none."""
    if paired.low is not None and paired.high is not None:
        return f"[{signed(paired.low, 2)}, {signed(paired.high, 2)}]"
    return {"constant": "all alike", "single": "one pair"}.get(paired.interval, "")


def titled(scorer: Scorer) -> str:
    """The title of a metric with an arrow to where it is better."""
    return f"{scorer.title} {'↓' if scorer.direction == 'lower' else '↑'}"


def stands(found: Standing, a: str, b: str) -> str:
    """Who is ahead, in two words.

    >>> stands(Standing("ahead", "b"), "A", "B"), stands(Standing("leads", "a"), "A", "B")
    ('▶ B ahead', '◁ A leads')
    """
    if found.side is None:
        return {"tie": "= tie", "split": "≠ split"}.get(found.kind, NA)
    return f"{SIGNS[found.kind, found.side]} {a if found.side == 'a' else b} {found.kind}"


def favourable(favours: str, value: float | None) -> str:
    """Whether a difference speaks for side b, as the paper's Table 3 asks it."""
    return NA if value is None else {"b": "yes", "a": "no"}.get(favours, "tie")


@dataclass(frozen=True)
class DeltaCells:
    """The cells of one delta."""

    metric: str
    mean_a: str
    mean_b: str
    delta: str
    interval: str
    p: str
    p_holm: str
    d: str
    r: str
    pairs: str
    alone: str
    better: str


def cells_of(delta: Delta, scorer: Scorer) -> DeltaCells:
    """A delta as text."""
    paired = delta.paired
    return DeltaCells(
        metric=titled(scorer),
        mean_a=number(paired.mean_a),
        mean_b=number(paired.mean_b),
        delta=signed(paired.delta),
        interval=interval(paired),
        p=p_value(paired.p),
        p_holm=p_value(delta.p_holm),
        d=signed(paired.cohens_d, 2),
        r=signed(paired.rank_biserial, 2),
        pairs=str(paired.n),
        alone=f"{paired.only_a}/{paired.only_b}",
        better=stands(standing(delta), delta.a, delta.b),
    )


@dataclass(frozen=True)
class MarginalCells:
    """The cells of one row of the paper's Table 3, the paired delta beside it."""

    metric: str
    mean_a: str
    n_a: str
    mean_b: str
    n_b: str
    marginal: str
    marginal_favours: str
    paired: str
    pairs: str
    paired_favours: str


def marginal_cells(delta: Delta, scorer: Scorer) -> MarginalCells:
    """A row of the paper's Table 3."""
    marginal, paired = delta.marginal, delta.paired
    return MarginalCells(
        metric=titled(scorer),
        mean_a=number(marginal.mean_a),
        n_a=str(marginal.n_a),
        mean_b=number(marginal.mean_b),
        n_b=str(marginal.n_b),
        marginal=signed(marginal.difference),
        marginal_favours=favourable(marginal.favours, marginal.difference),
        paired=signed(paired.delta),
        pairs=str(paired.n),
        paired_favours=favourable(paired.favours, paired.delta),
    )


def disagreements(deltas: Sequence[Delta], scorers: Mapping[str, Scorer]) -> list[str]:
    """A line that names the metrics whose marginal and paired differences speak for different conditions, or none."""
    titles = [
        scorers[delta.metric].title
        for delta in deltas
        if delta.metric in scorers and {delta.marginal.favours, delta.paired.favours} == {"a", "b"}
    ]
    return [f"Marginal and paired differences speak for different conditions: {'; '.join(titles)}."] if titles else []


def chosen(choices: Sequence[Choice], runs: int) -> str:
    """The options that a side chose; with repeats, in how many of them."""
    if runs == 1:
        return plain(choices[0].name) if choices else NA
    return plain(", ".join(f"{choice.name} ({choice.times})" for choice in choices)) or NA


def repeats(side: ModelRuns) -> str:
    """How many runs a side has, and whether repeats tell anything."""
    if len(side.runs) == 1:
        return ""
    seeds = ", ".join(str(run.manifest.seed) for run in side.runs)
    copies = "; all gave the same answers" if side.copies else ""
    return f"{len(side.runs)} repeats (seeds {seeds}){copies}"


def coverage_text(found: Coverage) -> str:
    """Prompts scored of those planned.

    A run with a limit has planned no more than that.
    """
    limit = found.run.manifest.limit
    return f"{found.scored} of {found.planned}{f' (limit {limit})' if limit else ''}"


def unscored_text(found: Coverage) -> str:
    """Unscored prompts by cause and condition; empty for none."""
    return "; ".join(f"{cause} ({condition}) {n}" for cause, condition, n in found.unscored)
