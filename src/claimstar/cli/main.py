"""The command ``claimstar``: a group that imports a subcommand only when it is asked for.

``claimstar --help`` therefore answers at once, whatever the subcommands import.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from claimstar.errors import ClaimstarError
from claimstar.plain import plain

COMMANDS = {
    "bench": ("claimstar.cli.bench", "Cut scenarios from the graph, ask models, score their answers."),
    "demo": ("claimstar.cli.demo", "Do the whole job on a suite, by default the pilot, and write reports."),
    "init": ("claimstar.cli.init", "Start an editable project of your own."),
    "kg": ("claimstar.cli.kg", "Build, validate, count, export and audit a knowledge graph."),
    "query": ("claimstar.cli.query", "List, show and run the query templates."),
    "schema": ("claimstar.cli.schema", "Generate shapes, ontology and records from the schema, and check them."),
}
"""Subcommand to the module that defines it as ``command`` and its line in the help text."""


class LazyGroup(click.Group):
    """A click group whose subcommands are imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (the signature is click's)
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  (click's)
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name][0]).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name][0]}.command is not a click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from claimstar import __version__

    click.echo(f"claimstar {__version__}")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def cli() -> None:
    """Biomedical claims as first-class RDF 1.2 assertions: build, validate, query, benchmark.

    Exit codes: 0 fine, 1 findings in the input, 2 wrong usage, 3 failure at run time.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; a claimstar error is printed as one message, never as a traceback."""
    keywords: dict[str, Any] = {"standalone_mode": False, "prog_name": "claimstar"}
    try:
        code = cli.main(args=list(arguments) if arguments is not None else None, **keywords)
    except ClaimstarError as error:
        click.echo(plain(f"error: {error}"), err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:  # the reader of a pipe went away, as with `| head`
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        click.echo(f"error: {error.strerror or error}: {error.filename or ''}".rstrip(": "), err=True)
        sys.exit(3)
    sys.exit(code if isinstance(code, int) else 0)
