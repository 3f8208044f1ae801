"""``claimstar query``: list, show and run the templates."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from claimstar.errors import UsageError

if TYPE_CHECKING:
    from claimstar.store.protocol import GraphStore


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
    _print_table(
        ("name", "parameters", "summary"),
        [(each.name, " ".join(p.name for p in each.parameters), each.summary) for each in catalogue.values()],
    )


@command.command("show")
@click.argument("name")
def show_template(name: str) -> None:
    """Show a template: header and query."""
    from claimstar.query.catalogue import look_up, template_paths
    from claimstar.resources import layout

    click.echo(look_up(template_paths(layout().queries), name).read_text(encoding="utf-8"), nl=False)


@command.command("run")
@click.argument("name")
@click.option(
    "--param", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter; repeat for more or many values."
)
@click.option("--store", metavar="DIR|URL", help="The store folder, or the address of a SPARQL endpoint.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", help="Output form.")
def run_template(name: str, pairs: tuple[str, ...], store: str | None, form: str) -> None:
    """Run a template against a store."""
    from claimstar.query.catalogue import load_template
    from claimstar.query.run import run
    from claimstar.resources import layout

    template, values = load_template(layout().queries, name), _values(pairs)
    template.bind(values)  # what is wrong with the parameters is told before a store is looked for
    table = run(_open(store), template, values)
    records = table.records()
    if form == "json":
        click.echo(json.dumps(records, indent=1, ensure_ascii=False))
    elif form == "csv":
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, fieldnames=table.columns)
        writer.writeheader()
        writer.writerows(records)
        click.echo(text.getvalue().encode(), nl=False)  # as bytes: RFC 4180 ends lines with CRLF on any system
    else:
        _print_table(table.columns, [[record[column] or "" for column in table.columns] for record in records])
        click.echo(f"{len(table)} row{'' if len(table) == 1 else 's'}", err=True)


def _open(store: str | None) -> GraphStore:
    if store is not None and store.startswith(("http://", "https://")):
        from claimstar.store.remote import RemoteStore

        return RemoteStore(store)
    from claimstar.store.snapshot import choose_store, open_current

    return open_current(choose_store(None if store is None else Path(store)))


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        shown.add_column(Text(column), no_wrap=number == 0, overflow="fold")
    for row in rows:
        shown.add_row(*map(Text, row))  # as text: brackets in a cell are no markup
    Console(width=None if sys.stdout.isatty() else 160).print(shown)
