"""``claimstar query``: list, show and run the templates."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import click

from claimstar.errors import UsageError


def _values(pairs: tuple[str, ...]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise UsageError(f"--param {pair!r} is not of the form name=value")
        values.setdefault(name, []).append(value)
    return values


@click.group("query")
def command() -> None:
    """List, show and run the query templates."""


@command.command("list")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="Output form.")
def list_templates(form: str) -> None:
    """List the templates with their parameters."""
    from claimstar.query.catalogue import load_catalogue
    from claimstar.resources import layout

    catalogue = load_catalogue(layout().queries)
    if form == "json":
        rows = [
            {"name": t.name, "summary": t.summary, "parameters": [p.name for p in t.parameters]}
            for t in catalogue.values()
        ]
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    shown = Table(box=None, pad_edge=False)
    for title in ("name", "parameters", "summary"):
        shown.add_column(title, no_wrap=title == "name", overflow="fold")
    for template in catalogue.values():
        shown.add_row(template.name, " ".join(p.name for p in template.parameters), template.summary)
    Console(width=None if sys.stdout.isatty() else 140).print(shown)


@command.command("show")
@click.argument("name")
def show_template(name: str) -> None:
    """Show a template: header and query."""
    from claimstar.query.catalogue import get_template, load_catalogue
    from claimstar.resources import layout

    click.echo(get_template(load_catalogue(layout().queries), name).path.read_text(encoding="utf-8"), nl=False)


@command.command("run")
@click.argument("name")
@click.option(
    "--param", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter; repeat for more or many values."
)
@click.option("--store", type=click.Path(path_type=Path), help="The store folder.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", help="Output form.")
def run_template(name: str, pairs: tuple[str, ...], store: Path | None, form: str) -> None:
    """Run a template against a store."""
    from claimstar.query.catalogue import get_template, load_catalogue
    from claimstar.query.run import run
    from claimstar.resources import layout
    from claimstar.store.snapshot import choose_store, open_current

    template = get_template(load_catalogue(layout().queries), name)
    values: dict[str, str | list[str]] = {k: v[0] if len(v) == 1 else v for k, v in _values(pairs).items()}
    table = run(open_current(choose_store(store)), template, values)
    records = table.records()
    if form == "json":
        click.echo(json.dumps(records, indent=1, ensure_ascii=False))
    elif form == "csv":
        writer = csv.DictWriter(sys.stdout, fieldnames=table.columns)
        writer.writeheader()
        writer.writerows(records)
    else:
        from rich.console import Console
        from rich.table import Table as RichTable

        shown = RichTable(box=None, pad_edge=False)
        for column in table.columns:
            shown.add_column(column, overflow="fold")
        for record in records:
            shown.add_row(*(record[column] or "" for column in table.columns))
        Console(width=None if sys.stdout.isatty() else 160).print(shown)
        click.echo(f"{len(table)} rows", err=True)
