"""The only code that knows where the data folders lie.

Three homes are possible, the first that fits wins: the user's own project (a folder with ``claimstar.toml``, the
working directory or one above it), the source checkout that this package runs from, and the installed wheel
(``claimstar/data``). A folder that a project does not have is taken from the package.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from claimstar.errors import LookupFailure

PROJECT_MARKER = "claimstar.toml"
DATA_FOLDERS = ("schema", "shapes", "ontology", "queries", "suites")

_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each data folder lies. ``model`` holds the generated record classes and the compiled mapping."""

    root: Path
    schema: Path
    shapes: Path
    ontology: Path
    queries: Path
    suites: Path
    model: Path


def packaged_root() -> Path:
    """The folder that holds schema, shapes, ontology, queries and suites as shipped.

    In a wheel that is ``claimstar/data``, in a checkout the top of the repository.
    """
    checkout = _PACKAGE.parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "schema").is_dir():
        return checkout
    return _PACKAGE / "data"


def model_root() -> Path:
    """The folder of the generated records as shipped."""
    return _PACKAGE / "model"


def page_templates() -> Path:
    """The folder of what all pages share, such as their style."""
    return _PACKAGE / "templates"


def find_project(start: Path | None = None) -> Path | None:
    """The user's project that holds ``start`` (default: the working directory), or None."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / PROJECT_MARKER).is_file():
            return folder
    return None


def layout(start: Path | None = None) -> Layout:
    """The data folders for work done in ``start`` (default: the working directory)."""
    packaged = packaged_root()
    project = find_project(start)
    root = project or packaged
    folders = {name: (root / name if (root / name).is_dir() else packaged / name) for name in DATA_FOLDERS}
    model = project / "model" if project and (project / "schema").is_dir() else model_root()
    return Layout(root=root, model=model, **folders)


def find_suite(name: str) -> Path:
    """The folder of a suite, given as a path or as the name of one that the project or the package has.

    Raises:
        LookupFailure: no such suite; the message lists those that exist.
    """
    as_path = Path(name)
    if (as_path / "suite.yaml").is_file():
        return as_path
    home = layout().suites
    if os.sep not in name and (home / name / "suite.yaml").is_file():
        return home / name
    known = sorted(folder.parent.name for folder in home.glob("*/suite.yaml")) if home.is_dir() else []
    raise LookupFailure(
        f"no suite {name!r}",
        remedy=f"give a folder with a suite.yaml, or one of: {', '.join(known) or 'none here'}",
    )
