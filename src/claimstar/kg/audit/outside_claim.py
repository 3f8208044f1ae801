"""What an outside row says, and how its ids become CURIEs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from claimstar.kg.audit.outside_profile import Profile

SHOWN_REMARK = 160
"""Characters of a remark that are shown: a label's text can fill a page."""

_CURIE = re.compile(r"[A-Za-z][\w.-]*:[^\s:]\S*")


@dataclass(frozen=True, slots=True)
class OutsideEnd:
    """The subject or object of an outside claim: its CURIEs, the one that stands in the row first, and its name."""

    ids: tuple[str, ...]
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.ids[0]})" if self.name else self.ids[0]


@dataclass(frozen=True, slots=True)
class OutsideClaim:
    """What one row of an outside table says.

    Attributes:
        profile: the kind of table; its source and its chain tell how the predicate is read.
        table: the file name.
        row: the row as an editor shows it (a header is row 1; without a header the first line is row 1).
        predicate: as it stands outside.
        qualifiers: what narrows the predicate down, as it stands outside.
        negated: the row says that it is not so.
        path: the mechanism path that the claim is a link of; empty where it is none.
        remarks: what else the row says, by column: references, frequency, the text it was read from.
    """

    profile: Profile
    table: str
    row: int
    subject: OutsideEnd
    predicate: str
    object: OutsideEnd
    qualifiers: tuple[str, ...] = ()
    negated: bool = False
    path: str = ""
    remarks: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """The claim in words, as it stands outside."""
        action = f" [{', '.join(self.qualifiers)}]" if self.qualifiers else ""
        told = [f"{column}: {_shortened(text)}" for column, text in self.remarks if text]
        remarks = f" — {'; '.join(told)}" if told else ""
        return f"{self.subject} {'NOT ' * self.negated}{self.predicate}{action} {self.object}{remarks}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_REMARK else line[:SHOWN_REMARK] + "…"


def find_curie(text: str, prefix: str, spellings: Mapping[str, str]) -> str | None:
    """An id as a CURIE in our spelling of its prefix, or None where it is none.

    >>> find_curie("P12821", "UniProtKB", {})
    'UniProtKB:P12821'
    >>> find_curie("UniProt:P12821", "", {"UniProt": "UniProtKB"})
    'UniProtKB:P12821'
    """
    whole = text if _CURIE.fullmatch(text) else f"{prefix}:{text}"
    if not _CURIE.fullmatch(whole):
        return None
    head, _, rest = whole.partition(":")
    return f"{spellings.get(head, head)}:{rest}"
