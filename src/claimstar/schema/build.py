"""Everything that is generated from the schema: made in memory first, then put in place file by file."""

from __future__ import annotations

import contextlib
import json
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from claimstar.errors import UsageError
from claimstar.model.mapping import parse_mapping
from claimstar.resources import PROJECT_MARKER, Layout
from claimstar.schema.source import MAIN, open_schema

NOTE = "Generated from schema/ by `claimstar schema build`. Do not edit; edit schema/ and build again."
DOCS = "docs/schema"


@contextlib.contextmanager
def linkml_warnings() -> Iterator[None]:
    """Keep back linkml's notices about its own coming changes; every other warning passes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=DeprecationWarning, module=r"linkml(_runtime)?\.")
        yield


def records(folder: Path) -> str:
    """The text of ``records.py``: the pydantic classes."""
    from linkml.generators.pydanticgen import PydanticGenerator

    text: str = PydanticGenerator(str(folder / MAIN)).serialize()
    # The path of the machine must not travel.
    text = re.sub(r"\n *'source_file': '[^'\n]*',", "", text)
    return f"# {NOTE}\n{text}"


def generate(layout: Layout) -> dict[str, str]:
    """All generated files: path relative to a project's top to text.

    Raises:
        InputError: the schema has mistakes.
        MissingExtraError: linkml is not installed.
    """
    from claimstar.schema import docs, json_forms, ontology, shapes
    from claimstar.schema.compile import check_compiled, mapping_json

    with linkml_warnings():
        view = open_schema(layout.schema)
        compiled = mapping_json(view)
        mapping = parse_mapping(compiled)
        prefixes: dict[str, str] = json.loads((layout.ontology / "prefixes.json").read_text(encoding="utf-8"))
        check_compiled(mapping, layout.schema, prefixes)
        made = {
            "model/records.py": records(layout.schema),
            "model/mapping.json": compiled,
            "shapes/generated/claimstar.shacl.ttl": shapes.shacl(mapping, prefixes, NOTE),
            "ontology/claimstar.owl.ttl": ontology.owl(mapping, view, prefixes, NOTE),
            "ontology/claimstar.context.jsonld": json_forms.context(mapping, prefixes, NOTE),
            "ontology/json-schema/claimstar.schema.json": json_forms.full_schema(layout.schema / MAIN, NOTE),
            "ontology/json-schema/response.schema.json": json_forms.response_schema(mapping),
        }
        pages = docs.pages(mapping, view, NOTE)
    return {**made, **{f"{DOCS}/{name}": text for name, text in pages.items()}}


def target(layout: Layout, name: str) -> Path:
    """Where a generated file lies in a layout; ``name`` as :func:`generate` gives it."""
    folder, _, rest = name.partition("/")
    homes = {"model": layout.model, "shapes": layout.shapes, "ontology": layout.ontology}
    return homes[folder] / rest if folder in homes else layout.root / name


def is_checkout(layout: Layout) -> bool:
    """True where the layout is a source checkout of claimstar."""
    return (layout.root / "src" / "claimstar").is_dir() and (layout.root / "pyproject.toml").is_file()


def stale_pages(layout: Layout, made: dict[str, str]) -> list[Path]:
    """Pages that were generated once and that the schema no longer yields."""
    folder = layout.root / DOCS
    found = sorted(folder.glob("*.md")) if folder.is_dir() else []
    return [
        path for path in found if f"{DOCS}/{path.name}" not in made and NOTE in path.read_text("utf-8", "replace")[:300]
    ]


def build(layout: Layout, destination: Path | None = None) -> list[Path]:
    """Generate everything and put it in place.

    All texts exist, and are written beside their places, before the first file is replaced: a broken schema or a full
    disk leaves what was there.

    Args:
        layout: whose schema, and where the files go.
        destination: another folder to write to, with the same inner paths.

    Returns:
        The files written, in order.

    Raises:
        InputError: the schema has mistakes.
        UsageError: the layout is neither a project nor a checkout, or a project without a schema of its own.
    """
    if destination is None and (layout.schema.parent != layout.root or not _is_home(layout)):
        raise UsageError(
            "there is no schema of your own here to build from",
            remedy="run in a project (claimstar init DIR), or in a checkout of claimstar",
        )
    made = generate(layout)
    places = {_place(layout, name, destination): text for name, text in made.items()}
    staged: list[tuple[Path, Path]] = []
    try:
        for place, text in places.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            scratch = place.with_name(f".{place.name}.{os.getpid()}.tmp")
            staged.append((scratch, place))
            scratch.write_text(text, encoding="utf-8", newline="\n")
        for scratch, place in staged:
            scratch.replace(place)
    finally:
        for scratch, _ in staged:
            scratch.unlink(missing_ok=True)
    if destination is None:
        for path in stale_pages(layout, made):
            path.unlink()
    return list(places)


def _is_home(layout: Layout) -> bool:
    return is_checkout(layout) or (layout.root / PROJECT_MARKER).is_file()


def _place(layout: Layout, name: str, destination: Path | None) -> Path:
    if destination is not None:
        return destination / name
    folder = name.partition("/")[0]
    # A project that lacks the folder reads the packaged one, but its generated files are its own.
    return layout.root / name if folder in ("shapes", "ontology") else target(layout, name)
