"""The axes of the panel: which metrics speak of the same thing. Section 3.7 of the paper names them.

Which policy a metric follows is no axis: strict and paper policy stand side by side on one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimstar.bench.scorers import Scorer

AXES = {
    "decision": ("intervention_accuracy", "preferred_accuracy", "abstention_credit_accuracy"),
    "causal path": ("causal_f1", "causal_f1_strict", "causal_precision", "causal_recall", "path_order"),
    "adverse effects": ("adverse_effect_f1", "adverse_effect_f1_strict"),
    "contraindications": ("contraindication_recall", "contraindication_recall_narrow"),
    "evidence": ("evidence_accuracy", "evidence_accuracy_strict"),
    "unsupported claims": ("unsupported_rate_shown", "unsupported_rate_full"),
    "uncertainty": ("uncertainty_correct", "uncertainty_paper_policy", "hedge_sensitivity", "false_hedge_rate"),
}
"""Axis to the names of its metrics, the main one first."""

TABLE_3 = (
    "intervention_accuracy",
    "causal_precision",
    "causal_recall",
    "causal_f1",
    "adverse_effect_f1",
    "evidence_accuracy",
    "unsupported_rate_shown",
    "contraindication_recall",
)
"""The metrics of the paper's Table 3, in its order."""

OTHER = "other"


@dataclass(frozen=True)
class Axis:
    """The metrics of one axis that a run has; at least one, the main one first."""

    name: str
    scorers: tuple[Scorer, ...]


def axes_of(scorers: Sequence[Scorer]) -> tuple[Axis, ...]:
    """The metrics by axis, in the order of the axes; those of no axis last, as ``other``."""
    by_name = {scorer.name: scorer for scorer in scorers}
    known = {name for names in AXES.values() for name in names}
    groups = {axis: [by_name[name] for name in names if name in by_name] for axis, names in AXES.items()}
    groups[OTHER] = [scorer for scorer in scorers if scorer.name not in known]
    return tuple(Axis(name, tuple(found)) for name, found in groups.items() if found)


def main_metrics(scorers: Sequence[Scorer]) -> tuple[str, ...]:
    """One metric for each axis."""
    return tuple(axis.scorers[0].name for axis in axes_of(scorers))


def table_3_metrics(scorers: Sequence[Scorer]) -> tuple[str, ...]:
    """The metrics of the paper's Table 3 that a run has; the main ones where it has none of them."""
    names = {scorer.name for scorer in scorers}
    return tuple(name for name in TABLE_3 if name in names) or main_metrics(scorers)
