"""The model as pages: one for each class and each vocabulary, and an index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimstar.markdown import cell
from claimstar.model.mapping import ClassMap, Mapping, SlotMap
from claimstar.names import compress
from claimstar.schema.shapes import describe

if TYPE_CHECKING:
    from linkml_runtime import SchemaView


def _range(slot: SlotMap, mapping: Mapping) -> str:
    text = "identifier" if slot.kind == "identifier" else cell(describe(slot))
    if slot.range in mapping.classes or slot.range in mapping.enums:
        text = text.replace(slot.range, f"[{slot.range}]({slot.range}.md)", 1)
    return text


def _class_page(entry: ClassMap, mapping: Mapping, view: SchemaView, note: str) -> str:
    lines = [f"<!-- {note} -->", f"# {entry.name}", "", cell(view.get_class(entry.name).description), ""]
    lines.append(f"- IRI: `{compress(entry.own_iri)}`")
    if entry.iri != entry.own_iri:
        lines.append(f"- maps to: `{compress(entry.iri)}`")
    if entry.ancestors:
        lines.append("- under: " + ", ".join(f"[{name}]({name}.md)" for name in entry.ancestors))
    below = [name for name, other in mapping.classes.items() if entry.name in other.ancestors]
    if below:
        lines.append("- over: " + ", ".join(f"[{name}]({name}.md)" for name in below))
    if entry.id_prefix:
        lines.append(f"- ids: bare in tables and answers, `{entry.id_prefix}:` in the graph")
    if entry.id_prefixes:
        lines.append("- ids from: " + ", ".join(f"`{prefix}`" for prefix in entry.id_prefixes))
    if entry.id_roots:
        lines.append("- ids lie under: " + ", ".join(f"`{root}`" for root in entry.id_roots))
    if entry.abstract:
        lines.append("- abstract: has no instances of its own")
    lines += ["", "| slot | values | property | meaning |", "|---|---|---|---|"]
    for slot in entry.slots.values():
        where = "the IRI itself" if slot.kind == "identifier" else f"`{compress(slot.iri)}`"
        lines.append(f"| {slot.name} | {_range(slot, mapping)} | {where} | {cell(slot.description)} |")
    return "\n".join(lines) + "\n"


def _enum_page(name: str, mapping: Mapping, view: SchemaView, note: str) -> str:
    lines = [f"<!-- {note} -->", f"# {name}", "", cell(view.get_enum(name).description), ""]
    keys = sorted({key for value in mapping.enums[name].values() for key in value.annotations})
    heads = ["value", "IRI", *keys, "meaning"]
    lines += [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for value in mapping.enums[name].values():
        cells = [value.name, f"`{compress(value.iri)}`", *(value.annotations.get(key, "") for key in keys)]
        lines.append(f"| {' | '.join([*cells, cell(value.description)])} |")
    return "\n".join(lines) + "\n"


def pages(mapping: Mapping, view: SchemaView, note: str) -> dict[str, str]:
    """File name to text."""
    note = note.splitlines()[0]
    made = {f"{name}.md": _class_page(entry, mapping, view, note) for name, entry in mapping.classes.items()}
    made |= {f"{name}.md": _enum_page(name, mapping, view, note) for name in mapping.enums}
    index = [f"<!-- {note} -->", f"# {cell(view.schema.title)}", "", cell(view.schema.description), ""]
    index += [f"Version {mapping.schema_version}.", "", "## Classes", ""]
    index += [f"- [{name}]({name}.md): {cell(view.get_class(name).description)}" for name in mapping.classes]
    index += ["", "## Vocabularies", ""]
    index += [f"- [{name}]({name}.md): {cell(view.get_enum(name).description)}" for name in mapping.enums]
    made["index.md"] = "\n".join(index) + "\n"
    return made
