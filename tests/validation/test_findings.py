"""Every rule finds its fault, names it, and finds nothing in a good graph."""

from __future__ import annotations

import json

import pytest
from pyoxigraph import NamedNode, Quad, Triple

from claimstar.errors import InputError, LookupFailure
from claimstar.model.records import Intervention
from claimstar.names import expand
from claimstar.rdf.terms import ONTOLOGY_GRAPH, RDF_REIFIES
from claimstar.resources import layout
from claimstar.store.embedded import EmbeddedStore
from claimstar.validation.report import Report, Result, Severity
from claimstar.validation.rules import load_rules, ontology_quads
from claimstar.validation.shapes import load_shapes, shape_files
from claimstar.validation.validate import validate_quads, validate_store

from .graphs import GRAPH, LABORATORY, RULE_FAULTS, SHAPE_FAULTS, Fault, decimal, good_records, quads_of, typed


def _found(report: Report, fault: Fault) -> list[Result]:
    name = fault.shape if ":" in fault.shape else f"consistency/{fault.shape}"
    return [
        result
        for result in report.results
        if (result.source_shape.removeprefix("claimstar:shape/"), result.id)
        in ((name.removeprefix("shape:"), fault.focus),)
    ]


def test_a_good_graph_conforms_to_the_letter() -> None:
    report = validate_quads(quads_of(good_records()), layout(), engine="both")
    assert report.results == ()
    assert report.conforms(Severity.INFO)
    assert report.checked == len(good_records())
    assert [engine.name for engine in report.engines] == ["shifty", "pyshacl", "rules"]


@pytest.mark.parametrize("fault", [*SHAPE_FAULTS, *RULE_FAULTS], ids=lambda fault: f"{fault.shape}-{fault.focus}")
def test_each_fault_is_found_with_its_words_and_remedy(fault: Fault) -> None:
    found = _found(validate_quads(fault.graph(), layout()), fault)
    assert found, f"{fault.shape} did not find {fault.focus}"
    for result in found:
        assert result.message
        assert result.remedy
        assert result.message != result.remedy


def test_every_hand_written_shape_and_every_rule_has_a_fault_that_it_finds() -> None:
    hand_written = load_shapes([path for path in shape_files(layout().shapes) if path.parent.name != "generated"])
    speaking = {iri.rpartition("/")[2] for iri, shape in hand_written.info.items() if shape.message}
    assert speaking - {fault.shape.removeprefix("shape:") for fault in SHAPE_FAULTS} == set()
    rules = {rule.template.path.stem for rule in load_rules(layout().queries)}
    known = {fault.shape for fault in RULE_FAULTS} | {"predicate_undescribed"}  # records cannot hold such a predicate
    assert rules - known == set()


def test_every_hand_written_shape_has_a_message_and_a_remedy() -> None:
    for path in shape_files(layout().shapes):
        if path.parent.name == "generated":
            continue
        for shape in load_shapes([path]).info.values():
            part_of_another = shape.iri.rpartition("/")[2].isdigit()
            if not part_of_another and "property" not in shape.parameters:
                assert shape.message, shape.iri
                assert shape.remedy, shape.iri


def test_a_finding_is_followed_to_file_and_row() -> None:
    report = validate_quads(SHAPE_FAULTS[2].graph(), layout())
    result = next(result for result in report.results if result.id == "ASR_4")
    assert (result.file, result.row, result.place) == ("tables/assertions.csv", 5, "tables/assertions.csv:5")
    assert result.value == "true"
    assert result.path == "claimstar:validated"
    assert validate_quads(SHAPE_FAULTS[22].graph(), layout()).results[0].place == ""


def test_the_report_is_grouped_by_cause_and_says_all_it_knows() -> None:
    spoiled = [
        Quad(quad.subject, quad.predicate, decimal("1.20"), GRAPH)
        if quad.predicate.value == expand("biolink:has_confidence_score")
        and quad.subject.value.endswith(("ASR_3", "ASR_4"))
        else quad
        for quad in quads_of(good_records())
    ]
    report = validate_quads(spoiled, layout())
    text = report.to_text()
    assert text.count("confidence of Assertion: exactly one decimal, 0 to 1 (2)") == 1
    assert "  remedy: correct the value" in text
    assert "ASR_3  biolink:has_confidence_score  1.2  tables/assertions.csv:4" in text
    assert "does not conform: 2 violation, 0 warning, 0 info" in text
    data = json.loads(report.to_json())
    assert data["conforms"] is False
    assert data["counts"] == {"violation": 2, "warning": 0, "info": 0}
    assert data["results"][0] == {
        "severity": "violation",
        "focus": expand("claim:ASR_3"),
        "path": "biolink:has_confidence_score",
        "component": "MaxInclusive",
        "value": "1.2",
        "message": "confidence of Assertion: exactly one decimal, 0 to 1",
        "source_shape": "claimstar:shape/Assertion-confidence",
        "file": "tables/assertions.csv",
        "row": 4,
        "remedy": "correct the value",
        "id": "ASR_3",
    }


def test_severity_decides_what_conforms() -> None:
    warned = validate_quads(
        next(f for f in SHAPE_FAULTS if f.shape == "shape:assertion-names-its-row").graph(), layout()
    )
    assert {result.severity for result in warned.results} == {Severity.WARNING}
    assert warned.conforms()
    assert not warned.conforms(Severity.WARNING)


def test_a_laboratory_study_shows_a_mechanism_and_no_more() -> None:
    """All claims of the good graph that have a source have this one."""
    records = good_records()
    records["EV_1"] = records["EV_1"].model_copy(update=LABORATORY)
    sourced = [each for each, record in records.items() if getattr(record, "supporting_evidence", None)]
    mechanistic = {each: records[each].model_copy(update={"evidence_level": "mechanistic"}) for each in sourced}
    assert validate_quads(quads_of({**records, **mechanistic}), layout(), engine="both").results == ()
    blamed = {result.id for result in validate_quads(quads_of(records), layout()).results}
    assert blamed == set(sourced)


def test_whatever_can_be_chosen_has_indications_harms_and_contraindications() -> None:
    records = good_records()
    records["CHEBI:1"] = Intervention(id="CHEBI:1", name="an operation", synonyms=["other"])
    results = validate_quads(
        quads_of({**records, "CHEBI:2": records["CHEBI:1"].model_copy(update={"id": "CHEBI:2"})}),
        layout(),
        engine="both",
    ).results
    # binding a protein remains a thing of drugs
    assert {(result.id, result.source_shape) for result in results} == {("ASR_1", "consistency/predicate_domain")}


def test_an_edge_of_another_accepted_assertion_is_legitimate() -> None:
    # ASR_10 (negated) and ASR_11 (unvalidated) share subject, predicate and object with ASR_4, which is accepted.
    report = validate_quads(quads_of(good_records()), layout())
    assert not [result for result in report.results if "edge" in result.source_shape]


def test_a_negated_claim_is_never_an_edge() -> None:
    report = validate_quads(RULE_FAULTS[4].graph(), layout())
    blamed = {result.id for result in report.results if result.source_shape == "consistency/direct_edge_not_accepted"}
    assert blamed == {"ASR_10", "ASR_11"}


def test_records_that_no_shape_speaks_about_are_reported() -> None:
    stranger = typed("https://w3id.org/claimstar/claim/ASR_77", "Asertion")
    report = validate_quads([*quads_of(good_records()), stranger], layout())
    assert [(result.id, result.component, result.value) for result in report.results] == [
        ("ASR_77", "Untargeted", "claimstar:Asertion")
    ]


def test_a_literal_that_is_written_another_way_is_the_same_value() -> None:
    one = Quad(NamedNode(expand("claim:ASR_4")), NamedNode(expand("biolink:has_confidence_score")), decimal("1"), GRAPH)
    spoiled = [
        one if (quad.subject, quad.predicate) == (one.subject, one.predicate) else quad
        for quad in quads_of(good_records())
    ]
    assert validate_quads(spoiled, layout(), engine="both").results == ()


def test_a_triple_term_out_of_place_is_one_clear_problem() -> None:
    node = NamedNode(expand("claim:ASR_4"))
    term = Triple(node, RDF_REIFIES, Triple(node, node, node))
    with pytest.raises(InputError, match="triple term"):
        validate_quads(
            [*quads_of(good_records()), Quad(node, NamedNode(expand("claimstar:context")), term, GRAPH)], layout()
        )


def test_an_unknown_engine_is_named_with_those_there_are() -> None:
    with pytest.raises(LookupFailure, match=r"jena(.|\n)*shifty, pyshacl, both"):
        validate_quads([], layout(), engine="jena")


def test_the_shapes_can_be_held_to_some_graphs() -> None:
    store = EmbeddedStore()
    store.load(SHAPE_FAULTS[2].graph())
    store.load(ontology_quads(layout().ontology))
    assert not validate_store(store, layout()).conforms()
    assert validate_store(store, layout(), graphs=[]).checked == 0
    assert ONTOLOGY_GRAPH in store.graphs()
