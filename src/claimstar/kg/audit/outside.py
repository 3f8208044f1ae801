"""Outside tables as claims: each row by the profile of its table, the ids as CURIEs, the row kept to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimstar.errors import Problem
from claimstar.kg.audit.outside_file import OutsideRecord, Report, read_names, read_records
from claimstar.kg.audit.outside_profile import (
    ClaimColumns,
    End,
    GraphLine,
    IdColumn,
    Profile,
    Where,
    find_profile,
)

SHOWN_REMARK = 160
"""Characters of a remark that are kept: a label's text can fill a page."""

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
        row: the row as an editor shows it.
        predicate: as it stands outside.
        qualifiers: what narrows the predicate down, as it stands outside.
        negated: the row says that it is not so.
        path: the mechanism path that the claim is a link of; empty where it is none.
        remarks: what else the row says: references, frequency, the text it was read from.
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
    remarks: str = ""

    @property
    def text(self) -> str:
        """The claim in words, as it stands outside."""
        action = f" [{', '.join(self.qualifiers)}]" if self.qualifiers else ""
        remarks = f" — {self.remarks}" if self.remarks else ""
        return f"{self.subject} {'NOT ' * self.negated}{self.predicate}{action} {self.object}{remarks}"


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
    for record in read_records(path, report):
        if profile.graph is not None:
            yield from _graph_claims(record, profile, profile.graph, path.name, report)
        for columns in profile.claims:
            if _holds(columns.where, record.values):
                yield from _row_claim(record, columns, profile, path.name, report)


def _holds(where: Where, values: Mapping[str, Any]) -> bool:
    return all(_text(values, column) in allowed for column, allowed in where.items())


def _text(values: Mapping[str, Any], column: str) -> str:
    found = values.get(column)
    return "" if found is None else str(found).strip()


def curie(text: str, prefix: str, spellings: Mapping[str, str]) -> str | None:
    """An id as a CURIE in our spelling of its prefix, or None where it is none.

    >>> curie("P12821", "UniProtKB", {})
    'UniProtKB:P12821'
    >>> curie("UniProt:P12821", "", {"UniProt": "UniProtKB"})
    'UniProtKB:P12821'
    """
    whole = text if _CURIE.fullmatch(text) else f"{prefix}:{text}" if prefix else ""
    if not _CURIE.fullmatch(whole):
        return None
    head, _, rest = whole.partition(":")
    return f"{spellings.get(head, head)}:{rest}"


def _ids(column: IdColumn, values: Mapping[str, Any], profile: Profile) -> Iterator[str]:
    text = _text(values, column.column)
    if not text or not _holds(column.where, values):
        return
    for part in text.split(column.split) if column.split else [text]:
        cut = column.cut.search(part) if column.cut else None
        if column.cut and not cut:
            continue
        found = curie(cut[1] if cut else part.strip(), column.prefix, profile.prefixes)
        if found:
            yield found


def _end(end: End, values: Mapping[str, Any], profile: Profile) -> OutsideEnd | None:
    ids = tuple(dict.fromkeys(each for column in end.ids for each in _ids(column, values, profile)))
    return OutsideEnd(ids, _text(values, end.name) if end.name else "") if ids else None


def _remarks(columns: Sequence[str], values: Mapping[str, Any]) -> str:
    texts = [f"{column}: {' '.join(text.split())}" for column in columns if (text := _text(values, column))]
    return "; ".join(each if len(each) <= SHOWN_REMARK else each[:SHOWN_REMARK] + "…" for each in texts)


def _row_claim(
    record: OutsideRecord, columns: ClaimColumns, profile: Profile, table: str, report: Report
) -> Iterator[OutsideClaim]:
    values = record.values
    subject, thing = _end(columns.subject, values, profile), _end(columns.object, values, profile)
    predicate = columns.predicate.always or _text(values, columns.predicate.column)
    if columns.predicate.prefix and predicate and ":" not in predicate:
        predicate = f"{columns.predicate.prefix}:{predicate}"
    if subject is None or thing is None or not predicate:
        missing = "subject" if subject is None else "object" if thing is None else "predicate"
        column = columns.predicate.column
        if subject is None or thing is None:
            column = (columns.subject if subject is None else columns.object).ids[0].column
        message = f"no {missing} that can be read"
        report(Problem(message, _text(values, column), table, record.row, column, "the row is left out"))
        return
    action = columns.qualifiers
    text = _text(values, action.column) if action else ""
    parts = text.split(action.split) if action and action.split else [text]
    yield OutsideClaim(
        profile=profile,
        table=table,
        row=record.row,
        subject=subject,
        predicate=predicate,
        object=thing,
        qualifiers=tuple(each.strip() for each in parts if each.strip()),
        negated=bool(columns.negated and _text(values, columns.negated.column) in columns.negated.values),
        path=_text(values, columns.path) if columns.path else "",
        remarks=_remarks(columns.remarks, values),
    )


def _graph_claims(
    record: OutsideRecord, profile: Profile, graph: GraphLine, table: str, report: Report
) -> Iterator[OutsideClaim]:
    """The claim that a node-link graph makes as a whole, then its links."""
    try:
        own = dict(record.values["graph"])
        names = {str(node["id"]): str(node.get("name") or "") for node in record.values["nodes"]}
        links = [(str(link["source"]), str(link["key"]), str(link["target"])) for link in record.values["links"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"not a node-link graph: {type(error).__name__} {error}"
        report(Problem(message, "", table, record.row, remedy="the line is left out"))
        return
    path, remarks = _text(own, graph.path), _references(own, record.values, graph)
    for claim in _row_claim(OutsideRecord(record.row, own), graph.whole, profile, table, report):
        yield OutsideClaim(
            profile, table, record.row, claim.subject, claim.predicate, claim.object, remarks=f"path {path}{remarks}"
        )
    further = {_text(own, alias.node): _text(own, alias.ids) for alias in graph.aliases}

    def end(node: str) -> OutsideEnd | None:
        spelt = (curie(each, "", profile.prefixes) for each in (node, further.get(node, "")) if each)
        ids = tuple(dict.fromkeys(each for each in spelt if each))
        return OutsideEnd(ids, names.get(node, "")) if ids else None

    for source, key, target in links:
        subject, thing = end(source), end(target)
        if subject is None or thing is None:
            bad = source if subject is None else target
            report(Problem("no id that can be read", bad, table, record.row, "links", "the link is left out"))
            continue
        yield OutsideClaim(profile, table, record.row, subject, key, thing, path=path, remarks=f"path {path}{remarks}")


def _references(own: Mapping[str, Any], values: Mapping[str, Any], graph: GraphLine) -> str:
    found = values.get(graph.remarks) or own.get(graph.remarks)
    if not graph.remarks or not isinstance(found, list) or not found:
        return ""
    text = f"; {', '.join(map(str, found))}"
    return text if len(text) <= SHOWN_REMARK else text[:SHOWN_REMARK] + "…"
