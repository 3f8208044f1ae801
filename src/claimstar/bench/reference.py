"""Everything a score or a report may have to look up: claims, entities, sources and what the sources say.

A run writes its reference to ``claims.jsonl``, so that scores and reports can be made anew from the run folder alone.
It holds what the scenarios and prompts of the run refer to; an id outside it is one that no prompt of the run showed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from claimstar.bench.case import fold
from claimstar.bench.ids import skeleton
from claimstar.errors import Problem
from claimstar.model.claims import ClaimRow
from claimstar.model.records import EvidenceLink, EvidenceSource, Scenario


@dataclass(frozen=True)
class Entity:
    """An entity as answers may name it. ``member_of`` lists the classes that it belongs to."""

    id: str
    name: str
    category: str = ""
    synonyms: tuple[str, ...] = ()
    member_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Origin:
    """Where a claim was read from, and what read it.

    Attributes:
        assertion: the claim.
        file, row: the row of a file that it stands in; its header is row 1.
        sha256: hash of the file.
        agent: what read it (``claimstar-0.1.0``); None where the graph does not say.
        ended: when the reading ended, ISO 8601; None where the graph does not say.
    """

    assertion: str
    file: str
    row: int
    sha256: str
    agent: str | None = None
    ended: str | None = None


@dataclass(frozen=True)
class Reference:
    """The look-up of a run.

    Attributes:
        claims: assertion id to claim.
        entities: CURIE to entity.
        sources: id to evidence source.
        links: what each source says about each claim.
        predicates: predicate name to its title in words.
        subgraphs: scenario id to the assertion ids of its full retrieved subgraph.
        origins: where each claim was read from; empty in runs older than this field.
    """

    claims: Mapping[str, ClaimRow] = field(default_factory=dict)
    entities: Mapping[str, Entity] = field(default_factory=dict)
    sources: Mapping[str, EvidenceSource] = field(default_factory=dict)
    links: tuple[EvidenceLink, ...] = ()
    predicates: Mapping[str, str] = field(default_factory=dict)
    subgraphs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    origins: tuple[Origin, ...] = ()

    @cached_property
    def evidence_of(self) -> dict[str, frozenset[str]]:
        """Assertion to the sources that support it."""
        found: dict[str, set[str]] = {}
        for link in self.links:
            if link.relation == "supports":
                found.setdefault(link.assertion, set()).add(link.evidence_source)
        return {claim: frozenset(sources) for claim, sources in found.items()}

    @cached_property
    def ids(self) -> dict[str, str]:
        """What the id of each claim and source looks like (see `claimstar.bench.ids`), to the id."""
        return {skeleton(name): name for name in (*self.sources, *self.claims)}

    @cached_property
    def names(self) -> dict[str, frozenset[str]]:
        """Entity to its folded names."""
        return {e.id: frozenset(map(fold, (e.name, *e.synonyms))) for e in self.entities.values()}

    @cached_property
    def predicate_names(self) -> dict[str, frozenset[str]]:
        """Predicate to its folded name and title."""
        return {name: frozenset({fold(name), fold(title)}) for name, title in self.predicates.items()}

    @cached_property
    def members(self) -> dict[str, frozenset[str]]:
        """Class entity to its members."""
        found: dict[str, set[str]] = {}
        for entity in self.entities.values():
            for group in entity.member_of:
                found.setdefault(group, set()).add(entity.id)
        return {group: frozenset(members) for group, members in found.items()}

    def name(self, entity: str) -> str:
        """The preferred name of an entity; the CURIE of one that is not in the reference."""
        known = self.entities.get(entity)
        return known.name if known else entity

    def links_of(self, assertion: str) -> list[EvidenceLink]:
        """What the sources say about a claim."""
        return self._links_by_claim.get(assertion, [])

    @cached_property
    def _links_by_claim(self) -> dict[str, list[EvidenceLink]]:
        found: dict[str, list[EvidenceLink]] = {}
        for link in self.links:
            found.setdefault(link.assertion, []).append(link)
        return found

    def origins_of(self, assertion: str) -> list[Origin]:
        """Where a claim was read from."""
        return self._origins_by_claim.get(assertion, [])

    @cached_property
    def _origins_by_claim(self) -> dict[str, list[Origin]]:
        found: dict[str, list[Origin]] = {}
        for origin in self.origins:
            found.setdefault(origin.assertion, []).append(origin)
        return found

    def to_lines(self) -> Iterator[dict[str, Any]]:
        """The reference as JSON-ready lines, each with its ``kind``, sorted: equal references give equal files."""
        for name, title in sorted(self.predicates.items()):
            yield {"kind": "predicate", "name": name, "title": title}
        for _, entity in sorted(self.entities.items()):
            yield {
                "kind": "entity",
                "id": entity.id,
                "name": entity.name,
                "category": entity.category,
                "synonyms": list(entity.synonyms),
                "member_of": list(entity.member_of),
            }
        for _, claim in sorted(self.claims.items()):
            yield {"kind": "claim", **claim.to_dict()}
        for _, source in sorted(self.sources.items()):
            yield {"kind": "source", **source.model_dump(mode="json", exclude_none=True)}
        for link in sorted(self.links, key=lambda link: link.id):
            yield {"kind": "link", **link.model_dump(mode="json", exclude_none=True)}
        for scenario, assertions in sorted(self.subgraphs.items()):
            yield {"kind": "subgraph", "scenario": scenario, "assertions": list(assertions)}
        for origin in sorted(self.origins, key=lambda origin: (origin.assertion, origin.file, origin.row)):
            yield {"kind": "origin", **asdict(origin)}

    @classmethod
    def from_lines(cls, lines: Iterable[Mapping[str, Any]]) -> Reference:
        """The inverse of ``to_lines``. Raises ValueError, KeyError or TypeError for lines that are none of ours."""
        claims: dict[str, ClaimRow] = {}
        entities: dict[str, Entity] = {}
        sources: dict[str, EvidenceSource] = {}
        links: list[EvidenceLink] = []
        predicates: dict[str, str] = {}
        subgraphs: dict[str, tuple[str, ...]] = {}
        origins: list[Origin] = []
        for line in lines:
            kind, values = line["kind"], {key: value for key, value in line.items() if key != "kind"}
            match kind:
                case "claim":
                    claims[values["assertion"]] = ClaimRow.from_dict(values)
                case "entity":
                    synonyms, member_of = tuple(values.pop("synonyms")), tuple(values.pop("member_of"))
                    entities[values["id"]] = Entity(**values, synonyms=synonyms, member_of=member_of)
                case "source":
                    sources[values["id"]] = EvidenceSource.model_validate(values)
                case "link":
                    links.append(EvidenceLink.model_validate(values))
                case "predicate":
                    predicates[values["name"]] = values["title"]
                case "subgraph":
                    subgraphs[values["scenario"]] = tuple(values["assertions"])
                case "origin":
                    origins.append(Origin(**values))
                case _:
                    raise ValueError(f"unknown kind {kind!r}")
        return cls(claims, entities, sources, tuple(links), predicates, subgraphs, tuple(origins))


def gold_of(scenario: Scenario) -> list[str]:
    """All assertions that a scenario names."""
    return [
        *scenario.gold_path,
        *(scenario.gold_adverse_effects or ()),
        *(scenario.gold_contraindications or ()),
        *(scenario.related_assertions or ()),
    ]


def entities_of(scenario: Scenario) -> list[str]:
    """All entities that a scenario names."""
    return [
        scenario.decision_target,
        scenario.gold_option,
        *scenario.candidate_options,
        *scenario.acceptable_options,
        *(scenario.patient_conditions or ()),
    ]


def missing(
    scenarios: Iterable[Scenario],
    claims: Collection[str],
    entities: Collection[str],
    sources: Collection[str],
    where: str,
    *,
    remedy: str,
) -> list[Problem]:
    """What scenarios name and a look-up does not have; ``where`` says in words what that is."""
    problems = []
    for scenario in scenarios:
        named = [("assertion", claim) for claim in gold_of(scenario) if claim not in claims]
        named += [("entity", entity) for entity in entities_of(scenario) if entity not in entities]
        named += [("evidence source", one) for one in scenario.gold_evidence or () if one not in sources]
        problems += [
            Problem(f"{scenario.id} names an {kind} that is not {where}", value, remedy=remedy)
            for kind, value in dict.fromkeys(named)
        ]
    return problems
