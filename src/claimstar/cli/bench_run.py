"""``claimstar bench run``: ask a model, and show what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from claimstar.cli.service_options import Seconds, service_options

if TYPE_CHECKING:
    from claimstar.bench.ask import Progress
    from claimstar.bench.prices import Prices
    from claimstar.bench.results import Results


class TokenBudget(click.ParamType[int | str]):
    """A number of tokens, or ``auto``."""

    name = "auto|N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """A positive number, or the word for the smallest context of each scenario."""
        from claimstar.bench.capped import MATCHED

        text = str(value).strip()
        if text == "auto":
            return MATCHED
        if not text.isdecimal() or int(text) < 1:
            self.fail(f"{text!r} is neither auto nor a number of tokens, such as 400", param, ctx)
        return int(text)


store_option = click.option("--store", "store_dir", type=click.Path(path_type=Path), help="The store folder.")
prices_option = click.option(
    "--prices",
    "price_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="What models cost, as YAML (see docs/runs.md); without it, no cost is told.",
)


@contextmanager
def asking(model: str) -> Iterator[Progress]:
    """A progress bar on standard error; on no terminal, a line now and then."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(model, total=None)

        def tell(done: int, planned: int, failed: int) -> None:
            bar.update(
                task, total=planned, completed=done, description=f"{model} ({failed} failed)" if failed else model
            )
            if bar.disable and planned >= 10 and done % (planned // 4 or 1) == 0:
                click.echo(f"{model}: {done} of {planned}{f', {failed} failed' if failed else ''}", err=True)

        yield tell


def scoring(folder: Path) -> AbstractContextManager[None]:
    """A sign on a terminal that scoring is under way."""
    return working(f"scoring {folder}")


@contextmanager
def working(words: str) -> Iterator[None]:
    """A sign on a terminal that work is under way: a long run takes minutes, and nothing is printed before its end."""
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(words)):
        yield


def _tell_unfinished(out: Path, prices: Prices | None) -> None:
    """Score and show what was answered before the model ended the run."""
    from datetime import UTC, datetime

    from claimstar.bench.run import rescore_answered

    with scoring(out):
        results = rescore_answered(out, clock=lambda: datetime.now(UTC), prices=prices)
    if results is None:
        return
    show(results)
    click.echo(f"report: {out / 'report.html'}")
    missing = len(results.scored) - len(results.record.generations)
    click.echo(f"{missing} of {len(results.scored)} prompts were not asked; the same command asks them", err=True)


def show(results: Results) -> None:
    """Print the panel, what could not be scored, and what was used."""
    from rich.console import Console

    from claimstar.bench.terminal import causes_text, notes_text, panel_table, usage_text

    # without markup: the name of a model or folder may have square brackets
    width = None if sys.stdout.isatty() else 150
    Console(width=width, markup=False, emoji=False).print(panel_table(results))
    if results.unscored:
        click.echo(causes_text(results))
    if results.notes:
        click.echo(notes_text(results))
    click.echo(usage_text(results))


@click.command("run")
@click.argument("suite")
@click.option("--model", "spec", required=True, help="baseline:NAME, local:smollm2, local:FOLDER or openai:MODEL.")
@click.option("--conditions", default="", metavar="NAME,…", help="Grounding conditions; without it, all of the suite.")
@click.option(
    "--token-matched",
    "token_budget",
    type=TokenBudget(),
    metavar="auto|N",
    help="Ask each grounded condition a second time, its context cut to N approximate tokens; with auto, to those of "
    "the scenario's smallest grounded context.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="Ask this many prompts only, spread evenly over categories and conditions.",
)
@click.option("--scenarios", "file", type=click.Path(path_type=Path), help="Scenarios as JSONL; without it, generated.")
@click.option(
    "--scenario-seed", type=int, default=1, show_default=True, help="Seed of the scenarios that are generated."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the model; another one is a repeat.")
@click.option("--base-url", help="Address of a chat-completions service, for openai:MODEL.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The run folder.")
@store_option
@service_options
@click.option("--batch", is_flag=True, help="Ask through the batch service: answers within a day, at its batch price.")
@click.option(
    "--poll",
    type=Seconds(),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="With --batch: longest time between two looks at the batches.",
)
@click.option("--no-wait", is_flag=True, help="With --batch: submit, take what is ready, and leave.")
@prices_option
@click.option("--dry-run", is_flag=True, help="Say what would be asked and paid; nothing is written, nobody is asked.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), help="Output form of --dry-run.")
@click.option("--no-store-results", is_flag=True, help="Do not write the run into the store.")
@click.pass_context
def run_model(
    context: click.Context,
    suite: str,
    spec: str,
    conditions: str,
    token_budget: int | str | None,
    limit: int | None,
    file: Path | None,
    scenario_seed: int,
    seed: int,
    base_url: str | None,
    out: Path,
    store_dir: Path | None,
    concurrency: int,
    timeout: float,
    max_retries: int,
    max_tokens: int,
    retry_errors: bool,
    no_cache: bool,
    batch: bool,
    poll: float,
    no_wait: bool,
    price_file: Path | None,
    dry_run: bool,
    form: str | None,
    no_store_results: bool,
) -> None:
    """Ask a model the scenarios of SUITE, score its answers, and write a run folder.

    The same command on the same folder continues a run that was stopped: it asks what has no line in the log yet.
    """
    from datetime import UTC, datetime

    from claimstar.bench.ask import How
    from claimstar.bench.batch_job import BatchHow
    from claimstar.bench.prepare import load_or_generate, prepare
    from claimstar.bench.prices import read_prices
    from claimstar.bench.provenance import store_run
    from claimstar.bench.run import all_failed, run
    from claimstar.cli.bench_batch import check_way, run_batches
    from claimstar.cli.bench_dry_run import check_form, tell_forecast
    from claimstar.errors import ModelError
    from claimstar.ingest.suite import load_suite
    from claimstar.llm import ChatOptions, load_model
    from claimstar.llm.answer_cache import AnswerCache
    from claimstar.llm.user_cache import answers_root
    from claimstar.store.snapshot import default_store

    check_form(form, dry_run)
    check_way(batch, no_wait, out)
    prices = read_prices(price_file) if price_file else None
    declared = load_suite(suite)
    home = store_dir or default_store(declared.name)
    options = ChatOptions(max_tokens, timeout, max_retries, needs_key=not dry_run)
    model = load_model(spec, base_url=base_url, seed=seed, options=options)
    names = [name.strip() for name in conditions.split(",") if name.strip()]
    scenarios = load_or_generate(declared, home, file, scenario_seed)
    prepared = prepare(declared, home, scenarios, names, seed=seed, token_budget=token_budget)
    cache = None if no_cache else AnswerCache(answers_root())
    how = How(concurrency, retry_errors, cache)
    if dry_run:
        tell_forecast(prepared, model, out, limit, how, prices, batch=batch, form=form or "text")
        return
    try:
        with asking(spec) as progress:
            if batch:
                in_batches = BatchHow(poll, not no_wait, retry_errors, cache)
                ended = run_batches(prepared, model, out, limit, progress, in_batches, prices)
                if ended is None:
                    return
                outcome, results = ended
            else:
                outcome, results = run(
                    prepared,
                    model,
                    out,
                    clock=lambda: datetime.now(UTC),
                    limit=limit,
                    progress=progress,
                    how=how,
                    prices=prices,
                )
    except ModelError:
        _tell_unfinished(out, prices)
        raise
    except KeyboardInterrupt:
        click.echo(f"stopped; what was answered is in {out}. The same command continues from there.", err=True)
        context.exit(130)
    if not no_store_results:
        store_run(home, results)
    show(results)
    click.echo(f"report: {out / 'report.html'}")
    if outcome.failed:
        click.echo(f"{outcome.failed} of {outcome.asked} calls failed; --retry-errors asks them again", err=True)
    if outcome.waiting:
        click.echo(f"{outcome.waiting} failures of earlier sessions wait for --retry-errors", err=True)
    if all_failed(outcome, results):
        click.echo(f"error: no call succeeded; the last error: {outcome.last_error}", err=True)
        context.exit(3)
