"""The lines of a batch's files: requests in, answers and errors out.

Source: https://platform.openai.com/docs/guides/batch. Lines of the output come in any order, and a file may end in the
middle of a line or say nothing about a request.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from claimstar.llm.openai_protocol import find_word, one_line, read_answer
from claimstar.llm.protocol import Completion

ENDPOINT = "/v1/chat/completions"
LONGEST_ID = 64
"""Characters of a custom_id, at most."""
UNDONE = {"batch_expired", "batch_cancelled"}
"""Error codes of requests that were never made, because their batch ended first."""


def request_line(custom_id: str, body: Mapping[str, Any]) -> bytes:
    """The line of an input file for one request."""
    line = {"custom_id": custom_id, "method": "POST", "url": ENDPOINT, "body": body}
    return json.dumps(line, ensure_ascii=False).encode() + b"\n"


@dataclass(frozen=True)
class BatchAnswers:
    """What the files of a batch say.

    Attributes:
        answers: completions by custom_id; of several of one request the first that is a success, else the first.
        undone: custom_ids of requests that the service says it never made, each with its reason.
        duplicates, unknown: custom_ids of lines too many, and of lines that answer nothing that was asked.
        unreadable: number of lines that are no answer: torn, no JSON, without custom_id.
    """

    answers: Mapping[str, Completion]
    undone: Mapping[str, str]
    duplicates: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unreadable: int = 0


def read_files(contents: Collection[bytes], asked: Collection[str]) -> BatchAnswers:
    """Read the output file and the error file of a batch.

    Args:
        contents: of each file that there is.
        asked: the custom_ids of its requests.
    """
    answers: dict[str, Completion] = {}
    undone: dict[str, str] = {}
    duplicates, unknown, unreadable = [], [], 0
    for line in (line for content in contents for line in content.split(b"\n") if line.strip()):
        loaded = _find_object(line)
        custom_id = loaded.get("custom_id") if loaded else None
        if loaded is None or not isinstance(custom_id, str):
            unreadable += 1
            continue
        if custom_id not in asked:
            unknown.append(custom_id)
            continue
        reason = _find_undone(loaded)
        if reason is not None:
            undone.setdefault(custom_id, reason)
            continue
        completion, old = _completion(loaded), answers.get(custom_id)
        if old is not None:
            duplicates.append(custom_id)
        if old is None or (old.error and not completion.error):
            answers[custom_id] = completion
    undone = {name: reason for name, reason in undone.items() if name not in answers}
    return BatchAnswers(answers, undone, tuple(duplicates), tuple(unknown), unreadable)


def _find_object(line: bytes) -> dict[str, Any] | None:
    try:
        loaded = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return loaded if isinstance(loaded, dict) else None


def _find_undone(line: Mapping[str, Any]) -> str | None:
    error = line.get("error")
    if isinstance(error, dict) and error.get("code") in UNDONE:
        return one_line(error.get("message") or error["code"])
    return None


def _completion(line: Mapping[str, Any]) -> Completion:
    """The completion of one line: as a direct call would have given it, without a latency."""
    error, response = line.get("error"), line.get("response")
    if not isinstance(response, dict):
        return _failed("server_error", f"batch: {_words(error)}" if error else "batch: neither response nor error")
    request_id, status, body = find_word(response.get("request_id")), response.get("status_code"), response.get("body")
    if error or status != 200:
        said = error or (body.get("error") if isinstance(body, dict) else None)
        if status == 429:
            return _failed("rate_limit", f"rate limit: {_words(said)}", request_id)
        passing = not isinstance(status, int) or status >= 500 or status in {200, 408, 409}
        return _failed("server_error" if passing else "bad_request", f"status {status}: {_words(said)}", request_id)
    return replace(_read_body(body), latency_seconds=None, request_id=request_id)


def _words(error: object) -> str:
    if isinstance(error, dict):
        return one_line(error.get("message") or error.get("code") or "no reason given")
    return one_line(error or "no reason given")


def _read_body(body: object) -> Completion:
    from openai.types.chat import ChatCompletion

    if not isinstance(body, dict):
        return _failed("malformed_reply", "malformed reply: no object")
    try:
        # As the package does with a direct reply: leniently, so that a missing field costs that field alone.
        return read_answer(ChatCompletion.construct(**body), 0.0)
    except (AttributeError, TypeError, ValueError) as error:
        return _failed("malformed_reply", f"malformed reply: {one_line(error)}")


def _failed(kind: str, message: str, request_id: str | None = None) -> Completion:
    return Completion("", "error", None, None, None, message, kind, request_id=request_id)
