"""JSON-LD context and the response contract, from the compiled schema; the full JSON Schema, from linkml."""

from __future__ import annotations

import json
from collections.abc import Mapping as Map
from pathlib import Path
from typing import Any

from claimstar.model.mapping import ClassMap, Mapping, SlotMap

_XSD = "http://www.w3.org/2001/XMLSchema#"
_JSON_TYPES = {
    _XSD + "string": "string",
    _XSD + "boolean": "boolean",
    _XSD + "integer": "integer",
    _XSD + "decimal": "number",
    _XSD + "double": "number",
    _XSD + "float": "number",
}


def dump(value: Any) -> str:
    """The fixed JSON form of generated files."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _term(slot: SlotMap, mapping: Mapping, prefixes: Map[str, str]) -> Any:
    """One slot as a term. Bare ids resolve against the prefix of the class that they are of, enum values by name."""
    if slot.kind == "identifier":
        return "@id"
    term: dict[str, Any] = {"@id": slot.iri}
    if slot.ordered:
        term["@container"] = "@list"
    elif slot.multivalued:
        term["@container"] = "@set"
    if slot.kind == "literal":
        if slot.datatype != _XSD + "string":
            term["@type"] = slot.datatype
        return term
    if slot.kind == "enum":
        term["@type"] = "@vocab"
        term["@context"] = {name: value.iri for name, value in mapping.enums[slot.range].items()}
        return term
    if slot.kind != "object":
        term["@type"] = "@id"
        prefix = mapping.get_class(slot.range).id_prefix if slot.kind == "reference" else None
        if prefix:
            term["@context"] = {"@base": prefixes[prefix]}
    return term


def _scope(entry: ClassMap, mapping: Mapping, prefixes: Map[str, str]) -> dict[str, Any]:
    scope: dict[str, Any] = {"@base": prefixes[entry.id_prefix]} if entry.id_prefix else {}
    return {**scope, **{name: _term(slot, mapping, prefixes) for name, slot in entry.slots.items()}}


def context(mapping: Mapping, prefixes: Map[str, str], note: str) -> str:
    """The text of ``ontology/claimstar.context.jsonld`` (JSON-LD 1.1).

    Terms are scoped to the class in ``@type``, because a slot name may stand for different properties in two classes
    and bare ids belong to the namespace of their class.
    """
    names: dict[str, Any] = {"@version": 1.1}
    for prefix, start in prefixes.items():
        names[prefix] = start if start[-1] in "/#:?" else {"@id": start, "@prefix": True}
    for name, entry in mapping.classes.items():
        if not entry.abstract:
            names[name] = {"@id": entry.own_iri, "@context": _scope(entry, mapping, prefixes)}
    return dump({"@context": names, "generated": note.splitlines()[0]})


def _value_schema(slot: SlotMap, mapping: Mapping, inside: tuple[str, ...]) -> dict[str, Any]:
    if slot.kind == "object":
        return _object_schema(mapping.get_class(slot.range), mapping, inside)
    if slot.kind == "enum":
        return {"type": "string", "enum": list(mapping.enums[slot.range])}
    return {"type": _JSON_TYPES.get(slot.datatype or _XSD + "string", "string")}


def _object_schema(entry: ClassMap, mapping: Mapping, inside: tuple[str, ...] = ()) -> dict[str, Any]:
    if entry.name in inside:
        raise ValueError(f"class {entry.name} holds itself: {' → '.join((*inside, entry.name))}")
    properties: dict[str, Any] = {}
    for name, slot in entry.slots.items():
        value = _value_schema(slot, mapping, (*inside, entry.name))
        if slot.multivalued:
            value = {"type": "array", "items": value}
        if not slot.required:
            # A strict schema has no optional property: what may be absent is null.
            value = {"anyOf": [value, {"type": "null"}]}
        properties[name] = {"description": slot.description, **value} if slot.description else value
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def response_schema(mapping: Mapping, name: str = "Response") -> str:
    """The text of ``response.schema.json``: one class, self-contained and strict.

    Strict in the sense of OpenAI structured outputs: every object forbids other properties and requires all of its own.
    Properties stand in the order of the schema, because constrained decoding writes them in that order. The file has no
    generated-note: it is sent to services that refuse keywords they do not know.
    """
    schema = _object_schema(mapping.get_class(name), mapping)
    return dump({"title": name, **schema})


def full_schema(main: Path, note: str) -> str:
    """The text of ``claimstar.schema.json``, by linkml's generator."""
    from linkml.generators.jsonschemagen import JsonSchemaGenerator

    generated = json.loads(JsonSchemaGenerator(str(main)).serialize())
    return dump({"$comment": note.splitlines()[0], **generated})
