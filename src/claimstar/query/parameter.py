"""Typed parameters of a query template."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from pyoxigraph import Literal, NamedNode

from claimstar.errors import LookupFailure, QueryError
from claimstar.model.mapping import load_mapping
from claimstar.names import expand_id
from claimstar.rdf.encode import encode_literal

_XSD = "http://www.w3.org/2001/XMLSchema#"
_PATTERNS = {
    "integer": re.compile(r"[+-]?[0-9]+"),
    "decimal": re.compile(r"[+-]?[0-9]+(\.[0-9]+)?"),
    "boolean": re.compile(r"true|false"),
}
_IRI = re.compile(r"[^\x00-\x20<>\"{}|^`\\]+")

TYPES = ("iri", "literal", "integer", "decimal", "boolean")
"""What a parameter can be; a literal is a plain string."""

Term = NamedNode | Literal


@dataclass(frozen=True)
class Parameter:
    """A typed parameter.

    Attributes:
        name: the variable of the query, without the question mark.
        type: one of `TYPES`.
        description: what it means.
        class_name: a class whose bare ids stand for IRIs (``ASR_0033``).
        many: takes many values, as a VALUES block.
        required: has to be given.
        default: the values where none is given; empty where there is no default.
    """

    name: str
    type: str
    description: str = ""
    class_name: str | None = None
    many: bool = False
    required: bool = True
    default: tuple[str, ...] = ()

    def term(self, value: str) -> Term:
        """The term of a value as a user writes it, numbers in the canonical form that stores compare.

        Raises:
            QueryError: the value does not fit the type.

        >>> Parameter("confidence", "decimal").term("0.90").value
        '0.9'
        """
        if self.type == "iri":
            return self._iri(value)
        pattern = _PATTERNS.get(self.type)
        if pattern and not pattern.fullmatch(value):
            raise QueryError(f"parameter {self.name}: not of type {self.type}: {value!r}")
        if self.type == "literal":
            return Literal(value)
        number = Decimal(value) if self.type == "decimal" else int(value) if self.type == "integer" else value
        return encode_literal(number, _XSD + self.type)

    def _iri(self, value: str) -> NamedNode:
        prefix = load_mapping().get_class(self.class_name).id_prefix if self.class_name else None
        try:
            iri = expand_id(value, prefix)
            if _IRI.fullmatch(iri):
                return NamedNode(iri)
        except LookupFailure as error:
            raise QueryError(f"parameter {self.name}: {error.message}") from None
        except ValueError:  # not absolute, or a malformed escape
            pass
        raise QueryError(f"parameter {self.name}: not an IRI or CURIE: {value!r}")
