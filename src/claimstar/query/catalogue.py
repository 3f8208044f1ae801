"""All templates of a queries folder, by name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from claimstar.errors import LookupFailure
from claimstar.query.template import Template, parse_template

Named = TypeVar("Named")


def template_paths(queries: Path) -> dict[str, Path]:
    """The file of every template below the folder; the name is the path without its suffix (``browse/claims``)."""
    paths = sorted(queries.rglob("*.rq"))
    return {path.relative_to(queries).with_suffix("").as_posix(): path for path in paths}


def load_catalogue(queries: Path) -> dict[str, Template]:
    """Every template below the folder, by name.

    Raises:
        QueryError: a file is malformed.
    """
    return {name: parse_template(path, name) for name, path in template_paths(queries).items()}


def load_template(queries: Path, name: str) -> Template:
    """One template of the folder; a fault of another one does not matter.

    Raises:
        LookupFailure: there is none of that name; the message offers the nearest names.
        QueryError: its file is malformed.
    """
    return parse_template(look_up(template_paths(queries), name), name)


def get_template(catalogue: Mapping[str, Template], name: str) -> Template:
    """The template of that name.

    Raises:
        LookupFailure: there is none; the message offers the nearest names.
    """
    return look_up(catalogue, name)


def look_up(known: Mapping[str, Named], name: str) -> Named:
    """What stands under the name of a template.

    Raises:
        LookupFailure: nothing does; the message offers the nearest names.
    """
    try:
        return known[name]
    except KeyError:
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
        # half a name: its folder left out
        near += [each for each in known if each.rpartition("/")[2] == name and each not in near]
        raise LookupFailure(
            f"no query template {name!r}",
            remedy=f"nearest: {', '.join(near)}" if near else "see: claimstar query list",
        ) from None
