"""Validate a graph: shapes through the engines, rules in the store, and the canary through both, in one report."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import version

from pyoxigraph import NamedNode, Quad

from claimstar.errors import InputError, Problem, ValidationEngineError
from claimstar.model.mapping import load_mapping
from claimstar.names import compress, expand, find_prefix, local_id
from claimstar.rdf.terms import ONTOLOGY_GRAPH, RDF_TYPE, REIFIED_OBJECT, REIFIED_PREDICATE, REIFIED_SUBJECT
from claimstar.resources import Layout
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.protocol import GraphStore
from claimstar.validation.canary import Canary, load_canary, refuse_planted, without_canary
from claimstar.validation.engines import Engine, RawResult, choose_engines, differences
from claimstar.validation.places import Places, find_places
from claimstar.validation.report import EngineRecord, Report, Result, Severity, in_order
from claimstar.validation.rules import check_rules, load_rules, ontology_quads, run_rules
from claimstar.validation.shape_file import ShapeInfo
from claimstar.validation.shapes import Shapes, load_shapes, shape_files
from claimstar.validation.view import flat_view
from claimstar.validation.words import message_of, remedy_of


@dataclass
class _Census:
    """Counts records while their quads pass, and keeps those that no shape speaks about."""

    targets: frozenset[str]
    covered: dict[str, bool] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def watch(self, quads: Iterable[Quad]) -> Iterator[Quad]:
        for quad in quads:
            if quad.predicate == RDF_TYPE and isinstance(quad.object, NamedNode):
                subject = str(getattr(quad.subject, "value", quad.subject))
                aimed = quad.object.value in self.targets
                self.covered[subject] = self.covered.get(subject, False) or aimed
                if not aimed:
                    self.types.setdefault(subject, quad.object.value)
            yield quad

    def results(self) -> Iterator[Result]:
        for subject, covered in self.covered.items():
            if not covered:
                yield Result(
                    severity=Severity.VIOLATION,
                    focus=subject,
                    path="rdf:type",
                    component="Untargeted",
                    value=compress(self.types[subject]),
                    message="no shape speaks about records of this class, so nothing of the record was checked",
                    source_shape="shapes",
                    remedy="give the record a class of the schema; claimstar schema build makes a shape for each",
                )


def validate_store(
    store: GraphStore, layout: Layout, *, engine: str = "shifty", graphs: Iterable[NamedNode] | None = None
) -> Report:
    """Validate the graphs of a store.

    Args:
        store: the store. The rules look at the union of its graphs, of which the ontology must be one.
        layout: where the shapes, rules and ontology lie.
        engine: ``shifty``, ``pyshacl``, or ``both``, which compares them.
        graphs: the graphs that the shapes look at, as one; None is all but the ontology.

    Raises:
        InputError: the shapes are malformed, or the data cannot be shown to an engine.
        LookupFailure: there is no such engine.
        QueryError: a rule is malformed.
        ValidationEngineError: an engine failed, let the canary pass, or two engines disagree.
    """
    engines = choose_engines(engine)
    rules = load_rules(layout.queries)
    canary = load_canary(layout.shapes / "canary")
    shapes = load_shapes(shape_files(layout.shapes), canary.components, shape_vocabulary())
    chosen = tuple(graphs) if graphs is not None else tuple(name for name in store.graphs() if name != ONTOLOGY_GRAPH)

    def quads() -> Iterator[Quad]:
        for graph in chosen:
            yield from store.quads(graph)

    records: list[EngineRecord] = []
    census = _Census(shapes.targets)
    data = _view(census.watch(refuse_planted(quads())))
    raw = run_engines(engines, data, shapes, canary, records)
    started = time.perf_counter()
    check_rules(rules, layout.queries, layout.ontology)
    found = [*census.results(), *run_rules(store, rules)]
    records.append(EngineRecord("rules", version("pyoxigraph"), time.perf_counter() - started))
    found += _results(raw, shapes.info)
    places = find_places(quads, {result.focus for result in found}, {key for key in map(_unshown, found) if key})
    return Report(in_order(_placed(result, places) for result in found), tuple(records), len(census.covered))


def validate_quads(quads: Iterable[Quad], layout: Layout, *, engine: str = "shifty") -> Report:
    """Validate quads before they are loaded anywhere. Arguments and errors as for `validate_store`.

    The ontology of the layout is used where the quads have none.
    """
    store = EmbeddedStore()
    store.load(quads)
    if ONTOLOGY_GRAPH not in store.graphs():
        store.load(ontology_quads(layout.ontology))
    return validate_store(store, layout, engine=engine)


def run_engines(
    engines: Iterable[Engine], data: bytes, shapes: Shapes, canary: Canary, records: list[EngineRecord]
) -> frozenset[RawResult]:
    """What the engines find in data (N-Triples), the canary left out.

    Args:
        engines: at least one; further ones have to find the same.
        data: the flat view.
        shapes: the real shapes.
        canary: planted beside the data and the shapes in each engine.
        records: gets an entry for each engine.

    Raises:
        ValidationEngineError: an engine failed, let the canary pass, or two engines disagree.
    """
    known = {**canary.shapes.info, **shapes.info}
    planted = flat_view(canary.quads)
    reference: tuple[Engine, frozenset[RawResult]] | None = None
    for engine in engines:
        started = time.perf_counter()
        found = engine.validate(data + planted, shapes.turtle + canary.shapes.turtle)
        named = (_with_path(result, known) for result in found)
        real = without_canary(engine.name, named, canary, shapes.info)
        records.append(EngineRecord(engine.name, engine.version, time.perf_counter() - started))
        if reference is None:
            reference = (engine, real)
            continue
        first, second = differences(reference[1], real)
        if first or second:
            examples = "; ".join(" ".join(filter(None, map(str, key[:3]))) for key in sorted(first | second)[:3])
            raise ValidationEngineError(
                f"the engines disagree: {len(first)} results only in {reference[0].name}, "
                f"{len(second)} only in {engine.name} ({examples})",
                remedy="report it to the engines; until then write the rule as a query in queries/consistency",
            )
    if reference is None:
        raise ValidationEngineError("no engine to validate with", remedy="name one with --engine")
    return reference[1]


def shape_vocabulary() -> frozenset[str]:
    """The IRIs that shapes may speak of: classes, properties and values of the schema, and those of the flat view."""
    mapping = load_mapping()
    found = {REIFIED_SUBJECT.value, REIFIED_PREDICATE.value, REIFIED_OBJECT.value}
    for entry in mapping.classes.values():
        found |= {entry.iri, entry.own_iri, *(slot.iri for slot in entry.slots.values())}
    for values in mapping.enums.values():
        found |= {value.iri for value in values.values()}
    return frozenset(found)


def _unshown(result: Result) -> tuple[str, str] | None:
    """Node and property whose values a report should show because the result itself carries none."""
    return (result.focus, expand(result.path)) if not result.value and find_prefix(result.path) else None


def _placed(result: Result, places: Places) -> Result:
    """The result with file and row, and with the values of its property where it carries none."""
    file, row = places.find(result.focus)
    unshown = _unshown(result)
    return replace(result, file=file, row=row, value=places.value(*unshown) if unshown else result.value)


def _view(quads: Iterable[Quad]) -> bytes:
    try:
        return flat_view(quads)
    except ValueError as error:
        raise InputError([Problem(str(error), remedy="reify the triple with an assertion of its own")]) from error


def _with_path(result: RawResult, info: Mapping[str, ShapeInfo]) -> RawResult:
    """The result with the path of its shape where the engine gave none: engines write complex paths as blank nodes."""
    shape = info.get(result.source_shape)
    return replace(result, path=shape.path) if shape and not result.path else result


def _results(raw: Iterable[RawResult], info: Mapping[str, ShapeInfo]) -> Iterator[Result]:
    for result in raw:
        shape = info.get(result.source_shape)
        yield Result(
            severity=result.severity,
            focus=result.focus,
            path=result.path or (shape.about if shape else ""),
            component=result.component,
            value="" if result.value == result.focus else local_id(result.value),
            message=message_of(result, shape),
            source_shape=compress(result.source_shape),
            remedy=remedy_of(result, shape),
        )
