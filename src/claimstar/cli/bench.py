"""``claimstar bench``: cut scenarios, look for short cuts in them, ask models, score answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from claimstar.cli.bench_export import export_run, store_folder

if TYPE_CHECKING:
    from claimstar.bench.ask import Progress
    from claimstar.bench.generate import Generated
    from claimstar.bench.results import Results
    from claimstar.ingest.suite import Suite
    from claimstar.query.template import Template
    from claimstar.store.protocol import GraphStore

store_option = click.option("--store", "store_dir", type=click.Path(path_type=Path), help="The store folder.")


@click.group("bench")
def command() -> None:
    """Cut scenarios from the graph, ask models, score their answers."""


@contextmanager
def asking(model: str) -> Iterator[Progress]:
    """A progress bar on standard error; on no terminal, a line now and then."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(model, total=None)

        def tell(done: int, planned: int, failed: int) -> None:
            bar.update(
                task, total=planned, completed=done, description=f"{model} ({failed} failed)" if failed else model
            )
            if bar.disable and planned >= 10 and done % (planned // 4 or 1) == 0:
                click.echo(f"{model}: {done} of {planned}{f', {failed} failed' if failed else ''}", err=True)

        yield tell


def show(results: Results) -> None:
    """Print the panel, and what could not be scored."""
    from rich.console import Console

    from claimstar.bench.terminal import causes_text, panel_table

    Console(width=None if sys.stdout.isatty() else 150).print(panel_table(results))
    if results.unscored:
        click.echo(causes_text(results))


@command.command("scenarios")
@click.argument("suite")
@store_option
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the pseudo-random choices.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the scenarios to this JSONL file; with --explain, what would be printed.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Write out each scenario for a reviewer: candidates with verdict and reason, paths, the careless answer.",
)
@click.option("--category", "categories", multiple=True, metavar="NAME", help="With --explain: these categories only.")
@click.option("--each", type=click.IntRange(min=1), help="With --explain: so many of each category only.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "json", "markdown"]),
    help="What to print: a summary (text; default with --out), the scenarios (jsonl; default without), or both in one "
    "JSON object. With --explain: text (default), json or markdown.",
)
def make_scenarios(
    suite: str,
    store_dir: Path | None,
    seed: int,
    out: Path | None,
    explain: bool,
    categories: tuple[str, ...],
    each: int | None,
    form: str | None,
) -> None:
    """Cut the scenarios of SUITE from its graph."""
    from claimstar.bench.scenario import scenario_line, write_scenarios
    from claimstar.bench.task import open_task
    from claimstar.ingest.suite import load_suite
    from claimstar.query.catalogue import load_catalogue
    from claimstar.resources import layout
    from claimstar.store.snapshot import default_store, open_current

    check_explain(explain, categories, each, form)
    declared = load_suite(suite)
    store = open_current(store_dir or default_store(declared.name))
    catalogue = load_catalogue(layout().queries)
    made = open_task(declared, store, catalogue).generate(seed)
    if explain:
        write_review(declared, store, catalogue, made, (seed, categories, each), form or "text", out)
        return
    if out is not None:
        write_scenarios(made.scenarios, out)
    match form or ("text" if out else "jsonl"):
        case "jsonl":
            click.echo("\n".join(scenario_line(scenario) for scenario in made.scenarios))
        case "json":
            click.echo(made.to_json())
        case _:
            click.echo(made.to_text())


def check_explain(explain: bool, categories: tuple[str, ...], each: int | None, form: str | None) -> None:
    """Refuse options that go with --explain alone, or not with it."""
    from claimstar.errors import UsageError

    if explain and form == "jsonl":
        raise UsageError("--explain has no form jsonl", remedy="text, json or markdown")
    if not explain and (categories or each or form == "markdown"):
        named = "--category" if categories else "--each" if each else "--format markdown"
        raise UsageError(f"{named} goes with --explain alone", remedy="add --explain")


def write_review(
    suite: Suite,
    store: GraphStore,
    catalogue: dict[str, Template],
    made: Generated,
    asked: tuple[int, tuple[str, ...], int | None],
    form: str,
    out: Path | None,
) -> None:
    """Print scenarios for a reviewer, or write them to a file."""
    from claimstar.bench.explain_forms import FORMS, choose, review
    from claimstar.bench.generate import make_judge
    from claimstar.bench.look_up import LookUp
    from claimstar.kg.export import write_whole

    seed, categories, each = asked
    words = ["claimstar bench scenarios", suite.name, "--explain", *(f"--category {name}" for name in categories)]
    words += [f"--each {each}"] if each else []
    words += [f"--seed {seed}"] if seed != 1 else []
    whole = review(
        choose(made.scenarios, categories, each),
        make_judge(suite, store, catalogue),
        LookUp(store, catalogue).find_sources,
        suite=suite.name,
        seed=seed,
        command=" ".join([*words, f"--format {form}"]),
    )
    text = FORMS[form](whole)
    if out is None:
        click.echo(text)
    else:
        write_whole(out, f"{text}\n".encode())
        click.echo(f"{out}: {len(whole.scenarios)} scenarios", err=True)


@command.command("shortcuts")
@click.argument("suite")
@store_option
@click.option("--scenarios", "file", type=click.Path(path_type=Path), help="Scenarios as JSONL; without it, generated.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the scenarios that are generated.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output form."
)
@click.pass_context
def measure_guessing(
    context: click.Context, suite: str, store_dir: Path | None, file: Path | None, seed: int, form: str
) -> None:
    """Measure whether the gold options of SUITE can be guessed without understanding; exit code 1 where they can."""
    from claimstar.bench.prepare import load_or_generate
    from claimstar.bench.rules import read_scenario_rules
    from claimstar.bench.shortcuts.measure import measure_shortcuts
    from claimstar.bench.task import open_task
    from claimstar.ingest.suite import load_suite
    from claimstar.query.catalogue import load_catalogue
    from claimstar.resources import layout
    from claimstar.store.snapshot import default_store, open_current

    declared = load_suite(suite)
    home = store_dir or default_store(declared.name)
    scenarios = load_or_generate(declared, home, file, seed)
    task = open_task(declared, open_current(home), load_catalogue(layout().queries))
    report = measure_shortcuts(task, scenarios, read_scenario_rules(declared).option_classes)
    click.echo(report.to_json() if form == "json" else report.to_text())
    if report.findings:
        context.exit(1)


@command.command("run")
@click.argument("suite")
@click.option("--model", "spec", required=True, help="baseline:NAME, local:smollm2, local:FOLDER or openai:MODEL.")
@click.option("--conditions", default="", metavar="NAME,…", help="Grounding conditions; without it, all of the suite.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="Ask this many prompts only, spread evenly over categories and conditions.",
)
@click.option("--scenarios", "file", type=click.Path(path_type=Path), help="Scenarios as JSONL; without it, generated.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of scenarios and models.")
@click.option("--base-url", help="Address of a chat-completions service, for openai:MODEL.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The run folder.")
@store_option
@click.option("--no-store-results", is_flag=True, help="Do not write the run into the store.")
@click.pass_context
def run_model(
    context: click.Context,
    suite: str,
    spec: str,
    conditions: str,
    limit: int | None,
    file: Path | None,
    seed: int,
    base_url: str | None,
    out: Path,
    store_dir: Path | None,
    no_store_results: bool,
) -> None:
    """Ask a model the scenarios of SUITE, score its answers, and write a run folder.

    The same command on the same folder continues a run that was stopped.
    """
    from datetime import UTC, datetime

    from claimstar.bench.prepare import load_or_generate, prepare
    from claimstar.bench.provenance import store_run
    from claimstar.bench.run import all_failed, run
    from claimstar.ingest.suite import load_suite
    from claimstar.llm import load_model
    from claimstar.store.snapshot import default_store

    declared = load_suite(suite)
    home = store_dir or default_store(declared.name)
    model = load_model(spec, base_url=base_url, seed=seed)
    names = [name.strip() for name in conditions.split(",") if name.strip()]
    prepared = prepare(declared, home, load_or_generate(declared, home, file, seed), names, seed=seed)
    try:
        with asking(spec) as progress:
            outcome, results = run(
                prepared, model, out, clock=lambda: datetime.now(UTC), limit=limit, progress=progress
            )
    except KeyboardInterrupt:
        click.echo(f"stopped; what was answered is in {out}. The same command continues from there.", err=True)
        context.exit(130)
    if not no_store_results:
        store_run(home, results)
    show(results)
    click.echo(f"report: {out / 'report.html'}")
    if outcome.failed:
        click.echo(f"{outcome.failed} of {outcome.asked} calls failed; the same command tries them again", err=True)
    if all_failed(outcome, results):
        click.echo(f"error: no call succeeded; the last error: {outcome.last_error}", err=True)
        context.exit(3)


@command.command("score")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
def score_folder(directory: Path) -> None:
    """Score the run in DIRECTORY anew, from the folder alone: no model, no store."""
    from datetime import UTC, datetime

    from claimstar.bench.run import rescore

    show(rescore(directory, clock=lambda: datetime.now(UTC)))
    click.echo(f"report: {directory / 'report.html'}")


command.add_command(export_run)
command.add_command(store_folder)
