"""A copied project to edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimstar.cli.init import create_project
from claimstar.resources import Layout, layout

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Layout:
    return layout(create_project(tmp_path / "mine"))


@pytest.fixture
def edit(project: Layout) -> Callable[[str, str, str], None]:
    """Replace a text that stands once in a schema file of the project."""

    def replace(file: str, old: str, new: str) -> None:
        path = project.schema / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replace
