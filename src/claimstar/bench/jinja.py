"""Templates of prompts and other plain text: never HTML, and an unknown variable is an error."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from claimstar.errors import UsageError


@cache
def _environment(folder: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # plain text, never HTML
    )


def render(folder: Path, name: str, **values: Any) -> str:
    """The text of a template file with these values, without blank lines at its ends.

    Raises:
        UsageError: the file does not exist, does not parse, or uses a variable that is not there.
    """
    try:
        return _environment(folder).get_template(name).render(**values).strip()
    except jinja2.TemplateSyntaxError as error:
        raise UsageError(f"{folder / name}:{error.lineno}: {error.message}", remedy="mend the template") from None
    except jinja2.TemplateNotFound as error:
        raise UsageError(f"no template {folder / str(error.name)}", remedy="add it, or name another") from None
    except jinja2.UndefinedError as error:
        raise UsageError(f"{folder / name}: {error.message}", remedy="use the variables that docs name") from None
