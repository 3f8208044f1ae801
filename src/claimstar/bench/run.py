"""A whole run: prepared prompts in, a run folder with scores and report out.

Prompts are prepared once (see `claimstar.bench.prepare`) and may be put to several models. A run can be stopped at any
time and continued with the same command: prompts that have a line in the log are not asked again.
"""

from __future__ import annotations

from pathlib import Path

from claimstar.bench.ask import How, Outcome, Progress, ask
from claimstar.bench.prepared import Prepared
from claimstar.bench.prices import Prices
from claimstar.bench.results import Clock, Results, make_results
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.score import read_run
from claimstar.llm.protocol import LanguageModel


def run(
    prepared: Prepared,
    model: LanguageModel,
    path: Path,
    *,
    clock: Clock,
    limit: int | None = None,
    progress: Progress | None = None,
    how: How | None = None,
    prices: Prices | None = None,
) -> tuple[Outcome, Results]:
    """Ask, score, and write ``results.json`` and ``report.html``. Arguments and errors as `ask` and `rescore`."""
    outcome = ask(prepared, model, path, clock=clock, limit=limit, progress=progress, how=how)
    return outcome, rescore(path, clock=clock, prices=prices)


def rescore(path: Path, *, clock: Clock, prices: Prices | None = None) -> Results:
    """Score a run folder and write ``results.json`` and ``report.html``; needs neither model nor store.

    Args:
        path: the run folder.
        clock: where times come from.
        prices: what models cost; recorded in the folder. Without them, those recorded before.

    Raises:
        LookupFailure, InputError: see `claimstar.bench.score.read_run`.
        UsageError: prices are to be recorded, and another process is writing to the folder.
    """
    from claimstar.bench.report import render

    folder = RunFolder(path)
    if prices is not None:
        folder.write_prices(prices.of(folder.manifest().model))
    results = make_results(read_run(path), clock)
    folder.write_parts("results.json", results.json_parts())
    folder.write("report.html", render(results))
    return results


def all_failed(outcome: Outcome, results: Results) -> bool:
    """Whether nothing at all was answered."""
    return outcome.failed > 0 and all(one.unscored is not None for one in results.scored)
