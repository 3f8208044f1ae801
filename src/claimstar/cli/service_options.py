"""The options that say how a model behind a service is asked; they are the same wherever one is."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A time above 0 that ends; ``nan`` and ``inf`` are numbers to Python, and no time."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds."""
        seconds = float(super().convert(value, param, ctx))
        if not math.isfinite(seconds):
            self.fail(f"{value} is no number of seconds, such as 120", param, ctx)
        return seconds


_OPTIONS = (
    click.option(
        "--concurrency",
        type=click.IntRange(1, 256),
        default=8,
        show_default=True,
        help="Calls in flight to a service, at most; fewer while it is overloaded.",
    ),
    click.option(
        "--timeout",
        type=Seconds(),
        default=120.0,
        show_default=True,
        help="Seconds after which a try is given up.",
    ),
    click.option(
        "--max-retries",
        type=click.IntRange(min=0),
        default=4,
        show_default=True,
        help="Further tries after an overload, a timeout, a lost connection or a server error.",
    ),
    click.option(
        "--max-tokens",
        type=click.IntRange(min=1),
        default=4096,
        show_default=True,
        help="An answer of a service is cut after so many tokens, hidden reasoning included.",
    ),
    click.option(
        "--retry-errors", is_flag=True, help="Ask again where the log has a failure; only a success replaces it."
    ),
    click.option("--no-cache", is_flag=True, help="Ask the service even where an earlier run has its answer."),
)


def service_options(command: Command) -> Command:
    """Add them to a command: concurrency, timeout, max_retries, max_tokens, retry_errors and no_cache."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
