"""Text of others, such as an answer of a model, on a terminal: it must not steer it."""

from __future__ import annotations

import re

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but for tab and line feed, and those that turn the direction of writing."""


def plain(text: str) -> str:
    """The text with a visible U+FFFD for each character that would steer a terminal.

    >>> plain("a" + chr(27) + "[2Jb") == "a" + chr(0xFFFD) + "[2Jb"
    True
    """
    return _STEERING.sub("\ufffd", text)
