"""Reading the schema sources: every mistake at once, each with its file and line, before linkml sees them.

linkml stops at the first mistake, often without a place, and merges two definitions of one name in silence.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from claimstar.errors import InputError, MissingExtraError, Problem

if TYPE_CHECKING:
    from linkml_runtime import SchemaView

MAIN = "claimstar.yaml"
_SECTIONS = ("classes", "slots", "enums", "types")
_URI_KEYS = ("class_uri", "slot_uri", "enum_uri", "meaning")
_MAPPING_KEYS = tuple(f"{kind}_mappings" for kind in ("exact", "close", "related", "narrow", "broad"))
_NOT_COMPILED = frozenset(
    {
        *("any_of", "all_of", "none_of", "exactly_one_of", "equals_string", "equals_string_in", "equals_number"),
        *("equals_expression", "structured_pattern", "has_member", "all_members", "range_expression", "rules"),
        *("minimum_value_exclusive", "maximum_value_exclusive", "unique_keys", "classification_rules"),
    }
)
"""LinkML features that the mapping, the shapes and the record classes would not all follow: refused, not ignored."""


@dataclass
class _Sources:
    """What the files declare: section to name to (file, line, node)."""

    folder: Path
    problems: list[Problem] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    roots: dict[str, yaml.MappingNode] = field(default_factory=dict)
    declared: dict[str, dict[str, tuple[str, int, yaml.Node]]] = field(
        default_factory=lambda: {section: {} for section in (*_SECTIONS, "prefixes")}
    )

    def problem(self, message: str, file: str, line: int, value: str = "", remedy: str = "") -> None:
        self.problems.append(Problem(message, value, f"schema/{file}", line, None, remedy))


def require_linkml() -> None:
    """Raises MissingExtraError where the extra ``schema`` is not installed."""
    from importlib.util import find_spec

    if find_spec("linkml") is None:
        raise MissingExtraError("linkml", "schema")


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _items(node: yaml.Node | None) -> Iterator[tuple[str, yaml.Node, yaml.Node]]:
    """Key, key node and value node of a mapping."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield str(key.value), key, value


def _child(node: yaml.Node | None, name: str) -> yaml.Node | None:
    return next((value for key, _, value in _items(node) if key == name), None)


def _scalars(node: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    """The texts of a node that is one text or a list of them."""
    for each in node.value if isinstance(node, yaml.SequenceNode) else [node]:
        if isinstance(each, yaml.ScalarNode) and each.value:
            yield each


def _duplicates(sources: _Sources, file: str, node: yaml.Node) -> None:
    if isinstance(node, yaml.SequenceNode):
        for each in node.value:
            _duplicates(sources, file, each)
    first: dict[str, int] = {}
    for key, key_node, value in _items(node):
        if key in first:
            sources.problem(f"stands twice, first in line {first[key]}", file, _line(key_node), key, "keep one")
        first.setdefault(key, _line(key_node))
        _duplicates(sources, file, value)


def _compose(sources: _Sources, file: str, where: tuple[str, int] | None) -> None:
    """Read one file and those that it imports."""
    if file in sources.seen:
        return
    sources.seen.add(file)
    path = sources.folder / file
    if not path.is_file():
        at = where or (file, 1)
        sources.problem(f"no file {path.name} in the schema folder", at[0], at[1], file.removesuffix(".yaml"))
        return
    try:
        root = yaml.compose(path.read_bytes().decode("utf-8"), Loader=yaml.SafeLoader)
    except UnicodeDecodeError as error:
        sources.problem(f"not UTF-8 at byte {error.start}", file, 1, remedy="save the file as UTF-8")
        return
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        sources.problem(f"not YAML: {error.problem or error.context}", file, mark.line + 1 if mark else 1)
        return
    except yaml.YAMLError as error:
        sources.problem(f"not YAML: {' '.join(str(error).split())}", file, 1)
        return
    if not isinstance(root, yaml.MappingNode):
        sources.problem("not a LinkML schema: the top has to be keys and values", file, 1)
        return
    sources.roots[file] = root
    _duplicates(sources, file, root)
    for section, known in sources.declared.items():
        node = _child(root, section)
        if node is not None and not isinstance(node, yaml.MappingNode) and node.value:
            sources.problem(f"{section} has to be names and their definitions", file, _line(node))
        for name, key, value in _items(node):
            if name in known and section != "prefixes" and known[name][0] != file:
                first = f"schema/{known[name][0]}:{known[name][1]}"
                sources.problem(f"defined twice in {section}, first at {first}", file, _line(key), name, "keep one")
            known.setdefault(name, (file, _line(key), value))
    for item in _scalars(_child(root, "imports")):
        if ":" not in item.value:
            _compose(sources, f"{item.value}.yaml", (file, _line(item)))


@cache
def _vocabulary() -> dict[str, frozenset[str]]:
    """The keys that LinkML knows for each kind of definition, and the names of its types."""
    from importlib.resources import files

    from linkml_runtime import linkml_model as metamodel

    kinds = {
        "schema": metamodel.SchemaDefinition,
        "classes": metamodel.ClassDefinition,
        "slots": metamodel.SlotDefinition,
        "enums": metamodel.EnumDefinition,
        "types": metamodel.TypeDefinition,
        "values": metamodel.PermissibleValue,
    }
    keys = {kind: frozenset(each.name for each in dataclasses.fields(found)) for kind, found in kinds.items()}
    types = files("linkml_runtime.linkml_model") / "model" / "schema" / "types.yaml"
    loaded: dict[str, Any] = yaml.safe_load(types.read_text(encoding="utf-8"))
    return {**keys, "linkml types": frozenset(loaded["types"])}


def _nearest(name: str, known: Iterator[str] | frozenset[str] | list[str]) -> str:
    close = get_close_matches(name, sorted(known), n=1)
    return f"did you mean {close[0]}?" if close else ""


def _keys(sources: _Sources, file: str, kind: str, node: yaml.Node) -> None:
    known = _vocabulary()[kind]
    for key, key_node, _ in _items(node):
        if key not in known:
            sources.problem("LinkML has no such key", file, _line(key_node), key, _nearest(key, known))
        elif key in _NOT_COMPILED:
            remedy = "say it in a hand-written shape under shapes/"
            sources.problem("claimstar does not compile this LinkML feature", file, _line(key_node), key, remedy)


def _known(sources: _Sources, file: str, node: yaml.Node | None, known: list[str], what: str) -> None:
    for each in _scalars(node):
        if each.value not in known:
            remedy = _nearest(each.value, known) or "define it, or correct the name"
            sources.problem(f"unknown {what}", file, _line(each), each.value, remedy)


def _curies(sources: _Sources, file: str, node: yaml.Node) -> None:
    for key, _, value in _items(node):
        if key in _URI_KEYS or key in _MAPPING_KEYS:
            for each in _scalars(value):
                prefix, colon, rest = each.value.partition(":")
                if colon and not rest.startswith("//") and prefix not in sources.declared["prefixes"]:
                    sources.problem("unknown prefix", file, _line(each), each.value, "declare it under prefixes")


def _slot(sources: _Sources, file: str, node: yaml.Node, ranges: list[str], slots: list[str]) -> None:
    _keys(sources, file, "slots", node)
    _curies(sources, file, node)
    _known(sources, file, _child(node, "range"), ranges, "range")
    for key in ("is_a", "mixins"):
        _known(sources, file, _child(node, key), slots, "slot")


def _check(sources: _Sources) -> None:
    classes, slots, enums, types = (list(sources.declared[section]) for section in _SECTIONS)
    ranges = [*classes, *enums, *types, *_vocabulary()["linkml types"]]
    for file, root in sources.roots.items():
        _keys(sources, file, "schema", root)
        _known(sources, file, _child(root, "default_range"), ranges, "range")
        for _, _, node in _items(_child(root, "slots")):
            _slot(sources, file, node, ranges, slots)
        for _, _, node in _items(_child(root, "classes")):
            _keys(sources, file, "classes", node)
            _curies(sources, file, node)
            attributes = [key for key, *_ in _items(_child(node, "attributes"))]
            _known(sources, file, _child(node, "slots"), slots, "slot")
            for key in ("is_a", "mixins"):
                _known(sources, file, _child(node, key), classes, "class")
            for section in ("attributes", "slot_usage"):
                for _, _, usage in _items(_child(node, section)):
                    _slot(sources, file, usage, ranges, [*slots, *attributes])
        for _, _, node in _items(_child(root, "enums")):
            _keys(sources, file, "enums", node)
            _curies(sources, file, node)
            for _, _, value in _items(_child(node, "permissible_values")):
                _keys(sources, file, "values", value)
                _curies(sources, file, value)


def find_line(folder: Path, section: str, name: str) -> tuple[str, int]:
    """File and line of a definition, for messages about it; (the main file, 1) where it cannot be found."""
    sources = _Sources(folder)
    _compose(sources, MAIN, None)
    found = sources.declared[section].get(name)
    return (f"schema/{found[0]}", found[1]) if found else (f"schema/{MAIN}", 1)


def source_files(folder: Path) -> tuple[Path, ...]:
    """The main file and all that it imports from the folder."""
    sources = _Sources(folder)
    _compose(sources, MAIN, None)
    return tuple(folder / file for file in sources.roots)


def open_schema(folder: Path) -> SchemaView:
    """The schema of a folder, checked.

    Raises:
        InputError: the files have mistakes; all of them, with file and line.
        MissingExtraError: linkml is not installed.
    """
    require_linkml()
    sources = _Sources(folder)
    _compose(sources, MAIN, None)
    if not sources.problems:
        _check(sources)
    if sources.problems:
        raise InputError(sources.problems)
    from linkml_runtime import SchemaView

    try:
        view = SchemaView(str(folder / MAIN))
        view.imports_closure()
    except (ValueError, TypeError, AttributeError) as error:  # what linkml raises on a value of the wrong kind
        lines = [line for line in str(error).splitlines() if line.strip()] or ["linkml cannot read it"]
        raise InputError([Problem(" ".join(lines), "", f"schema/{MAIN}", 1)]) from error
    return view
