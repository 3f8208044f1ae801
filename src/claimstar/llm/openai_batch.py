"""The Batch API of a chat-completions service: a file up, a batch made and looked at, its files down.

Requests of a batch are answered within a day. Source: the service's reference of files and batches,
https://platform.openai.com/docs/api-reference/batch. What its files hold is `claimstar.llm.openai_batch_lines`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from claimstar.errors import ModelError
from claimstar.llm.openai_batch_lines import ENDPOINT
from claimstar.llm.openai_chat import KEY_VARIABLE, OpenAIChat
from claimstar.llm.openai_faults import find_fatal, read_fault
from claimstar.llm.openai_protocol import one_line

MAX_REQUESTS = 50_000
"""Requests in one batch, at most; the service's limit."""
MAX_BYTES = 200_000_000
"""Bytes of one input file, at most; the service's limit of 200 MB."""
WINDOW = "24h"
ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
"""States of a batch in which nothing more comes."""
_PAGE = 100
_LONGEST_WAIT = 60.0
Value = TypeVar("Value")


class ServiceAwayError(ModelError):
    """The service could not be reached, or was overloaded, after all tries; it may be there again later."""


@dataclass(frozen=True)
class BatchView:
    """A batch as the service tells of it.

    Attributes:
        id, status: its name and state.
        output_file, error_file: names of its files; None where there is none (yet).
        completed, failed, total: requests.
        errors: why its input was refused: line and message of each fault.
    """

    id: str
    status: str
    output_file: str | None = None
    error_file: str | None = None
    completed: int = 0
    failed: int = 0
    total: int = 0
    errors: tuple[str, ...] = ()


def _view(batch: Any) -> BatchView:
    counts, errors = batch.request_counts, batch.errors
    return BatchView(
        batch.id,
        batch.status,
        batch.output_file_id,
        batch.error_file_id,
        counts.completed if counts else 0,
        counts.failed if counts else 0,
        counts.total if counts else 0,
        tuple(_fault_words(one) for one in (errors.data or [] if errors else [])),
    )


def _fault_words(fault: Any) -> str:
    place = f"line {fault.line}: " if fault.line is not None else ""
    code = f" ({fault.code})" if fault.code else ""
    return f"{place}{one_line(fault.message or 'no reason given')}{code}"


@contextmanager
def open_batches(model: OpenAIChat) -> Iterator[BatchService]:
    """The batches of the service that a model is asked at; closed at the end."""
    import openai

    with openai.OpenAI(
        api_key=os.environ.get(KEY_VARIABLE) or "none",
        base_url=model.base_url,
        timeout=model.options.timeout_seconds,
        max_retries=model.options.max_retries,
    ) as client:
        yield BatchService(model, client)


class BatchService:
    """Files and batches of one service.

    All methods raise `ServiceAwayError` for troubles that may pass and ModelError for those that will not: key,
    address, quota, a request that is refused.
    """

    def __init__(self, model: OpenAIChat, client: Any, sleep: Callable[[float], None] = time.sleep) -> None:
        self._model = model
        self._client = client
        self._sleep = sleep

    def upload(self, name: str, content: bytes) -> str:
        """Upload an input file and give its id; uploading costs nothing, so a doubtful one may be done again."""
        return str(self._do(lambda: self._client.files.create(file=(name, content), purpose="batch")).id)

    def create(self, file: str, metadata: Mapping[str, str]) -> BatchView:
        """Make a batch of an uploaded file, once.

        A call whose outcome is unknown (timeout, lost connection, server error) is not simply made again: the batch is
        looked for by its metadata first, because the service may have made it all the same.
        """
        once = self._client.with_options(max_retries=0)
        options = self._model.options
        for attempt in range(options.max_retries + 1):
            try:
                made = self._do(
                    lambda: once.batches.create(
                        input_file_id=file, endpoint=ENDPOINT, completion_window=WINDOW, metadata=dict(metadata)
                    )
                )
                return _view(made)
            except ServiceAwayError:
                self._sleep(min(_LONGEST_WAIT, options.first_wait_seconds * 2**attempt))
                found = self.find(metadata)
                if found is not None:
                    return found
                if attempt == options.max_retries:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def find(self, metadata: Mapping[str, str]) -> BatchView | None:
        """The batch that was made with this metadata, if there is one."""

        def search() -> Any:
            listed = self._client.batches.list(limit=_PAGE)
            return next((one for one in listed if dict(metadata).items() <= dict(one.metadata or {}).items()), None)

        found = self._do(search)
        return None if found is None else _view(found)

    def retrieve(self, batch: str) -> BatchView:
        """How a batch stands."""
        return _view(self._do(lambda: self._client.batches.retrieve(batch)))

    def find_content(self, file: str) -> bytes | None:
        """The content of a file; None where the service has it no more."""
        import openai

        def fetch() -> bytes | None:
            try:
                return bytes(self._client.files.content(file).content)
            except openai.NotFoundError:
                return None

        return self._do(fetch)

    def _do(self, call: Callable[[], Value]) -> Value:
        import openai

        try:
            return call()
        except (openai.APIError, ValueError) as error:
            spec = self._model.spec
            if isinstance(error, openai.NotFoundError):
                raise ModelError(
                    f"{spec}: the service knows no such batch, file or address: {one_line(error.message)}",
                    remedy="check that the service offers batches, and that key and address are those of before",
                ) from error
            fatal = find_fatal(error, spec, KEY_VARIABLE)
            if fatal:
                raise fatal from error
            fault = read_fault(error, self._model.options.timeout_seconds)
            # A body that cannot be read is a service in trouble, too.
            if fault.passing or fault.kind == "malformed_reply":
                raise ServiceAwayError(
                    f"{spec} cannot be reached for batches: {fault.message}", remedy="the same command continues later"
                ) from error
            raise ModelError(f"{spec} refuses the batch: {fault.message}", remedy="see docs/batch.md") from error
