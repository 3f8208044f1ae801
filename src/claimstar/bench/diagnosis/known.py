"""What is known of ids: to the run, and to the whole graph where its store is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from claimstar.bench.case import fold
from claimstar.bench.diagnosis.variants import Variants
from claimstar.bench.reference import Reference
from claimstar.model.claims import ClaimRow
from claimstar.store.protocol import GraphStore


@dataclass(frozen=True)
class Graph:
    """The ids of a whole graph: claims, and the sources that they have."""

    claims: Mapping[str, ClaimRow] = field(default_factory=dict)
    sources: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Known:
    """The look-up of a run, and of the whole graph where it was read."""

    run: Reference
    graph: Graph = Graph()

    def in_run(self, identifier: str) -> bool:
        """Whether the run knows the id."""
        return identifier in self.run.claims or identifier in self.run.sources

    def in_graph(self, identifier: str) -> bool:
        """Whether the run or the graph knows the id."""
        return self.in_run(identifier) or identifier in self.graph.claims or identifier in self.graph.sources

    @cached_property
    def variants(self) -> Variants:
        """The known ids by what they look like."""
        return Variants({*self.run.claims, *self.run.sources, *self.graph.claims, *self.graph.sources})

    def find_claim(self, identifier: str) -> ClaimRow | None:
        """The claim of an id, from the run or the graph."""
        return self.run.claims.get(identifier) or self.graph.claims.get(identifier)

    def is_source(self, identifier: str) -> bool:
        """Whether the id is one of an evidence source."""
        return identifier in self.run.sources or identifier in self.graph.sources

    def statement(self, identifier: str) -> str:
        """What an id stands for, in words; empty where that is not known."""
        claim = self.find_claim(identifier)
        if claim is not None:
            return claim.sentence()
        source = self.run.sources.get(identifier)
        return source.title if source else ""

    def is_named(self, identifier: str, text: str) -> bool:
        """Whether a text names a claim or source in words: both ends of a claim, or a source's title, DOI or PMID."""
        source = self.run.sources.get(identifier)
        if source is not None:
            marks = [source.doi or "", source.pmid or ""]
            folded = fold(text)
            return fold(source.title) in folded or any(mark and fold(mark) in folded for mark in marks)
        claim = self.find_claim(identifier)
        return (
            claim is not None
            and self._names(claim.subject, claim.subject_name, text)
            and self.names_object(claim, text)
        )

    def names_object(self, claim: ClaimRow, text: str) -> bool:
        """Whether a text names what a claim is about, as do the name of a harm and that of a contraindication."""
        return self._names(claim.object, claim.object_name, text)

    def _names(self, entity: str, name: str, text: str) -> bool:
        words = f" {fold(text)} "
        names = self.run.names.get(entity, frozenset()) | {fold(name)}
        for member in self.run.members.get(entity, frozenset()):
            names |= self.run.names.get(member, frozenset())
        return any(each and _holds(words, each) for each in names)


def _holds(words: str, name: str) -> bool:
    place = words.find(name)
    while place >= 0:
        before, after = words[place - 1 : place], words[place + len(name) : place + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        place = words.find(name, place + 1)
    return False


def read_graph(store: GraphStore) -> Graph:
    """The claims of a store, and the sources that they name."""
    from claimstar.bench.facts import collect_claims
    from claimstar.query.catalogue import load_template
    from claimstar.query.run import run
    from claimstar.resources import layout

    claims = collect_claims(run(store, load_template(layout().queries, "extract/claims"), {}))
    sources = {source for claim in claims.values() for source in (*claim.evidence, *claim.contradicted_by)}
    return Graph(claims, frozenset(sources))
