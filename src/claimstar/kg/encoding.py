"""A checked suite as quads, graph by graph. What changes with every build is kept out of the dataset graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel
from pyoxigraph import CanonicalizationAlgorithm, Dataset, NamedNode, Quad, RdfFormat, parse

from claimstar import __version__
from claimstar.errors import StoreError
from claimstar.ingest.references import CLAIM
from claimstar.ingest.suite import Suite
from claimstar.ingest.tables import Checked, file_id, row_id
from claimstar.model.mapping import Mapping
from claimstar.rdf.encode import encode
from claimstar.rdf.terms import ONTOLOGY_GRAPH, PROVENANCE_GRAPH, dataset_graph


@dataclass(frozen=True, slots=True)
class Build:
    """What a build is, before its end is known: the agent, the moment it began and the id of its activity."""

    suite: Suite
    checked: Checked
    mapping: Mapping
    started: datetime

    @property
    def activity(self) -> str:
        """The id of the activity, such as ``build-causal-20240501T120000.000000Z``."""
        return f"build-{self.suite.name}-{self.started:%Y%m%dT%H%M%S.%fZ}"

    @property
    def agent(self) -> str:
        """The id of the agent: this program in its version."""
        return f"claimstar-{__version__}"

    def record(self, class_name: str, **values: object) -> BaseModel:
        """A record of the schema."""
        return self.mapping.record_class(class_name)(**values)


def _source_records(build: Build) -> Iterator[BaseModel]:
    """The files, and those rows that a record says it is derived from."""
    hashes = dict(build.checked.files)
    for file, sha256 in build.checked.files:
        yield build.record("SourceFile", id=file_id(file, sha256), file_name=file, sha256=sha256)
    for each in build.checked.records:
        if getattr(each.record, "derived_from", None):
            sha256 = hashes[each.file]
            yield build.record(
                "SourceRow",
                id=row_id(each.file, sha256, each.row),
                source_file=file_id(each.file, sha256),
                row_number=each.row,
            )


def dataset_quads(build: Build) -> Iterator[Quad]:
    """The quads of the records, of the rows they come from and of the dataset itself.

    The links of assertions to the activity come with them and lie in the provenance graph.
    """
    graph = dataset_graph(build.suite.name)
    for each in build.checked.records:
        record = each.record
        if each.class_name == CLAIM:
            record = record.model_copy(update={"generated_by": build.activity})
        yield from encode(record, build.mapping, graph)
    for record in _source_records(build):
        yield from encode(record, build.mapping, graph)
    dataset = build.record(
        "Dataset",
        id=build.suite.name,
        dataset_title=build.suite.title,
        description=build.suite.description or None,
        license=build.suite.license,
    )
    yield from encode(dataset, build.mapping, graph)


def provenance_quads(build: Build, ended: datetime) -> Iterator[Quad]:
    """The quads of the build's activity and agent."""
    activity = build.record(
        "ProvenanceActivity",
        id=build.activity,
        activity_label=f"Build of the dataset {build.suite.name}",
        started_at=build.started,
        ended_at=ended,
        associated_agent=build.agent,
        used_files=[file_id(file, sha256) for file, sha256 in build.checked.files],
        software_version=__version__,
        schema_version=build.mapping.schema_version,
    )
    agent = build.record("Agent", id=build.agent, name="claimstar", software_version=__version__)
    for record in (activity, agent):
        yield from encode(record, build.mapping, PROVENANCE_GRAPH)


def ontology_quads(folder: Path) -> Iterator[Quad]:
    """The quads of the ontology's Turtle files.

    Blank nodes get the labels of RDF dataset canonicalization, so that every build loads the same quads
    (https://www.w3.org/TR/rdf-canon/).

    Raises:
        StoreError: there is no ontology, or a file of it does not parse.
    """
    paths = sorted(folder.glob("*.ttl"))
    if not paths:
        raise StoreError(f"no ontology in {folder}", remedy="write it with: claimstar schema build")
    dataset = Dataset()
    for path in paths:
        try:
            for quad in parse(path=str(path), format=RdfFormat.TURTLE, rename_blank_nodes=True):
                dataset.add(Quad(quad.subject, quad.predicate, quad.object, ONTOLOGY_GRAPH))
        except SyntaxError as error:
            raise StoreError(
                f"{path} does not parse: {error}", remedy="write it anew: claimstar schema build"
            ) from error
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    yield from dataset


def split_graph(quads: Iterator[Quad], graph: NamedNode) -> tuple[list[Quad], list[Quad]]:
    """The quads of a graph, and all others."""
    inside: list[Quad] = []
    outside: list[Quad] = []
    for quad in quads:
        (inside if quad.graph_name == graph else outside).append(quad)
    return inside, outside
