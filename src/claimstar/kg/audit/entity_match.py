"""Which of our entities an outside id means: the same one, a member of a class of ours, a broader or narrower term."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Literal

from claimstar.kg.audit.outside_claim import OutsideEnd
from claimstar.kg.audit.subject import Audited

Equivalents = Callable[[str], frozenset[str]]
"""From a CURIE to the ids of the same thing, itself included."""
Ancestors = Callable[[str], frozenset[str]]
"""From a CURIE to all ids that it lies under, itself not included."""

Kin = Literal["exact", "member", "class", "narrower", "broader"]
"""What an outside entity is to ours: the same, a member of our class, a class that ours is a member of, a narrower
or a broader term."""

_CLOSEST: tuple[Kin, ...] = ("exact", "member", "class", "narrower", "broader")


def _vocabulary(curie: str) -> str:
    return curie.partition(":")[0]


class EntityMatcher:
    """Look-up from outside ids to our entities; what was found is kept, for outside tables repeat their ids.

    A name decides only where the id's vocabulary meets none of ours, so that the id can say nothing.
    """

    def __init__(self, audited: Audited, equivalents: Equivalents, ancestors: Ancestors) -> None:
        self._equivalents = equivalents
        self._ancestors = ancestors
        self._found: dict[OutsideEnd, Mapping[str, Kin]] = {}
        same: dict[str, set[str]] = defaultdict(set)
        self._above: dict[str, set[str]] = defaultdict(set)
        self._member_of = {each.id: each.member_of for each in audited.entities.values()}
        self._members: dict[str, set[str]] = defaultdict(set)
        self._named: dict[str, set[str]] = defaultdict(set)
        for entity in audited.entities.values():
            ids = {other for each in (entity.id, *entity.xrefs) for other in equivalents(each)} | {entity.id}
            for each in ids:
                same[each].add(entity.id)
                for above in ancestors(each):
                    self._above[above].add(entity.id)
            for group in entity.member_of:
                self._members[group].add(entity.id)
            for label in entity.labels:
                self._named[label.casefold()].add(entity.id)
        self._same = same
        self._vocabularies = {_vocabulary(each) for each in same}

    def find(self, end: OutsideEnd) -> Mapping[str, Kin]:
        """Our entities that an outside end means or is kin to, each with the closest kinship; empty for most ends."""
        if end not in self._found:
            self._found[end] = self._look_up(end)
        return self._found[end]

    def _look_up(self, end: OutsideEnd) -> Mapping[str, Kin]:
        known = {other for each in end.ids for other in self._equivalents(each)} | set(end.ids)
        exact = {ours for each in known for ours in self._same.get(each, ())}
        if self._vocabularies.isdisjoint(map(_vocabulary, known)) and end.name:
            exact |= self._named.get(end.name.casefold(), set())
        kin: dict[str, Kin] = {}

        def note(ours: str, what: Kin) -> None:
            if ours not in kin or _CLOSEST.index(what) < _CLOSEST.index(kin[ours]):
                kin[ours] = what

        for ours in exact:
            note(ours, "exact")
            for group in self._member_of[ours]:
                note(group, "member")
            for member in self._members.get(ours, ()):
                note(member, "class")
        for each in known:
            for above in self._ancestors(each):
                for ours in self._same.get(above, ()):
                    note(ours, "narrower")
            for ours in self._above.get(each, ()):
                note(ours, "broader")
        return kin
