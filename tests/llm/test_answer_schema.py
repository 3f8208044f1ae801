from __future__ import annotations

import json

import pytest

from claimstar.errors import ModelError
from claimstar.llm.answer_schema import Bounds, bounded, id_form, strict
from claimstar.model.records import Response

SCHEMA = Response.model_json_schema()


def objects(node):
    if isinstance(node, dict):
        if "properties" in node:
            yield node
        for value in node.values():
            yield from objects(value)
    elif isinstance(node, list):
        for value in node:
            yield from objects(value)


def test_every_object_is_closed_and_requires_all_of_its_properties():
    found = list(objects(strict(SCHEMA)))
    assert len(found) == 2
    assert all(node["additionalProperties"] is False for node in found)
    assert all(node["required"] == list(node["properties"]) for node in found)


def test_references_are_inlined_and_foreign_keywords_dropped():
    text = json.dumps(strict({**SCHEMA, "$schema": "x", "metamodel_version": "1.7"}))
    assert "$ref" not in text
    assert "$defs" not in text
    assert "metamodel_version" not in text
    assert '"title"' not in text


def test_properties_come_in_the_order_in_which_they_are_required():
    answer = {
        "type": "object",
        "required": ["b", "a"],
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
    }
    assert list(strict(answer)["properties"]) == ["b", "a"]


def test_a_property_may_bear_the_name_of_a_keyword():
    answer = {"type": "object", "properties": {"title": {"type": "string"}, "$ref": {"type": "string"}}}
    assert list(strict(answer)["properties"]) == ["title", "$ref"]


@pytest.mark.parametrize("target", ["#/$defs/Self", "#/$defs/Absent", "elsewhere.json"])
def test_a_reference_that_cannot_be_inlined_is_an_error(target):
    schema = {"$ref": "#/$defs/Self", "$defs": {"Self": {"type": "array", "items": {"$ref": target}}}}
    with pytest.raises(ModelError, match="cannot be inlined"):
        strict(schema)


def test_bounds_choices_and_forms_reach_their_places():
    limits = Bounds(items=1, items_of={"causal_path": 5}, item_characters=24, text_characters=80)
    schema = bounded(
        strict(SCHEMA), limits, {"chosen_option": ["a", ""], "absent": ["x"]}, {"causal_path": "(A[0-9]{1})"}
    )
    properties = schema["properties"]
    assert properties["chosen_option"] == {"enum": ["a", ""]}
    assert properties["causal_path"]["maxItems"] == 5
    assert properties["causal_path"]["items"] == {"type": "string", "pattern": "^(A[0-9]{1})$"}
    assert properties["adverse_effects"]["maxItems"] == 1
    assert properties["adverse_effects"]["items"]["maxLength"] == 24
    assert properties["free_claims"]["items"]["properties"]["claim_object"]["maxLength"] == 24
    assert properties["rationale"]["maxLength"] == 80
    assert "absent" not in properties


def test_bounding_leaves_the_schema_as_it_was():
    schema = strict(SCHEMA)
    before = json.dumps(schema)
    bounded(schema, Bounds(), {"chosen_option": ["a"]}, {"causal_path": "x"})
    assert json.dumps(schema) == before


def test_the_form_of_ids_keeps_letters_and_frees_digits():
    assert id_form(["EV_0007", "ASR_0001", "ASR_0002"]) == "(ASR_[0-9]{4}|EV_[0-9]{4})"
    assert id_form([]) is None
    assert id_form(f"{'a' * n}1" for n in range(1, 9)) is None
