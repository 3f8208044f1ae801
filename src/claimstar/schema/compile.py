"""The schema compiled to what the rest of the system reads: ``mapping.json``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkml_runtime import SchemaView
    from linkml_runtime.linkml_model import SlotDefinition

VOCABULARY = "https://w3id.org/claimstar/"
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
        # Our own ancestor types are written out, so that sh:class and plain SPARQL need no reasoning over subclasses.
        own = [VOCABULARY + each for each in (str(name), *ancestors)]
        classes[str(name)] = {
            "iri": iri,
            "types": list(dict.fromkeys([iri, *own])),
            "ancestors": ancestors,
            "id_prefix": _annotations(definition).get("id_prefix"),
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
