"""Ids in an answer, held against those of the graph.

An id in another case is the id: it is written as the graph writes it. An id that only looks like one (a Cyrillic letter
for a Latin one, full-width digits, a hyphen for the underscore, invisible characters) is not: it stays as it was
written, counts as any unknown id does, and is named. A repeated id counts once. Each of these leaves a note.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

INVISIBLE = "\u00ad\u200b-\u200f\u2060-\u2064\ufeff"
"""Characters that are not seen, as a range of a regular expression: an id that touches one is not that id."""

_LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТХавеѕіјкорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧο‐‑‒–—−-", "ABESIJKMHOPCTXabesijkopcyxABEZHIKMNOPTYXo_______"
)


def skeleton(text: str) -> str:
    """What an id looks like: compatibility form, Cyrillic and Greek twins as Latin letters, dashes as underscores.

    >>> skeleton("АSR‑００33") == skeleton("ASR_0033")
    True
    """
    visible = "".join(character for character in text if unicodedata.category(character) != "Cf")
    return unicodedata.normalize("NFKC", visible.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES).casefold()


def settle(ids: Sequence[str], known: Mapping[str, str], *, words: bool = False) -> tuple[list[str], tuple[str, ...]]:
    """Ids as the graph writes them, each once, with notes on what was changed or looks wrong.

    Args:
        ids: the ids of one field, brackets and prefixes taken off.
        known: skeleton of each id of the graph to the id.
        words: whether the field takes words, too: what looks like no known id stays there as it is, repeated or not.

    >>> settle(["asr_0033", "ASR_0033", "АSR_0033"], {"asr_0033": "ASR_0033"})
    (['ASR_0033', 'АSR_0033'], ('id of another case: asr_0033', 'duplicate id: ASR_0033', 'lookalike id: АSR_0033'))
    """
    settled: list[str] = []
    notes: list[str] = []
    for written in ids:
        if words and skeleton(written) not in known:
            settled.append(written)
            continue
        name = written
        canonical = known.get(skeleton(written), written)
        if canonical != written and canonical.casefold() == written.casefold():
            name = canonical
            notes.append(f"id of another case: {written}")
        elif canonical != written:
            notes.append(f"lookalike id: {written}")
        if name in settled:
            notes.append(f"duplicate id: {name}")
        else:
            settled.append(name)
    return settled, tuple(notes)
