"""Claims, entities and sources by id, from a store; what was looked up once is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from claimstar.bench.facts import collect_claims, collect_entities
from claimstar.bench.reference import Entity
from claimstar.errors import QueryError
from claimstar.model.claims import ClaimRow
from claimstar.query.catalogue import get_template
from claimstar.query.parameter import Parameter
from claimstar.query.run import run
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore

_ID = re.compile(r"\b[A-Z]+_\d{3,}\b")


@dataclass(frozen=True)
class EvidenceSummary:
    """A source by id, title and year."""

    id: str
    title: str
    year: int


def _is_id(text: str, parameter: Parameter) -> bool:
    """Text that cannot be an id is one that the store does not have, and no fault of the query."""
    try:
        parameter.term(text)
    except QueryError:
        return False
    return True


class LookUp:
    """Looks ids up in one store."""

    def __init__(self, store: GraphStore, catalogue: dict[str, Template]) -> None:
        self.store = store
        self.catalogue = catalogue
        self._claims: dict[str, ClaimRow] = {}
        self._entities: dict[str, Entity] = {}
        self._sources: dict[str, EvidenceSummary] = {}

    def find_claims(self, ids: Collection[str]) -> dict[str, ClaimRow]:
        """The claims of these ids in full; ids that the store does not have are left out."""
        self._look_up(self._claims, ids, "extract/claims", "assertion", collect_claims)
        return {each: self._claims[each] for each in ids if each in self._claims}

    def find_entities(self, ids: Collection[str]) -> dict[str, Entity]:
        """The entities of these CURIEs; those that the store does not have are left out."""
        self._look_up(self._entities, ids, "extract/entities", "entity", collect_entities)
        return {each: self._entities[each] for each in ids if each in self._entities}

    def find_sources(self, ids: Collection[str]) -> dict[str, EvidenceSummary]:
        """The sources of these ids; those that the store does not have are left out."""

        def collect(table: Any) -> dict[str, EvidenceSummary]:
            found = (EvidenceSummary(each["source"], each["title"], int(each["year"])) for each in table.records())
            return {each.id: each for each in found}

        self._look_up(self._sources, ids, "extract/sources", "source", collect)
        return {each: self._sources[each] for each in ids if each in self._sources}

    def _look_up(
        self,
        known: dict[str, Any],
        ids: Collection[str],
        query: str,
        parameter: str,
        collect: Callable[[Any], dict[str, Any]],
    ) -> None:
        template = get_template(self.catalogue, query)
        of_ids = next(each for each in template.parameters if each.name == parameter)
        missing = sorted({each for each in ids if each not in known and _is_id(each, of_ids)})
        if missing:
            known.update(collect(run(self.store, template, {parameter: missing})))

    def unresolved(self, text: str) -> tuple[str, ...]:
        """Ids of claims and sources in a text that the store does not have, sorted."""
        ids = sorted(set(_ID.findall(text)))
        known = {**self.find_claims(ids), **self.find_sources(ids)}
        return tuple(each for each in ids if each not in known)
