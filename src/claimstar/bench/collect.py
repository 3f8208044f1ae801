"""From the store to the look-up of a run: the claims that scenarios and contexts refer to, and what hangs on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimstar.bench.facts import collect_claims, collect_entities
from claimstar.bench.reference import Entity, Origin, Reference, entities_of, gold_of, missing
from claimstar.errors import InputError
from claimstar.model.mapping import load_mapping
from claimstar.model.records import EvidenceLink, EvidenceSource, Scenario
from claimstar.query.catalogue import get_template
from claimstar.query.run import run
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore


def _links(store: GraphStore, catalogue: dict[str, Template], assertions: Sequence[str]) -> list[EvidenceLink]:
    relations = load_mapping().enum_of_iri["EvidenceRelation"]
    table = run(store, get_template(catalogue, "extract/evidence_links"), {"assertion": assertions})
    place = table.columns.index("relation")
    return [
        EvidenceLink(
            id=str(record["link"]),
            assertion=str(record["assertion"]),
            evidence_source=str(record["source"]),
            relation=relations[getattr(row[place], "value", "")],  # type: ignore[arg-type]
            locator=str(record["locator"]),
            shows=str(record["shows"]),
        )
        for row, record in zip(table.rows, table.records(), strict=True)
    ]


def _sources(store: GraphStore, catalogue: dict[str, Template], ids: Sequence[str]) -> list[EvidenceSource]:
    kinds = load_mapping().enum_of_iri["SourceType"]
    table = run(store, get_template(catalogue, "extract/sources"), {"source": ids})
    place = table.columns.index("source_type")
    return [
        EvidenceSource.model_validate(
            {name: value for name, value in record.items() if name != "source"}
            | {"id": record["source"], "source_type": kinds[getattr(row[place], "value", "")]}
        )
        for row, record in zip(table.rows, table.records(), strict=True)
    ]


def _origins(store: GraphStore, catalogue: dict[str, Template], assertions: Sequence[str]) -> tuple[Origin, ...]:
    table = run(store, get_template(catalogue, "extract/origins"), {"assertion": assertions})
    return tuple(
        Origin(
            assertion=str(record["assertion"]),
            file=str(record["file"]),
            row=int(str(record["row"])),
            sha256=str(record["sha256"]),
            agent=record["agent"] and record["agent"].removeprefix("agent:"),
            ended=record["ended"],
        )
        for record in table.records()
    )


def collect(
    store: GraphStore,
    catalogue: dict[str, Template],
    scenarios: Sequence[Scenario],
    subgraphs: Mapping[str, tuple[str, ...]],
) -> Reference:
    """The look-up of a run.

    Args:
        store: the store.
        catalogue: the query templates.
        scenarios: the scenarios of the run.
        subgraphs: scenario id to the assertions of its full retrieved subgraph.

    Raises:
        InputError: scenarios name assertions, entities or sources that the store does not have; all are told.
    """
    referred = {claim for ids in subgraphs.values() for claim in ids}
    referred |= {claim for scenario in scenarios for claim in gold_of(scenario)}
    found = collect_claims(run(store, get_template(catalogue, "extract/claims"), {"assertion": sorted(referred)}))
    known = collect_entities(run(store, get_template(catalogue, "extract/entities"), {}))
    links = _links(store, catalogue, sorted(found))
    wanted = {link.evidence_source for link in links}
    wanted |= {source for scenario in scenarios for source in scenario.gold_evidence or ()}
    sources = {source.id: source for source in _sources(store, catalogue, sorted(wanted))} if wanted else {}
    problems = missing(scenarios, found, known, sources, "in the store", remedy="check id and store")
    if problems:
        raise InputError(problems)
    ends = {end for claim in found.values() for end in (claim.subject, claim.object)}
    ends |= {entity for scenario in scenarios for entity in entities_of(scenario)}
    titles = {name: value.title or name for name, value in load_mapping().enums["Predicate"].items()}
    origins = _origins(store, catalogue, sorted(found))
    return Reference(found, _with_members(known, ends), sources, tuple(links), titles, dict(subgraphs), origins)


def _with_members(known: Mapping[str, Entity], wanted: set[str]) -> dict[str, Entity]:
    """The wanted entities, those that belong to one of them, and those that one of them belongs to."""
    groups = {group for name in wanted if name in known for group in known[name].member_of}
    return {name: entity for name, entity in known.items() if name in wanted | groups or wanted & set(entity.member_of)}
