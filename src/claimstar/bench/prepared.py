"""What is put to a model: the prompts of a run, and all that its folder must know about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimstar.bench.reference import Reference
from claimstar.bench.run_folder import PromptLine
from claimstar.bench.run_manifest import ConditionNote
from claimstar.llm.protocol import Prompt
from claimstar.model.records import Scenario


@dataclass(frozen=True)
class Prepared:
    """Everything a run needs besides the model.

    Attributes:
        suite, suite_title: the suite.
        conditions: the conditions to ask under, in order.
        scorers: names of the metrics.
        graph_hash, schema_version: of the graph that the contexts were cut from.
        scenarios_hash, template_hash, prompt_hash: of the scenarios, the query templates and the prompt templates.
        seed: the run's seed.
        scenarios: by id, in order.
        prompts: by scenario and condition; what is put and what is kept of it.
        reference: the look-up for scores and reports.
    """

    suite: str
    suite_title: str
    conditions: tuple[ConditionNote, ...]
    scorers: tuple[str, ...]
    graph_hash: str
    schema_version: str
    scenarios_hash: str
    template_hash: str
    prompt_hash: str
    seed: int
    scenarios: Mapping[str, Scenario]
    prompts: Mapping[tuple[str, str], tuple[Prompt, PromptLine]]
    reference: Reference
