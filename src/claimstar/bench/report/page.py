"""The pages: one run in full, and several runs side by side."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from claimstar.bench.panel import Cell
from claimstar.bench.report import delta_plot
from claimstar.bench.report.coverage import coverage
from claimstar.bench.report.heat import shade
from claimstar.bench.report.marks import MEANINGS, SIGNS
from claimstar.bench.report.plot import describe, draw
from claimstar.bench.report.text import count, interval, link_ids, name_entities, number, pretty, qualifiers, words
from claimstar.bench.report.views import MOST_ANSWERS, ScenarioView, views
from claimstar.bench.results import Results
from claimstar.bench.scorers import Scorer, outcome_metric
from claimstar.resources import page_templates

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent.parent / "templates"
HEADLINE = ("intervention_accuracy", "causal_f1", "evidence_accuracy", "unsupported_rate_shown", "uncertainty_correct")
"""The metrics of the summary, in order; where a run has none of them, its first five are taken."""
_PIECES = 1000
"""So many pieces of a template make a part of the page: single ones are a few letters long."""


@cache
def environment() -> Environment:
    """Where templates of pages come from; what they are given is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([TEMPLATES, page_templates()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(pretty=pretty, number=number, interval=interval, words=words, count=count)
    return environment


@cache
def script() -> tuple[str, str]:
    """The one script of the page, and its hash as a Content-Security-Policy writes it."""
    text = (TEMPLATES / "report" / "script.js").read_text(encoding="utf-8")
    return text, f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _table(cells: tuple[Cell, ...]) -> Mapping[tuple[str | None, str, str], Cell]:
    return {(cell.category, cell.condition, cell.metric): cell for cell in cells}


def _headline(scorers: tuple[Scorer, ...]) -> tuple[Scorer, ...]:
    by_name = {scorer.name: scorer for scorer in scorers}
    return tuple(by_name[name] for name in HEADLINE if name in by_name) or scorers[:5]


def _systems(shown: tuple[ScenarioView, ...]) -> dict[str, int]:
    """Each system text of the prompts once, with its number."""
    texts = dict.fromkeys(answer.prompt.system for view in shown for answer in view.answers)
    return {text: number for number, text in enumerate(texts, 1)}


def render_parts(results: Results) -> Iterator[str]:
    """The report as HTML text in parts: that of a long run is too long to be held several times over."""
    reference = results.record.reference
    rows, shown = views(results)
    scorers = {scorer.name: scorer for scorer in results.scorers}
    text, digest = script()
    headline = _headline(results.scorers)
    deltas = results.deltas
    context: dict[str, Any] = {
        "results": results,
        "manifest": results.record.manifest,
        "reference": reference,
        "headline": headline,
        "scorers": scorers,
        "deltas": deltas,
        "delta_pairs": delta_plot.pairs_of(deltas),
        "delta_pairs_drawn": len(delta_plot.pairs_drawn(deltas)),
        "delta_plot": Markup(delta_plot.draw(deltas, headline)) if deltas else "",  # ours, as is the plot below
        "delta_text": delta_plot.describe(deltas, headline),
        "cells": _table(results.panel),
        "category_cells": _table(results.categories),
        "categories": list(dict.fromkeys(cell.category for cell in results.categories)),
        "shade": lambda cell: shade(cell, scorers[cell.metric]),
        "coverage": coverage(results),
        "missing": Counter(one.cause for one in results.scored if one.unscored is not None),
        "rows": rows,
        "views": shown,
        "systems": _systems(shown),
        "most_answers": MOST_ANSWERS,
        "outcome_metric": scorers[outcome_metric(results.scorers)],
        "signs": SIGNS,
        "meanings": MEANINGS,
        "plot": Markup(draw(results)),  # ours, not a model's: made by matplotlib from numbers and titles
        "plot_text": describe(results),
        "script": Markup(text),  # ours: a file of this package, without any value of the run
        "script_hash": digest,
        "link": lambda text: link_ids(text, reference),
        "explain": lambda reason: link_ids(name_entities(reason, reference), reference),
        "qualifiers": qualifiers,
    }
    stream = environment().get_template("report/page.html.jinja").stream(context)
    stream.enable_buffering(_PIECES)
    yield from stream


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
    return environment().get_template("index.html.jinja").render(context)
