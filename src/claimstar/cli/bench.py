"""``claimstar bench``: cut scenarios, look for short cuts in them, ask models, score answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from claimstar.cli.bench_compare import compare_folders
from claimstar.cli.bench_diagnose import diagnose_run
from claimstar.cli.bench_export import export_run, store_folder
from claimstar.cli.bench_judge import judge_answers
from claimstar.cli.bench_leaderboard import rank_runs
from claimstar.cli.bench_run import prices_option, run_model, scoring, show, store_option

if TYPE_CHECKING:
    from claimstar.bench.generate import Generated
    from claimstar.ingest.suite import Suite
    from claimstar.query.template import Template
    from claimstar.store.protocol import GraphStore


@click.group("bench")
def command() -> None:
    """Cut scenarios from the graph, ask models, score their answers."""


command.add_command(run_model)


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


@command.command("score")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@prices_option
def score_folder(directory: Path, price_file: Path | None) -> None:
    """Score the run in DIRECTORY anew, from the folder alone: no model, no store. Prices given are kept in it."""
    from datetime import UTC, datetime

    from claimstar.bench.prices import read_prices
    from claimstar.bench.run import rescore

    prices = read_prices(price_file) if price_file else None
    with scoring(directory):
        results = rescore(directory, clock=lambda: datetime.now(UTC), prices=prices)
    show(results)
    click.echo(f"report: {directory / 'report.html'}")


command.add_command(compare_folders)
command.add_command(diagnose_run)
command.add_command(rank_runs)
command.add_command(export_run)
command.add_command(judge_answers)
command.add_command(store_folder)
