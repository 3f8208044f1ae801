"""The prompt of a judge: situation, question, what is right, and the answer; never who gave it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from claimstar.bench.jinja import render
from claimstar.bench.judge.rubric import Rubric
from claimstar.bench.prepare import hash_files
from claimstar.bench.reference import Reference
from claimstar.llm.protocol import Prompt
from claimstar.model.records import Scenario

TEMPLATES = Path(__file__).parent.parent / "templates" / "judge"


def template_hash() -> str:
    """Hash of the two templates."""
    return hash_files((path.name, path) for path in sorted(TEMPLATES.glob("*.jinja")))


def _claims(ids: Sequence[str] | None, reference: Reference) -> list[dict[str, str]]:
    # an id without a text is still shown: the judge must not take it for invented
    return [
        {"id": each, "text": reference.claims[each].sentence() if each in reference.claims else "(text not at hand)"}
        for each in ids or ()
    ]


def judge_prompt(rubric: Rubric, scenario: Scenario, condition: str, answer: str, reference: Reference) -> Prompt:
    """The prompt for one answer.

    Args:
        answer: its JSON as it was read.
        reference: the look-up of the run.
    """

    def name(entity: str) -> str:
        return reference.entities[entity].name if entity in reference.entities else entity

    user = render(
        TEMPLATES,
        "user.jinja",
        scenario=scenario,
        options=[name(each) for each in scenario.candidate_options],
        acceptable=[name(each) for each in scenario.acceptable_options],
        reference=[
            ("Causal path, in order", _claims(scenario.gold_path, reference)),
            ("Harms of the right option", _claims(scenario.gold_adverse_effects, reference)),
            ("Reasons against options", _claims(scenario.gold_contraindications, reference)),
        ],
        answer=answer.strip(),
    )
    system = render(TEMPLATES, "system.jinja", rubric=rubric)
    return Prompt(system, user, rubric.schema(), scenario, (), (), condition)
