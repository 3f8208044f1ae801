"""The embedded store: Oxigraph on disk or in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pyoxigraph import NamedNode, Quad, QueryBoolean, QuerySolutions, Store, Variable

from claimstar.errors import QueryError, StoreError
from claimstar.store.lease import Lease
from claimstar.store.results import Table, Term

Answer = Table | bool | None


# Oxigraph raises RuntimeError where files are corrupt
_FAILURES = (OSError, ValueError, RuntimeError)


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
        read_only: open a frozen view, which does not change the folder.
        lease: held as long as the store is open, so that its folder stays.

    Raises:
        StoreError: the folder cannot be opened.
    """

    def __init__(self, path: Path | None = None, *, read_only: bool = False, lease: Lease | None = None) -> None:
        self.path = path
        self._lease = lease
        self._opened: Store | None = None
        with self._failing():
            if path is None:
                self._opened = Store()
            elif read_only:
                self._opened = Store.read_only(str(path))
            else:
                self._opened = Store(str(path))

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except _FAILURES as error:
            raise store_failure(error, self.path or "memory") from error

    @property
    def _store(self) -> Store:
        if self._opened is None:
            raise StoreError(f"the store at {self.path or 'memory'} is closed")
        return self._opened

    def close(self) -> None:
        """Let go of the database; nothing happens the second time. A store that is collected is closed too."""
        self._opened = None
        if self._lease is not None:
            self._lease.close()

    def _query(self, sparql: str, substitutions: Mapping[str, Term] | None) -> Answer:
        bound = {Variable(name): term for name, term in (substitutions or {}).items()}
        try:
            answer = self._store.query(sparql, use_default_graph_as_union=True, substitutions=bound)
            if isinstance(answer, QuerySolutions):
                columns = tuple(variable.value for variable in answer.variables)
                # read here, because reading is where a query does its work and fails
                return Table(columns, tuple(tuple(solution[name] for name in columns) for solution in answer))
        except SyntaxError as error:
            raise QueryError(f"the query does not parse: {error}") from error
        except _FAILURES as error:
            raise QueryError(f"the query failed: {error}") from error
        return bool(answer) if isinstance(answer, QueryBoolean) else None

    def select(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> Table:
        """Answer a SELECT query.

        Raises:
            QueryError: the query does not parse, fails, or is not a SELECT.
        """
        answer = self._query(sparql, substitutions)
        if not isinstance(answer, Table):
            raise QueryError("not a SELECT query")
        return answer

    def ask(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> bool:
        """Answer an ASK query.

        Raises:
            QueryError: the query does not parse, fails, or is not an ASK.
        """
        answer = self._query(sparql, substitutions)
        if not isinstance(answer, bool):
            raise QueryError("not an ASK query")
        return answer

    def _matching(self, subject: NamedNode | None, graph: NamedNode | None) -> Iterator[Quad]:
        # a generator, so that the store and its lease live as long as somebody reads
        with self._failing():
            yield from self._store.quads_for_pattern(subject, None, None, graph)

    def quads(self, graph: NamedNode | None = None) -> Iterator[Quad]:
        """All quads, or those of one graph.

        Raises:
            StoreError: the disk cannot be read.
        """
        return self._matching(None, graph)

    def quads_about(self, subject: NamedNode) -> Iterator[Quad]:
        """The quads whose subject is the given one.

        Raises:
            StoreError: the disk cannot be read.
        """
        return self._matching(subject, None)

    def graphs(self) -> tuple[NamedNode, ...]:
        """The named graphs, sorted by IRI.

        Raises:
            StoreError: the disk cannot be read.
        """
        with self._failing():
            found = [graph for graph in self._store.named_graphs() if isinstance(graph, NamedNode)]
        return tuple(sorted(found, key=lambda graph: graph.value))

    def load(self, quads: Iterable[Quad]) -> None:
        """Add quads in bulk.

        Raises:
            StoreError: the disk is full or cannot be written.
        """
        try:
            self._store.bulk_extend(quads)
        except OSError as error:  # no more than this: other errors may come from whoever makes the quads
            raise store_failure(error, self.path or "memory") from error

    def remove(self, graph: NamedNode) -> None:
        """Remove a named graph with all its quads; nothing happens where there is none.

        Raises:
            StoreError: the disk is full or cannot be written.
        """
        with self._failing():
            self._store.remove_graph(graph)

    def flush(self) -> None:
        """Write everything to disk.

        Raises:
            StoreError: the disk is full or cannot be written.
        """
        with self._failing():
            self._store.flush()

    def settle(self) -> None:
        """Write everything to disk and optimise for reading. Call once after a bulk load.

        Raises:
            StoreError: the disk is full or cannot be written.
        """
        self.flush()
        with self._failing():
            self._store.optimize()

    def __len__(self) -> int:
        return len(self._store)
