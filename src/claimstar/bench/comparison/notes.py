"""The notes below a comparison: what the numbers are, in words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimstar.bench.comparison.cells import escaped
from claimstar.bench.comparison.compare import Comparison, WithinRuns
from claimstar.bench.comparison.standing import ALPHA, standing

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent.parent / "templates" / "comparison"


@cache
def environment() -> Environment:
    """The templates of comparisons. Output is plain text or Markdown, never HTML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    made.filters["cell"] = escaped
    return made


def notes(found: Comparison | WithinRuns) -> list[str]:
    """One paragraph each."""
    within = isinstance(found, WithinRuns)
    contrasts = [run.contrast for run in found.runs] if isinstance(found, WithinRuns) else list(found.contrasts)
    values: dict[str, Any] = {
        "within": within,
        "repeated": isinstance(found, Comparison) and any(len(one.side.runs) > 1 for one in found.sides),
        "families": families(found),
        "alpha": ALPHA,
        "split": any(standing(delta).kind == "split" for one in contrasts for delta in one.deltas),
        "left_out": found.left_out if isinstance(found, Comparison) else (),
    }
    return environment().get_template("notes.txt.jinja").render(values).strip().splitlines()


def families(found: Comparison | WithinRuns) -> str:
    """How many tests the families have.

    The number of tests is that of a whole family, whatever is shown of it.
    """
    if isinstance(found, WithinRuns):
        sizes = sorted({run.contrast.tests for run in found.runs})
        return f"{_span(sizes)} tests"
    by_condition = {
        name: sorted({one.tests for one in found.contrasts if one.condition == name}) for name in found.conditions
    }
    return ", ".join(f"{name}: {_span(sizes)}" for name, sizes in by_condition.items()) + " tests"


def _span(sizes: list[int]) -> str:
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
