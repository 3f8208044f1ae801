"""Which known ids a text names: the one place that knows how an id stands in words."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from claimstar.bench.ids import INVISIBLE
from claimstar.bench.parse import normalise_id
from claimstar.model.records import Response

_WORD = re.compile(rf"[\w.:/\-{INVISIBLE}]+")


def ids_in(text: str, known: Container[str]) -> tuple[str, ...]:
    """The known ids that a text names as words of their own, each once, in order.

    >>> ids_in("by ASR_0033 (see claim:ASR_0011), not ASR_00331", {"ASR_0033", "ASR_0011"})
    ('ASR_0033', 'ASR_0011')
    """
    whole = normalise_id(text)
    if whole in known:
        return (whole,)
    found: dict[str, None] = {}
    for word in _WORD.findall(text):
        parts = [word, normalise_id(word), *re.split(r"[.:/\-]", word)]
        found |= dict.fromkeys(part for part in parts if part in known)
    return tuple(found)


def fields_of_ids(response: Response) -> dict[str, list[str]]:
    """The fields of an answer that hold ids (contraindications may be in words), in the order of the contract."""
    return {
        "causal_path": response.causal_path,
        "adverse_effects": response.adverse_effects,
        "contraindications_of_option": response.contraindications_of_option,
        "contraindications_of_others": response.contraindications_of_others,
        "cited_evidence": response.cited_evidence,
    }


def named_ids(texts: Iterable[str], known: Container[str]) -> tuple[str, ...]:
    """The known ids that any of the texts names, each once, in order."""
    return tuple(dict.fromkeys(each for text in texts for each in ids_in(text, known)))
