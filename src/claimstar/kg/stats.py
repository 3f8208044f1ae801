"""How much is in a graph, counted in the store itself and not taken from the tables."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from claimstar.model.mapping import Mapping, load_mapping
from claimstar.names import BASE, compress, local_id
from claimstar.query.catalogue import get_template, load_catalogue
from claimstar.query.run import run
from claimstar.rdf.canonical import graph_hash
from claimstar.rdf.terms import dataset_graph
from claimstar.resources import layout
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.snapshot import Manifest

ENTITY = "NamedEntity"


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of a graph.

    Attributes:
        dataset: the name of the dataset.
        title, license: as the graph states them.
        graph_hash: hash of the dataset graph as it is now.
        hash_agrees: False where that is not the hash that the build recorded, so that somebody changed the store since.
        built_at, schema_version, tool_version: from the manifest.
        entities: entities by class, with ``total``; classes without entities count 0.
        assertions: assertions by predicate, with ``total``.
        validated, negated, accepted: assertions that are validated, negated, and validated but not negated.
        evidence_sources: sources by type, with ``total`` and ``study_level``.
        evidence_links: links by relation, with ``total``.
        triples: triples by graph, with ``total``.
    """

    dataset: str
    title: str
    license: str | None
    graph_hash: str
    hash_agrees: bool
    built_at: str
    schema_version: str
    tool_version: str
    entities: dict[str, int]
    assertions: dict[str, int]
    validated: int
    negated: int
    accepted: int
    evidence_sources: dict[str, int]
    evidence_links: dict[str, int]
    triples: dict[str, int]

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        return asdict(self)


Records = list[dict[str, str | None]]


def _total(records: Records, **equal: str) -> int:
    """The sum of the counts of the records whose columns have these values."""
    return sum(int(r["count"] or 0) for r in records if all(r[key] == value for key, value in equal.items()))


def _by_enum(records: Records, column: str, enum: str, mapping: Mapping) -> dict[str, int]:
    """Counts by the value of an enum, in the order of the schema, values that do not occur included."""
    return {name: _total(records, **{column: local_id(value.iri)}) for name, value in mapping.enums[enum].items()}


def read_stats(store: EmbeddedStore, manifest: Manifest) -> Stats:
    """Count what is in a store."""
    catalogue, mapping = load_catalogue(layout().queries), load_mapping()

    def records(name: str) -> Records:
        return run(store, get_template(catalogue, f"stats/{name}")).records()

    digest = graph_hash(store.quads(dataset_graph(manifest.dataset)))
    described = [record for record in records("dataset") if record["dataset"] == manifest.dataset]
    classes, claims, sources, links = (
        records(name) for name in ("entities_by_class", "assertions_by_predicate", "evidence_sources", "evidence_links")
    )
    by_class = {name: _total(classes, **{"class": local_id(BASE + name)}) for name in mapping.leaves(ENTITY)}
    sizes = {compress(graph.value): sum(1 for _ in store.quads(graph)) for graph in store.graphs()}
    return Stats(
        dataset=manifest.dataset,
        title=(described[0]["title"] or "") if described else "",
        license=described[0]["license"] if described else None,
        graph_hash=digest,
        hash_agrees=digest == manifest.graph_hash,
        built_at=manifest.built_at,
        schema_version=manifest.schema_version,
        tool_version=manifest.tool_version,
        entities={"total": sum(by_class.values()), **by_class},
        assertions={"total": _total(claims), **_by_enum(claims, "predicate", "Predicate", mapping)},
        validated=_total(claims, validated="true"),
        negated=_total(claims, negated="true"),
        accepted=_total(claims, validated="true", negated="false"),
        evidence_sources={
            "total": _total(sources),
            "study_level": _total(sources, study_level="true"),
            **_by_enum(sources, "source_type", "SourceType", mapping),
        },
        evidence_links={"total": _total(links), **_by_enum(links, "relation", "EvidenceRelation", mapping)},
        triples={"total": sum(sizes.values()), **sizes},
    )
