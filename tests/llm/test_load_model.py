from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from claimstar.errors import UsageError
from claimstar.llm import KNOWN_FORMS, load_model


@pytest.mark.parametrize("spec", ["", "oracle", "baseline:", "baseline:best", "gemini:pro", "openai:", "local:"])
def test_an_unknown_model_is_refused_with_the_known_forms(spec):
    with pytest.raises(UsageError, match="unknown model") as caught:
        load_model(spec)
    assert all(form in caught.value.remedy for form in KNOWN_FORMS)


def test_a_base_url_goes_with_services_alone():
    with pytest.raises(UsageError, match="takes no base URL"):
        load_model("baseline:oracle", base_url="http://127.0.0.1/v1")


def test_baselines_load_no_model_runtime():
    code = (
        "import sys; from claimstar.llm import load_model; import claimstar.llm.local, claimstar.llm.openai_chat;"
        "[load_model(f'baseline:{name}') for name in ('oracle', 'random', 'context')];"
        "print(sorted({'torch', 'transformers', 'openai', 'llguidance', 'jinja2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_hash_of_a_prompt_covers_what_the_model_sees_and_no_more(make_prompt):
    prompt = make_prompt()
    assert prompt.sha256 == make_prompt().sha256
    assert prompt.sha256 == replace(prompt, condition="other", seed=4, rows=()).sha256
    seen = {
        replace(prompt, system="x").sha256,
        replace(prompt, user="x").sha256,
        replace(prompt, response_schema=None).sha256,
        # A byte that moves from one part to the other is another prompt.
        replace(prompt, system=prompt.system + prompt.user[0], user=prompt.user[1:]).sha256,
    }
    assert len(seen | {prompt.sha256}) == 5
