"""``claimstar schema``: what it prints and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from claimstar.cli.main import main
from claimstar.resources import Layout

Edit = Callable[[str, str, str], None]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["schema", *arguments])
    captured = capsys.readouterr()
    return int(stop.value.code or 0), captured.out, captured.err


@pytest.fixture(autouse=True)
def _in_the_project(project: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.root)


def test_check_is_green_on_a_fresh_project_and_red_after_an_edit(
    edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "check")[0] == 0
    edit("claims.yaml", "    maximum_value: 1\n", "    maximum_value: 2\n")
    code, out, _ = run(capsys, "check")
    assert code == 1
    assert "differs: shapes/generated/claimstar.shacl.ttl" in out
    assert "claimstar schema build" in out
    code, out, _ = run(capsys, "check", "--format", "json")
    report = json.loads(out)
    assert code == 1
    assert not report["conforms"]
    assert {each["kind"] for each in report["drift"]} == {"differs"}
    assert run(capsys, "build")[0] == 0
    assert run(capsys, "check")[0] == 0


def test_a_foreign_term_that_does_not_exist_makes_the_check_red(edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    edit("entities.yaml", "class_uri: biolink:Drug\n", "class_uri: biolink:Drugg\n")
    assert run(capsys, "build")[0] == 0  # generating needs no Biolink; checking does
    code, out, _ = run(capsys, "check")
    assert code == 1
    assert "term: schema/entities.yaml:" in out
    assert "biolink:Drugg" in out


def test_a_broken_file_is_one_line_and_exit_1(edit: Edit, capsys: pytest.CaptureFixture[str]) -> None:
    edit("entities.yaml", "class_uri: biolink:NamedThing", "class_uri: [biolink:NamedThing")
    code, _, err = run(capsys, "build")
    assert code == 1
    assert err.startswith("error: schema/entities.yaml:")
    assert len(err.splitlines()) == 1
