"""Mistakes in the schema files: each with file and line, all at once, no traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimstar.errors import InputError, Problem
from claimstar.resources import Layout
from claimstar.schema.build import generate

Edit = Callable[[str, str, str], None]


def problems(project: Layout) -> list[Problem]:
    with pytest.raises(InputError) as caught:
        generate(project)
    return list(caught.value.problems)


def line_of(project: Layout, file: str, text: str) -> int:
    lines = (project.schema / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


CASES = [
    ("entities.yaml", "class_uri: biolink:NamedThing", "class_uri: [biolink:NamedThing", "not YAML"),
    (
        "claims.yaml",
        "range: Population,",
        "range: Popluation,",
        "unknown range: 'Popluation' (did you mean Population?)",
    ),
    ("claims.yaml", "      - population\n", "      - popluation\n", "unknown slot: 'popluation'"),
    (
        "entities.yaml",
        "Disease:\n    is_a: NamedEntity",
        "Disease:\n    is_a: NamedEntty",
        "unknown class: 'NamedEntty'",
    ),
    ("claims.yaml", "    minimum_value: 0\n", "    minumum_value: 0\n", "no such key: 'minumum_value' (did you mean"),
    ("claims.yaml", "    slot_uri: bibo:pmid\n", "    slot_uri: biblo:pmid\n", "unknown prefix: 'biblo:pmid'"),
    (
        "claims.yaml",
        "    slot_uri: bibo:pmid\n",
        "    any_of: [{range: string}]\n",
        "does not compile this LinkML feature",
    ),
    (
        "claims.yaml",
        "    slot_uri: bibo:pmid\n",
        "    slot_uri: bibo:doi\n",
        "two slots of EvidenceSource have one property",
    ),
    ("claims.yaml", "{slot_uri: dcterms:abstract,", "{slot_uri: prov:used,", "cannot hold text in one slot and things"),
    ("claims.yaml", "imports: [linkml:types, enums,", "imports: [linkml:types, enmus,", "no file enmus.yaml"),
    ("claims.yaml", "{id_prefix: evlink}", "{id_prefix: evlnk}", "unknown id_prefix: 'evlnk'"),
    (
        "enums.yaml",
        "domain: Population,",
        "domain: Popluation,",
        "domain of modifies_effect_of is no class: 'Popluation'",
    ),
    (
        "enums.yaml",
        "biolink:treats, domain: Drug|Intervention,",
        "biolink:treats, domain: Drug|Intervenshun,",
        "domain of indicated_for is no class: 'Intervenshun'",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), CASES, ids=[case[3][:30] for case in CASES])
def test_a_mistake_is_named_with_its_file(
    project: Layout, edit: Edit, file: str, old: str, new: str, said: str
) -> None:
    edit(file, old, new)
    messages = [str(problem) for problem in problems(project)]
    assert any(said in message for message in messages), messages
    assert all(message.startswith("schema/") and "\n" not in message for message in messages)


def test_the_line_is_the_one_that_an_editor_shows(project: Layout, edit: Edit) -> None:
    edit("claims.yaml", "range: Population,", "range: Popluation,")
    (problem,) = problems(project)
    assert (problem.file, problem.row) == ("schema/claims.yaml", line_of(project, "claims.yaml", "Popluation"))


def test_a_name_defined_twice_in_one_file_or_in_two_is_refused(project: Layout, edit: Edit) -> None:
    edit("claims.yaml", "  shows: {required", "  locator: {description: again}\n  shows: {required")
    edit("provenance.yaml", "  license: {", "  validated: {range: boolean}\n  license: {")
    found = {(problem.file, problem.row, problem.value) for problem in problems(project)}
    assert ("schema/claims.yaml", line_of(project, "claims.yaml", "description: again"), "locator") in found
    # Which of two files counts as the first follows the imports; both are named.
    (other,) = [problem for problem in problems(project) if problem.value == "validated"]
    assert {"claims.yaml", "provenance.yaml"} == {
        name for name in ("claims.yaml", "provenance.yaml") if name in f"{other.file} {other.message}"
    }


def test_all_mistakes_are_said_in_one_run(project: Layout, edit: Edit) -> None:
    edit("claims.yaml", "range: Population,", "range: Popluation,")
    edit("claims.yaml", "range: Temporality,", "range: Temprality,")
    edit("benchmark.yaml", "range: FreeClaim,", "range: FreClaim,")
    assert len(problems(project)) == 3


def test_bytes_that_are_not_utf8_are_one_line(project: Layout) -> None:
    path: Path = project.schema / "entities.yaml"
    path.write_bytes(path.read_bytes() + b"# \xff\n")
    (problem,) = problems(project)
    assert "not UTF-8" in str(problem)


def test_a_class_that_code_needs_cannot_be_dropped(project: Layout, edit: Edit) -> None:
    edit("benchmark.yaml", "  Response:\n", "  Reply:\n")
    edit("benchmark.yaml", "response: {range: Response,", "response: {range: Reply,")
    (problem,) = problems(project)
    assert "claimstar needs it: 'Response'" in str(problem)
