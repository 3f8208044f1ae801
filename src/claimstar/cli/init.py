"""``claimstar init DIR``: an editable project from the installed package."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import click

from claimstar.errors import UsageError
from claimstar.resources import DATA_FOLDERS, PROJECT_MARKER, model_root, packaged_root

MARKER_TEXT = """\
# This file marks the top of a claimstar project. Commands run in this folder, or below it, use the
# schema, shapes, ontology, queries and suites that lie beside it instead of the packaged ones.
"""


def create_project(destination: Path) -> Path:
    """Copy the packaged data folders and the generated records to a new project.

    The copy is made beside the destination and moved into place, so that a failure leaves nothing half-done.

    Raises:
        UsageError: the destination exists and is not an empty folder.
    """
    if destination.exists() and (not destination.is_dir() or any(destination.iterdir())):
        raise UsageError(f"{destination} exists and is not an empty folder", remedy="choose a new folder")
    destination.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".claimstar-init-", dir=destination.parent) as scratch:
        staged = Path(scratch) / "project"
        staged.mkdir()
        for name in DATA_FOLDERS:
            shutil.copytree(packaged_root() / name, staged / name, ignore=shutil.ignore_patterns("__pycache__"))
        (staged / "model").mkdir()
        for name in ("records.py", "mapping.json"):
            shutil.copy2(model_root() / name, staged / "model" / name)
        (staged / PROJECT_MARKER).write_text(MARKER_TEXT, encoding="utf-8")
        if destination.exists():
            destination.rmdir()
        staged.replace(destination)
    return destination


@click.command("init")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
def command(directory: Path) -> None:
    """Start a project of your own in DIRECTORY: schema, shapes, ontology, queries and suites to edit."""
    made = create_project(directory)
    click.echo(f"Project written to {made}. Next:")
    click.echo(f"  cd {made}")
    click.echo("  claimstar kg build causal      # build and validate the graph of a suite")
    click.echo("  claimstar schema build         # after each edit in schema/ (extra: schema)")
