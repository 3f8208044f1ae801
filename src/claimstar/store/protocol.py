"""What the rest of the system asks of a store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from pyoxigraph import NamedNode, Quad

from claimstar.store.results import Table, Term


class GraphStore(Protocol):
    """A set of named graphs that can be queried. The default graph of a query is the union of all."""

    def select(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> Table:
        """Answer a SELECT query; ``substitutions`` binds variables by name."""
        ...

    def ask(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> bool:
        """Answer an ASK query."""
        ...

    def quads(self, graph: NamedNode | None = None) -> Iterator[Quad]:
        """All quads, or those of one graph."""
        ...

    def graphs(self) -> tuple[NamedNode, ...]:
        """The named graphs, sorted by IRI."""
        ...
