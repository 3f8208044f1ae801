"""Models behind a chat-completions service: OpenAI's own, or any server that speaks its protocol."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from claimstar.errors import ModelError, UsageError
from claimstar.llm.openai_protocol import failure, one_line, read_answer, request_body
from claimstar.llm.protocol import Completion, Prompt

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
_NO_KEY = "none"
"""Sent where a server of the user's own is asked and no key is set; such servers ignore it."""


@dataclass(frozen=True)
class ChatOptions:
    """How the service is asked.

    Attributes:
        max_tokens: an answer is cut after so many tokens, hidden reasoning included, and is then an error.
        timeout_seconds: longest silence on the line before a try is given up.
        max_retries: further tries after rate limits, timeouts, lost connections and server errors; the package waits
            between them as the service asks, else ever longer.
    """

    max_tokens: int = 4096
    timeout_seconds: float = 120.0
    max_retries: int = 4


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
        if self.base_url and not self.base_url.startswith(("http://", "https://")):
            raise UsageError(f"{self.base_url!r} is no web address", remedy="begin it with http:// or https://")
        if not self.base_url and not os.environ.get(KEY_VARIABLE):
            raise UsageError(
                f"{spec} needs a key, and {KEY_VARIABLE} is not set",
                remedy=f"export {KEY_VARIABLE}=…, or name a server of your own with --base-url",
            )

    @property
    def settings(self) -> Mapping[str, object]:
        """Model, service and options; never the key."""
        return {
            "model": self.model,
            "base_url": self.base_url or "default",
            "temperature": 0 if self._takes_temperature else "default of the service",
            "seed": self.seed,
            **asdict(self.options),
        }

    @cached_property
    def _client(self) -> Any:
        import openai

        return openai.OpenAI(
            api_key=os.environ.get(KEY_VARIABLE) or _NO_KEY,
            base_url=self.base_url,
            timeout=self.options.timeout_seconds,
            max_retries=self.options.max_retries,
        )

    def complete(self, prompt: Prompt) -> Completion:
        """Answers a prompt; refusals, cut answers and failures that may pass come back in ``Completion.error``.

        Raises:
            ModelError: the service will refuse each further prompt too: key, model or quota.
        """
        import openai

        started = time.perf_counter()
        try:
            answer = self._ask(prompt)
        except (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError) as error:
            raise ModelError(
                f"{self.spec} cannot be asked: {one_line(error.message)}",
                remedy=f"check {KEY_VARIABLE}, the model's name and the service's address",
            ) from error
        except openai.RateLimitError as error:
            if error.code == "insufficient_quota":
                raise ModelError(f"{self.spec}: {one_line(error.message)}", remedy="add credit, then resume") from error
            return failure(f"rate limit: {one_line(error.message)}", started)
        except openai.APITimeoutError:
            return failure(f"timeout: no answer within {self.options.timeout_seconds:g} s", started)
        except openai.APIConnectionError as error:
            return failure(f"connection: {one_line(error.__cause__ or error)}", started)
        except openai.APIStatusError as error:
            return failure(f"status {error.status_code}: {one_line(error.message)}", started)
        except (openai.APIError, ValueError) as error:
            # The package lets the JSON parser's own error through when a body is broken.
            return failure(f"malformed reply: {one_line(error)}", started)
        return read_answer(answer, time.perf_counter() - started)

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The body of the request for a prompt."""
        return request_body(
            prompt,
            self.model,
            seed=self.seed,
            max_tokens=self.options.max_tokens,
            own_server=self.base_url is not None,
            takes_temperature=self._takes_temperature,
        )

    def _ask(self, prompt: Prompt) -> Any:
        import openai

        try:
            return self._client.chat.completions.create(**self.request(prompt))
        except openai.BadRequestError as error:
            # Reasoning models take no temperature; that is learnt once and shows in the settings.
            if error.param != "temperature" or not self._takes_temperature:
                raise
            self._takes_temperature = False
        return self._client.chat.completions.create(**self.request(prompt))
