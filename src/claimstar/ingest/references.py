"""What is only seen when all tables are read: ids, references between records, and claims made twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from claimstar.errors import Problem
from claimstar.ingest.columns import LINK
from claimstar.ingest.nearest import nearest
from claimstar.model.mapping import Mapping, SlotMap

CLAIM = "Assertion"
SEARCHED = 200
"""For so many dangling ids the nearest known one is looked for: that is slow, and more is one fault repeated."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A row on its way to a record: the values of the cells that could be read, by slot."""

    class_name: str
    file: str
    row: int
    values: dict[str, Any]

    def problem(self, message: str, column: str, value: str, remedy: str) -> Problem:
        """A problem of one cell of the row."""
        return Problem(message, value, self.file, self.row, column, remedy)

    @property
    def identifier(self) -> str:
        """The id, or an empty text where the row has none."""
        return str(self.values.get("id", ""))

    @property
    def place(self) -> str:
        """File and row, for messages of other rows."""
        return f"{self.file}:{self.row}"


@dataclass
class Known:
    """The ids of the dataset.

    ``classes`` maps an id to the classes that have it. The ids of broken rows count as present in any class, and
    ``open_classes`` are those of tables that could not be read, so that one fault is not reported a hundred times as
    dangling references.
    """

    classes: dict[str, set[str]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    open_classes: set[str] = field(default_factory=set)
    _by_class: dict[str, list[str]] = field(default_factory=dict)
    _remedies: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, draft: Draft) -> None:
        """Count a row's id as present."""
        if draft.identifier:
            self.classes.setdefault(draft.identifier, set()).add(draft.class_name)

    def of(self, ancestor: str, mapping: Mapping) -> list[str]:
        """The ids of instances of a class. Ask when all rows have been added."""
        if ancestor not in self._by_class:
            self._by_class[ancestor] = [
                key for key, names in self.classes.items() if any(mapping.is_a(name, ancestor) for name in names)
            ]
        return self._by_class[ancestor]

    def remedy(self, item: str, ancestor: str, mapping: Mapping) -> str:
        """What to write instead of an id that is not there."""
        if len(self._remedies) < SEARCHED and (item, ancestor) not in self._remedies:
            self._remedies[item, ancestor] = nearest(item, self.of(ancestor, mapping), ancestor)
        return self._remedies.get((item, ancestor), f"correct the id, or add the {ancestor} to its table")


def check_identifiers(drafts: Iterable[Draft], mapping: Mapping) -> Iterator[Problem]:
    """Ids used twice: a copy to remove, or two things under one id."""
    first: dict[tuple[str, str], Draft] = {}
    for draft in drafts:
        if not draft.identifier:
            continue
        # Ids of ours are unique within their prefix, CURIEs in the whole dataset.
        key = (mapping.get_class(draft.class_name).id_prefix or "", draft.identifier)
        earlier = first.setdefault(key, draft)
        if earlier is draft:
            continue
        if earlier.values == draft.values and earlier.class_name == draft.class_name:
            message, remedy = "duplicate row", f"remove it, {earlier.place} is the same"
        else:
            message, remedy = (
                "duplicate id with other content",
                f"give it an id of its own, {earlier.place} has this one",
            )
        yield draft.problem(message, "id", draft.identifier, remedy)


def check_references(draft: Draft, known: Known, mapping: Mapping) -> Iterator[Problem]:
    """References to records that are not there or are of the wrong class."""
    for slot in mapping.get_class(draft.class_name).slots.values():
        value = draft.values.get(slot.name)
        if slot.kind != "reference" or value is None:
            continue
        for item in value if slot.multivalued else [value]:
            yield from _check_reference(draft, slot, str(item), known, mapping)


def _check_reference(draft: Draft, slot: SlotMap, item: str, known: Known, mapping: Mapping) -> Iterator[Problem]:
    found = known.classes.get(item)
    if item in known.broken:
        return
    if found is None:
        if not any(mapping.is_a(name, slot.range) for name in known.open_classes):
            message = f"no {slot.range} has this id"
            yield draft.problem(message, slot.name, item, known.remedy(item, slot.range, mapping))
    elif not any(mapping.is_a(name, slot.range) for name in found):
        names = " and ".join(sorted(found))
        yield draft.problem(
            f"refers to a {names}, not to a {slot.range}",
            slot.name,
            item,
            known.remedy(item, slot.range, mapping),
        )


def check_claim(draft: Draft, known: Known, mapping: Mapping) -> Iterator[Problem]:
    """A claim against its predicate: the classes of its ends and the values that the predicate fixes.

    The annotations of the predicate in the schema say what it fixes: ``domain``, ``range``, and any slot by its name.
    """
    predicate = mapping.enums["Predicate"].get(str(draft.values.get("predicate", "")))
    if predicate is None:
        return
    for annotation, column in (("domain", "subject"), ("range", "object")):
        wanted = predicate.alternatives(annotation)
        item = str(draft.values.get(column, ""))
        found = known.classes.get(item, set()) if item not in known.broken else set()
        if wanted and found and not any(mapping.is_a(name, each) for name in found for each in wanted):
            expected = " or ".join(wanted)
            yield draft.problem(
                f"the {column} of {predicate.name} must be a {expected}, this is a {' and '.join(sorted(found))}",
                column,
                item,
                f"name a {expected}, or use another predicate",
            )
    for column, fixed in predicate.annotations.items():
        given = draft.values.get(column)
        if given is not None and column in mapping.classes[CLAIM].slots and str(given) != fixed:
            yield draft.problem(f"{predicate.name} has {column} {fixed}", column, str(given), f"write {fixed}")


def check_claims_differ(drafts: Sequence[Draft], mapping: Mapping) -> Iterator[Problem]:
    """Claims that differ in nothing but their id.

    What makes two claims differ are subject, predicate, object, negation and every slot that is a Biolink qualifier.
    """
    slots = mapping.classes[CLAIM].slots.values()
    telling = ("subject", "predicate", "object", "negated", *(s.name for s in slots if s.iri.endswith("_qualifier")))
    first: dict[tuple[Any, ...], Draft] = {}
    for draft in drafts:
        if not {"subject", "predicate", "object"} <= draft.values.keys():
            continue
        earlier = first.setdefault(tuple(draft.values.get(name) for name in telling), draft)
        if earlier is not draft and earlier.identifier != draft.identifier:
            yield draft.problem(
                "the same claim twice",
                "id",
                draft.identifier,
                f"{earlier.identifier} ({earlier.place}) differs in no qualifier: merge them or add the qualifier",
            )


def check_links_differ(drafts: Sequence[Draft]) -> Iterator[Problem]:
    """Rows of evidence links that say the same thing twice."""
    first: dict[tuple[Any, ...], Draft] = {}
    for draft in drafts:
        content = tuple(sorted((key, str(value)) for key, value in draft.values.items() if key != "id"))
        earlier = first.setdefault(content, draft)
        if earlier is not draft:
            value = str(draft.values.get("assertion", ""))
            yield draft.problem("duplicate row", "assertion", value, f"remove it, {earlier.place} is the same")


def check_dataset(drafts: Sequence[Draft], known: Known, mapping: Mapping) -> Iterator[Problem]:
    """All checks between rows."""
    claims = [draft for draft in drafts if draft.class_name == CLAIM]
    yield from check_identifiers(drafts, mapping)
    yield from check_claims_differ(claims, mapping)
    yield from check_links_differ([draft for draft in drafts if draft.class_name == LINK])
    for draft in drafts:
        yield from check_references(draft, known, mapping)
        if draft.class_name == CLAIM:
            yield from check_claim(draft, known, mapping)
