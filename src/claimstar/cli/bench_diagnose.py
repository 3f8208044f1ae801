"""``claimstar bench diagnose``: what answers missed and gave, and whether form or knowledge was at fault."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("diagnose")
@click.argument("directory", metavar="RUN", type=click.Path(path_type=Path, file_okay=False))
@click.option("--store", "store_dir", type=click.Path(path_type=Path), help="Look ids up in this whole graph, too.")
@click.option("--condition", "conditions", multiple=True, metavar="NAME", help="These grounding conditions only.")
@click.option("--category", "categories", multiple=True, metavar="NAME", help="Scenarios of these categories only.")
@click.option(
    "--examples",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="How many examples of each condition, field and kind.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="What to print.",
)
def diagnose_run(
    directory: Path,
    store_dir: Path | None,
    conditions: tuple[str, ...],
    categories: tuple[str, ...],
    examples: int,
    form: str,
) -> None:
    """Tell artefacts of the answer's form from gaps of knowledge in the run in the folder RUN.

    For each gold item that an answer missed: whether it stands in another field, as a variant, only in words, or not at
    all though it was shown, retrieved, or in the graph. For each id that an answer gave: whether it is right, in the
    wrong field, known, or invented. The kinds are defined in docs/diagnosis.md.
    """
    from claimstar.bench.diagnosis.diagnose import diagnose
    from claimstar.bench.diagnosis.forms import FORMS
    from claimstar.bench.diagnosis.known import read_graph
    from claimstar.bench.provenance import check_same_graph
    from claimstar.bench.score import read_run
    from claimstar.cli.bench_run import working
    from claimstar.store.snapshot import open_current

    with working(f"diagnosing {directory}"):
        record = read_run(directory)
        graph = None
        if store_dir is not None:
            remedy = "name the store that the run was made from, or leave out --store"
            check_same_graph(store_dir, record.manifest, remedy)
            graph = read_graph(open_current(store_dir))
        found = diagnose(record, graph, conditions=conditions, categories=categories, examples=examples)
    click.echo(FORMS[form](found))
