"""A small scenario with two candidates, asked with and without rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from claim_rows import ALPHA, BETA, NAMES, ROWS, TARGET

from claimstar.llm import Prompt
from claimstar.model.records import Response, Scenario, ScenarioCategory


@pytest.fixture
def scenario() -> Scenario:
    return Scenario(
        id="SCN_0001",
        category=ScenarioCategory.contraindication_sensitive,
        patient_context="The patient has high readings and has long had asthma.",
        decision_target=TARGET,
        question="Which option lowers the pressure?",
        candidate_options=[ALPHA, BETA],
        gold_option=ALPHA,
        acceptable_options=[ALPHA],
        gold_path=["ASR_0001", "ASR_0002", "ASR_0003"],
        gold_adverse_effects=["ASR_0005"],
        gold_contraindications=["ASR_0006"],
        gold_evidence=["EV_0001", "EV_0002"],
        expected_uncertainty=False,
    )


@pytest.fixture
def make_prompt(scenario: Scenario) -> Callable[..., Prompt]:
    def make(**changes: Any) -> Prompt:
        rows = changes.get("rows", ROWS)
        shown = "\n".join(f"[{row.assertion}] {row.subject_name} {row.predicate} {row.object_name}" for row in rows)
        values: dict[str, Any] = {
            "system": "You answer from the context, in JSON.",
            "user": f"{scenario.patient_context} {scenario.question}\nOptions: alphapril; betalol\n\nContext:\n{shown}",
            "response_schema": Response.model_json_schema(),
            "scenario": scenario,
            "candidates": NAMES,
            "rows": rows,
            "condition": "C4",
            "seed": 0,
        }
        return Prompt(**{**values, **changes})

    return make
