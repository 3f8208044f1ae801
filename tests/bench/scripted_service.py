"""A loopback server that speaks the chat-completions protocol by a script, for many calls at once.

A test gives a function from a request to its `Reply`; replies can be slow, cut off, broken or refused.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Request:
    """A request: its number from 0 over all, its number from 0 among those of the same prompt, and its body."""

    number: int
    attempt: int
    body: Mapping[str, Any]

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])


@dataclass(frozen=True)
class Reply:
    """A reply; ``cut_after`` closes the line after so many bytes of the body."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut_after: int | None = None


def chat(
    content: str | None, finish_reason: str = "stop", refusal: str | None = None, delay: float = 0.0, number: int = 1
) -> Reply:
    """A well-formed answer."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "total_tokens": 120,
        "prompt_tokens_details": {"cached_tokens": 40},
    }
    body = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted-1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": usage,
    }
    return Reply(body=json.dumps(body).encode(), delay=delay, headers={"x-request-id": f"req-{number}"})


def refused(status: int, message: str, code: str | None = None, **headers: str) -> Reply:
    """An error of the service."""
    body = {"error": {"message": message, "type": "error", "code": code, "param": None}}
    return Reply(status, json.dumps(body).encode(), {name.replace("_", "-"): value for name, value in headers.items()})


class ScriptedService:
    """The server, in a thread of its own; a context manager.

    Attributes:
        port: where it listens; the one that was asked for, or any.
        requests: what it was asked, in order.
        busiest: the most calls that were in flight at once.
    """

    def __init__(self, script: Callable[[Request], Reply], port: int = 0) -> None:
        self.script = script
        self.port = port
        self.requests: list[Request] = []
        self.busiest = 0
        self._busy = 0
        self._seen: dict[str, int] = {}
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self) -> ScriptedService:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", self.port, backlog=1024)
        self.port = server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"
        self._ready.set()
        await self._stop.wait()
        server.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client went away, as some scripts mean it to
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        raw = await reader.readexactly(length)
        body = json.loads(raw)
        prompt = json.dumps(body["messages"])
        request = Request(len(self.requests), self._seen.get(prompt, 0), body)
        self._seen[prompt] = request.attempt + 1
        self.requests.append(request)
        self._busy += 1
        self.busiest = max(self.busiest, self._busy)
        try:
            reply = self.script(request)
            if reply.delay:
                await asyncio.sleep(reply.delay)
        finally:
            self._busy -= 1
        headers = {"content-type": "application/json", "content-length": str(len(reply.body)), **reply.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {reply.status} Scripted\r\n{lines}\r\n".encode() + reply.body[: reply.cut_after])
        await writer.drain()
        return reply.cut_after is None
