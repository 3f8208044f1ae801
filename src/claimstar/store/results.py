"""What a query returns: a table of terms, readable as plain ids."""

from __future__ import annotations

from dataclasses import dataclass

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from claimstar.names import local_id

Term = NamedNode | BlankNode | Literal | Triple


def plain(term: Term | None) -> str | None:
    """A term as records write it: an id or CURIE for an IRI, the lexical form for a literal."""
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return local_id(term.value)
    if isinstance(term, Triple):
        return f"<<( {plain(term.subject)} {plain(term.predicate)} {plain(term.object)} )>>"
    return term.value


@dataclass(frozen=True)
class Table:
    """The answer to a SELECT query: columns in the order of the query, a row a solution."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]

    def records(self) -> list[dict[str, str | None]]:
        """Each row as a dictionary of plain values (see `plain`)."""
        return [{name: plain(term) for name, term in zip(self.columns, row, strict=True)} for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)
