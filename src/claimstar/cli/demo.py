"""``claimstar demo``: the whole job on a suite."""

from __future__ import annotations

import time
from pathlib import Path

import click

PILOT = "causal"


@click.command("demo")
@click.option("--suite", default=PILOT, show_default=True, help="The suite, a name or a folder.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder.  [default: demo; demo-NAME for a suite other than the pilot]",
)
@click.option(
    "--limit-local",
    type=click.IntRange(min=0),
    default=8,
    show_default=True,
    help="How many prompts the small local model is asked; 0 leaves it out.",
)
def command(suite: str, out: Path | None, limit_local: int) -> None:
    """Build the graph of a suite, cut scenarios, ask three baselines and a small local model, write reports.

    The same command on the same folder builds anew and continues runs that were stopped.
    """
    from datetime import UTC, datetime

    from claimstar.bench.demo import demonstrate
    from claimstar.cli.bench_run import asking, show
    from claimstar.ingest.suite import load_suite

    started = time.perf_counter()
    declared = load_suite(suite)
    folder = out or Path("demo" if declared.name == PILOT else f"demo-{declared.name}")
    done = demonstrate(
        declared,
        folder,
        clock=lambda: datetime.now(UTC),
        limit_local=limit_local,
        asking=asking,
        announce=lambda step: click.echo(f"{step} …", err=True),
    )
    for results in done.runs.values():
        click.echo()
        show(results)
    click.echo()
    for model, reason in done.failures.items():
        click.echo(f"{model} was not asked: {reason}")
    click.echo(f"graph hash {done.build.graph_hash}")
    click.echo(f"{time.perf_counter() - started:.0f} s; reports:")
    for path in done.runs:
        click.echo(f"  {folder / path}")
    click.echo(f"compared: {done.index}")
