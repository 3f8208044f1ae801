"""Models behind a chat-completions service: OpenAI's own, or any server that speaks its protocol."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from claimstar.errors import UsageError
from claimstar.llm.openai_faults import find_fatal, read_fault
from claimstar.llm.openai_protocol import failure, read_answer, request_body
from claimstar.llm.options import ChatOptions
from claimstar.llm.protocol import AsyncCall, Completion, Prompt
from claimstar.llm.throttle import AdaptiveLimit

__all__ = ["KEY_VARIABLE", "URL_VARIABLE", "ChatOptions", "OpenAIChat"]

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
_NO_KEY = "none"
"""Sent where a server of the user's own is asked and no key is set; such servers ignore it."""
_LONGEST_WAIT = 60.0
"""Seconds; waits between tries grow no longer."""


class OpenAIChat:
    """A model of a chat-completions service, asked at temperature 0 with the response schema as strict format.

    Args:
        spec: the model as named on the command line.
        model: the model's name at the service.
        base_url: the service; None for ``OPENAI_BASE_URL`` or else OpenAI.
        seed: passed on; services that know it make repeated answers likelier, not certain.
        options: how the service is asked.

    Raises:
        UsageError: no key is set for OpenAI's own service, or the address is no web address.
    """

    def __init__(
        self, spec: str, model: str, *, base_url: str | None = None, seed: int = 0, options: ChatOptions | None = None
    ) -> None:
        self.spec = spec
        self.model = model
        self.base_url = base_url or os.environ.get(URL_VARIABLE) or None
        self.seed = seed
        self.options = options or ChatOptions()
        self._takes_temperature = True
        if self.base_url:
            _check_address(self.base_url)
        if self.options.needs_key and not self.base_url and not os.environ.get(KEY_VARIABLE):
            raise UsageError(
                f"{spec} needs a key, and {KEY_VARIABLE} is not set",
                remedy=f"export {KEY_VARIABLE}=…, or name a server of your own with --base-url",
            )

    @property
    def settings(self) -> Mapping[str, object]:
        """What shapes the answers: model, service, temperature, seed and token limit; never the key."""
        return {
            "model": self.model,
            "base_url": self.base_url or "default",
            "temperature": 0,
            "seed": self.seed,
            "max_tokens": self.options.max_tokens,
        }

    @property
    def calling(self) -> Mapping[str, object]:
        """How it is asked, which changes no answer; and that the service takes no temperature, once that is known."""
        learnt = {} if self._takes_temperature else {"temperature": "default of the service"}
        return {"timeout_seconds": self.options.timeout_seconds, "max_retries": self.options.max_retries, **learnt}

    @property
    def takes_temperature(self) -> bool:
        """Whether the service takes a temperature for this model, as far as is known."""
        return self._takes_temperature

    def omit_temperature(self) -> None:
        """Ask without a temperature from now on, because it is known that the model takes none."""
        self._takes_temperature = False

    def complete(self, prompt: Prompt) -> Completion:
        """Answers a prompt; refusals, cut answers and failures that may pass come back in ``Completion.error``.

        Raises:
            ModelError: the service will refuse each further prompt too: key, model or quota.
        """

        async def once() -> Completion:
            async with self.asking(1) as call:
                return await call(prompt)

        return asyncio.run(once())

    @asynccontextmanager
    async def asking(self, concurrency: int) -> AsyncIterator[AsyncCall]:
        """Open a client, and give the call that answers prompts as `complete` does, many at a time.

        Args:
            concurrency: at most so many calls are in flight; fewer while the service is overloaded.
        """
        import openai

        limit = AdaptiveLimit(concurrency)
        # Tries are counted and paced here, so the package must not try again by itself.
        async with openai.AsyncOpenAI(
            api_key=os.environ.get(KEY_VARIABLE) or _NO_KEY,
            base_url=self.base_url,
            timeout=self.options.timeout_seconds,
            max_retries=0,
        ) as client:

            async def call(prompt: Prompt) -> Completion:
                return await self._answer(client, limit, prompt)

            yield call

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The body of the request for a prompt."""
        return self._body(prompt, self._takes_temperature)

    def cache_key(self, prompt: Prompt) -> str:
        """SHA-256 in hex of the address and the body as first sent: model, texts, schema, seed, token limit."""
        asked = {"base_url": self.base_url or "default", "body": self._body(prompt, True)}
        return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    def _body(self, prompt: Prompt, takes_temperature: bool) -> dict[str, Any]:
        return request_body(
            prompt,
            self.model,
            seed=self.seed,
            max_tokens=self.options.max_tokens,
            own_server=self.base_url is not None,
            takes_temperature=takes_temperature,
        )

    async def _answer(self, client: Any, limit: AdaptiveLimit, prompt: Prompt) -> Completion:
        """All tries of one prompt."""
        from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

        tries, waits, seconds = 0, self.options.first_wait_seconds, self.options.timeout_seconds
        started = time.perf_counter()

        async def once() -> Completion:
            nonlocal tries, started
            async with limit.slot() as call_round:
                tries += 1
                started = time.perf_counter()
                try:
                    async with asyncio.timeout(seconds):
                        answer = await self._create(client, prompt)
                except Exception as error:
                    fault = read_fault(error, seconds)
                    if fault.overload and find_fatal(error, self.spec, KEY_VARIABLE) is None:
                        limit.overloaded(call_round, fault.pause_seconds or 0.0)
                    raise
                limit.succeeded()
                return read_answer(answer, time.perf_counter() - started)

        def passing(error: BaseException) -> bool:
            if not isinstance(error, Exception) or find_fatal(error, self.spec, KEY_VARIABLE):
                return False
            return read_fault(error, seconds).passing

        def wait(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            asked = read_fault(error, seconds).pause_seconds if isinstance(error, Exception) else None
            own = min(_LONGEST_WAIT, waits * 2 ** (state.attempt_number - 1))
            return asked + random.uniform(0, min(own, 0.1)) if asked is not None else random.uniform(0.5, 1.5) * own

        retrying = AsyncRetrying(
            stop=stop_after_attempt(self.options.max_retries + 1),
            wait=wait,
            retry=retry_if_exception(passing),
            reraise=True,
        )
        try:
            return replace(await retrying(once), attempts=tries)
        except _failures() as error:
            fatal = find_fatal(error, self.spec, KEY_VARIABLE)
            if fatal:
                raise fatal from error
            fault = read_fault(error, seconds)
            return replace(failure(fault.message, started), error_kind=fault.kind, attempts=tries)

    async def _create(self, client: Any, prompt: Prompt) -> Any:
        import openai

        body = self.request(prompt)
        try:
            return await client.chat.completions.create(**body)
        except openai.BadRequestError as error:
            # Reasoning models take no temperature; that is learnt once and told in `calling`.
            if error.param != "temperature" or "temperature" not in body:
                raise
            self._takes_temperature = False
        return await client.chat.completions.create(**self.request(prompt))


def _check_address(address: str) -> None:
    """Refuse what is no web address: nothing but failures would come of asking it."""
    if not address.startswith(("http://", "https://")):
        raise UsageError(f"{address!r} is no web address", remedy="begin it with http:// or https://")
    try:
        parts = urlsplit(address)
        plain = bool(parts.hostname) and parts.port != 0 and not any(map(str.isspace, address))
    except ValueError:  # a port out of range, brackets that do not close
        plain = False
    if not plain:
        raise UsageError(f"{address!r} is no web address", remedy="write it as http://HOST:PORT/v1")


def _failures() -> tuple[type[Exception], ...]:
    """What a try can end with."""
    import openai

    # RecursionError: a body that is nested too deep for the JSON parser
    return (openai.APIError, TimeoutError, ValueError, RecursionError)
