"""The rows of a small graph: two options, a chain of three steps and one of one, a harm and a contraindication."""

from __future__ import annotations

from typing import Any

from claimstar.model.claims import ClaimRow

ALPHA, BETA = "x:alpha", "x:beta"
NAMES = ((ALPHA, "alphapril"), (BETA, "betalol"))
TARGET = "t:pressure"


def chain_row(assertion: str, subject: str, predicate: str, obj: str, **values: Any) -> ClaimRow:
    relation_class = "mechanism" if predicate in {"targets", "participates_in"} else "effect"
    names = {ALPHA: "alphapril", BETA: "betalol", TARGET: "pressure"}
    return ClaimRow(
        assertion,
        subject,
        names.get(subject, subject),
        predicate,
        obj,
        names.get(obj, obj),
        relation_class,
        **{"target": TARGET, "direction": "decreased" if relation_class == "effect" else "none", **values},
    )


ROWS = (
    chain_row("ASR_0001", ALPHA, "targets", "p:one", option=ALPHA, step=1, confidence=0.9, evidence=("EV_0001",)),
    chain_row("ASR_0002", "p:one", "participates_in", "b:one", step=2, confidence=0.9, evidence=("EV_0001",)),
    chain_row("ASR_0003", "b:one", "causes_decrease_in", TARGET, step=3, confidence=0.9, evidence=("EV_0002",)),
    chain_row("ASR_0004", BETA, "causes_decrease_in", TARGET, option=BETA, step=1, confidence=0.5),
    ClaimRow(
        "ASR_0005", ALPHA, "alphapril", "may_cause_adverse_effect", "h:1", "dry cough", "adverse_effect", option=ALPHA
    ),
    ClaimRow(
        "ASR_0006", BETA, "betalol", "contraindicated_for", "c:1", "Asthma", "contraindication", option=BETA
    ),
)  # fmt: skip
