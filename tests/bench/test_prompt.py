"""The prompts of one scenario differ in the grounded context and in nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from claimstar.bench.prompt import (
    CONTEXT_BEGIN,
    PromptError,
    assert_same_outside_context,
    response_fields,
    response_schema,
    split_context,
)
from claimstar.bench.task import InterventionChoice, open_task
from claimstar.errors import UsageError
from claimstar.ingest.suite import load_suite
from claimstar.llm.protocol import Prompt
from claimstar.model.records import Response

from .graphs import catalogue, pilot, pilot_scenarios, pilot_task, small_records, small_scenario, store_of

CONDITIONS = ("C1", "C2", "C3", "C4")


def copied_suite(folder: Path) -> Path:
    """The pilot's suite in a folder of its own, so that its templates can be changed."""
    pilot_folder = load_suite("causal").folder
    shutil.copytree(pilot_folder, folder / "causal")
    return folder / "causal"


def small_prompts(suite: Path | None = None) -> list[Prompt]:
    task = InterventionChoice(load_suite(suite or "causal"), store_of(small_records()), catalogue())
    return [each.prompt for each in task.prompts(small_scenario(), CONDITIONS).values()]


def test_prompts_of_a_scenario_are_the_same_bytes_outside_the_context() -> None:
    prompts = small_prompts()
    outside = {(prompt.system, split_context(prompt)[0], split_context(prompt)[2]) for prompt in prompts}
    assert len(outside) == 1
    assert len({split_context(prompt)[1] for prompt in prompts}) == 4
    assert len({prompt.sha256 for prompt in prompts}) == 4


def test_all_prompts_of_the_pilot_pass_the_check() -> None:
    for scenario in pilot_scenarios():
        assert set(pilot_task().prompts(scenario, CONDITIONS)) == set(CONDITIONS)


@pytest.mark.parametrize(
    "change",
    [
        lambda prompt: replace(prompt, system=prompt.system + " "),
        lambda prompt: replace(prompt, user=prompt.user.replace("Options", "options", 1)),
        lambda prompt: replace(prompt, user=prompt.user + "\n"),
        lambda prompt: replace(prompt, response_schema={}),
        lambda prompt: replace(prompt, candidates=prompt.candidates[::-1]),
        lambda prompt: replace(prompt, scenario=small_scenario(id="SCN_0002")),
        lambda prompt: replace(prompt, user=prompt.user.replace(CONTEXT_BEGIN, "context", 1)),
    ],
)
def test_a_difference_anywhere_else_is_found(change: Callable[[Prompt], Prompt]) -> None:
    prompts = small_prompts()
    assert_same_outside_context(prompts)
    with pytest.raises(PromptError):
        assert_same_outside_context([*prompts[:-1], change(prompts[-1])])


def test_a_template_that_depends_on_the_context_is_refused(tmp_path: Path) -> None:
    suite = copied_suite(tmp_path)
    user = suite / "prompts" / "user.jinja2"
    user.write_text(user.read_text().replace("Options\n", "Options{% if 'ASR' in context %} (see below){% endif %}\n"))
    with pytest.raises(PromptError, match=r"C1 and C2 differ outside the grounded context.*see below"):
        small_prompts(suite)


def test_a_template_without_the_context_is_refused(tmp_path: Path) -> None:
    suite = copied_suite(tmp_path)
    user = suite / "prompts" / "user.jinja2"
    user.write_text(user.read_text().replace("{{ context }}", "{{ context | upper }}"))
    with pytest.raises(PromptError, match="something else than the context"):
        small_prompts(suite)


def test_an_id_that_the_graph_does_not_have_is_refused(tmp_path: Path) -> None:
    suite = copied_suite(tmp_path)
    user = suite / "prompts" / "user.jinja2"
    user.write_text(user.read_text().replace("Options\n", "Options, such as in ASR_0777\n"))
    with pytest.raises(PromptError, match="ASR_0777"):
        small_prompts(suite)


def test_a_misspelt_variable_is_an_error_and_not_a_gap(tmp_path: Path) -> None:
    suite = copied_suite(tmp_path)
    user = suite / "prompts" / "user.jinja2"
    user.write_text(user.read_text().replace("{{ question }}", "{{ qestion }}"))
    with pytest.raises(UsageError, match="qestion"):
        small_prompts(suite)


def test_first_condition_says_that_nothing_was_supplied_and_the_others_do_not() -> None:
    first, *others = small_prompts()
    assert split_context(first)[1] == "No context was supplied."
    assert not [prompt for prompt in others if "No context" in prompt.user]
    assert first.rows == ()


def test_prompt_describes_every_field_of_an_answer_in_the_order_of_the_schema() -> None:
    user = small_prompts()[0].user
    places = [user.index(f'"{name}"') for name in Response.model_fields]
    assert places == sorted(places)
    described = [field.name for field in response_fields(response_schema())]
    assert described == list(Response.model_fields)


def test_options_are_shown_by_name_and_gold_is_not_marked() -> None:
    for scenario in pilot_scenarios():
        prompt = pilot_task().prompts(scenario, ["C1"])["C1"].prompt
        shown = [line[2:] for line in prompt.user.split("Options\n")[1].split("\n\n")[0].splitlines()]
        assert shown == [name for _, name in prompt.candidates]
        assert [each for each, _ in prompt.candidates] == scenario.candidate_options
        assert not [each for each in scenario.candidate_options if each in prompt.user]


def test_a_token_budget_caps_every_context() -> None:
    shown = pilot_task().prompts(pilot_scenarios()[40], CONDITIONS, token_budget=300)
    assert all(each.context.tokens <= 300 for each in shown.values())


def test_a_suite_without_a_known_task_is_refused() -> None:
    suite, store = pilot()
    with pytest.raises(UsageError, match="intervention_choice"):
        open_task(replace(suite, task="guessing"), store, catalogue())
