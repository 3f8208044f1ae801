"""``claimstar bench export`` and ``bench store``: a run as RDF, from its folder alone."""

from __future__ import annotations

from pathlib import Path

import click

_run_folder = click.argument("directory", metavar="RUN", type=click.Path(path_type=Path, file_okay=False))


@click.command("export")
@_run_folder
@click.option("--format", "form", type=click.Choice(["trig", "nquads"]), default="trig", show_default=True)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write, all or nothing; without it, standard output.",
)
def export_run(directory: Path, form: str, output: Path | None) -> None:
    """Write the run in the folder RUN as RDF: run, generations and scores as PROV, in a graph of their own.

    The run is scored anew; no store is needed. These are the quads that `bench run` writes into the store.
    """
    from datetime import UTC, datetime

    from claimstar.bench.provenance import run_quads
    from claimstar.bench.results import make_results
    from claimstar.bench.score import read_run
    from claimstar.cli.bench_run import scoring
    from claimstar.kg.export import FORMATS, write_whole

    with scoring(directory):
        results = make_results(read_run(directory), lambda: datetime.now(UTC))
        write = FORMATS["nq" if form == "nquads" else form]
        data = write(run_quads(results))
    if output is None:
        click.echo(data, nl=False)
    else:
        write_whole(output, data)


@click.command("store")
@_run_folder
@click.option("--store", "store_dir", type=click.Path(path_type=Path), help="The store folder.")
@click.option("--other-graph", is_flag=True, help="Store the run although it was made from another graph.")
@click.option("--remove", is_flag=True, help="Take the run out of the store; its folder stays.")
def store_folder(directory: Path, store_dir: Path | None, other_graph: bool, remove: bool) -> None:
    """Write the run in the folder RUN into a store, scored anew; what the store held of that run is replaced."""
    from datetime import UTC, datetime

    from claimstar.bench.provenance import check_same_graph, remove_run, store_run
    from claimstar.bench.results import make_results
    from claimstar.bench.run_folder import RunFolder
    from claimstar.bench.score import read_run
    from claimstar.cli.bench_run import scoring
    from claimstar.errors import UsageError
    from claimstar.store.snapshot import default_store

    if remove:
        manifest = RunFolder(directory).manifest()
        home = store_dir or default_store(manifest.suite)
        remove_run(home, manifest)
        click.echo(f"no graph run:{manifest.run} in {home} any more")
        return
    record = read_run(directory)
    home = store_dir or default_store(record.manifest.suite)
    try:
        check_same_graph(home, record.manifest, "name the store that the run was made from, or add --other-graph")
    except UsageError as error:
        if not other_graph:
            raise
        click.echo(f"warning: {error.message}", err=True)
    with scoring(directory):
        number = store_run(home, make_results(record, lambda: datetime.now(UTC)))
    click.echo(f"{number} quads in the graph run:{record.manifest.run} of {home}")
