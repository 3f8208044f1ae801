"""A loopback service that speaks the protocol of files, batches and chat completions, and follows a script.

A batch is validated at the first look, under way at the second, and ends at the third as its fate says. Fates are given
in the order in which batches are made; the last one stays.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


def reply(body: dict[str, Any]) -> dict[str, Any]:
    """A chat completion that depends on the prompt alone."""
    digest = hashlib.sha256(json.dumps(body["messages"]).encode()).hexdigest()
    return {
        "id": f"chatcmpl-{digest[:8]}",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted-2026",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": json.dumps({"chosen_option": digest[:6]})},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def answered(request: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The output line of a request."""
    name = request["custom_id"]
    response = {"status_code": 200, "request_id": f"req-{name}", "body": body or reply(request["body"])}
    return {"id": f"batch_req_{name}", "custom_id": name, "response": response, "error": None}


def refused(request: dict[str, Any], status: int, message: str, code: str | None = None) -> dict[str, Any]:
    """The error line of a request that was made and failed."""
    name, error = request["custom_id"], {"message": message, "type": "error", "code": code, "param": None}
    response = {"status_code": status, "request_id": f"req-{name}", "body": {"error": error}}
    return {"id": f"batch_req_{name}", "custom_id": name, "response": response, "error": None}


def unmade(request: dict[str, Any], code: str) -> dict[str, Any]:
    """The error line of a request that was never made."""
    error = {"code": code, "message": "This request could not be executed before the completion window expired."}
    return {"id": "batch_req", "custom_id": request["custom_id"], "response": None, "error": error}


def lines(*loaded: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in loaded)


@dataclass(frozen=True)
class Fate:
    """How a batch ends; a file that is None does not exist."""

    status: str = "completed"
    output: bytes | None = None
    errors: bytes | None = None
    faults: tuple[dict[str, Any], ...] = ()
    completed: int = 0
    failed: int = 0


Ending = Callable[[list[dict[str, Any]]], Fate]


def all_well(requests: list[dict[str, Any]]) -> Fate:
    return Fate(output=lines(*map(answered, requests)), completed=len(requests))


@dataclass
class BatchServer:
    """What the service holds, and what it was asked.

    Attributes:
        calls: method and path of each request, in order.
        stumbles: (method, first part of the path) to statuses that are given instead of an answer, in turn.
        hold: (method, path begin, "before" or "after" the work) at which the service says no more until
            `released`; `held` is then set.
    """

    endings: list[Ending] = field(default_factory=lambda: [all_well])
    chat: Callable[[dict[str, Any]], tuple[int, dict[str, Any]]] = lambda body: (200, reply(body))
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    chats: list[dict[str, Any]] = field(default_factory=list)
    calls: list[tuple[str, str]] = field(default_factory=list)
    stumbles: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    hold: tuple[str, str, str] | None = None
    held: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    looks_needed: int = 3
    url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def requests(self, number: int) -> list[dict[str, Any]]:
        """The requests of the batch that was made at that place, from 0."""
        batch = list(self.batches.values())[number]
        return [json.loads(line) for line in self.files[batch["input_file_id"]].splitlines()]

    def ids(self, number: int) -> list[str]:
        return [request["custom_id"] for request in self.requests(number)]

    def upload(self, content: bytes, purpose: str) -> dict[str, Any]:
        name = f"file-{len(self.files)}"
        self.files[name] = content
        return {
            "id": name,
            "object": "file",
            "bytes": len(content),
            "created_at": 1,
            "filename": "x.jsonl",
            "purpose": purpose,
            "status": "processed",
        }

    def create(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert asked["input_file_id"] in self.files
        assert (asked["endpoint"], asked["completion_window"]) == ("/v1/chat/completions", "24h")
        name = f"batch-{len(self.batches)}"
        self.batches[name] = {
            **asked,
            "id": name,
            "object": "batch",
            "created_at": 1,
            "status": "validating",
            "looks": 0,
        }
        return self.batches[name]

    def look(self, name: str) -> dict[str, Any]:
        batch = self.batches[name]
        batch["looks"] += 1
        number = list(self.batches).index(name)
        requests = self.requests(number)
        if batch["looks"] < self.looks_needed:
            batch["status"] = "in_progress"
            batch["request_counts"] = {"completed": 0, "failed": 0, "total": len(requests)}
        elif "fate" not in batch:
            fate = self.endings[min(number, len(self.endings) - 1)](requests)
            batch |= {"fate": True, "status": fate.status}
            for key, content in (("output_file_id", fate.output), ("error_file_id", fate.errors)):
                batch[key] = None if content is None else f"{name}-{key}"
                if content is not None:
                    self.files[f"{name}-{key}"] = content
            batch["errors"] = {"object": "list", "data": list(fate.faults)} if fate.faults else None
            batch["request_counts"] = {"completed": fate.completed, "failed": fate.failed, "total": len(requests)}
        return batch

    def answer(self, method: str, path: str, query: dict[str, list[str]], body: Any) -> tuple[int, Any]:
        """Status and content: a value for JSON, or bytes."""
        match (method, *path.removeprefix("/v1/").split("/")):
            case ("POST", "files"):
                return 200, self.upload(*body)
            case ("GET", "files", name, "content") if name in self.files:
                return 200, self.files[name]
            case ("POST", "batches"):
                return 200, self.create(body)
            case ("GET", "batches"):
                size, names = int(query["limit"][0]), list(self.batches)[::-1]
                start = names.index(query["after"][0]) + 1 if "after" in query else 0
                page = [self.batches[name] for name in names[start : start + size]]
                return 200, {"object": "list", "data": page, "has_more": start + size < len(names)}
            case ("GET", "batches", name) if name in self.batches:
                return 200, self.look(name)
            case ("POST", "chat", "completions"):
                self.chats.append(body)
                return self.chat(body)
        return 404, {"error": {"message": f"no {path}", "type": "error", "code": None, "param": None}}

    def stop(self, handler: BaseHTTPRequestHandler) -> None:
        self.held.set()
        self.released.wait(60)
        handler.close_connection = True

    def stops(self, method: str, path: str, when: str) -> bool:
        if self.hold is None or self.hold[2] != when or self.hold[0] != method:
            return False
        return path.startswith(self.hold[1])


def _handler(service: BatchServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def read_body(self) -> Any:
            content = self.rfile.read(int(self.headers["content-length"] or 0))
            kind = self.headers["content-type"] or ""
            if kind.startswith("multipart/"):
                whole = BytesParser().parsebytes(f"content-type: {kind}\r\n\r\n".encode() + content)
                parts = {
                    part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                    for part in whole.get_payload()
                }
                return parts["file"], parts["purpose"].decode()
            return json.loads(content) if content else None

        def serve(self) -> None:
            address, method = urlsplit(self.path), self.command
            body = self.read_body()
            with service.lock:
                service.calls.append((method, address.path))
                if service.stops(method, address.path, "before"):
                    service.stop(self)
                    return
                waiting = next(
                    (
                        statuses
                        for (verb, begin), statuses in service.stumbles.items()
                        if verb == method and address.path.startswith(begin) and statuses
                    ),
                    None,
                )
                if waiting:
                    status = waiting.pop(0)
                    if status < 0:
                        # Does the work, and says that it failed.
                        service.answer(method, address.path, parse_qs(address.query), body)
                    status, content = abs(status), {"error": {"message": "out of order", "type": "error"}}
                else:
                    status, content = service.answer(method, address.path, parse_qs(address.query), body)
                if service.stops(method, address.path, "after"):
                    service.stop(self)
                    return
            sent = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.send_header("retry-after-ms", "1")
            self.end_headers()
            self.wfile.write(sent)

        do_GET = do_POST = serve  # noqa: N815

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    return Handler


@contextmanager
def serving() -> Iterator[BatchServer]:
    service = BatchServer()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(service))
    service.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
