"""What was probably meant: the remedy for a name that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Collection

LISTED = 12
"""Up to so many known names are listed in full when none is near."""


def nearest(value: str, known: Collection[str], what: str) -> str:
    """A remedy that names the nearest known names, or lists them where there are few.

    >>> nearest("causes_decrese_in", ["causes_decrease_in", "targets"], "predicate")
    "did you mean 'causes_decrease_in'?"
    >>> nearest("zzz", ["increased", "decreased"], "direction")
    'known: increased, decreased'
    """
    folded = {name.casefold(): name for name in reversed(list(known))}
    close = difflib.get_close_matches(value.casefold(), list(folded), n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(repr(folded[name]) for name in close)}?"
    if 0 < len(known) <= LISTED:
        return f"known: {', '.join(known)}"
    return f"use one of the {len(known)} known names of a {what}" if known else f"there is no {what} yet"
