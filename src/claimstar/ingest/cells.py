"""One cell of a table to the value of a slot, following the compiled schema."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from claimstar.errors import LookupFailure
from claimstar.ingest.nearest import nearest
from claimstar.model.mapping import ClassMap, Mapping, SlotMap
from claimstar.names import expand, prefixes

LIST_SEPARATOR = "|"
XSD = "http://www.w3.org/2001/XMLSchema#"

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+)")
_INTEGER = re.compile(r"[+-]?\d+")
_LOCAL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_NOT_IN_IRI = re.compile(r'[\s<>"{}|\\^`\x00-\x20]')


class CellError(ValueError):
    """A cell that is not a value of its slot; ``remedy`` says what to write instead."""

    def __init__(self, message: str, value: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.value, self.remedy = message, value, remedy


def _boolean(text: str) -> bool:
    if text not in ("true", "false"):
        meant = {"1": "true", "yes": "true", "0": "false", "no": "false"}.get(text.casefold(), text.casefold())
        remedy = f"write {meant}" if meant in ("true", "false") else "write true or false"
        raise CellError("not a boolean", text, remedy)
    return text == "true"


def _decimal(text: str) -> Decimal:
    if not _DECIMAL.fullmatch(text):
        raise CellError("not a decimal number", text, "write digits with a point, such as 0.85")
    return Decimal(text)


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise CellError("not a whole number", text, "write digits only")
    return int(text)


def _double(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise CellError("not a number", text, "write a number such as 1.5 or 2e-8")
    return number


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CellError("not a date and time", text, "write it as 2024-05-01T12:00:00Z") from None
    if moment.tzinfo is None:
        raise CellError("a time without its zone", text, f"write {text}Z for UTC, or add an offset such as +02:00")
    return moment


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CellError("not a date", text, "write it as 2024-05-01") from None


LITERALS: dict[str, Callable[[str], Any]] = {
    XSD + "boolean": _boolean,
    XSD + "date": _day,
    XSD + "dateTime": _moment,
    XSD + "decimal": _decimal,
    XSD + "double": _double,
    XSD + "float": _double,
    XSD + "integer": _integer,
}
"""Datatype IRI to the reader of its lexical form; all others are text."""


def check_curie(text: str) -> None:
    """Check that a CURIE has a known prefix and a local part that an IRI can carry.

    Raises:
        CellError: it does not.
    """
    prefix, colon, local = text.partition(":")
    if not colon or not local:
        raise CellError("not a CURIE", text, "write PREFIX:LOCAL, such as MONDO:0005044")
    if _NOT_IN_IRI.search(local):
        raise CellError("a CURIE with characters that an identifier cannot have", text, "remove or percent-encode them")
    try:
        expand(text)
    except LookupFailure:
        remedy = f"{nearest(prefix, prefixes(), 'prefix')} New prefixes go to ontology/prefixes.json"
        raise CellError("unknown CURIE prefix", text, remedy) from None


def parse_identifier(text: str, entry: ClassMap) -> str:
    """The identifier of a record: a bare id where the class has a prefix, else a CURIE.

    Raises:
        CellError: it is neither.
    """
    if not entry.id_prefix:
        check_curie(text)
    elif not _LOCAL.fullmatch(text):
        raise CellError(f"not an id of a {entry.name}", text, "use letters, digits, _ . and - only")
    return text


def _parse_one(text: str, slot: SlotMap, mapping: Mapping) -> Any:
    if slot.kind == "enum":
        values = mapping.enums[slot.range]
        if text not in values:
            raise CellError(f"unknown {slot.name.replace('_', ' ')}", text, nearest(text, values, slot.name))
        return text
    if slot.kind == "reference":
        return text  # whether it exists is seen when all tables are read
    if slot.kind == "iri":
        if text.startswith(("http://", "https://")):
            if _NOT_IN_IRI.search(text):
                raise CellError("an IRI with characters that it cannot have", text, "percent-encode them")
        else:
            check_curie(text)
        return text
    value = LITERALS.get(slot.datatype or "", str)(text)
    _check_limits(value, text, slot)
    return value


def _check_limits(value: Any, text: str, slot: SlotMap) -> None:
    low, high = slot.minimum, slot.maximum
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"{'any' if low is None else low} to {'any' if high is None else high}"
        raise CellError(f"{slot.name} outside {bounds}", text, f"give a number from {bounds}")
    if slot.pattern and not re.search(slot.pattern, text):
        raise CellError(f"not the form of a {slot.name}", text, f"it must match {slot.pattern}")


def parse_cell(text: str, slot: SlotMap, mapping: Mapping) -> Any:
    """The value of a cell that is not empty; several values are separated by ``|``.

    Raises:
        CellError: the text is not a value of the slot.

    >>> from claimstar.model.mapping import load_mapping
    >>> parse_cell("0.90", load_mapping().classes["Assertion"].slots["confidence"], load_mapping())
    Decimal('0.90')
    """
    if not slot.multivalued:
        return _parse_one(text, slot, mapping)
    parts = text.split(LIST_SEPARATOR)
    for number, part in enumerate(parts):
        if not part.strip():
            raise CellError("an empty value in the list", text, f"separate values by one {LIST_SEPARATOR}")
        if part != part.strip():
            raise CellError("blanks around a value of the list", text, f"write {part.strip()!r}")
        if part in parts[:number]:
            raise CellError("a value given twice", text, f"remove one {part!r}")
    return [_parse_one(part, slot, mapping) for part in parts]
