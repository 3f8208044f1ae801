"""Borrowed terms exist, and our predicates fit the parents that they stand under."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimstar.resources import Layout, layout
from claimstar.schema.biolink import TermFinding, check_terms, load_biolink

Edit = Callable[[str, str, str], None]
REPOSITORY = Path(__file__).parents[2]
TARGETS = "{parent: biolink:directly_physically_interacts_with, domain: Drug,"


def test_the_terms_of_the_schema_exist_and_fit() -> None:
    assert check_terms(layout(REPOSITORY)) == []


def only(project: Layout) -> TermFinding:
    (finding,) = check_terms(project)
    return finding


@pytest.mark.parametrize(
    ("file", "old", "new", "element", "reason"),
    [
        ("entities.yaml", "class_uri: biolink:Drug\n", "class_uri: biolink:Drugg\n", "Drug", "no such class"),
        ("claims.yaml", "biolink:context_qualifier,", "biolink:contextt,", "context", "no such slot"),
        ("enums.yaml", "AgentTypeEnum#manual_agent", "AgentTypeEnum#manuel", "AgentType.manual_agent", "no such value"),
        ("enums.yaml", "AgentTypeEnum#manual_agent", "manual_agent", "AgentType.manual_agent", "no IRI of this form"),
        ("enums.yaml", "[biolink:AgentTypeEnum]", "[biolink:AgentKindEnum]", "AgentType", "no such enum"),
        (
            "enums.yaml",
            "{parent: biolink:treats,",
            "{parent: biolink:heals,",
            "Predicate.indicated_for",
            "no such slot",
        ),
        ("provenance.yaml", "prov:wasRevisionOf", "prov:revises", "revision_of", "PROV-O has no such term"),
    ],
)
def test_a_term_that_does_not_exist_is_found(
    project: Layout, edit: Edit, file: str, old: str, new: str, element: str, reason: str
) -> None:
    edit(file, old, new)
    finding = only(project)
    assert finding.element == element
    assert reason in finding.reason
    assert finding.file == f"schema/{file}"


def test_a_parent_that_is_no_predicate_is_found(project: Layout, edit: Edit) -> None:
    edit("enums.yaml", "{parent: biolink:treats,", "{parent: biolink:has_evidence,")
    assert "not a predicate" in only(project).reason


@pytest.mark.parametrize("domain", ["BiologicalProcess", "Drug|BiologicalProcess"])
def test_a_domain_that_cannot_stand_under_the_parent_is_found_with_the_reason(
    project: Layout, edit: Edit, domain: str
) -> None:
    edit("enums.yaml", "biolink:treats, domain: Drug|Intervention,", f"biolink:treats, domain: {domain},")
    finding = only(project)
    assert finding.element == "Predicate.indicated_for"
    assert "BiologicalProcess" in finding.reason
    assert "biolink:ChemicalOrDrugOrTreatment" in finding.reason


def test_an_exception_is_needed_where_biolink_disagrees_with_itself(project: Layout, edit: Edit) -> None:
    edit("enums.yaml", "          parent_exception: >-\n", "          note: >-\n")
    finding = only(project)
    assert finding.element == "Predicate.participates_in"
    assert "biolink:Occurrent" in finding.reason


def test_an_exception_without_need_is_found(project: Layout, edit: Edit) -> None:
    edit("enums.yaml", TARGETS, TARGETS.replace("{", "{parent_exception: none, "))
    assert "drop parent_exception" in only(project).reason


def test_mixins_count_as_ancestors() -> None:
    biolink = load_biolink()
    assert biolink.compatible("Drug", "ChemicalOrDrugOrTreatment")
    assert biolink.compatible("NamedThing", "Disease")
    assert not biolink.compatible("Disease", "Drug")
