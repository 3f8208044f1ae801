"""The schema compiled to what the rest of the system reads: ``mapping.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimstar.errors import InputError, Problem
from claimstar.model.mapping import Mapping
from claimstar.schema.source import find_line

if TYPE_CHECKING:
    from linkml_runtime import SchemaView
    from linkml_runtime.linkml_model import SlotDefinition

VOCABULARY = "https://w3id.org/claimstar/"
REQUIRED = {"classes": ("Assertion", "Response"), "enums": ("Predicate", "RelationClass", "Direction")}
"""What code names; everything else of the schema is read from the mapping."""
_IRI_TYPES = frozenset({"uri", "uriorcurie", "curie"})


def _annotations(element: Any) -> dict[str, str]:
    return {str(key): str(value.value) for key, value in sorted(dict(element.annotations or {}).items())}


def _slot(view: SchemaView, slot: SlotDefinition) -> dict[str, Any]:
    range_name = str(slot.range or view.schema.default_range)
    datatype = None
    if slot.identifier:
        kind = "identifier"
    elif range_name in view.all_classes():
        kind = "object" if slot.inlined or slot.inlined_as_list else "reference"
    elif range_name in view.all_enums():
        kind = "enum"
    elif range_name in _IRI_TYPES:
        kind = "iri"
    else:
        kind = "literal"
        datatype = view.expand_curie(str(view.get_type(range_name).uri))
    return {
        "iri": view.get_uri(slot, expand=True),
        "kind": kind,
        "range": range_name,
        "datatype": datatype,
        "required": bool(slot.required),
        "multivalued": bool(slot.multivalued),
        "ordered": bool(slot.list_elements_ordered),
        "pattern": slot.pattern,
        "minimum": None if slot.minimum_value is None else str(slot.minimum_value),
        "maximum": None if slot.maximum_value is None else str(slot.maximum_value),
        "description": " ".join(str(slot.description or "").split()),
        "minimum_count": slot.minimum_cardinality,
        "maximum_count": slot.maximum_cardinality,
    }


def compile_mapping(view: SchemaView) -> dict[str, Any]:
    """The mapping as plain data, in the order of the schema."""
    classes = {}
    for name, definition in view.all_classes().items():
        iri = view.get_uri(name, expand=True)
        ancestors = [str(ancestor) for ancestor in view.class_ancestors(name, reflexive=False)]
        family = [view.get_class(each) for each in (name, *ancestors)]
        # Our own ancestor types are written out, so that sh:class and plain SPARQL need no reasoning over subclasses.
        own = [VOCABULARY + each for each in (str(name), *ancestors)]
        also = [view.expand_curie(each) for each in (_annotations(definition).get("also_types") or "").split()]
        classes[str(name)] = {
            "iri": iri,
            "types": list(dict.fromkeys([iri, *own, *also])),
            "ancestors": ancestors,
            "id_prefix": _annotations(definition).get("id_prefix"),
            "id_prefixes": [str(prefix) for each in family for prefix in each.id_prefixes],
            "id_roots": (_annotations(definition).get("id_roots") or "").split(),
            "abstract": bool(definition.abstract),
            "slots": {str(slot.name): _slot(view, slot) for slot in view.class_induced_slots(name)},
        }
    enums = {
        str(name): {
            str(key): {
                "iri": view.expand_curie(str(value.meaning)) if value.meaning else f"{VOCABULARY}{name}/{key}",
                "title": str(value.title or key),
                "description": " ".join(str(value.description or "").split()),
                "annotations": _annotations(value),
            }
            for key, value in definition.permissible_values.items()
        }
        for name, definition in view.all_enums().items()
    }
    return {"schema_version": str(view.schema.version), "classes": classes, "enums": enums}


def mapping_json(view: SchemaView) -> str:
    """The text of ``mapping.json``."""
    return json.dumps(compile_mapping(view), indent=1, ensure_ascii=False) + "\n"


def check_compiled(mapping: Mapping, folder: Path, prefixes: dict[str, str]) -> None:
    """Refuse what reads as LinkML but cannot be encoded, decoded or asked for.

    Raises:
        InputError: all such mistakes, with file and line.
    """
    problems: list[Problem] = []

    def problem(section: str, name: str, message: str, value: str, remedy: str) -> None:
        file, line = find_line(folder, section, name)
        problems.append(Problem(message, value, file, line, None, remedy))

    for section, names in (("classes", mapping.classes), ("enums", mapping.enums)):
        for name in REQUIRED[section]:
            if name not in names:
                problem(section, name, f"missing from {section}, and claimstar needs it", name, "keep it")
    literal: dict[str, tuple[str, bool]] = {}
    for name, entry in mapping.classes.items():
        if entry.id_prefix and entry.id_prefix not in prefixes:
            problem("classes", name, "unknown id_prefix", entry.id_prefix, "add it to ontology/prefixes.json")
        for prefix in (*entry.id_prefixes, *(root.partition(":")[0] for root in entry.id_roots)):
            if prefix not in prefixes:
                problem("classes", name, "unknown prefix", prefix, "add it to ontology/prefixes.json")
        holders: dict[str, str] = {}
        for slot in entry.slots.values():
            if slot.iri in holders:
                message = f"two slots of {name} have one property, so that they could not be told apart in the graph"
                problem("slots", slot.name, message, f"{holders[slot.iri]}, {slot.name}", "give one another slot_uri")
            holders[slot.iri] = slot.name
            if slot.kind == "identifier":
                continue
            first, kind = literal.setdefault(slot.iri, (slot.name, slot.kind == "literal"))
            if kind != (slot.kind == "literal"):
                message = f"a property cannot hold text in one slot and things in another (slot {first})"
                problem("slots", slot.name, message, slot.iri, "give one of them another slot_uri")
    for name, values in mapping.enums.items():
        owners: dict[str, str] = {}
        for value in values.values():
            if value.iri in owners:
                message = f"two values of {name} have one meaning"
                problem("enums", name, message, f"{owners[value.iri]}, {value.name}", "give each its own meaning")
            owners[value.iri] = value.name
    for key in ("domain", "range"):
        for value in mapping.enums.get("Predicate", {}).values():
            for named in value.alternatives(key):
                if named not in mapping.classes:
                    remedy = "name a class of the schema, or several with | between them"
                    problem("enums", "Predicate", f"{key} of {value.name} is no class", named, remedy)
    if problems:
        raise InputError(list(dict.fromkeys(problems)))
