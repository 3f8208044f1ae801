"""Prompts: the suite's templates filled in, the same for all conditions but for the grounded context."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from claimstar.bench.context import Context
from claimstar.bench.jinja import render
from claimstar.bench.rules import read_prompt_files
from claimstar.errors import ClaimstarError
from claimstar.ingest.suite import Suite
from claimstar.llm.protocol import Prompt
from claimstar.model.records import Scenario
from claimstar.resources import layout

CONTEXT_BEGIN = "=== context ==="
CONTEXT_END = "=== end of context ==="
"""The lines around the grounded context. The check that conditions differ in nothing else finds the context by them, so
a template writes them by the variables ``context_begin`` and ``context_end``."""


class PromptError(ClaimstarError):
    """A prompt is not what the design of the benchmark asks for."""


@dataclass(frozen=True)
class ResponseField:
    """A field of the answer as the prompt describes it; ``parts`` are the fields of the objects in a list."""

    name: str
    kind: str
    description: str
    parts: tuple[ResponseField, ...] = ()


@cache
def _read_schema(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PromptError(f"no response schema at {path}", remedy="claimstar schema build") from None


def response_schema() -> dict[str, Any]:
    """The JSON Schema of an answer, generated from the class Response.

    Raises:
        PromptError: it was not generated.
    """
    loaded: dict[str, Any] = json.loads(_read_schema(layout().ontology / "json-schema" / "response.schema.json"))
    return loaded


def response_fields(schema: Mapping[str, Any]) -> tuple[ResponseField, ...]:
    """The fields of an answer in words.

    >>> response_fields({"properties": {"path": {"type": "array", "items": {"type": "string"}, "description": "Ids."}}})
    (ResponseField(name='path', kind='list of texts', description='Ids.', parts=()),)
    """
    fields = []
    for name, entry in schema["properties"].items():
        items = entry.get("items", {})
        parts = response_fields(items) if items.get("type") == "object" else ()
        fields.append(ResponseField(name, _kind(entry), entry.get("description", ""), parts))
    return tuple(fields)


def _kind(entry: Mapping[str, Any]) -> str:
    if entry.get("type") == "array":
        return "list of objects" if entry["items"].get("type") == "object" else "list of texts"
    return {"boolean": "true or false", "string": "text"}.get(str(entry.get("type")), str(entry.get("type")))


def build_prompt(
    suite: Suite, scenario: Scenario, context: Context, names: Mapping[str, str], *, seed: int = 0
) -> Prompt:
    """The prompt of a scenario with a context.

    Args:
        names: the candidates' names by CURIE; options are shown by name alone.

    Raises:
        InputError: the suite's section ``prompt`` has mistakes.
        UsageError: a template is malformed.
        PromptError: the user template leaves out the context or its delimiting lines.
    """
    files = read_prompt_files(suite)
    schema = response_schema()
    shared = {"fields": response_fields(schema), "context_begin": CONTEXT_BEGIN, "context_end": CONTEXT_END}
    candidates = tuple((option, names[option]) for option in scenario.candidate_options)
    user = render(
        files.folder,
        files.user,
        patient_context=scenario.patient_context,
        question=scenario.question,
        options=[name for _, name in candidates],
        context=context.text,
        **shared,
    )
    prompt = Prompt(
        system=render(files.folder, files.system, **shared),
        user=user,
        response_schema=schema,
        scenario=scenario,
        candidates=candidates,
        rows=context.rows,
        condition=context.condition,
        seed=seed,
    )
    _, shown, _ = split_context(prompt)
    if shown != context.text:
        raise PromptError(
            f"{scenario.id}, {context.condition}: the context lines hold something else than the context",
            remedy=f"write nothing but {{{{ context }}}} between them in {files.user}",
        )
    return prompt


def split_context(prompt: Prompt) -> tuple[str, str, str]:
    """The user text before, within and after the lines that delimit the context; the lines belong to the outside.

    Raises:
        PromptError: the lines do not stand there exactly once each, in order.
    """
    begin, end = f"\n{CONTEXT_BEGIN}\n", f"\n{CONTEXT_END}\n"
    if (
        prompt.user.count(begin) != 1
        or prompt.user.count(end) != 1
        or prompt.user.index(begin) > prompt.user.index(end)
    ):
        raise PromptError(
            f"{prompt.scenario.id}, {prompt.condition}: the context is not delimited",
            remedy="let the user template write context_begin and context_end on lines of their own",
        )
    before, _, rest = prompt.user.partition(begin)
    within, _, after = rest.partition(end)
    return before + begin, within, end + after


def assert_same_outside_context(prompts: Sequence[Prompt]) -> None:
    """Makes sure that the prompts of one scenario differ in the grounded context and in nothing else, byte for byte.

    Raises:
        PromptError: they differ elsewhere, or are of different scenarios; the message shows the first difference.
    """
    if not prompts:
        return
    first, *others = prompts
    for other in others:
        for what, one, two in zip(
            ("the scenario", "the system text", "the response schema", "the candidates", "before it", "after it"),
            _outside(first),
            _outside(other),
            strict=True,
        ):
            if one != two:
                raise PromptError(
                    f"{first.scenario.id}: the prompts of {first.condition} and {other.condition} differ outside the "
                    f"grounded context ({what}): {_difference(one, two)}",
                    remedy="make the templates independent of the condition",
                )


def _outside(prompt: Prompt) -> tuple[str, ...]:
    before, _, after = split_context(prompt)
    return (
        prompt.scenario.id,
        prompt.system,
        json.dumps(prompt.response_schema),
        json.dumps(prompt.candidates),
        before,
        after,
    )


def _difference(one: str, two: str) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[place : place + 40]!r} against {two[place : place + 40]!r}"
