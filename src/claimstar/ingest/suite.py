"""A suite: the folder of declarations that a graph and a benchmark are made from. Here its ``suite.yaml`` is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from claimstar.errors import InputError, Problem
from claimstar.ingest.nearest import nearest
from claimstar.model.mapping import load_mapping
from claimstar.resources import find_suite

SUITE_FILE = "suite.yaml"
REQUIRED_KEYS = ("name", "title", "tables")
TEXT_KEYS = ("name", "title", "description", "license", "task")
SECTIONS = ("audit", "conditions", "prompt", "prompts", "scenarios", "scorers", "vignettes")
"""Keys whose content is not read here; the audit and the benchmark read them."""
TABLE_KEYS = ("file", "class", "class_column")

_IRI = re.compile(r'https?://[^\s<>"{}|\\^`]+')
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class TableDecl:
    """One table of a suite.

    Attributes:
        file: path inside the suite.
        class_name: the schema class of all rows, or, beside ``class_column``, the class that they all lie under.
        class_column: the column that names the class of each row.
        line: the line of the declaration in suite.yaml.
    """

    file: str
    class_name: str | None
    class_column: str | None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Suite:
    """What ``suite.yaml`` declares. ``sections`` holds the parts that a benchmark reads, as plain data."""

    name: str
    title: str
    description: str
    license: str | None
    task: str | None
    folder: Path
    tables: tuple[TableDecl, ...]
    sections: Mapping[str, Any] = field(default_factory=dict)


class _Reader:
    """One reading of a suite.yaml: collects problems with line numbers."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def report(
        self, message: str, node: yaml.Node | None = None, *, value: str = "", key: str | None = None, remedy: str = ""
    ) -> None:
        row = node.start_mark.line + 1 if node is not None else None
        self.problems.append(Problem(message, value, SUITE_FILE, row, key, remedy))

    def entries(self, node: yaml.MappingNode, known: tuple[str, ...], what: str) -> Iterator[tuple[str, yaml.Node]]:
        """The known keys of a mapping node with their value nodes; the others are reported."""
        seen: set[str] = set()
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key in seen:
                self.report(f"key given twice in {what}", key_node, value=key, remedy="remove one of them")
            elif key not in known:
                self.report(f"unknown key in {what}", key_node, value=key, remedy=nearest(key, known, "key"))
            else:
                yield key, value_node
            seen.add(key)

    def text(self, key: str, node: yaml.Node) -> str | None:
        """The text of a scalar node that is not empty."""
        if isinstance(node, yaml.ScalarNode) and node.tag != "tag:yaml.org,2002:null" and node.value.strip():
            return " ".join(node.value.split())
        self.report("must be a text that is not empty", node, key=key, remedy=f"write {key}: …")
        return None


def _plain(node: yaml.Node) -> Any:
    """A node as dictionaries, lists and scalars."""
    loader = yaml.SafeLoader("")
    try:
        return loader.construct_document(node)
    finally:
        loader.dispose()


def _read_table(reader: _Reader, node: yaml.Node, folder: Path) -> TableDecl | None:
    if not isinstance(node, yaml.MappingNode):
        reader.report(
            "a table must be a mapping", node, key="tables", remedy="write {file: tables/x.csv, class: ClassName}"
        )
        return None
    before = len(reader.problems)
    found = {key: reader.text(key, value) for key, value in reader.entries(node, TABLE_KEYS, "a table")}
    nodes = {str(key.value): value for key, value in node.value}
    file, name, column = found.get("file"), found.get("class"), found.get("class_column")
    if "file" not in found:
        reader.report("a table without a file", node, key="tables", remedy="add file: tables/x.csv")
    elif file is not None and not (folder / file).resolve().is_relative_to(folder.resolve()):
        reader.report(
            "table outside the suite", nodes["file"], value=file, key="file", remedy="keep tables in the suite's folder"
        )
    if "class" not in found and "class_column" not in found:
        reader.report(
            "a table without a class",
            node,
            key="tables",
            remedy="add class: ClassName, or class_column: NAME",
        )
    if name is not None:
        _check_class(reader, nodes["class"], name, "class_column" in found)
    if len(reader.problems) > before or file is None:
        return None
    return TableDecl(file, name, column, node.start_mark.line + 1)


def _check_class(reader: _Reader, node: yaml.Node, name: str, has_column: bool) -> None:
    mapping = load_mapping()
    instantiable = [each for each, entry in mapping.classes.items() if not entry.abstract and entry.identifier]
    if name not in mapping.classes:
        reader.report("unknown class", node, value=name, key="class", remedy=nearest(name, instantiable, "class"))
    elif not has_column and name not in instantiable:
        reader.report(
            "no records can be of this class",
            node,
            value=name,
            key="class",
            remedy=f"name one of {', '.join(mapping.leaves(name)) or 'its subclasses'}, or add class_column",
        )


def _compose(reader: _Reader, path: Path) -> yaml.MappingNode | None:
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        reader.report("not UTF-8", value=repr(error.object[error.start : error.end]), remedy="save the file as UTF-8")
        return None
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        if node is not None:
            _plain(node)  # unhashable keys and the like come to light only on construction
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reader.problems.append(
            Problem(
                f"not YAML: {error.problem or error.context}",
                file=SUITE_FILE,
                row=mark.line + 1 if mark else None,
                remedy="mend the syntax there or just above",
            )
        )
        return None
    except yaml.YAMLError as error:
        reader.report(f"not YAML: {error}".splitlines()[0], remedy="save the file as plain text")
        return None
    if node is None:
        reader.report("the file is empty", remedy=f"give at least {', '.join(REQUIRED_KEYS)}")
    elif not isinstance(node, yaml.MappingNode):
        reader.report("must be a mapping of keys to values", node, remedy="write lines such as name: my_suite")
    else:
        return node
    return None


def _read_tables(reader: _Reader, node: yaml.Node, folder: Path) -> tuple[TableDecl, ...]:
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        reader.report("must list at least one table", node, key="tables", remedy="write - {file: …, class: …}")
        return ()
    tables = [table for item in node.value if (table := _read_table(reader, item, folder))]
    seen: set[str] = set()
    for table in tables:
        if table.file in seen:
            reader.problems.append(
                Problem("table declared twice", table.file, SUITE_FILE, table.line, "file", "remove one of them")
            )
        seen.add(table.file)
    return tuple(tables)


def load_suite(name_or_path: str | Path) -> Suite:
    """The suite of that name, or in that folder.

    Raises:
        LookupFailure: there is no such suite.
        InputError: its suite.yaml has mistakes; all are reported, with their lines. That the tables are there is
            checked when they are read.
    """
    folder = find_suite(str(name_or_path))
    reader = _Reader()
    root = _compose(reader, folder / SUITE_FILE)
    texts: dict[str, str | None] = {}
    sections: dict[str, Any] = {}
    tables: tuple[TableDecl, ...] = ()
    if root is not None:
        present = set()
        for key, node in reader.entries(root, (*TEXT_KEYS, "tables", *SECTIONS), "the suite"):
            present.add(key)
            if key == "tables":
                tables = _read_tables(reader, node, folder)
            elif key in TEXT_KEYS:
                texts[key] = reader.text(key, node)
                if key == "name" and texts[key] and not _NAME.fullmatch(texts[key] or ""):
                    reader.report(
                        "not usable as a name",
                        node,
                        value=texts[key] or "",
                        key=key,
                        remedy="use lower-case letters, digits, _ and -",
                    )
                if key == "license" and texts[key] and not _IRI.fullmatch(texts[key] or ""):
                    reader.report(
                        "the licence is not an IRI",
                        node,
                        value=texts[key] or "",
                        key=key,
                        remedy="name it by its address, such as https://creativecommons.org/licenses/by/4.0/",
                    )
            else:
                sections[key] = _plain(node)
        for key in REQUIRED_KEYS:
            if key not in present:
                reader.report("required key missing", root, value=key, remedy=f"add {key}: …")
    if reader.problems:
        raise InputError(reader.problems)
    return Suite(
        name=texts["name"] or "",
        title=texts["title"] or "",
        description=texts.get("description") or "",
        license=texts.get("license"),
        task=texts.get("task"),
        folder=folder,
        tables=tables,
        sections=MappingProxyType(sections),
    )
