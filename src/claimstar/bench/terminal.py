"""The panel on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimstar.bench.prices import money
from claimstar.bench.results import Results

if TYPE_CHECKING:
    from rich.table import Table


def panel_table(results: Results) -> Table:
    """Metric × condition: mean, interval and n; NA where nothing is defined."""
    from rich.table import Table

    table = Table(title=f"{results.record.manifest.model}: mean [95 % interval] (n)", title_justify="left", box=None)
    table.add_column("metric")
    for name in results.conditions:
        table.add_column(name)
    for scorer in results.scorers:
        row = [f"{scorer.title} {'↓' if scorer.direction == 'lower' else '↑'}"]
        for name in results.conditions:
            estimate = results.cell(name, scorer.name).estimate
            mean = "NA" if estimate.mean is None else f"{estimate.mean:.3f}"
            bounds = "" if estimate.low is None else f" [{estimate.low:.2f}, {estimate.high:.2f}]"
            row.append(f"{mean}{bounds} ({estimate.n})")
        table.add_row(*row)
    return table


def causes_text(results: Results) -> str:
    """How many prompts are unscored, by cause and condition; empty where none is."""
    if not results.unscored:
        return ""
    parts = [f"{cause} ({condition}) {n}" for cause, condition, n in results.causes]
    return f"unscored {results.unscored} of {len(results.scored)}: {'; '.join(parts)}"


def notes_text(results: Results) -> str:
    """How many ids of answers have a note, by kind and condition; empty where none has."""
    parts = [f"{one.kind} ({one.condition}) {one.n}" for one in results.notes]
    return f"notes on ids: {'; '.join(parts)}" if parts else ""


def usage_text(results: Results) -> str:
    """What a run used, in a line."""
    total = results.usage.total
    tries = f" ({total.attempts:,} tries)" if total.attempts != total.calls else ""
    parts = [f"{total.calls:,} calls{tries}"]
    parts += [f"{total.from_cache:,} answers from the cache"] if total.from_cache else []
    read, written, cached = (
        "NA" if value is None else f"{value:,}"
        for value in (total.input_tokens, total.output_tokens, total.cached_input_tokens)
    )
    known = "" if total.cached_input_tokens is None else f" ({cached} of them cached)"
    return f"{', '.join(parts)}; tokens {read} read{known}, {written} written; {cost_text(results)}"


def cost_text(results: Results) -> str:
    """What a run cost, or why that is not known."""
    prices, total = results.record.manifest.prices, results.usage.total
    if prices is None:
        return "cost NA: no prices given"
    if prices.price is None:
        return f"cost NA: the prices have no model {prices.model!r}, {prices.remedy}"
    untold = f" (tokens of {total.untold:,} not told)" if total.untold else ""
    return f"cost {money(total.cost, prices.currency)}{untold}"
