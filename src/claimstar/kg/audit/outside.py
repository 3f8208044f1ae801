"""Outside tables as claims: each row by the profile of its table, the ids as CURIEs, the row kept to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from claimstar.kg.audit.outside_claim import OutsideClaim, OutsideEnd
from claimstar.kg.audit.outside_file import Report, read_names, read_objects, read_rows
from claimstar.kg.audit.outside_graph import graph_claims
from claimstar.kg.audit.outside_profile import Profile, find_profile
from claimstar.kg.audit.outside_row import RowReader

__all__ = ["OutsideClaim", "OutsideEnd", "read_outside", "recognise"]


def recognise(path: Path, profiles: Sequence[Profile]) -> Profile | None:
    """The profile of a file, or None where it is no table of claims that we know.

    Raises:
        InputError: the file cannot be read.
    """
    names, keys = read_names(path)
    return find_profile(names, profiles, keys=keys)


def read_outside(path: Path, profile: Profile, report: Report) -> Iterator[OutsideClaim]:
    """The claims of a table in the order of its rows, streamed; rows that make none are reported and left out.

    Raises:
        InputError: the file cannot be read, or breaks off.
    """
    if profile.graph is not None:
        for number, found in read_objects(path, report):
            yield from graph_claims(number, found, profile, profile.graph, path.name, report)
        return
    rows = read_rows(path, report)
    _, header = next(rows, (0, []))
    readers = [RowReader(columns, header, profile, path.name, report) for columns in profile.claims]
    for number, cells in rows:
        for reader in readers:
            claim = reader.read(number, cells)
            if claim is not None:
                yield claim
