"""When two names are the same one: case, accents, punctuation and the inversion of index terms do not count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_NO_LETTER = re.compile(r"[\W_]+")


def fold(label: str) -> str:
    """A name reduced to what tells it from others.

    >>> fold("Diet, Mediterranean") == fold("Mediterranean diet")
    True
    >>> fold("Ménière's disease")
    'meniere s disease'
    """
    head, comma, rest = label.partition(", ")
    if comma and ", " not in rest:  # an index inverts "Mediterranean diet"; a list has more commas
        label = f"{rest} {head}"
    plain = unicodedata.normalize("NFKD", label)
    bare = "".join(each for each in plain if not unicodedata.combining(each))
    return " ".join(_NO_LETTER.sub(" ", bare.casefold()).split())


def folded(labels: Iterable[str]) -> frozenset[str]:
    """The names, each folded; what folds to nothing is left out."""
    return frozenset(each for label in labels if (each := fold(label)))
