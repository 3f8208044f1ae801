"""What holds for all tests."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _own_answer_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or fills the user's cache of answers."""
    monkeypatch.setenv("CLAIMSTAR_CACHE", str(tmp_path_factory.mktemp("answers")))
