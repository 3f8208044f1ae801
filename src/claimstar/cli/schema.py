"""``claimstar schema``: generate from the schema, and check what was generated."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path

import click

from claimstar.resources import layout


@click.group("schema")
def command() -> None:
    """Generate shapes, ontology, JSON Schema, records and pages from the schema, and check them."""


def _shown(path: Path) -> str:
    """A path as short as it can be said from here."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


@command.command("build")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def build_command(form: str) -> None:
    """Generate everything from schema/ and put it in place.

    Writes SHACL (shapes/generated), OWL, JSON-LD context and JSON Schema (ontology), the record classes and the mapping
    (model) and one page a class (docs/schema). A schema with mistakes overwrites nothing.
    """
    from claimstar.schema.build import build

    written = [_shown(path) for path in build(layout())]
    if form == "json":
        click.echo(json.dumps({"written": written}, indent=2))
        return
    click.echo("\n".join(written))


@command.command("check")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def check_command(form: str) -> int:
    """Fail where a generated file is not what schema/ yields now, or a Biolink or PROV term does not exist or fit."""
    from claimstar.schema.biolink import check_terms, load_biolink
    from claimstar.schema.check import check

    here = layout()
    drifts, findings = check(here), check_terms(here)
    version = load_biolink().version
    if form == "json":
        report = {
            "conforms": not (drifts or findings),
            "biolink_version": version,
            "drift": [asdict(each) for each in drifts],
            "terms": [asdict(each) for each in findings],
        }
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
        return int(bool(drifts or findings))
    for drift in drifts:
        click.echo(f"{drift.kind}: {drift.file}")
        if drift.diff:
            click.echo("\n".join(f"    {line}" for line in drift.diff.splitlines()))
    for finding in findings:
        click.echo(f"term: {finding}")
    if drifts:
        click.echo(f"{len(drifts)} generated files are not what the schema yields; run: claimstar schema build")
    if not drifts and not findings:
        click.echo(f"Generated files are what the schema yields; terms agree with Biolink {version} and PROV-O.")
    return int(bool(drifts or findings))
