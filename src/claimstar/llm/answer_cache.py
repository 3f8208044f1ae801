"""Answers of services, kept across runs: what has been paid for once need not be paid for again.

An answer is kept under the hash of everything that the service was asked: its address, the model, the texts, the
schema, temperature, seed and token limit. Only complete answers are kept, no failures. An answer from the cache is a
copy: two runs with one seed that share it are no independent repeats.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from claimstar.errors import StoreError
from claimstar.llm.protocol import Completion

_KEPT = ("text", "finish_reason", "input_tokens", "output_tokens", "cached_input_tokens", "request_id", "served_model")


@dataclass(frozen=True)
class AnswerCache:
    """A folder of answers, one file each; several processes may share it."""

    root: Path

    def find(self, key: str) -> Completion | None:
        """The answer kept under a key, marked as from the cache; None without one, or where the file is broken."""
        try:
            values = json.loads(self._file(key).read_text(encoding="utf-8"))
            kept = Completion(**{name: values[name] for name in _KEPT})
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return replace(kept, attempts=0, from_cache=True) if _is_answer(kept) else None

    def keep(self, key: str, completion: Completion) -> None:
        """Keep a complete answer in one step; anything else is let go, and so is an answer from the cache.

        Raises:
            StoreError: the folder cannot be written.
        """
        if completion.error or completion.from_cache or completion.finish_reason != "stop":
            return
        file = self._file(key)
        text = json.dumps({name: getattr(completion, name) for name in _KEPT}, ensure_ascii=False)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(file, text)
        except OSError as error:
            raise StoreError(
                f"cannot keep an answer in {self.root}: {error.strerror or error}",
                remedy="make that folder writable or make room, or ask with --no-cache; the same command continues",
            ) from error

    def _file(self, key: str) -> Path:
        return self.root / key[:2] / f"{key}.json"


def _is_answer(kept: Completion) -> bool:
    """Whether what was read has the types of an answer: a broken file must not end a run."""
    words = (kept.finish_reason, kept.request_id, kept.served_model)
    counts = (kept.input_tokens, kept.output_tokens, kept.cached_input_tokens)
    return (
        isinstance(kept.text, str)
        and all(isinstance(word, str | None) for word in words)
        and all(count is None or (type(count) is int and count >= 0) for count in counts)
    )


def _write_whole(file: Path, text: str) -> None:
    handle, beside = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(beside).replace(file)
    except OSError:
        Path(beside).unlink(missing_ok=True)
        raise
