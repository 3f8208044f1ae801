"""Explained scenarios as text, JSON and Markdown."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimstar.bench.explain import Explained, explain
from claimstar.bench.look_up import EvidenceSummary
from claimstar.bench.standing import Judge
from claimstar.errors import UsageError
from claimstar.model.records import Scenario

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Review:
    """Scenarios for a reviewer, with the sources that they name.

    Attributes:
        suite: the name of the suite; ``seed`` the one that the scenarios were cut with.
        command: what makes this review again, without where it is written.
    """

    suite: str
    seed: int
    command: str
    scenarios: tuple[Explained, ...]
    sources: Mapping[str, EvidenceSummary]


def choose(scenarios: Iterable[Scenario], categories: Sequence[str] = (), each: int | None = None) -> list[Scenario]:
    """The first of each category, in their order.

    Args:
        categories: those wanted; all where none is named.
        each: how many of a category; all where None.

    Raises:
        UsageError: no scenario is of a category that is named.
    """
    found: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        found.setdefault(str(scenario.category), []).append(scenario)
    unknown = [name for name in categories if name not in found]
    if unknown:
        raise UsageError(f"no scenarios of category {', '.join(unknown)}", remedy=f"one of {', '.join(found)}")
    return [one for name, those in found.items() if not categories or name in categories for one in those[:each]]


def review(
    scenarios: Iterable[Scenario],
    judge: Judge,
    find_sources: Callable[[frozenset[str]], Mapping[str, EvidenceSummary]],
    *,
    suite: str,
    seed: int,
    command: str,
) -> Review:
    """The scenarios explained.

    Args:
        find_sources: ids of sources to what is known of them.

    Raises:
        LookupFailure: the suite does not know a category.
    """
    explained = tuple(explain(scenario, judge) for scenario in scenarios)
    ids: frozenset[str] = frozenset().union(*(each.sources for each in explained))
    return Review(suite, seed, command, explained, dict(sorted(find_sources(ids).items())))


def to_json(made: Review) -> str:
    """The review as one JSON object; scenarios with the fields of the schema's class Scenario."""

    def values(each: Explained) -> dict[str, Any]:
        plain = {item.name: getattr(each, item.name) for item in dataclasses.fields(each)}
        return {**_plain(plain), "scenario": each.scenario.model_dump(mode="json", exclude_none=True)}

    whole = {
        "suite": made.suite,
        "seed": made.seed,
        "scenarios": [values(each) for each in made.scenarios],
        "sources": {key: dataclasses.asdict(source) for key, source in made.sources.items()},
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if not isinstance(each, Scenario)}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def to_text(made: Review) -> str:
    """The review to be read in a terminal."""
    return _render("scenarios.txt.jinja", made)


def to_markdown(made: Review) -> str:
    """The review as a Markdown document."""
    return _render("scenarios.md.jinja", made)


def _render(template: str, made: Review) -> str:
    groups = [
        (name, list(those)) for name, those in groupby(made.scenarios, key=lambda each: str(each.scenario.category))
    ]
    return _environment().get_template(template).render(review=made, groups=groups).strip()


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # text and Markdown, never HTML
    )


FORMS: dict[str, Callable[[Review], str]] = {"text": to_text, "json": to_json, "markdown": to_markdown}
"""Forms by name."""
