"""Prices of models, from a file of the user's own: none is known here, and none is guessed.

::

    currency: USD
    as_of: 2026-01-31
    models:
      some-model:
        input_per_million: 2.5
        output_per_million: 10
        cached_input_per_million: 1.25   # optional: tokens that the service had cached; without it they cost as others
        batch_discount: 0.5              # optional: share taken off for batches; without it they cost as direct calls

A model is named as at the service, ``openai:`` left out; a local model or baseline as on the command line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from claimstar.errors import InputError, Problem, UsageError
from claimstar.ingest.nearest import nearest

KEYS = ("currency", "as_of", "models")
NEEDED = ("input_per_million", "output_per_million")
OPTIONAL = ("cached_input_per_million", "batch_discount")
_CURRENCY = re.compile(r"[A-Z]{3}")
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


@dataclass(frozen=True)
class Price:
    """Prices of a model; see the module's text for the two that may be missing."""

    input_per_million: float
    output_per_million: float
    cached_input_per_million: float | None = None
    batch_discount: float | None = None

    def cost(self, read: int, written: int, *, cached: int = 0, batch: bool = False) -> float:
        """What tokens cost.

        Args:
            read: tokens read, the cached ones included.
            written: tokens written.
            cached: of the tokens read, those that the service had cached.
            batch: whether they went through a batch.

        >>> Price(2.0, 10.0, 1.0, 0.5).cost(1_000_000, 100_000, cached=500_000, batch=True)
        1.25
        """
        known = self.input_per_million if self.cached_input_per_million is None else self.cached_input_per_million
        cached = min(cached, read)
        whole = ((read - cached) * self.input_per_million + cached * known + written * self.output_per_million) / 1e6
        return whole * (1 - (self.batch_discount or 0.0)) if batch else whole

    def bounds(self, low: int, high: int, most_written: int, *, batch: bool = False) -> tuple[float, float]:
        """The least and the most that a call costs which reads ``low`` to ``high`` tokens and writes at most so many.

        >>> Price(2.0, 10.0, 1.0).bounds(1_000_000, 2_000_000, 100_000)
        (1.0, 5.0)
        """
        least = min(self.cost(low, 0, batch=batch), self.cost(low, 0, cached=low, batch=batch))
        most = max(self.cost(high, most_written, cached=cached, batch=batch) for cached in (0, high))
        return least, most


@dataclass(frozen=True)
class Pricing:
    """What a file of prices says of one model.

    Attributes:
        currency: three letters, as in ISO 4217.
        as_of: the day that the prices are of, ISO 8601.
        model: the model.
        price: its prices; None where the file has none.
        remedy: where it has none, what may have been meant.
    """

    currency: str
    as_of: str
    model: str
    price: Price | None
    remedy: str = ""

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Pricing:
        """The inverse of ``dataclasses.asdict``. Raises TypeError or KeyError for anything else."""
        price = values["price"]
        return cls(**{**values, "price": None if price is None else Price(**price)})


@dataclass(frozen=True)
class Prices:
    """A file of prices."""

    currency: str
    as_of: str
    models: Mapping[str, Price]

    def of(self, spec: str) -> Pricing:
        """What the file says of a model as named on the command line.

        >>> Prices("USD", "2026-01-31", {"some-model": Price(1.0, 2.0)}).of("openai:some-model").price
        Price(input_per_million=1.0, output_per_million=2.0, cached_input_per_million=None, batch_discount=None)
        """
        name = spec.removeprefix("openai:")
        price = self.models.get(name)
        remedy = nearest(name, list(self.models), "model") if price is None else ""
        return Pricing(self.currency, self.as_of, name, price, remedy)


def money(value: float | None, currency: str) -> str:
    """An amount with its currency; NA for what is unknown.

    >>> money(12.345, "USD"), money(0.01234, "EUR"), money(0.0, "USD"), money(None, "USD")
    ('12.35 USD', '0.0123 EUR', '0 USD', 'NA')
    """
    if value is None:
        return "NA"
    digits = f"{value:,.2f}" if value >= 1 else f"{value:.4f}" if value >= 0.001 else f"{value:.2g}"
    return f"{digits} {currency}"


class _Reader:
    """One reading of a file of prices: collects problems with their lines."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def report(self, message: str, node: yaml.Node | None, key: str = "", *, value: str = "", remedy: str = "") -> None:
        row = node.start_mark.line + 1 if node is not None else None
        self.problems.append(Problem(message, value, self.file, row, key or None, remedy))

    def entries(self, node: yaml.Node | None, place: str, known: tuple[str, ...]) -> Iterator[tuple[str, yaml.Node]]:
        """Keys and values of a mapping; keys that are unknown (where some are known) or repeated are reported."""
        if not isinstance(node, yaml.MappingNode):
            self.report("must be a mapping of keys to values", node, place, remedy="write lines such as key: value")
            return
        seen: set[str] = set()
        for key_node, value in node.value:
            key = str(key_node.value)
            where = f"{place}.{key}" if place else key
            if key in seen:
                self.report("key given twice", key_node, where, remedy="remove one of them")
            elif known and key not in known:
                self.report("unknown key", key_node, where, remedy=nearest(key, known, "key"))
            else:
                yield key, value
            seen.add(key)

    def number(self, node: yaml.Node, key: str, most: float) -> float:
        """A number from 0 to ``most``; 0 where it is none, which is reported."""
        value = math.nan
        if isinstance(node, yaml.ScalarNode) and node.tag in _NUMBERS:
            with suppress(ValueError):  # .inf, 0x10 and the like are none
                value = float(node.value)
        if not 0 <= value <= most or math.isinf(value):
            text = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
            bounds = f"from 0 to {most:g}" if most != math.inf else "of 0 or more"
            self.report(f"must be a number {bounds}", node, key, value=text, remedy="write it plainly, such as 0.5")
            return 0.0
        return value

    def text(self, node: yaml.Node | None) -> str:
        return str(node.value).strip() if isinstance(node, yaml.ScalarNode) else ""


def _price(reader: _Reader, name: str, node: yaml.Node) -> Price:
    place = f"models.{name}"
    before = len(reader.problems)
    found: dict[str, float] = {}
    for key, value in reader.entries(node, place, (*NEEDED, *OPTIONAL)):
        found[key] = reader.number(value, f"{place}.{key}", 1.0 if key == "batch_discount" else math.inf)
    if isinstance(node, yaml.MappingNode):
        for key in NEEDED:
            if key not in {str(one.value) for one, _ in node.value}:
                reader.report(f"no {key}", node, place, remedy=f"add {key}: the price of a million tokens")
    if len(reader.problems) > before:
        return Price(0.0, 0.0)
    return Price(**found)


def read_prices(path: Path) -> Prices:
    """Read a file of prices.

    Raises:
        UsageError: it cannot be read.
        InputError: it has mistakes; all are told, with file, line and key.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        remedy = "name a YAML file of prices, see docs/runs.md"
        raise UsageError(f"cannot read {path}: {reason}", remedy=remedy) from error
    reader = _Reader(str(path))
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        row = mark.line + 1 if mark else None
        message = f"not YAML: {getattr(error, 'problem', None) or error}".splitlines()[0]
        raise InputError([Problem(message, file=str(path), row=row, remedy="mend the syntax there")]) from error
    found = dict(reader.entries(root, "", KEYS))
    if isinstance(root, yaml.MappingNode):
        for key in KEYS:
            if key not in found:
                reader.report(f"no {key}", None, remedy=f"add {key}, see docs/runs.md")
    currency, as_of = reader.text(found.get("currency")), reader.text(found.get("as_of"))
    if "currency" in found and not _CURRENCY.fullmatch(currency):
        reader.report(
            "must be three capital letters", found["currency"], "currency", value=currency, remedy="such as USD"
        )
    if "as_of" in found and not _is_day(as_of):
        reader.report("must be a day", found["as_of"], "as_of", value=as_of, remedy="write it as 2026-01-31")
    models = {}
    if "models" in found:
        models = {name: _price(reader, name, node) for name, node in reader.entries(found["models"], "models", ())}
        if isinstance(found["models"], yaml.MappingNode) and not models:
            reader.report("names no model", found["models"], "models", remedy="add the models that you pay for")
    if reader.problems:
        raise InputError(reader.problems)
    return Prices(currency, as_of, models)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
