"""What the schema yields: the same bytes everywhere, and all of it follows an edit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from claimstar.errors import InputError, UsageError
from claimstar.model.mapping import parse_mapping
from claimstar.resources import Layout, layout
from claimstar.schema.build import build, generate
from claimstar.schema.check import check

Edit = Callable[[str, str, str], None]
REPOSITORY = Path(__file__).parents[2]
DOSE = "  context: {slot_uri: biolink:context_qualifier"


def add_dose(edit: Edit) -> None:
    edit("claims.yaml", "      - population\n", "      - population\n      - dose\n")
    edit("claims.yaml", DOSE, f'  dose: {{range: decimal, minimum_value: 0, description: "Milligrams a day."}}\n{DOSE}')


def test_committed_files_are_what_the_schema_yields() -> None:
    assert check(layout(REPOSITORY)) == []


def test_two_processes_in_two_folders_write_the_same_bytes(tmp_path: Path) -> None:
    """Other folder, other hash seed, other project path: nothing of the machine may reach a file."""
    script = (
        "import sys, pathlib; from claimstar.cli.init import create_project; from claimstar.resources import layout;"
        "from claimstar.schema.build import build; here = pathlib.Path(sys.argv[1]);"
        "build(layout(create_project(here / 'project')), here / 'out')"
    )
    trees = []
    for name, seed in (("first", "1"), ("elsewhere/deeper", "2")):
        home = tmp_path / name
        home.mkdir(parents=True)
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", script, str(home)], check=True, cwd=home, env=environment)
        files = sorted(path for path in (home / "out").rglob("*") if path.is_file())
        trees.append({str(path.relative_to(home / "out")): path.read_bytes() for path in files})
    assert trees[0] == trees[1]
    assert len(trees[0]) > 30
    for name, content in trees[0].items():
        assert str(tmp_path).encode() not in content, name
        assert b"source_file': '" not in content, name


def test_a_fresh_project_has_no_drift_and_building_it_changes_nothing(project: Layout) -> None:
    assert check(project) == []
    before = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    build(project)
    assert {path: path.read_bytes() for path in before} == before
    assert check(project) == []


def test_a_slot_added_in_the_schema_reaches_every_form(project: Layout, edit: Edit) -> None:
    add_dose(edit)
    drifted = {each.file for each in check(project)}
    assert drifted >= {
        "model/records.py",
        "model/mapping.json",
        "shapes/generated/claimstar.shacl.ttl",
        "ontology/claimstar.owl.ttl",
        "ontology/claimstar.context.jsonld",
        "ontology/json-schema/claimstar.schema.json",
    }
    build(project)
    assert check(project) == []
    mapping = parse_mapping((project.model / "mapping.json").read_text(), project.model / "records.py")
    assert mapping.get_class("Assertion").slots["dose"].minimum == Decimal(0)
    assert "dose" in mapping.record_class("Assertion").model_fields
    assert "shape:Assertion-dose" in (project.shapes / "generated" / "claimstar.shacl.ttl").read_text()
    assert "claimstar:dose" in (project.ontology / "claimstar.owl.ttl").read_text()
    schema = json.loads((project.ontology / "json-schema" / "claimstar.schema.json").read_text())
    assert "dose" in schema["$defs"]["Assertion"]["properties"]
    assert "Milligrams a day." in (project.root / "docs" / "schema" / "Assertion.md").read_text()


def test_a_limit_edited_in_one_line_turns_the_check_red_and_names_the_files(project: Layout, edit: Edit) -> None:
    build(project)  # from now on the project keeps pages too
    edit("claims.yaml", "    maximum_value: 1\n", "    maximum_value: 2\n")
    drifts = {each.file: each for each in check(project)}
    assert set(drifts) == {
        "model/records.py",
        "model/mapping.json",
        "shapes/generated/claimstar.shacl.ttl",
        "ontology/json-schema/claimstar.schema.json",
        "docs/schema/Assertion.md",
    }
    assert '+    sh:maxInclusive "2"^^xsd:decimal' in drifts["shapes/generated/claimstar.shacl.ttl"].diff
    assert all(each.kind == "differs" for each in drifts.values())


def test_a_generated_file_edited_by_hand_missing_or_left_over_is_drift(project: Layout) -> None:
    build(project)
    shapes = project.shapes / "generated" / "claimstar.shacl.ttl"
    shapes.write_text(shapes.read_text().replace("sh:minCount 1", "sh:minCount 0", 1))
    (project.ontology / "claimstar.owl.ttl").unlink()
    pages = project.root / "docs" / "schema"
    (pages / "Gone.md").write_text((pages / "Drug.md").read_text())
    (pages / "notes.md").write_text("# Mine\n")
    assert {(each.file, each.kind) for each in check(project)} == {
        ("shapes/generated/claimstar.shacl.ttl", "differs"),
        ("ontology/claimstar.owl.ttl", "missing"),
        ("docs/schema/Gone.md", "extra"),
    }
    build(project)
    assert check(project) == []
    assert (pages / "notes.md").read_text() == "# Mine\n"


def test_a_broken_schema_overwrites_nothing(project: Layout, edit: Edit) -> None:
    before = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    edit("claims.yaml", "range: Population,", "range: Popluation,")
    edited = project.schema / "claims.yaml"
    with pytest.raises(InputError):
        build(project)
    after = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    del before[edited], after[edited]
    assert after == before


def test_a_write_that_fails_midway_leaves_every_file_as_it_was(project: Layout, edit: Edit) -> None:
    add_dose(edit)
    (project.root / "docs").write_text("a file where a folder is needed")
    before = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    with pytest.raises(OSError, match="docs"):
        build(project)
    assert {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()} == before


def test_a_folder_without_a_schema_of_its_own_is_refused(tmp_path: Path) -> None:
    (tmp_path / "claimstar.toml").write_text("")
    with pytest.raises(UsageError, match="no schema of your own"):
        build(layout(tmp_path))


def test_every_format_with_comments_says_that_it_is_generated() -> None:
    for name, text in generate(layout(REPOSITORY)).items():
        if not name.endswith((".json", ".jsonld")):
            assert "Do not edit" in text.splitlines()[0], name
