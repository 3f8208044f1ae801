"""The forms of a comparison, by name."""

from __future__ import annotations

from claimstar.bench.comparison.compare import Comparison, WithinRuns
from claimstar.bench.comparison.json_form import to_json
from claimstar.bench.comparison.markdown_form import to_markdown
from claimstar.bench.comparison.text_form import to_text
from claimstar.bench.comparison.view import View

FORMS = ("text", "json", "markdown")
"""Their names."""


def write(found: Comparison | WithinRuns, form: str, view: View, width: int) -> str:
    """The comparison in a form; the width is that of text.

    Raises:
        ValueError: no such form.
    """
    if form == "json":
        return to_json(found)
    if form == "markdown":
        return to_markdown(found, view)
    if form == "text":
        return to_text(found, view, width)
    raise ValueError(f"no form {form!r}")
