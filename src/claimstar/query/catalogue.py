"""All templates of a queries folder, by name."""

from __future__ import annotations

import difflib
from pathlib import Path

from claimstar.errors import LookupFailure
from claimstar.query.template import Template, parse_template


def load_catalogue(queries: Path) -> dict[str, Template]:
    """Every ``.rq`` below the folder; the name is the path without the suffix (``extract/causal_graph``).

    Raises:
        QueryError: a file is malformed.
    """
    paths = sorted(queries.rglob("*.rq"))
    names = [path.relative_to(queries).with_suffix("").as_posix() for path in paths]
    return {name: parse_template(path, name) for name, path in zip(names, paths, strict=True)}


def get_template(catalogue: dict[str, Template], name: str) -> Template:
    """The template of that name.

    Raises:
        LookupFailure: there is none; the message offers the nearest names.
    """
    try:
        return catalogue[name]
    except KeyError:
        near = difflib.get_close_matches(name, catalogue, n=3, cutoff=0.4)
        raise LookupFailure(
            f"no query template {name!r}",
            remedy=f"nearest: {', '.join(near)}" if near else "see: claimstar query list",
        ) from None
