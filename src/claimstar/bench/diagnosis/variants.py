"""Ids that are almost known ones: another case, look-alike characters, other joints, leading zeros."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property

_LOOK_ALIKES = str.maketrans("АВЕКМНОРСТХЅІΑΒΕΗΙΚΜΝΟΡΤΧΖΥ", "ABEKMHOPCTXSIABEHIKMNOPTXZY")
"""Cyrillic and Greek capitals that look like Latin ones (Unicode Technical Standard 39, confusables)."""


def skeleton(identifier: str) -> str:
    """What is left of an id when case, look-alikes, joints and leading zeros are taken away.

    >>> skeleton("ASR_0033") == skeleton("asr-33") == skeleton("\\u0410SR\\uff3f0033")
    True
    >>> skeleton("ASR_O033") == skeleton("ASR_0033")
    True
    """
    plain = unicodedata.normalize("NFKC", identifier).upper().translate(_LOOK_ALIKES)
    plain = re.sub(r"[^A-Z0-9]+", "", plain)
    head = re.match(r"[A-Z]*?(?=[O0-9IL]*$)", plain)
    split = head.end() if head else 0
    digits = plain[split:].replace("O", "0").replace("I", "1").replace("L", "1")
    return plain[:split] + digits.lstrip("0")


class Variants:
    """Known ids to be found by a variant."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = tuple(sorted(known))

    @cached_property
    def _by_case(self) -> dict[str, str]:
        return {each.casefold(): each for each in self._known}

    @cached_property
    def _by_skeleton(self) -> dict[str, str]:
        return {skeleton(each): each for each in self._known if skeleton(each)}

    def find_case_variant(self, text: str) -> str | None:
        """The known id that differs from the text in case alone."""
        found = self._by_case.get(text.casefold())
        return found if found != text else None

    def find_look_alike(self, text: str) -> str | None:
        """The known id that looks like the text and is not it."""
        found = self._by_skeleton.get(skeleton(text))
        return found if found != text else None
