"""The JSON Schema of an answer in the forms that decoders take.

Structured decoding writes the properties in the order of the schema, and services refuse schemas that leave a
property optional or hold keywords that they do not know. ``strict`` brings a schema into the common form; ``bounded``
adds what a small local model needs to come to an end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from claimstar.errors import ModelError

_KEPT = frozenset({"type", "properties", "items", "enum", "const", "anyOf", "description", "required"})
"""Keywords that structured decoding needs. Bounds and patterns are left to the parser: services differ in them."""


def strict(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with references inlined, every property required, closed objects and known keywords alone.

    Properties that the source requires come first, in the order in which it requires them: generators sort the
    properties by name, but the order of ``required`` is the order of the contract.

    Raises:
        ModelError: a reference that cannot be followed or that contains itself.

    >>> answer = {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "title": "A", "required": ["y", "x"],
    ...           "properties": {"x": {"type": "string"}, "y": {"type": "boolean"}}}}}
    >>> list(strict(answer)["properties"]), strict(answer)["additionalProperties"]
    (['y', 'x'], False)
    """
    return _strict(schema, schema.get("$defs", {}), ())


def _strict(node: Mapping[str, Any], definitions: Mapping[str, Any], inside: tuple[str, ...]) -> dict[str, Any]:
    if "$ref" in node:
        name = str(node["$ref"]).removeprefix("#/$defs/")
        if name not in definitions or name in inside:
            raise ModelError(
                f"the response schema has a reference that cannot be inlined: {node['$ref']!r}",
                remedy="refer to #/$defs/NAME, without recursion",
            )
        merged = {**definitions[name], **{key: value for key, value in node.items() if key != "$ref"}}
        return _strict(merged, definitions, (*inside, name))
    result = {key: value for key, value in node.items() if key in _KEPT}
    if "items" in result:
        result["items"] = _strict(result["items"], definitions, inside)
    if "anyOf" in result:
        result["anyOf"] = [_strict(choice, definitions, inside) for choice in result["anyOf"]]
    if "properties" in result:
        properties = result["properties"]
        order = [name for name in node.get("required", ()) if name in properties]
        order += [name for name in properties if name not in order]
        result["properties"] = {name: _strict(properties[name], definitions, inside) for name in order}
        result["required"] = order
        result["additionalProperties"] = False
    return result


@dataclass(frozen=True)
class Bounds:
    """How long an answer of a small model may become.

    Attributes:
        items: elements of an array where ``items_of`` does not name the property.
        items_of: elements of the array of that name.
        item_characters: length of a text within an array.
        text_characters: length of any other text.
    """

    items: int = 1
    items_of: Mapping[str, int] = field(
        default_factory=lambda: {"causal_path": 5, "adverse_effects": 2, "cited_evidence": 3}
    )
    item_characters: int = 24
    text_characters: int = 80


def bounded(
    schema: Mapping[str, Any],
    bounds: Bounds,
    choices: Mapping[str, Sequence[str]] | None = None,
    forms: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A strict schema whose arrays and texts end, and whose named properties take what they are meant to take.

    Names that the schema does not have are passed over.

    Args:
        schema: a schema as ``strict`` returns it.
        bounds: the limits.
        choices: property name to its allowed values.
        forms: name of an array of ids to a regular expression of an id; see ``id_form``.
    """
    result = _ended(schema, bounds, bounds.text_characters)
    for name, values in (choices or {}).items():
        if name in result.get("properties", {}):
            result["properties"][name] = {"enum": list(values)}
    for name, form in (forms or {}).items():
        if name in result.get("properties", {}):
            result["properties"][name]["items"] = {"type": "string", "pattern": f"^{form}$"}
    return result


def _ended(node: Mapping[str, Any], bounds: Bounds, characters: int) -> dict[str, Any]:
    result = dict(node)
    if "properties" in result:
        result["properties"] = {
            name: _ended(value, bounds, characters)
            | ({"maxItems": bounds.items_of.get(name, bounds.items)} if "items" in value else {})
            for name, value in result["properties"].items()
        }
    if "items" in result:
        result["items"] = _ended(result["items"], bounds, bounds.item_characters)
        result["maxItems"] = bounds.items
    if "anyOf" in result:
        result["anyOf"] = [_ended(choice, bounds, characters) for choice in result["anyOf"]]
    if result.get("type") == "string" and "enum" not in result:
        result["maxLength"] = characters
    return result


def id_form(ids: Iterable[str], most: int = 4) -> str | None:
    """A regular expression of the form that the ids share, with any digits in the place of theirs.

    It keeps a small model from writing numbers or words where ids belong, but leaves it free to name an id that was
    never shown. None where there are no ids or their forms differ in more than ``most`` ways.

    >>> id_form(["ASR_0019", "ASR_0033"])
    '(ASR_[0-9]{4})'
    """
    forms = {re.sub(r"[0-9]+", lambda run: f"[0-9]{{{len(run[0])}}}", re.escape(each)) for each in ids}
    return f"({'|'.join(sorted(forms))})" if 0 < len(forms) <= most else None
