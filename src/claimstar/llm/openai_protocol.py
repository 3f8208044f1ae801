"""The chat-completions protocol, both ways: a prompt as the body of a request, and an answer as a completion."""

from __future__ import annotations

import time
from typing import Any

from claimstar.llm.answer_schema import strict
from claimstar.llm.protocol import Completion, Prompt, storable
from claimstar.plain import plain


def request_body(
    prompt: Prompt, model: str, *, seed: int, max_tokens: int, own_server: bool, takes_temperature: bool = True
) -> dict[str, Any]:
    """The body of a request: temperature 0, and the response schema as strict format.

    Args:
        prompt: what is asked.
        model: the model's name at the service.
        seed: passed on.
        max_tokens: an answer is cut after so many tokens.
        own_server: whether it goes to a server other than OpenAI's: OpenAI has dropped ``max_tokens`` for its newer
            models, other servers know no other name.
        takes_temperature: False for models that take none.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}],
        "seed": seed,
        "max_tokens" if own_server else "max_completion_tokens": max_tokens,
    }
    if prompt.response_schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "response", "strict": True, "schema": strict(prompt.response_schema)},
        }
    if takes_temperature:
        body["temperature"] = 0
    return body


MOST_TOKENS = 2**53
"""No count of a service is higher; what is, is no count."""


def read_answer(answer: Any, seconds: float) -> Completion:
    """The completion that an answer of the service holds; ``seconds`` is its latency.

    The package checks no types, so a server can send anything: what is told beside the text and is of the wrong type
    counts as not told, and costs no answer.
    """
    choices = getattr(answer, "choices", None)
    if not choices or getattr(choices[0], "message", None) is None:
        return _malformed("no choices", seconds)
    choice, usage = choices[0], getattr(answer, "usage", None)
    content = choice.message.content or ""
    if not isinstance(content, str):
        return _malformed(f"the content is no text: {one_line(content)}", seconds)
    text = storable(content)
    refusal = getattr(choice.message, "refusal", None)
    error = kind = None
    if refusal:
        kind, error = "refusal", f"refusal: {one_line(refusal)}"
    elif choice.finish_reason == "length":
        kind, error = "length", "answer cut at the token limit"
    elif choice.finish_reason == "content_filter":
        kind, error = "content_filter", "answer withheld by the service's content filter"
    elif not text.strip():
        kind, error = "empty", "empty answer"
    return Completion(
        text,
        find_word(choice.finish_reason),
        _find_count(getattr(usage, "prompt_tokens", None)),
        _find_count(getattr(usage, "completion_tokens", None)),
        seconds,
        error,
        kind,
        cached_input_tokens=_find_count(getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None)),
        request_id=find_word(getattr(answer, "_request_id", None)),
        served_model=find_word(getattr(answer, "model", None)),
    )


def _malformed(why: str, seconds: float) -> Completion:
    return Completion("", "error", None, None, seconds, f"malformed reply: {why}", "malformed_reply")


def _find_count(value: object) -> int | None:
    """A number of tokens; None for what cannot be one."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < MOST_TOKENS else None


def find_word(value: object) -> str | None:
    """A name that the service gives; None for what is none."""
    return storable(value) if isinstance(value, str) else None


def failure(message: str, started: float) -> Completion:
    """A call that ended without an answer, with the reason; ``started`` is when, by ``time.perf_counter``."""
    return Completion("", "error", None, None, time.perf_counter() - started, message)


def one_line(message: object) -> str:
    """A message in one line of at most 300 characters: services answer with whole pages at times."""
    return plain(storable(" ".join(str(message).split())[:300]))
