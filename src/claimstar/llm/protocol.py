"""What every language model takes and gives: one prompt in, one completion out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from claimstar.model.claims import ClaimRow
from claimstar.model.records import Scenario


def storable(text: str) -> str:
    """A text as UTF-8 can hold it: a half of a surrogate pair, which JSON can carry, becomes U+FFFD.

    >>> storable("a" + chr(0xD800)) == "a" + chr(0xFFFD)
    True
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(frozen=True)
class Prompt:
    """One question to a model, with what the baselines need to answer it without a model.

    Only ``system``, ``user`` and ``response_schema`` ever reach a language model; the rest stays on this side and is
    read by the baselines and by whoever specialises the schema.

    Attributes:
        system: the instructions.
        user: the patient, the candidates and the grounded context.
        response_schema: JSON Schema of the answer (the schema's Response); None for a free answer.
        scenario: the scenario, gold included.
        candidates: entity id and shown name of each option, in the order shown.
        rows: the claims that the context shows; empty where the condition grounds nothing.
        condition: name of the grounding condition.
        seed: the run's seed.
    """

    system: str
    user: str
    response_schema: dict[str, Any] | None
    scenario: Scenario
    candidates: tuple[tuple[str, str], ...]
    rows: tuple[ClaimRow, ...]
    condition: str
    seed: int = 0

    @property
    def sha256(self) -> str:
        """SHA-256 in hex of what the model sees: system, user and schema."""
        seen = json.dumps([self.system, self.user, self.response_schema], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(seen.encode()).hexdigest()


@dataclass(frozen=True)
class Completion:
    """What came back, or why nothing did. A failed call is a value: one lost answer must not end a run.

    Attributes:
        text: the answer as the model wrote it; empty where there is none.
        finish_reason: ``stop``, ``length``, ``content_filter`` or ``error``; None where the service did not say.
        input_tokens, output_tokens: tokens read and written, as the model counts them; None where unknown.
        latency_seconds: from call to answer, the model's loading not included; None for an answer that
            waited in a batch.
        error: what went wrong, in one line; None for a complete answer. An answer cut at the token limit has both
            its text and an error.
        error_kind: the kind of error, for counting: ``rate_limit``, ``timeout``, ``connection``, ``server_error``,
            ``malformed_reply``, ``refusal``, ``length``, ``content_filter``, ``empty``, ``bad_request``, ``unanswered``
            (by all batches that it was in); None without.
        attempts: how often the call was made, retries included; 0 for an answer from a cache.
        from_cache: whether the answer comes from the cache of earlier runs.
        cached_input_tokens: of the tokens read, those that the service had cached; None where unknown.
        request_id, served_model: what the service calls the answer, and the model that it says it used.
    """

    text: str
    finish_reason: str | None = "stop"
    input_tokens: int | None = None
    output_tokens: int | None = None
    latency_seconds: float | None = 0.0
    error: str | None = None
    error_kind: str | None = None
    attempts: int = 1
    from_cache: bool = False
    cached_input_tokens: int | None = None
    request_id: str | None = None
    served_model: str | None = None


class LanguageModel(Protocol):
    """A model that answers prompts one by one."""

    @property
    def spec(self) -> str:
        """The model as named on the command line (``local:smollm2``)."""

    @property
    def settings(self) -> Mapping[str, object]:
        """What shapes the answers, ready for JSON; goes into the run's manifest. Never holds a key."""

    def complete(self, prompt: Prompt) -> Completion:
        """Answers a prompt.

        Failures of one call (refusal, timeout, prompt too long) come back in ``Completion.error``.

        Raises:
            ModelError: the model cannot be used at all.
        """


AsyncCall = Callable[[Prompt], Awaitable[Completion]]
"""Answers a prompt as `LanguageModel.complete` does; several may be under way at once."""


@runtime_checkable
class AsyncModel(LanguageModel, Protocol):
    """A model behind a service, which answers several prompts at once."""

    @property
    def calling(self) -> Mapping[str, object]:
        """How it is asked (timeout, retries), ready for JSON: recorded, but no part of what a run is."""

    def asking(self, concurrency: int) -> AbstractAsyncContextManager[AsyncCall]:
        """A place to ask in, with at most so many calls in flight."""

    def cache_key(self, prompt: Prompt) -> str:
        """Equal for two prompts exactly where the service is asked the same thing; a file name."""
