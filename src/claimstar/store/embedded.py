"""The embedded store: Oxigraph on disk or in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pyoxigraph import NamedNode, Quad, QueryBoolean, QuerySolutions, Store, Variable

from claimstar.errors import QueryError, StoreError
from claimstar.store.results import Table, Term


def store_failure(error: Exception, where: Path | str) -> StoreError:
    """A store error as one line that names the place and what to look at."""
    detail = str(error).splitlines()[0] if str(error) else type(error).__name__
    return StoreError(
        f"cannot use the store at {where}: {detail}", remedy="check the path, its permissions and the free space"
    )


class EmbeddedStore:
    """A pyoxigraph store behind the `GraphStore` protocol.

    Args:
        path: the folder of the database; None keeps it in memory.
        read_only: open a frozen view, which works while another process writes.

    Raises:
        StoreError: the folder cannot be opened.
    """

    def __init__(self, path: Path | None = None, *, read_only: bool = False) -> None:
        self.path = path
        try:
            if path is None:
                self._store = Store()
            elif read_only:
                self._store = Store.read_only(str(path))
            else:
                self._store = Store(str(path))
        except (OSError, ValueError) as error:
            raise store_failure(error, path or "memory") from error

    def _query(self, sparql: str, substitutions: Mapping[str, Term] | None) -> object:
        bound = {Variable(name): term for name, term in (substitutions or {}).items()}
        try:
            return self._store.query(sparql, use_default_graph_as_union=True, substitutions=bound)
        except SyntaxError as error:
            raise QueryError(f"the query does not parse: {error}") from error
        except (OSError, ValueError, RuntimeError) as error:
            raise QueryError(f"the query failed: {error}") from error

    def select(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> Table:
        """Answer a SELECT query.

        Raises:
            QueryError: the query does not parse, fails, or is not a SELECT.
        """
        answer = self._query(sparql, substitutions)
        if not isinstance(answer, QuerySolutions):
            raise QueryError("not a SELECT query")
        columns = tuple(variable.value for variable in answer.variables)
        return Table(columns, tuple(tuple(solution[name] for name in columns) for solution in answer))

    def ask(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> bool:
        """Answer an ASK query.

        Raises:
            QueryError: the query does not parse, fails, or is not an ASK.
        """
        answer = self._query(sparql, substitutions)
        if not isinstance(answer, QueryBoolean):
            raise QueryError("not an ASK query")
        return bool(answer)

    def quads(self, graph: NamedNode | None = None) -> Iterator[Quad]:
        """All quads, or those of one graph."""
        return iter(self._store.quads_for_pattern(None, None, None, graph))

    def quads_about(self, subject: NamedNode) -> Iterator[Quad]:
        """The quads whose subject is the given one."""
        return iter(self._store.quads_for_pattern(subject, None, None, None))

    def graphs(self) -> tuple[NamedNode, ...]:
        """The named graphs, sorted by IRI."""
        found = [graph for graph in self._store.named_graphs() if isinstance(graph, NamedNode)]
        return tuple(sorted(found, key=lambda graph: graph.value))

    def load(self, quads: Iterable[Quad]) -> None:
        """Add quads in bulk.

        Raises:
            StoreError: the disk is full or cannot be written.
        """
        try:
            self._store.bulk_extend(quads)
        except OSError as error:
            raise store_failure(error, self.path or "memory") from error

    def remove(self, graph: NamedNode) -> None:
        """Remove a named graph with all its quads; nothing happens where there is none.

        Raises:
            StoreError: the disk is full or cannot be written.
        """
        try:
            self._store.remove_graph(graph)
        except OSError as error:
            raise store_failure(error, self.path or "memory") from error

    def settle(self) -> None:
        """Write everything to disk and optimise for reading. Call once after a bulk load.

        Raises:
            StoreError: the disk is full or cannot be written.
        """
        try:
            self._store.flush()
            self._store.optimize()
        except OSError as error:
            raise store_failure(error, self.path or "memory") from error

    def __len__(self) -> int:
        return len(self._store)
