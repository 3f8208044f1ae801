"""How outside tables stand to the claims of a suite: supported, contradicted or unknown, with the rows that say so.

A row bears on a claim where both its ends do. What a narrower or broader row says follows from the predicate: an effect
on a kind of the object is an effect on the object, and what is ruled out for the broader condition is ruled out for the
narrower one. A row contradicts only where it denies the claim itself, never where it speaks of a part of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from claimstar.kg.audit.chain import Conclusion, Link, conclusions
from claimstar.kg.audit.entity_match import Ancestors, EntityMatcher, Equivalents, Kin
from claimstar.kg.audit.finding import Corroboration, Match, OutsideRow, Relation, Verdict
from claimstar.kg.audit.outside_claim import OutsideClaim
from claimstar.kg.audit.predicate_table import PredicateTable, Reading
from claimstar.kg.audit.subject import Audited, Claim

CHAIN = "chain"
"""The predicate under which predicates.csv reads the product of the signs along a path."""

_CLOSENESS: Mapping[Match, int] = {"exact": 0, "member": 1, "narrower": 2, "broader": 2, "chain": 3}
_SIGNS = {"increased": 1, "decreased": -1}
_NO_ANCESTORS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OutsideCount:
    """What became of the rows of an outside table.

    Attributes:
        claims: how many claims its rows make.
        bearing: how many of them bear on a claim of ours.
        distrusted: links of paths that are left out because the signs along the path speak against its end.
        unread: claims on two entities of ours whose predicate the predicate table does not know, by predicate.
    """

    table: str
    claims: int
    bearing: int
    distrusted: int = 0
    unread: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Corroborated:
    """How the outside tables stand to each assertion, in the order of the tables, and what became of their rows."""

    assertions: tuple[Corroboration, ...]
    tables: tuple[OutsideCount, ...]


def net_direction(claim: Claim) -> str:
    """What more of the subject does to the object: ``increased``, ``decreased`` or ``none``.

    A claim that less of A lowers B says that more of A raises B.
    """
    sign = _SIGNS.get(claim.direction, 0) * _SIGNS.get(claim.subject_direction, 1)
    return "increased" if sign > 0 else "decreased" if sign < 0 else "none"


def _object_kin(reading: Reading, outside: OutsideClaim) -> str:
    """Which kinship of the objects the reading allows beside sameness.

    A row that denies something turns it round: not in the broader term means not in the narrower one.
    """
    if not outside.negated or reading.relation == "disagrees":
        return reading.object
    return {"narrower": "broader", "broader": "narrower"}.get(reading.object, "")


def _subject_kin(reading: Reading, outside: OutsideClaim) -> frozenset[Kin]:
    """Which kinship of the subjects is allowed: a row on a member speaks for its class, one on a class for its members.

    A narrower term does not speak for the broader one: what a rare syndrome brings with it, the disease need not.
    """
    inside = not outside.negated and reading.relation == "agrees"
    return frozenset({"exact", "class", "member"} if inside else {"exact", "class"})


def _match(subject: Kin, thing: Kin, reading: Reading, outside: OutsideClaim) -> Match | None:
    """How a row bears on a claim, or None where it does not: at most one of its ends may differ from ours."""
    if subject not in _subject_kin(reading, outside) or thing not in ("exact", _object_kin(reading, outside)):
        return None
    if subject != "exact" and thing != "exact":
        return None
    kin = thing if subject == "exact" else subject
    return "broader" if kin == "class" else kin


def _relation(reading: Reading, claim: Claim, outside: OutsideClaim) -> Relation:
    agrees = (reading.relation == "agrees") != (claim.negated != outside.negated)
    return "agrees" if agrees else "disagrees"


class _Reader:
    """One comparison: the claims of ours by their ends, and the rows found for them so far."""

    def __init__(self, audited: Audited, predicates: PredicateTable, matcher: EntityMatcher) -> None:
        self.predicates = predicates
        self.matcher = matcher
        self.by_ends: dict[tuple[str, str], list[Claim]] = defaultdict(list)
        for claim in audited.claims.values():
            self.by_ends[claim.subject, claim.object].append(claim)
        self.rows: dict[str, set[OutsideRow]] = defaultdict(set)

    def read(self, outside: OutsideClaim) -> tuple[bool, bool]:
        """Note the rows that an outside claim gives.

        Returns:
            Whether it bears on a claim of ours, and whether it would have been of use had its predicate been known.
        """
        subjects = self.matcher.find(outside.subject)
        objects = self.matcher.find(outside.object) if subjects else {}
        pairs = [pair for one in subjects for other in objects if (pair := (one, other)) in self.by_ends]
        if not pairs:
            return False, False
        readings = self.predicates.find(outside.profile.source, outside.predicate, outside.qualifiers)
        bears = False
        for one, other in pairs:
            for claim in self.by_ends[one, other]:
                row = self._row(claim, outside, readings, subjects[one], objects[other])
                if row is not None:
                    self.rows[claim.id].add(row)
                    bears = True
        return bears, not readings

    def _row(
        self, claim: Claim, outside: OutsideClaim, readings: Iterable[Reading], subject: Kin, thing: Kin
    ) -> OutsideRow | None:
        """The outside row as it bears on a claim; where its qualifiers say both, it agrees."""
        direction = net_direction(claim)
        found = [
            (_relation(reading, claim, outside), match)
            for reading in readings
            if reading.ours == claim.predicate
            and reading.direction in ("", direction)
            and (match := _match(subject, thing, reading, outside)) is not None
        ]
        if not found:
            return None
        relation, match = min(found, key=lambda each: (each[0] != "agrees", _CLOSENESS[each[1]]))
        if outside.predicate == CHAIN:
            match = "chain"
        return OutsideRow(outside.table, outside.row, outside.text, relation, match)


def _paths(outside: Iterable[OutsideClaim]) -> Iterator[list[OutsideClaim]]:
    """The claims in groups: the links of a path together, every other claim alone."""
    path: list[OutsideClaim] = []
    for claim in outside:
        if path and (claim.table, claim.path) != (path[0].table, path[0].path):
            yield path
            path = []
        if claim.path:
            path.append(claim)
        else:
            yield [claim]
    if path:
        yield path


def _chains(path: Sequence[OutsideClaim], matcher: EntityMatcher) -> list[OutsideClaim] | None:
    """What follows from the signs along a path, or None where its signs cannot be trusted."""
    chain = path[0].profile.chain
    if chain is None or not path[0].path:
        return []
    ends = {end.ids[0]: end for claim in path for end in (claim.subject, claim.object)}
    ours = {node for node, end in ends.items() if {"exact", "member", "class"} & set(matcher.find(end).values())}
    links = [
        Link(
            claim.subject.ids[0],
            claim.object.ids[0],
            chain.sign(claim.predicate) * (-1 if claim.negated else 1),
            number,
        )
        for number, claim in enumerate(path)
    ]
    found = conclusions(links, ours, expected=_SIGNS.get(chain.expected or ""))
    return None if found is None else [_chain_claim(each, path) for each in found]


def _chain_claim(found: Conclusion, path: Sequence[OutsideClaim]) -> OutsideClaim:
    steps = [path[number] for number in found.links]
    words = [f"{step.subject.name or step.subject} {step.predicate}" for step in steps]
    last = steps[-1].object
    return OutsideClaim(
        profile=steps[0].profile,
        table=steps[0].table,
        row=steps[0].row,
        subject=steps[0].subject,
        predicate=CHAIN,
        object=last,
        qualifiers=("increased" if found.sign > 0 else "decreased",),
        remarks=(("path", steps[0].path), ("steps", "; ".join((*words, last.name or str(last))))),
    )


def _verdict(rows: Iterable[OutsideRow]) -> Verdict:
    closest: dict[Relation, int] = {}
    for row in rows:
        closest[row.relation] = min(closest.get(row.relation, 9), _CLOSENESS[row.match])
    if not closest:
        return "unknown"
    return "supported" if closest.get("agrees", 9) <= closest.get("disagrees", 9) else "contradicted"


def corroborate(
    audited: Audited,
    outside: Iterable[OutsideClaim],
    predicates: PredicateTable,
    equivalents: Equivalents,
    ancestors: Ancestors = lambda _: _NO_ANCESTORS,
) -> Corroborated:
    """How outside claims stand to each assertion of a suite.

    Args:
        outside: the claims of outside tables; those of one path stand together.
        predicates: how outside predicates stand to ours.
        equivalents: from a CURIE to the ids of the same thing.
        ancestors: from a CURIE to all that it lies under.
    """
    matcher = EntityMatcher(audited, equivalents, ancestors)
    reader = _Reader(audited, predicates, matcher)
    claims, bearing, distrusted = Counter[str](), Counter[str](), Counter[str]()
    unread: dict[str, Counter[str]] = defaultdict(Counter)
    for path in _paths(outside):
        table = path[0].table
        claims[table] += len(path)
        chains = _chains(path, matcher)
        if chains is None:
            # which of its arrows is wrong cannot be told, so none of them is believed
            distrusted[table] += len(path)
            continue
        for claim in (*path, *chains):
            bears, useless = reader.read(claim)
            bearing[table] += bears
            if useless:
                unread[table][" ".join((claim.predicate, *claim.qualifiers))] += 1
    return Corroborated(
        assertions=tuple(_corroboration(each, reader.rows.get(each.id, ())) for each in audited.claims.values()),
        tables=tuple(
            OutsideCount(table, count, bearing[table], distrusted[table], tuple(sorted(unread[table].items())))
            for table, count in claims.items()
        ),
    )


def _corroboration(claim: Claim, rows: Iterable[OutsideRow]) -> Corroboration:
    ordered = sorted(
        rows, key=lambda row: (_CLOSENESS[row.match], row.relation != "disagrees", row.table, row.row, row.text)
    )
    return Corroboration(claim.id, claim.predicate, _verdict(ordered), tuple(ordered))
