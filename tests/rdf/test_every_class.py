"""The laws of encoding hold for every class of the schema, whatever the schema says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from pyoxigraph import Literal, NamedNode, Quad

from claimstar.errors import InputError, LookupFailure
from claimstar.model.mapping import ClassMap, SlotMap, load_mapping
from claimstar.model.records import Agent, Scenario, SourceFile
from claimstar.names import expand
from claimstar.rdf.canonical import graph_hash
from claimstar.rdf.decode import decode
from claimstar.rdf.encode import encode, encode_literal, record_iri
from claimstar.rdf.terms import PROVENANCE_GRAPH, RDF_FIRST, RDF_REST, XSD_DECIMAL, XSD_DOUBLE, dataset_graph
from claimstar.store.embedded import EmbeddedStore

GRAPH = dataset_graph("test")
MAPPING = load_mapping()
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20)
FEW = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
IDENTIFIED = [name for name, entry in MAPPING.classes.items() if not entry.abstract and entry.identifier]


_OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def _identifiers(entry: ClassMap) -> st.SearchStrategy[str]:
    if entry.id_prefix:
        return st.from_regex(r"[A-Za-z0-9_.-]{1,10}", fullmatch=True)
    return st.sampled_from(["CHEBI:35457", "EFO:0004325", "MESH:D000368", "concept:a_thing"])


def _literals(slot: SlotMap) -> st.SearchStrategy[Any]:
    low = None if slot.minimum is None else int(slot.minimum)
    high = None if slot.maximum is None else int(slot.maximum)
    if slot.pattern:
        return st.from_regex(slot.pattern, fullmatch=True, alphabet=st.characters(min_codepoint=33, max_codepoint=126))
    decimals = st.decimals(low, high, allow_nan=False, allow_infinity=False, places=21)
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "string": TEXT,
        "boolean": st.booleans(),
        "integer": st.integers(low, high),
        "decimal": decimals | st.sampled_from([Decimal(0), Decimal("1.00")]),
        "double": st.floats(low, high, allow_nan=False),
        # fixed offsets: Python holds a time that a zone's clock shows twice to be unequal to any other
        "dateTime": st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=_OFFSETS),
    }
    return kinds[(slot.datatype or "").rpartition("#")[2]]


def _values(slot: SlotMap) -> st.SearchStrategy[Any]:
    if slot.kind == "literal":
        one = _literals(slot)
    elif slot.kind == "enum":
        one = st.sampled_from(sorted(MAPPING.enums[slot.range]))
    elif slot.kind == "reference":
        one = _identifiers(MAPPING.get_class(slot.range))
    elif slot.kind == "iri":
        one = st.sampled_from(["infores:claimstar-pilot", "UniProtKB:P12821", "https://example.org/file.csv#row=3"])
    else:
        one = _records(slot.range)
    if slot.multivalued:
        # repeats only where order is kept; more than nine of what gets numbered nodes
        repeats = slot.ordered or slot.kind == "object"
        least, most = slot.minimum_count or 0, 11 if repeats else 4
        one = st.lists(one, min_size=least, max_size=most, unique=not repeats)
    return one if slot.required else st.none() | one


def _records(name: str) -> st.SearchStrategy[BaseModel]:
    entry = MAPPING.get_class(name)
    fields = {
        slot.name: _identifiers(entry) if slot.kind == "identifier" else _values(slot) for slot in entry.slots.values()
    }
    return st.fixed_dictionaries(fields).map(MAPPING.record_class(name).model_validate)


def _normal(record: BaseModel) -> dict[str, Any]:
    """The record without what no graph keeps: order and repeats of unordered values, an empty list where none is."""
    fields: dict[str, Any] = {}
    for slot in MAPPING.class_of(record).slots.values():
        value = getattr(record, slot.name)
        if slot.kind == "object" and value is not None:
            value = [_normal(item) for item in value] if slot.multivalued else _normal(value)
        elif slot.multivalued and not slot.ordered and value is not None:
            value = sorted(set(value))
        fields[slot.name] = None if value == [] and not slot.required else value
    return fields


def _stored(record: BaseModel) -> EmbeddedStore:
    store = EmbeddedStore()
    store.load(encode(record, MAPPING, GRAPH))
    return store


@pytest.mark.parametrize("name", IDENTIFIED)
@FEW
@given(data=st.data())
def test_decoding_what_was_encoded_gives_the_record(name: str, data: st.DataObject) -> None:
    record = data.draw(_records(name))
    store = _stored(record)
    again = decode(store.quads_about, name, record_iri(record, MAPPING.class_of(record)), MAPPING)
    assert _normal(again) == _normal(record)


@pytest.mark.parametrize("name", IDENTIFIED)
@FEW
@given(data=st.data())
def test_a_graph_has_one_hash_before_and_after_it_was_stored(name: str, data: st.DataObject) -> None:
    record = data.draw(_records(name))
    assert graph_hash(_stored(record).quads()) == graph_hash(encode(record, MAPPING, GRAPH))


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12))
def test_a_decimal_keeps_its_value_and_equal_ones_have_one_form(value: Decimal) -> None:
    form = encode_literal(value, XSD_DECIMAL.value).value
    assert Decimal(form) == value
    longer = f"{value:f}0" if "." in f"{value:f}" else f"{value:f}.0"
    assert encode_literal(Decimal(longer), XSD_DECIMAL.value).value == form
    assert "E" not in form


def test_numbers_have_the_form_that_the_store_gives_back() -> None:
    forms = [
        encode_literal(value, XSD_DECIMAL.value).value for value in (Decimal("1.0"), Decimal("-0"), Decimal("1E+2"))
    ]
    assert forms == ["1", "0", "100"]
    assert encode_literal(2.0, XSD_DOUBLE.value).value == "2"
    assert encode_literal(float("inf"), XSD_DOUBLE.value).value == "INF"


def test_a_time_without_a_zone_is_taken_as_utc() -> None:
    kind = "http://www.w3.org/2001/XMLSchema#dateTime"
    assert encode_literal(datetime(2026, 1, 1, 12), kind) == encode_literal(datetime(2026, 1, 1, 12, tzinfo=UTC), kind)


@pytest.mark.parametrize("bad", ["a b", "<x>", 'x"y'])
def test_an_identifier_that_makes_no_iri_is_told(bad: str) -> None:
    with pytest.raises(InputError, match="not an IRI"):
        list(encode(Agent(id=bad, name="n"), MAPPING, GRAPH))


def test_what_two_graphs_say_alike_is_said_once() -> None:
    file = SourceFile(id="f1", file_name="a.csv", sha256="0" * 64)
    store = EmbeddedStore()
    store.load([*encode(file, MAPPING, GRAPH), *encode(file, MAPPING, PROVENANCE_GRAPH)])
    assert decode(store.quads_about, "SourceFile", NamedNode(expand("file:f1")), MAPPING) == file


def test_two_values_where_one_is_allowed_are_an_error_and_not_a_choice() -> None:
    agent = NamedNode(expand("agent:a"))
    store = _stored(Agent(id="a", name="one"))
    store.load([Quad(agent, NamedNode(MAPPING.get_class("Agent").slots["name"].iri), Literal("two"), GRAPH)])
    with pytest.raises(LookupFailure, match="name: 2 values"):
        decode(store.quads_about, "Agent", agent, MAPPING)


@pytest.mark.parametrize("harm", ["a missing item", "a loop"])
def test_a_broken_list_is_told_and_does_not_hang(harm: str) -> None:
    scenario = Scenario(
        id="SCN_0001", category="direct_effect", patient_context="x", decision_target="EFO:0004325", question="y",
        candidate_options=["CHEBI:2668", "CHEBI:35457"], gold_option="CHEBI:35457", acceptable_options=["CHEBI:35457"],
        gold_path=["ASR_0001", "ASR_0002"], expected_uncertainty=False,
    )  # fmt: skip
    iri = record_iri(scenario, MAPPING.class_of(scenario))
    last = NamedNode(f"{iri.value}/gold_path/2")
    predicate = RDF_FIRST if harm == "a missing item" else RDF_REST
    quads = [q for q in encode(scenario, MAPPING, GRAPH) if (q.subject, q.predicate) != (last, predicate)]
    if harm == "a loop":
        quads.append(Quad(last, RDF_REST, NamedNode(f"{iri.value}/gold_path/1"), GRAPH))
    store = EmbeddedStore()
    store.load(quads)
    with pytest.raises(LookupFailure, match="not a well-formed RDF list"):
        decode(store.quads_about, "Scenario", iri, MAPPING)
