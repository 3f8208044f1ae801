"""The part of ``claimstar bench run`` that asks through batches."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from claimstar.bench.ask import Outcome, Progress
    from claimstar.bench.batch_job import BatchHow
    from claimstar.bench.prepared import Prepared
    from claimstar.bench.prices import Prices
    from claimstar.bench.results import Results
    from claimstar.llm.protocol import LanguageModel


def check_way(batch: bool, no_wait: bool, out: Path) -> None:
    """Refuse options that do not go together, and direct calls where batches are under way."""
    from claimstar.bench.batch import refuse_direct
    from claimstar.errors import UsageError

    if no_wait and not batch:
        raise UsageError("--no-wait goes with --batch alone", remedy="add --batch")
    if not batch:
        refuse_direct(out)


def run_batches(
    prepared: Prepared,
    model: LanguageModel,
    out: Path,
    limit: int | None,
    progress: Progress,
    how: BatchHow,
    prices: Prices | None = None,
) -> tuple[Outcome, Results] | None:
    """Ask through batches and score; None where batches are still under way, which is then said."""
    from claimstar.bench.batch import ask_in_batches, find_open
    from claimstar.bench.run import rescore

    def clock() -> datetime:
        return datetime.now(UTC)

    def notice(text: str) -> None:
        click.echo(text, err=True)

    try:
        ended = ask_in_batches(
            prepared, model, out, clock=clock, limit=limit, progress=progress, notice=notice, how=how
        )
    except KeyboardInterrupt:
        click.echo(f"stopped looking; {_go_on(find_open(out), out)}", err=True)
        click.get_current_context().exit(130)
    if ended.open_batches:
        click.echo(_go_on(ended.open_batches, out))
        return None
    return ended.outcome, rescore(out, clock=clock, prices=prices)


def _go_on(count: int, out: Path) -> str:
    what = "1 batch goes on" if count == 1 else f"{count} batches go on"
    return f"{what} at the service. The same command on {out} takes in the answers."
