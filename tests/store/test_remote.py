"""A store behind an endpoint answers as the embedded one does; an endpoint that does not is told."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, Store, Triple

from claimstar.errors import QueryError, StoreError
from claimstar.rdf.terms import RDF_REIFIES, dataset_graph, run_graph
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.remote import RemoteStore

from .endpoint import JSON, Endpoint, serve

A, B, P, Q = (NamedNode(f"http://e/{name}") for name in ("a", "b", "p", "q"))
QUADS = [
    Quad(A, P, Literal("one"), dataset_graph("test")),
    Quad(A, Q, B, dataset_graph("test")),
    Quad(B, P, Literal('} "quoted" \\ # ?x', language="en"), run_graph("r")),
    Quad(B, RDF_REIFIES, Triple(A, Q, B), run_graph("r")),
]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    store = Store()
    store.extend(QUADS)
    with serve(store) as server:
        yield server


@pytest.fixture
def remote(endpoint: Endpoint) -> Iterator[RemoteStore]:
    with RemoteStore(endpoint.url, timeout=5) as store:
        yield store


@pytest.fixture(scope="module")
def embedded() -> EmbeddedStore:
    store = EmbeddedStore()
    store.load(QUADS)
    return store


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?s ?o WHERE { ?s <http://e/p> ?o }",
        "SELECT ?s ?o WHERE { { ?s <http://e/p> ?o } UNION { ?s <http://e/q> ?o } }",
        "SELECT (EXISTS { ?x <http://e/q> ?y } AS ?any) ?s ?o WHERE { ?s <http://e/p> ?o } # } ?s {",
        "SELECT ?s ?o WHERE { SELECT ?s ?o WHERE { ?s <http://e/p> ?o } }",
        "SELECT ?s (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?s",
        "SELECT ?s ?x WHERE { ?x <http://e/q> ?y . FILTER(?y = ?s) }",
        "SELECT ?s ?x WHERE { ?x <http://e/q> ?s . OPTIONAL { ?s <http://e/none> ?z } FILTER(!BOUND(?z)) }",
    ],
)
@pytest.mark.parametrize("value", [None, A, B])
def test_both_stores_answer_alike(
    remote: RemoteStore, embedded: EmbeddedStore, query: str, value: NamedNode | None
) -> None:
    values = {} if value is None else {"s": value}
    here, there = embedded.select(query, values), remote.select(query, values)
    assert here.columns == there.columns
    assert sorted(map(str, here.rows)) == sorted(map(str, there.rows))
    if value == B:
        assert len(here) > 0, "nothing was compared"


def test_asking_and_reading_graphs_and_quads(remote: RemoteStore, embedded: EmbeddedStore) -> None:
    assert remote.ask("ASK { ?s <http://e/q> ?o }", {"s": A})
    assert not remote.ask("ASK { ?s <http://e/q> ?o }", {"s": B})
    assert remote.graphs() == embedded.graphs() == (dataset_graph("test"), run_graph("r"))
    assert set(remote.quads()) == set(QUADS)
    assert set(remote.quads(run_graph("r"))) == set(QUADS[2:])


@given(text=st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20))
@settings(max_examples=50, deadline=None)
def test_no_text_breaks_out_on_its_way_to_the_endpoint(endpoint: Endpoint, text: str) -> None:
    with RemoteStore(endpoint.url, timeout=5) as store:
        rows = store.select("SELECT ?t ?s WHERE { ?s <http://e/q> ?o }", {"t": Literal(text)}).rows
    assert rows == ((Literal(text), A),)


def test_what_is_no_value_is_not_sent(endpoint: Endpoint, remote: RemoteStore) -> None:
    before = len(endpoint.asked)
    with pytest.raises(QueryError, match="cannot be a value"):
        remote.select("SELECT ?s WHERE { ?s ?p ?o }", {"s": BlankNode("b")})
    assert len(endpoint.asked) == before


def test_a_refused_query_is_told_in_the_endpoints_words(remote: RemoteStore) -> None:
    with pytest.raises(QueryError, match="refused the query: malformed query: error at 1:") as caught:
        remote.select("SELECT ?s WHERE { ?s ?p }")
    assert "\n" not in caught.value.message


def test_the_wrong_form_of_query_is_told(remote: RemoteStore) -> None:
    with pytest.raises(QueryError, match="not a SELECT"):
        remote.select("ASK { ?s ?p ?o }")
    with pytest.raises(QueryError, match="not an ASK"):
        remote.ask("SELECT ?s { ?s ?p ?o }")
    with pytest.raises(StoreError, match="answered 406: only SELECT"):
        remote.select("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((500, "text/plain", b""), "answered 500: without a reason"),
        ((302, "text/html", b"elsewhere"), "answered 302"),
        ((200, "text/html", b"<p>hello"), "answered with text/html"),
        ((200, "", b"{}"), "no content type"),
        ((200, JSON, b"{"), "cut short or malformed"),
        ((200, JSON, b"\xff\xfe"), "cut short or malformed"),
        ((200, JSON, b'{"head":{"vars":["s"]},"results":{"bindings":[{"s":'), "cut short or malformed"),
    ],
)
def test_a_wrong_answer_is_one_clear_line(
    endpoint: Endpoint,
    remote: RemoteStore,
    monkeypatch: pytest.MonkeyPatch,
    answer: tuple[int, str, bytes],
    says: str,
) -> None:
    monkeypatch.setattr(endpoint, "spoil", lambda *_: answer)
    with pytest.raises(StoreError, match=says) as caught:
        remote.select("SELECT ?s WHERE { ?s ?p ?o }")
    assert "\n" not in caught.value.message


def test_a_body_that_ends_too_soon_is_told(
    endpoint: Endpoint, remote: RemoteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "missing_bytes", 10)
    with pytest.raises(StoreError, match="cannot ask"):
        remote.select("SELECT ?s WHERE { ?s ?p ?o }")


def test_no_server_no_address_and_no_answer_in_time_are_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(StoreError, match="cannot ask"), RemoteStore(f"http://127.0.0.1:{port}/query") as store:
        store.graphs()
    with pytest.raises(StoreError, match="not an endpoint"):
        RemoteStore("ftp://example.org")
    with pytest.raises(StoreError, match="cannot ask"), RemoteStore("http://[bad") as store:
        store.graphs()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/query"
        with pytest.raises(StoreError, match="in time"), RemoteStore(url, timeout=0.2) as store:
            store.graphs()
