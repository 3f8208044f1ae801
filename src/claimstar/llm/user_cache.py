"""The folders of the user's in which results that cost time or money are kept."""

from __future__ import annotations

import os
from pathlib import Path


def user_cache() -> Path:
    """``claimstar`` in ``$XDG_CACHE_HOME``, which is ``~/.cache`` by default."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG rules say that a relative path is to be ignored.
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".cache") / "claimstar"


def answers_root() -> Path:
    """Where answers of services are kept: ``$CLAIMSTAR_CACHE``, or else ``answers`` in the user's cache."""
    own = os.environ.get("CLAIMSTAR_CACHE", "")
    return Path(own).expanduser() if own else user_cache() / "answers"
