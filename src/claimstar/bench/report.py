"""The report of a run: one HTML file that needs nothing else, neither network nor script."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from claimstar.bench.panel import Cell, Scored
from claimstar.bench.plot import describe, draw
from claimstar.bench.reference import Reference
from claimstar.bench.results import Results
from claimstar.bench.run_folder import PromptLine
from claimstar.bench.scorers import Scorer
from claimstar.model.claims import ClaimRow
from claimstar.model.records import Generation, Scenario
from claimstar.resources import page_templates

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
_CURIE = re.compile(r"[A-Za-z]+:\w+")
_TOKEN = re.compile(r"\w[\w.\-]*\w|\w")


@dataclass(frozen=True)
class AnswerView:
    """One condition of a scenario: prompt, answer and scores."""

    condition: str
    prompt: PromptLine
    before: str
    context: str
    after: str
    generation: Generation | None
    scored: Scored


@dataclass(frozen=True)
class ScenarioView:
    """One scenario with its answers. ``shared`` tells whether all prompts are alike outside the context."""

    scenario: Scenario
    answers: tuple[AnswerView, ...]
    shared: bool


def link_ids(text: str, reference: Reference) -> Markup:
    """A text, escaped, with the ids of known claims and sources as links to their place in the report."""
    parts: list[Markup] = []
    end = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        kind = "claim" if token in reference.claims else "source" if token in reference.sources else ""
        if kind:
            parts.append(escape(text[end : match.start()]))
            parts.append(Markup('<a href="#{}-{}">{}</a>').format(kind, token, token))
            end = match.end()
    parts.append(escape(text[end:]))
    return Markup("").join(parts)


def name_entities(text: str, reference: Reference) -> str:
    """A text with the names of known entities beside their CURIEs."""

    def named(match: re.Match[str]) -> str:
        entity = reference.entities.get(match.group())
        return f"{entity.name} ({entity.id})" if entity else match.group()

    return _CURIE.sub(named, text)


def _split(prompt: PromptLine) -> tuple[str, str, str]:
    """The user's text before, in and after the grounded context."""
    if prompt.context is None:
        return prompt.user, "", ""
    start, end = prompt.context
    return prompt.user[:start], prompt.user[start:end], prompt.user[end:]


def _views(results: Results) -> list[ScenarioView]:
    record = results.record
    by_scenario: dict[str, list[AnswerView]] = {}
    for scored in results.scored:
        pair = (scored.scenario, scored.condition)
        prompt = record.prompts[pair]
        view = AnswerView(scored.condition, prompt, *_split(prompt), record.generations.get(pair), scored)
        by_scenario.setdefault(scored.scenario, []).append(view)
    order = {condition: place for place, condition in enumerate(results.conditions)}
    views = []
    for name, scenario in record.scenarios.items():
        if name not in by_scenario:
            continue
        answers = tuple(sorted(by_scenario[name], key=lambda view: order[view.condition]))
        shared = len({(view.before, view.after, view.prompt.system) for view in answers}) == 1
        views.append(ScenarioView(scenario, answers, shared))
    return views


def pretty(text: str) -> str:
    """JSON with line breaks; any other text as it stands."""
    try:
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


def number(value: float | None) -> str:
    """A value to three decimals, NA where there is none."""
    return "NA" if value is None else f"{value:.3f}"


def interval(cell: Cell) -> str:
    """The 95 % interval in brackets, or why there is none."""
    estimate = cell.estimate
    if estimate.low is not None and estimate.high is not None:
        return f"[{estimate.low:.2f}, {estimate.high:.2f}]"
    return {"constant": "all equal", "single": "one value"}.get(estimate.method, "")


def words(name: str) -> str:
    """A name of the schema in words.

    >>> words("direct_effect")
    'direct effect'
    """
    return name.replace("_", " ")


def _qualifiers(claim: ClaimRow) -> list[tuple[str, str]]:
    """What qualifies a claim, as label and text."""
    pairs = [
        ("kind", words(claim.relation_class)),
        ("status", words(claim.causal_status)),
        ("evidence", words(claim.evidence_level)),
        ("confidence", "" if claim.confidence is None else f"{claim.confidence:g}"),
        ("validated", "yes" if claim.validated else "no"),
        ("negated", "yes" if claim.negated else ""),
        ("population", claim.population_name or ""),
        ("context", claim.context or ""),
        ("checked against", ", ".join(claim.source_databases)),
    ]
    return [(label, text) for label, text in pairs if text]


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([TEMPLATES, page_templates()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(pretty=pretty, number=number, interval=interval, words=words)
    return environment


def _table(cells: tuple[Cell, ...]) -> Mapping[tuple[str | None, str, str], Cell]:
    return {(cell.category, cell.condition, cell.metric): cell for cell in cells}


def render(results: Results) -> str:
    """The report as HTML text."""
    reference = results.record.reference
    context: dict[str, Any] = {
        "results": results,
        "manifest": results.record.manifest,
        "reference": reference,
        "cells": _table(results.panel),
        "category_cells": _table(results.categories),
        "categories": list(dict.fromkeys(cell.category for cell in results.categories)),
        "views": _views(results),
        "plot": Markup(draw(results)),  # ours, not a model's: made by matplotlib from numbers and titles
        "plot_text": describe(results),
        "link": lambda text: link_ids(text, reference),
        "explain": lambda reason: link_ids(name_entities(reason, reference), reference),
        "qualifiers": _qualifiers,
    }
    return _environment().get_template("report.html.jinja").render(context)


def render_index(runs: Mapping[str, Results], failures: Mapping[str, str]) -> str:
    """A page that compares the panels of several models.

    Args:
        runs: relative path of each report to its results.
        failures: model to why it was not asked.
    """
    first = next(iter(runs.values()))
    scorers: tuple[Scorer, ...] = first.scorers
    context: dict[str, Any] = {
        "runs": runs,
        "failures": failures,
        "manifest": first.record.manifest,
        "scorers": scorers,
        "conditions": list(dict.fromkeys(name for results in runs.values() for name in results.conditions)),
    }
    return _environment().get_template("index.html.jinja").render(context)
