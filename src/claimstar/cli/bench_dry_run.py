"""The part of ``claimstar bench run`` that says what a run would take, and runs nothing."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from claimstar.bench.ask import How
    from claimstar.bench.forecast import RunForecast
    from claimstar.bench.prepared import Prepared
    from claimstar.bench.prices import Prices, Pricing
    from claimstar.llm.protocol import LanguageModel


def check_form(form: str | None, dry_run: bool) -> None:
    """Refuse an output form where it forms nothing."""
    from claimstar.errors import UsageError

    if form and not dry_run:
        raise UsageError("--format goes with --dry-run alone", remedy="add --dry-run, or read results.json of the run")


def tell_forecast(
    prepared: Prepared,
    model: LanguageModel,
    out: Path,
    limit: int | None,
    how: How,
    prices: Prices | None,
    *,
    batch: bool,
    form: str,
) -> None:
    """Print what a run would take."""
    from claimstar.bench.forecast import forecast

    found = forecast(
        prepared,
        model,
        out,
        clock=lambda: datetime.now(UTC),
        limit=limit,
        retry_errors=how.retry_errors,
        cache=how.cache,
        pricing=prices.of(model.spec) if prices else None,
        batch=batch,
    )
    if form == "json":
        click.echo(found.to_json())
        return
    _print(found)


def _print(found: RunForecast) -> None:
    from rich.console import Console

    from claimstar.bench.forecast import RULES

    Console(width=None if sys.stdout.isatty() else 150, markup=False, emoji=False).print(_table(found))
    click.echo(_price_text(found.pricing, batch=found.batch))
    for name, rule in RULES.items():
        if name not in {"cost", "batch"} or (found.pricing and (name == "cost" or found.batch)):
            click.echo(f"{name}: {rule}")
    click.echo("nothing was asked, nothing was written")


def _table(found: RunForecast) -> Table:
    from rich.table import Table

    from claimstar.bench.prices import money

    currency = found.pricing.currency if found.pricing else ""
    table = Table(title=f"{found.model} on {found.suite}, dry run", title_justify="left", box=None)
    table.add_column("condition")
    counts = ("planned", "answered", "waiting", "from_cache", "under_way", "calls")
    shown = [name for name in counts if name != "under_way" or found.total.under_way]
    for name in (*shown, "input tokens: about", "at least", "at most", "output at most", "cost at least", "at most"):
        table.add_column(name.replace("_", " "), justify="right")
    for part in (*found.conditions, found.total):
        table.add_row(
            part.condition,
            *(f"{getattr(part, name):,}" for name in shown),
            *(f"{tokens:,}" for tokens in (part.input_tokens, part.input_low, part.input_high)),
            "NA" if part.output_high is None else f"{part.output_high:,}",
            money(part.cost_low, currency),
            money(part.cost_high, currency),
        )
    return table


def _price_text(pricing: Pricing | None, *, batch: bool) -> str:
    if pricing is None:
        return "cost NA: no prices given; --prices FILE names them"
    if pricing.price is None:
        return f"cost NA: the prices have no model {pricing.model!r}, {pricing.remedy}"
    text = f"prices of {pricing.model} as of {pricing.as_of}, as given"
    if batch and pricing.price.batch_discount is None:
        text += "; they have no batch_discount, so batches are counted at the full price"
    return text
