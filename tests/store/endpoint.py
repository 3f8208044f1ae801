"""A real SPARQL endpoint on the loopback interface, for tests: http.server in front of pyoxigraph."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, Store

JSON = "application/sparql-results+json"


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode(), strict_parsing=True)
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        assert self.headers["Accept"] == JSON
        self.server.asked.append(form["query"][0])
        try:
            answer = self.server.store.query(form["query"][0], use_default_graph_as_union=True)
        except SyntaxError as error:
            self._send(400, "text/plain", f"malformed query: {error}\nand more".encode())
            return
        if not isinstance(answer, QuerySolutions | QueryBoolean):
            self._send(406, "text/plain", b"only SELECT and ASK")
            return
        self._send(200, JSON, bytes(answer.serialize(format=QueryResultsFormat.JSON) or b""))

    def _send(self, status: int, kind: str, body: bytes) -> None:
        status, kind, body = self.server.spoil(status, kind, body)
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) + self.server.missing_bytes))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class Endpoint(ThreadingHTTPServer):
    """Serves a store; ``spoil`` and ``missing_bytes`` make it answer wrongly."""

    daemon_threads = True

    def __init__(self, store: Store) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.store = store
        self.asked: list[str] = []
        self.missing_bytes = 0

    def spoil(self, status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
        return status, kind, body

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/query"


@contextmanager
def serve(store: Store) -> Iterator[Endpoint]:
    """The endpoint of a store, while the block runs."""
    with Endpoint(store) as endpoint:
        thread = threading.Thread(target=endpoint.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield endpoint
        finally:
            endpoint.shutdown()
            thread.join()
