"""Build a graph: read, check, encode, load, validate, and only then make it the current one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from claimstar import __version__
from claimstar.errors import InputError, Problem
from claimstar.ingest.suite import Suite
from claimstar.ingest.tables import read_tables
from claimstar.kg.encoding import Build, dataset_quads, ontology_quads, provenance_quads, split_graph
from claimstar.model.mapping import load_mapping
from claimstar.rdf.canonical import graph_hash
from claimstar.rdf.terms import dataset_graph, is_run_graph
from claimstar.resources import layout
from claimstar.store.snapshot import Manifest, building

if TYPE_CHECKING:
    from claimstar.validation.report import Report

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did.

    Attributes:
        dataset: the name of the suite.
        store: the store folder.
        counts: records by class.
        quads: quads in the store, graphs of earlier runs included.
        graph_hash: hash of the dataset graph; the same input has the same one.
        seconds: wall time by step, in order.
        validation: the report of the validation, which may hold warnings.
    """

    dataset: str
    store: Path
    counts: dict[str, int]
    quads: int
    graph_hash: str
    seconds: dict[str, float]
    validation: Report


@dataclass
class _Steps:
    """Announces each step and measures it."""

    announce: Callable[[str], None] | None
    seconds: dict[str, float] = field(default_factory=dict)
    _begun: float = field(default_factory=time.perf_counter)
    _step: str = ""

    def begin(self, step: str) -> None:
        self.end()
        self._step, self._begun = step, time.perf_counter()
        if self.announce:
            self.announce(step)

    def end(self) -> None:
        if self._step:
            self.seconds[self._step] = time.perf_counter() - self._begun
        self._step = ""


def as_problems(report: Report) -> list[Problem]:
    """The violations of a validation report as problems of the input."""
    from claimstar.validation.report import Severity

    return [
        Problem(
            message=f"{result.id}: {result.message}",
            value=result.value,
            file=result.file,
            row=result.row,
            column=result.path or None,
            remedy=result.remedy,
        )
        for result in report.results
        if result.severity == Severity.VIOLATION
    ]


def build(
    suite: Suite,
    store_dir: Path,
    *,
    clock: Clock,
    engine: str = "shifty",
    announce: Callable[[str], None] | None = None,
) -> BuildReport:
    """Build the graph of a suite into a store, all or nothing.

    Args:
        suite: the suite.
        store_dir: the store folder; what it holds stays current until the new graph has passed validation. Graphs of
            benchmark runs are carried over.
        clock: the time, with its zone.
        engine: the validation engine: shifty, pyshacl or both.
        announce: told the name of each step as it begins, if given.

    Raises:
        InputError: the tables have problems or the graph has violations; the store is as it was.
        StoreError: the store cannot be written, or another process writes to it.
        ValidationEngineError: an engine failed or let the canary pass; the store is as it was.
    """
    from claimstar.validation.validate import validate_store

    steps = _Steps(announce)
    started = clock()
    steps.begin("reading")
    checked = read_tables(suite)
    mapping = load_mapping()
    steps.begin("encoding")
    this = Build(suite, checked, mapping, started)
    graph = dataset_graph(suite.name)
    inside, outside = split_graph(dataset_quads(this), graph)
    digest = graph_hash(inside)
    steps.begin("loading")
    with building(store_dir, keep=is_run_graph) as snapshot:
        snapshot.store.load(inside)
        snapshot.store.load(outside)
        snapshot.store.load(ontology_quads(layout().ontology))
        snapshot.store.load(provenance_quads(this, clock()))
        steps.begin("validating")
        report = validate_store(snapshot.store, layout(), engine=engine)
        problems = as_problems(report)
        if problems:
            raise InputError(problems)
        steps.begin("publishing")
        snapshot.manifest = Manifest(
            dataset=suite.name,
            graph_hash=digest,
            schema_version=mapping.schema_version,
            tool_version=__version__,
            built_at=started.isoformat(),
            files=dict(checked.files),
            counts=checked.counts(),
        )
        quads = len(snapshot.store)
    steps.end()
    return BuildReport(suite.name, store_dir, checked.counts(), quads, digest, steps.seconds, report)
