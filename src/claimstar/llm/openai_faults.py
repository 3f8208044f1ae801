"""What went wrong with a call to a chat-completions service: its kind, whether it may pass, what is asked for."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from claimstar.errors import ModelError
from claimstar.llm.openai_protocol import one_line

LONGEST_PAUSE = 600.0
"""A service that asks to be left alone for longer is asked again after so many seconds all the same."""
_PASSING_STATUSES = {408, 409, 429}
_OVERLOAD_STATUSES = {429, 503}


@dataclass(frozen=True)
class Fault:
    """A failed try.

    Attributes:
        kind: as in `claimstar.llm.protocol.Completion.error_kind`.
        message: in one line, with the kind in words.
        passing: whether another try may succeed.
        overload: whether the service says that it is asked too much.
        pause_seconds: how long it asks to be left alone; None where it does not say.
    """

    kind: str
    message: str
    passing: bool = False
    overload: bool = False
    pause_seconds: float | None = None


def read_pause(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds to wait by ``retry-after-ms`` or ``retry-after`` (seconds, or a date); None without a readable one.

    >>> read_pause({"retry-after-ms": "250", "retry-after": "7"}, 0.0), read_pause({"retry-after": "7"}, 0.0)
    (0.25, 7.0)
    >>> read_pause({"retry-after": "Thu, 01 Jan 1970 00:00:09 GMT"}, 4.0), read_pause({"retry-after": "soon"}, 0.0)
    (5.0, None)
    """
    milliseconds, seconds = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if milliseconds is not None:
            found = float(milliseconds) / 1000
        elif seconds is not None:
            plain = seconds.strip()
            dated = not plain.replace(".", "", 1).isdigit()
            found = parsedate_to_datetime(plain).timestamp() - now if dated else float(plain)
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return min(max(found, 0.0), LONGEST_PAUSE) if found == found else None


def read_fault(error: Exception, timeout_seconds: float) -> Fault:
    """The fault that an exception of the openai package, a timeout or an unreadable body stands for."""
    import openai

    if isinstance(error, openai.APITimeoutError | TimeoutError):
        return Fault("timeout", f"timeout: no answer within {timeout_seconds:g} s", passing=True)
    if isinstance(error, openai.APIConnectionError):
        return Fault("connection", f"connection: {one_line(error.__cause__ or error)}", passing=True)
    if isinstance(error, openai.APIStatusError):
        status, message = error.status_code, one_line(error.message)
        pause = read_pause(error.response.headers, time.time())
        overload, passing = status in _OVERLOAD_STATUSES, status in _PASSING_STATUSES or status >= 500
        if status == 429:
            return Fault("rate_limit", f"rate limit: {message}", passing, overload, pause)
        kind = "server_error" if passing else "bad_request"
        return Fault(kind, f"status {status}: {message}", passing, overload, pause)
    # The package lets the JSON parser's own error through when a body is broken.
    return Fault("malformed_reply", f"malformed reply: {one_line(error)}")


def find_fatal(error: Exception, spec: str, key_variable: str) -> ModelError | None:
    """The end of the run, where the service will refuse each further prompt too: key, model or quota."""
    import openai

    if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError | openai.NotFoundError):
        return ModelError(
            f"{spec} cannot be asked: {one_line(error.message)}",
            remedy=f"check {key_variable}, the model's name and the service's address",
        )
    if isinstance(error, openai.RateLimitError) and error.code == "insufficient_quota":
        return ModelError(f"{spec}: {one_line(error.message)}", remedy="add credit, then resume")
    return None
