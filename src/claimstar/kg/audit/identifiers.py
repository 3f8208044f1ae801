"""The identifiers of a suite against outside tables: they exist, are in use, mean what we call them, and each once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimstar.kg.audit.finding import Finding, OutsideRow
from claimstar.kg.audit.label import fold, folded
from claimstar.kg.audit.names import Entry, Identifiers
from claimstar.kg.audit.subject import ENTITY, Audited, Entity

UNKNOWN, OBSOLETE = "identifier_unknown", "identifier_obsolete"
LABEL, OWN_LABEL = "label_differs", "label_own"
TWICE, ONTOLOGY = "one_concept_twice", "wrong_ontology"
XREF_UNKNOWN, XREF_DISAGREES = "xref_unknown", "xref_disagrees"

_SHOWN = 6
"""Synonyms that a remedy lists."""


def _prefix(curie: str) -> str:
    return curie.partition(":")[0]


def _row(entry: Entry) -> OutsideRow:
    return OutsideRow(entry.table, entry.row, f"{entry.curie} {entry.name}", "disagrees")


def check_existence(audited: Audited, identifiers: Identifiers) -> Iterator[Finding]:
    """Ids and cross-references that no table of their vocabulary has, and those that it has as withdrawn.

    Nothing is said of a vocabulary that no table lists.
    """
    for entity in audited.entities.values():
        for curie, column in ((entity.id, "id"), *((xref, "xrefs") for xref in entity.xrefs)):
            listing = identifiers.listing(curie)
            entry = identifiers.find(curie)
            if not listing:
                continue
            if entry is None:
                check = UNKNOWN if column == "id" else XREF_UNKNOWN
                message = f"{entity.name}: not in {', '.join(listing)}, so unknown, obsolete or newer than it"
                remedy = "look the id up; replace it, or declare an exception with the reason"
                yield Finding(check, entity.id, entity.place.problem(message, curie, column, remedy))
            elif entry.withdrawn:
                message = f"{entity.name}: no longer in use outside, there {entry.name!r}"
                remedy = "take the id that replaces it"
                yield Finding(OBSOLETE, entity.id, entity.place.problem(message, curie, column, remedy), (_row(entry),))


def check_labels(audited: Audited, identifiers: Identifiers) -> Iterator[Finding]:
    """Entities whose name is neither name nor synonym of their id outside, nor of an id that is the same outside.

    Where a synonym of ours is one, the id is the one meant and only the name is our own: that is a check of its own.
    """
    for entity in audited.entities.values():
        entry = identifiers.find(entity.id)
        if entry is None or entry.withdrawn:
            continue
        same = [each for curie in identifiers.equivalents(entity.id) if (each := identifiers.find(curie))]
        labels = folded(label for each in same for label in each.labels)
        if fold(entity.name) in labels:
            continue
        known = [synonym for synonym in entity.synonyms if fold(synonym) in labels]
        if known:
            check = OWN_LABEL
            message = (
                f"our own name for {entity.id}, which is {entry.name!r} outside (of our synonyms it has {known[0]!r})"
            )
        else:
            check = LABEL
            message = f"neither this nor a synonym of ours is a name of {entity.id} outside, where it is {entry.name!r}"
        others = " | ".join(entry.synonyms[:_SHOWN]) + (" | …" if len(entry.synonyms) > _SHOWN else "")
        remedy = f"use the outside name{f' or a synonym ({others})' if others else ''}, or check that the id is meant"
        yield Finding(check, entity.id, entity.place.problem(message, entity.name, "name", remedy), (_row(entry),))


def _known_as(entity: Entity, identifiers: Identifiers) -> frozenset[str]:
    return frozenset({entity.id, *entity.xrefs}) | identifiers.equivalents(entity.id)


def check_once(audited: Audited, identifiers: Identifiers) -> Iterator[Finding]:
    """Pairs of entities that are one concept: by an id that both have or that is both outside, or by name."""
    holders: dict[str, list[Entity]] = defaultdict(list)
    names: dict[str, list[Entity]] = defaultdict(list)
    for entity in audited.entities.values():
        for curie in sorted(_known_as(entity, identifiers)):
            holders[curie].append(entity)
        for label in sorted(folded(entity.labels)):
            names[label].append(entity)
    why: dict[tuple[str, str], list[str]] = defaultdict(list)
    for found, what in ((holders, "id"), (names, "name")):
        for key, entities in found.items():
            for place, one in enumerate(entities):
                for other in entities[place + 1 :]:
                    why[one.id, other.id].append(f"the {what} {key!r}")
    for (first, second), reasons in why.items():
        one, other = audited.entity(first), audited.entity(second)
        message = f"{other.name} is one concept with {one.name} ({one.id}, row {one.place.row}): {', '.join(reasons)}"
        remedy = "merge them, or take the cross-reference or synonym from the one that it does not fit"
        yield Finding(TWICE, other.id, other.place.problem(message, first, "id", remedy))


def check_ontology(audited: Audited, identifiers: Identifiers) -> Iterator[Finding]:
    """Entities whose id is of a vocabulary, or of a branch of it, that the schema does not name for their class."""
    for entity in audited.entities.values():
        entry = audited.schema.get_class(entity.class_name)
        prefix = _prefix(entity.id)
        if entry.id_prefixes and prefix not in entry.id_prefixes:
            message = f"{entity.name}: an id of a {entity.class_name} does not come from {prefix}"
            remedy = f"take one from {', '.join(entry.id_prefixes)}, or another class"
            yield Finding(ONTOLOGY, entity.id, entity.place.problem(message, entity.id, "id", remedy))
            continue
        roots = [root for root in entry.id_roots if _prefix(root) == prefix]
        above = identifiers.ancestors(entity.id)
        if roots and above and not above.intersection(roots):
            message = f"{entity.name}: not in the branch of {prefix} for a {entity.class_name}, {' or '.join(roots)}"
            remedy = "take an id from that branch, or another class"
            yield Finding(ONTOLOGY, entity.id, entity.place.problem(message, entity.id, "id", remedy))


def _is_confirmed(entity: Entity, xref: str, identifiers: Identifiers) -> bool:
    near = identifiers.cross_references(entity.id)
    return xref in near or bool(near & identifiers.cross_references(xref))


def check_xrefs(audited: Audited, identifiers: Identifiers) -> Iterator[Finding]:
    """Our cross-references that outside belong to another term, or beside which outside names another one.

    A cross-reference that any table has for our id, in either direction or by way of a third id, is confirmed.
    """
    for entity in audited.entities.values():
        same = identifiers.equivalents(entity.id)
        for xref in entity.xrefs:
            if _is_confirmed(entity, xref, identifiers):
                continue
            prefix = _prefix(xref)
            if prefix == _prefix(entity.id) and (entry := identifiers.find(xref)):
                message = f"{entity.name}: another term of the same vocabulary, {entry.name!r}"
                remedy = "take the one that is meant as the id, and no cross-reference"
                finding = entity.place.problem(message, xref, "xrefs", remedy)
                yield Finding(XREF_DISAGREES, entity.id, finding, (_row(entry),))
                continue
            instead = sorted(each for each in same if _prefix(each) == prefix)
            owners = sorted(each for each in identifiers.equivalents(xref) if _prefix(each) == _prefix(entity.id))
            rivals: Sequence[str] = instead or owners
            if not rivals:
                continue
            rows = tuple(_row(entry) for each in (*rivals, xref) if (entry := identifiers.find(each)))
            named = ", ".join(f"{each} {entry.name}" if (entry := identifiers.find(each)) else each for each in rivals)
            if instead:
                message = f"{entity.name}: outside the cross-reference of {entity.id} is {named}"
            else:
                message = f"{entity.name}: outside it is the cross-reference of {named}"
            remedy = "take the one that means the same, or none"
            yield Finding(XREF_DISAGREES, entity.id, entity.place.problem(message, xref, "xrefs", remedy), rows)


CHECKS = (check_existence, check_labels, check_once, check_ontology, check_xrefs)


def check_identifiers(audited: Audited, identifiers: Identifiers) -> tuple[Finding, ...]:
    """All findings on identifiers, in the order of the checks and of the rows."""
    return tuple(finding for check in CHECKS for finding in check(audited, identifiers))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the tables reach in one vocabulary.

    Attributes:
        prefix: the vocabulary.
        tables: the tables that list its ids; none where nothing can be said of existence and names.
        ids, known: entities with an id of it, and how many of these the tables have.
        xrefs, confirmed: cross-references to it, and how many of these a table has for the same entity.
    """

    prefix: str
    tables: tuple[str, ...]
    ids: int
    known: int
    xrefs: int
    confirmed: int


def coverage(audited: Audited, identifiers: Identifiers) -> tuple[Coverage, ...]:
    """How far the tables reach in each vocabulary that the suite uses; concepts of its own are left out."""
    own = audited.schema.get_class(ENTITY).id_prefixes
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    tables: dict[str, tuple[str, ...]] = {}
    for entity in audited.entities.values():
        count = counts[_prefix(entity.id)]
        tables[_prefix(entity.id)] = identifiers.listing(entity.id)
        count["ids"] += 1
        count["known"] += identifiers.find(entity.id) is not None
        for xref in entity.xrefs:
            tables[_prefix(xref)] = identifiers.listing(xref)
            counts[_prefix(xref)]["xrefs"] += 1
            counts[_prefix(xref)]["confirmed"] += _is_confirmed(entity, xref, identifiers)
    columns = ("ids", "known", "xrefs", "confirmed")
    return tuple(
        Coverage(prefix, tables[prefix], *(count[column] for column in columns))
        for prefix, count in sorted(counts.items())
        if prefix not in own
    )
