"""The metrics, one a file. ``SCORERS`` is the registry: name to metric, in the order of the panel."""

from __future__ import annotations

from collections.abc import Sequence

from claimstar.bench.scorers import (
    abstention_credit_accuracy,
    adverse_effect_f1,
    adverse_effect_f1_strict,
    causal_f1,
    causal_f1_strict,
    causal_precision,
    causal_recall,
    contraindication_recall,
    contraindication_recall_narrow,
    evidence_accuracy,
    evidence_accuracy_strict,
    false_hedge_rate,
    hedge_sensitivity,
    intervention_accuracy,
    path_order,
    preferred_accuracy,
    uncertainty_correct,
    uncertainty_paper_policy,
    unsupported_rate_full,
    unsupported_rate_shown,
)
from claimstar.bench.scorers.scorer import Scorer, ScoreValue
from claimstar.errors import LookupFailure

__all__ = ["SCORERS", "ScoreValue", "Scorer", "choose", "outcome_metric"]

OUTCOME = "intervention_accuracy"

_MODULES = (
    intervention_accuracy,
    preferred_accuracy,
    abstention_credit_accuracy,
    causal_precision,
    causal_recall,
    causal_f1,
    causal_f1_strict,
    path_order,
    adverse_effect_f1,
    adverse_effect_f1_strict,
    contraindication_recall,
    contraindication_recall_narrow,
    evidence_accuracy,
    evidence_accuracy_strict,
    unsupported_rate_shown,
    unsupported_rate_full,
    uncertainty_correct,
    uncertainty_paper_policy,
    hedge_sensitivity,
    false_hedge_rate,
)

SCORERS: dict[str, Scorer] = {module.SCORER.name: module.SCORER for module in _MODULES}


def choose(names: Sequence[str]) -> tuple[Scorer, ...]:
    """The metrics of the given names, in that order.

    Raises:
        LookupFailure: names that are not in the registry; all of them are told.
    """
    unknown = [name for name in names if name not in SCORERS]
    if unknown:
        raise LookupFailure(f"no metric {', '.join(map(repr, unknown))}", remedy=f"choose from: {', '.join(SCORERS)}")
    return tuple(SCORERS[name] for name in names)


def outcome_metric(scorers: Sequence[Scorer]) -> str:
    """The metric that tells right from wrong: accuracy of the chosen option, else the first.

    Raises:
        ValueError: there is no metric.
    """
    names = [scorer.name for scorer in scorers]
    if not names:
        raise ValueError("no metric tells right from wrong")
    return OUTCOME if OUTCOME in names else names[0]
