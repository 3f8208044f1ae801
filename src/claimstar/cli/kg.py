"""``claimstar kg``: build, count, validate, export and audit a knowledge graph."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

ENGINES = ("shifty", "pyshacl", "both")

store_option = click.option("--store", "store_dir", type=click.Path(path_type=Path), help="The store folder.")
engine_option = click.option(
    "--engine", type=click.Choice(ENGINES), default="shifty", show_default=True, help="The validation engine."
)
format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output form."
)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """A line on standard error that names the step at work; silent where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _step: None
        return
    from rich.console import Console

    with Console(stderr=True).status("starting") as status:
        yield status.update


@click.group("kg")
def command() -> None:
    """Build, validate, count, export and audit a knowledge graph."""


@command.command("build")
@click.argument("suite")
@store_option
@engine_option
@format_option
def build_graph(suite: str, store_dir: Path | None, engine: str, form: str) -> None:
    """Build the graph of SUITE (a name or a folder): read, check, encode, validate, load; all or nothing."""
    from datetime import UTC, datetime

    from claimstar.ingest.suite import load_suite
    from claimstar.kg.build import build
    from claimstar.store.snapshot import default_store

    declared = load_suite(suite)
    target = store_dir or default_store(declared.name)
    with _progress() as announce:
        done = build(declared, target, clock=lambda: datetime.now(UTC), engine=engine, announce=announce)
    if form == "json":
        content = {
            "dataset": done.dataset,
            "store": str(done.store),
            "records": done.counts,
            "quads": done.quads,
            "graph_hash": done.graph_hash,
            "seconds": {step: round(seconds, 3) for step, seconds in done.seconds.items()},
            "findings": len(done.validation.results),
        }
        click.echo(json.dumps(content, indent=1, ensure_ascii=False))
        return
    width = max(map(len, done.counts), default=0)
    for name, count in done.counts.items():
        click.echo(f"  {name:<{width}}  {count:>6}")
    if done.validation.results:
        click.echo(done.validation.to_text(), err=True)
    steps = ", ".join(f"{step} {seconds:.2f}" for step, seconds in done.seconds.items())
    click.echo(f"{done.quads} quads in {done.store}, validated with {engine}")
    click.echo(f"graph hash {done.graph_hash}")
    click.echo(f"{sum(done.seconds.values()):.2f} s ({steps})")


def _section(title: str, counts: dict[str, int]) -> None:
    click.echo(f"{title}: {counts['total']}")
    width = max(map(len, counts))
    for name, count in counts.items():
        if name != "total":
            click.echo(f"  {name:<{width}}  {count:>7}")


@command.command("stats")
@store_option
@format_option
def show_stats(store_dir: Path | None, form: str) -> None:
    """Count entities, assertions, evidence and triples."""
    from claimstar.kg.stats import read_stats
    from claimstar.store.snapshot import choose_store, open_current, read_manifest

    chosen = choose_store(store_dir)
    stats = read_stats(open_current(chosen), read_manifest(chosen))
    if form == "json":
        click.echo(json.dumps(stats.as_json(), indent=1, ensure_ascii=False))
        return
    click.echo(f"{stats.dataset}: {stats.title}")
    click.echo(f"licence {stats.license or 'not stated'}, built {stats.built_at} by claimstar {stats.tool_version}")
    click.echo(f"graph hash {stats.graph_hash}{'' if stats.hash_agrees else ' (CHANGED since the build)'}")
    _section("entities", stats.entities)
    _section("assertions", stats.assertions)
    click.echo(f"  validated {stats.validated}, negated {stats.negated}, accepted {stats.accepted}")
    _section("evidence sources", stats.evidence_sources)
    _section("evidence links", stats.evidence_links)
    _section("triples", stats.triples)


@command.command("validate")
@store_option
@engine_option
@format_option
@click.pass_context
def validate_graph(context: click.Context, store_dir: Path | None, engine: str, form: str) -> None:
    """Validate a graph against the shapes and the consistency rules; exit code 1 where there are violations."""
    from claimstar.kg.build import as_problems
    from claimstar.resources import layout
    from claimstar.store.snapshot import choose_store, open_current
    from claimstar.validation.validate import validate_store

    store = open_current(choose_store(store_dir))
    with _progress() as announce:
        announce("validating")
        report = validate_store(store, layout(), engine=engine)
    click.echo(report.to_json() if form == "json" else report.to_text())
    if as_problems(report):
        context.exit(1)


@command.command("export")
@store_option
@click.option(
    "--format", "form", type=click.Choice(["trig", "nq"]), default="trig", show_default=True, help="TriG or N-Quads."
)
@click.option(
    "--graph", "graphs", multiple=True, metavar="CURIE", help="Only this graph (dataset:causal); repeat for more."
)
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; without it, standard output."
)
def export_graph(store_dir: Path | None, form: str, graphs: tuple[str, ...], output: Path | None) -> None:
    """Export a graph, sorted, so that the same graph gives the same bytes."""
    from claimstar.kg.export import FORMATS, select_graphs, write_whole
    from claimstar.store.snapshot import choose_store, open_current

    data = FORMATS[form](select_graphs(open_current(choose_store(store_dir)), graphs))
    if output is None:
        click.echo(data, nl=False)
    else:
        write_whole(output, data)
        click.echo(f"{output}: {len(data)} bytes", err=True)


@command.command("audit")
@click.argument("suite")
@click.option(
    "--against",
    "paths",
    multiple=True,
    required=True,
    metavar="PATH…",
    type=click.Path(path_type=Path),
    help="An outside table, or a folder of them; repeat for more.",
)
@click.argument("further", nargs=-1, metavar="[PATH…]", type=click.Path(path_type=Path))
@store_option
@click.option(
    "--scenarios", "file", type=click.Path(path_type=Path), help="Scenarios as JSONL; without it, cut from the store."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html", "markdown"]),
    default="text",
    show_default=True,
    help="Output form.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; without it, standard output."
)
@click.pass_context
def audit_suite(
    context: click.Context,
    suite: str,
    paths: tuple[Path, ...],
    further: tuple[Path, ...],
    store_dir: Path | None,
    file: Path | None,
    form: str,
    out: Path | None,
) -> None:
    """Hold the tables of SUITE against outside tables; exit code 1 where there are findings.

    Identifiers, evidence, corroboration of each assertion, structure. Paths may also follow without --against.
    """
    from datetime import UTC, datetime

    from claimstar.cli.scenarios_of import used_contraindications
    from claimstar.ingest.suite import load_suite
    from claimstar.kg.audit.audit import audit
    from claimstar.kg.audit.forms import FORMS
    from claimstar.kg.export import write_whole

    declared = load_suite(suite)
    with _progress() as announce:
        used, why_not = used_contraindications(declared, store_dir, file, announce)
        report = audit(
            declared,
            (*paths, *further),
            used,
            this_year=datetime.now(UTC).year,
            why_not_used=why_not,
            announce=announce,
        )
    text = FORMS[form](report)
    if out is None:
        click.echo(text.rstrip("\n"))
    else:
        write_whole(out, f"{text.rstrip()}\n".encode())
        click.echo(f"{out}: {len(report.open)} findings, {len(report.excused)} excused", err=True)
    if report.open:
        context.exit(1)
