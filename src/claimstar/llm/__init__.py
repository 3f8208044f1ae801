"""Language models behind one protocol. Importing this package loads no model runtime."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from claimstar.errors import UsageError
from claimstar.llm.options import ChatOptions
from claimstar.llm.protocol import Completion, LanguageModel, Prompt

__all__ = ["KNOWN_FORMS", "MODELS", "ChatOptions", "Completion", "LanguageModel", "Prompt", "load_model"]


@dataclass(frozen=True)
class _Request:
    """What a loader is given: the whole spec, the part after the colon, and the caller's options."""

    spec: str
    name: str
    base_url: str | None
    seed: int
    options: ChatOptions | None = None


def _baseline(request: _Request) -> LanguageModel:
    from claimstar.llm.baselines import ContextRule, Oracle, RandomChoice

    baselines: dict[str, Callable[[], LanguageModel]] = {
        "oracle": Oracle,
        "random": lambda: RandomChoice(seed=request.seed),
        "context": ContextRule,
    }
    if request.name not in baselines:
        raise _unknown(request.spec)
    return baselines[request.name]()


def _local(request: _Request) -> LanguageModel:
    from claimstar.llm.local import from_folder, smollm2

    if request.name == "smollm2":
        return smollm2(request.spec)
    return from_folder(request.spec, Path(request.name).expanduser())


def _openai(request: _Request) -> LanguageModel:
    from claimstar.llm.openai_chat import OpenAIChat

    return OpenAIChat(request.spec, request.name, base_url=request.base_url, seed=request.seed, options=request.options)


MODELS: dict[str, Callable[[_Request], LanguageModel]] = {"baseline": _baseline, "local": _local, "openai": _openai}
"""First part of a model's name to what loads it."""

KNOWN_FORMS = (
    "baseline:oracle",
    "baseline:random",
    "baseline:context",
    "local:smollm2",
    "local:FOLDER",
    "openai:MODEL",
)
"""The forms that a model's name can take."""


def load_model(
    spec: str, *, base_url: str | None = None, seed: int = 0, options: ChatOptions | None = None
) -> LanguageModel:
    """The model of that name; weights are loaded and services called with the first prompt only.

    Args:
        spec: one of ``KNOWN_FORMS``.
        base_url: address of a chat-completions service, for ``openai:`` alone.
        seed: seed of the pseudo-random choices.
        options: how a service is asked, for ``openai:`` alone; others are asked in this process and need none.

    Raises:
        UsageError: no such model, or options that do not go with it.
        MissingExtraError: the packages that it needs are not installed.

    >>> load_model("baseline:random", seed=7).settings
    {'seed': 7}
    """
    kind, _, name = spec.partition(":")
    if kind not in MODELS or not name:
        raise _unknown(spec)
    if base_url and kind != "openai":
        raise UsageError(f"{spec} takes no base URL", remedy="leave --base-url out, or use openai:MODEL")
    return MODELS[kind](_Request(spec, name, base_url, seed, options))


def _unknown(spec: str) -> UsageError:
    return UsageError(f"unknown model {spec!r}", remedy=f"one of: {', '.join(KNOWN_FORMS)}")
