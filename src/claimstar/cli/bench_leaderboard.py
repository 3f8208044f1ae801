"""``claimstar bench leaderboard``: many runs on one page."""

from __future__ import annotations

from pathlib import Path

import click

from claimstar.errors import UsageError


@click.command("leaderboard")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--by", metavar="METRIC", help="Rank by this metric; without it, by intervention accuracy.")
@click.option("--condition", metavar="NAME", help="Rank under this condition; without it, the last of each group.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The page; without it, DIR/leaderboard.html."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "text", "json"]),
    default="html",
    show_default=True,
    help="html writes the page and prints a table; text and json are printed, and no file is written.",
)
@click.pass_context
def rank_runs(
    context: click.Context, directory: Path, by: str | None, condition: str | None, out: Path | None, form: str
) -> None:
    """Rank all runs in the folder DIR, up to three levels deep, on one page.

    Runs that were asked the same are one group with one table; nothing is ranked across groups. Runs of one model under
    the same settings and limit are repeats: one row. A run that cannot be read is named with the reason, and the exit
    code is 1.
    """
    from claimstar.bench.leaderboard.board import make_board
    from claimstar.bench.leaderboard.json_form import to_json
    from claimstar.bench.leaderboard.page import render
    from claimstar.bench.leaderboard.text_form import to_text
    from claimstar.cli.bench_run import working
    from claimstar.kg.export import write_whole

    if out is not None and form != "html":
        raise UsageError(f"--out goes with --format html, not with {form}", remedy="leave it out, or redirect")
    with working(f"scoring the runs in {directory}"):
        board = make_board(directory, by=by, condition=condition)
    click.echo(to_json(board) if form == "json" else to_text(board))
    if form == "html":
        page = out or directory / "leaderboard.html"
        write_whole(page, render(board, page).encode())
        click.echo(f"leaderboard: {page}", err=True)
    if board.broken:
        context.exit(1)
