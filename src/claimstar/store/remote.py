"""A store behind a SPARQL 1.1 endpoint.

The endpoint has to answer queries over the union of its graphs, as Virtuoso does, and ``oxigraph serve`` with
``--union-default-graph``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import TracebackType

import httpx
from pyoxigraph import (
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QueryResultsFormat,
    Triple,
    parse_query_results,
)

from claimstar.errors import QueryError, StoreError
from claimstar.resources import packaged_root
from claimstar.store.binding import bind
from claimstar.store.results import Table, Term

_JSON = "application/sparql-results+json"


class RemoteStore:
    """A SPARQL 1.1 endpoint behind the `GraphStore` protocol.

    Args:
        endpoint: the URL of the query service.
        timeout: seconds to wait for an answer.

    Raises:
        StoreError: the URL is not one of http or https.
    """

    def __init__(self, endpoint: str, *, timeout: float = 60.0) -> None:
        if not endpoint.startswith(("http://", "https://")):
            raise StoreError(f"not an endpoint: {endpoint!r}", remedy="give a URL that begins with http:// or https://")
        self.endpoint = endpoint
        self._client = httpx.Client(timeout=timeout, headers={"Accept": _JSON})

    def __enter__(self) -> RemoteStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _ask_server(self, sparql: str, substitutions: Mapping[str, Term] | None) -> Table | bool:
        query = bind(sparql, substitutions or {})
        try:
            response = self._client.post(self.endpoint, data={"query": query})
        except httpx.TimeoutException as error:
            raise StoreError(
                f"no answer from {self.endpoint} in time", remedy="make the query more selective, or allow more time"
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise StoreError(
                f"cannot ask {self.endpoint}: {error}", remedy="check the address and the server"
            ) from error
        if response.status_code == httpx.codes.BAD_REQUEST:
            raise QueryError(f"{self.endpoint} refused the query: {_first_line(response)}")
        if response.status_code != httpx.codes.OK:
            raise StoreError(
                f"{self.endpoint} answered {response.status_code}: {_first_line(response)}",
                remedy="check that this is the address of a SPARQL query service",
            )
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in (_JSON, "application/json"):
            raise StoreError(
                f"{self.endpoint} answered with {kind or 'no content type'} where {_JSON} was asked for",
                remedy="check that this is the address of a SPARQL query service",
            )
        answer = _read(response.content)
        if isinstance(answer, str):
            raise self._unreadable(answer)
        return answer

    def _unreadable(self, detail: str) -> StoreError:
        return StoreError(f"the answer of {self.endpoint} is cut short or malformed: {detail}", remedy="ask again")

    def select(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> Table:
        """Answer a SELECT query.

        Raises:
            QueryError: the endpoint refuses the query, or it is not a SELECT.
            StoreError: the endpoint cannot be reached, or its answer cannot be read.
        """
        answer = self._ask_server(sparql, substitutions)
        if not isinstance(answer, Table):
            raise QueryError("not a SELECT query")
        return answer

    def ask(self, sparql: str, substitutions: Mapping[str, Term] | None = None) -> bool:
        """Answer an ASK query.

        Raises:
            QueryError: the endpoint refuses the query, or it is not an ASK.
            StoreError: the endpoint cannot be reached, or its answer cannot be read.
        """
        answer = self._ask_server(sparql, substitutions)
        if not isinstance(answer, bool):
            raise QueryError("not an ASK query")
        return answer

    def quads(self, graph: NamedNode | None = None) -> Iterator[Quad]:
        """All quads of named graphs, or those of one graph. Triple terms come where the endpoint knows them.

        The labels of blank nodes mean something within one graph alone.

        Raises:
            StoreError: the endpoint cannot be reached, or its answer cannot be read.
        """
        text = _query_text("quads")
        for name in self.graphs() if graph is None else (graph,):
            for subject, predicate, value, _ in self.select(text, {"graph": name}).rows:
                if subject is None or not isinstance(predicate, NamedNode) or value is None:
                    raise self._unreadable(f"a statement of {name.value} lacks a part")
                if isinstance(subject, Literal | Triple):
                    raise self._unreadable(f"{subject} as a subject in {name.value}")
                yield Quad(subject, predicate, value, name)

    def graphs(self) -> tuple[NamedNode, ...]:
        """The named graphs, sorted by IRI.

        Raises:
            StoreError: the endpoint cannot be reached, or its answer cannot be read.
        """
        found = [row[0] for row in self.select(_query_text("graphs")).rows]
        return tuple(sorted((name for name in found if isinstance(name, NamedNode)), key=lambda name: name.value))


def _query_text(name: str) -> str:
    # as shipped: a project of the user's own may have other queries
    return (packaged_root() / "queries" / "store" / f"{name}.rq").read_text(encoding="utf-8")


def _read(content: bytes) -> Table | bool | str:
    """The answer, or what is wrong with it: an error would keep pyoxigraph's reader, which is bound to its thread."""
    try:
        answer = parse_query_results(content, QueryResultsFormat.JSON)
        if isinstance(answer, QueryBoolean):
            return bool(answer)
        columns = tuple(variable.value for variable in answer.variables)
        return Table(columns, tuple(tuple(solution[name] for name in columns) for solution in answer))
    except (SyntaxError, ValueError) as error:
        return str(error) or type(error).__name__


def _first_line(response: httpx.Response) -> str:
    lines = response.text.strip().splitlines()
    return lines[0][:300] if lines else "without a reason"
