"""``claimstar bench compare``: which model is ahead, on which axis, and on what the difference rests."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from claimstar.errors import UsageError

PLAIN_WIDTH = 120
"""Columns of text that goes into a file or a pipe, where COLUMNS does not say otherwise."""


def _two(text: str | None) -> tuple[str, str] | None:
    """Two names with a comma between them."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise UsageError(f"--within {text!r} does not name two conditions", remedy="write them as C2,C4")
    return names[0], names[1]


def _check(
    directories: tuple[Path, ...],
    within: str | None,
    metrics: tuple[str, ...],
    all_metrics: bool,
    conditions: tuple[str, ...],
) -> None:
    """Refuse options that do not go together, all at once.

    Raises:
        UsageError: with what does not go.
    """
    problems = []
    if metrics and all_metrics:
        problems.append(("--metric and --all-metrics exclude each other", "leave one out"))
    if conditions and within is not None:
        problems.append(("--condition and --within exclude each other", "leave one out"))
    if len(directories) < 2 and within is None:
        problems.append(("one run is nothing to compare", "name a second run, or two conditions with --within"))
    if problems:
        raise UsageError(
            "; ".join(what for what, _ in problems), remedy="; ".join(dict.fromkeys(remedy for _, remedy in problems))
        )


@click.command("compare")
@click.argument(
    "directories", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False)
)
@click.option("--within", metavar="A,B", help="Compare these two conditions within each run, instead of runs.")
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="Show this metric; may be given repeatedly.")
@click.option("--all-metrics", is_flag=True, help="Show all metrics; without it, the main one of each axis.")
@click.option(
    "--condition", "conditions", multiple=True, metavar="NAME", help="Show this grounding condition; without it, all."
)
@click.option(
    "--flips",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="Show so many flipped scenarios of each condition and direction.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="What to print; json holds all metrics, pairs and flips, whatever is shown of them.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this file instead.")
def compare_folders(
    directories: tuple[Path, ...],
    within: str | None,
    metrics: tuple[str, ...],
    all_metrics: bool,
    conditions: tuple[str, ...],
    flips: int,
    form: str,
    out: Path | None,
) -> None:
    """Compare runs scenario by scenario: deltas with tests, who is ahead on which axis, and which answers flipped.

    Each RUN is a folder of `bench run`. Runs of one model under the same settings and limit, whatever the seed, are
    repeats: one side of the comparison. All must have been asked the same. What each number means: docs/statistics.md.
    """
    from claimstar.bench.comparison.compare import compare_runs, compare_within
    from claimstar.bench.comparison.forms import write
    from claimstar.bench.comparison.text_form import print_text
    from claimstar.bench.comparison.view import choose_view
    from claimstar.bench.sides import read_comparable
    from claimstar.cli.bench_run import working
    from claimstar.kg.export import write_whole

    _check(directories, within, metrics, all_metrics, conditions)
    pair = _two(within)
    with working(f"comparing {len(directories)} runs"):
        runs = read_comparable(directories)
        found = compare_runs(runs) if pair is None else compare_within(runs, *pair)
    view = choose_view(found, metrics=metrics, all_metrics=all_metrics, conditions=conditions, flips=flips)
    if form == "text" and out is None and sys.stdout.isatty():
        from rich.console import Console

        print_text(found, view, Console(markup=False, emoji=False, highlight=False))
        return
    text = write(found, form, view, shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns)
    if out is None:
        click.echo(text)
    else:
        write_whole(out, f"{text}\n".encode())
        click.echo(f"{out}: {len(runs)} runs compared", err=True)
