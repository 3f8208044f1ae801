"""``claimstar init``: a project of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimstar.cli.init import create_project
from claimstar.errors import UsageError
from claimstar.resources import DATA_FOLDERS, layout


def test_a_project_has_its_own_copy_of_every_data_folder(tmp_path: Path) -> None:
    made = create_project(tmp_path / "mine")
    here = layout(made)
    assert here.root == made
    for name in DATA_FOLDERS:
        assert getattr(here, name) == made / name
        assert any((made / name).rglob("*")), name
    assert here.model == made / "model"
    assert (here.model / "mapping.json").is_file()


def test_a_folder_below_the_project_belongs_to_it(tmp_path: Path) -> None:
    made = create_project(tmp_path / "mine")
    assert layout(made / "suites" / "causal").root == made


def test_a_folder_with_content_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine")
    with pytest.raises(UsageError, match="not an empty folder"):
        create_project(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["note.txt"]


def test_a_missing_project_folder_falls_back_to_the_packaged_one(tmp_path: Path) -> None:
    (tmp_path / "claimstar.toml").write_text("")
    (tmp_path / "suites").mkdir()
    here = layout(tmp_path)
    assert here.suites == tmp_path / "suites"
    assert here.schema == layout(Path(__file__).parent).schema
