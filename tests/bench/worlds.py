"""Other worlds: the pilot's graph built anew from tables of which some rows are changed, removed or added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from pydantic import BaseModel
from pyoxigraph import Quad

from claimstar.bench.facts import Facts, collect_claims, group_paths, load_facts
from claimstar.bench.rules import ScenarioRules, read_scenario_rules
from claimstar.bench.standing import Judge
from claimstar.ingest.tables import read_tables
from claimstar.model.claims import ClaimRow
from claimstar.model.mapping import load_mapping
from claimstar.model.records import Scenario
from claimstar.names import expand_id
from claimstar.query.catalogue import get_template
from claimstar.query.run import run
from claimstar.rdf.encode import encode
from claimstar.rdf.terms import dataset_graph
from claimstar.store.embedded import EmbeddedStore

from .graphs import catalogue, pilot

Change = Mapping[str, object] | None
"""The cells of a row that differ; None where the row is gone. Of a row that did not exist, all its cells."""
OPPOSITE = {"increased": "decreased", "decreased": "increased"}
PREDICATE = {"causes_increase_in": "causes_decrease_in", "causes_decrease_in": "causes_increase_in"}


@dataclass(frozen=True)
class World:
    """A graph and the judge of it."""

    store: EmbeddedStore
    judge: Judge


def _quads(record: BaseModel) -> list[Quad]:
    return list(encode(record, load_mapping(), dataset_graph("test")))


@cache
def rows() -> Mapping[str, tuple[BaseModel, list[Quad]]]:
    """The rows of the pilot's tables by id, with their quads."""
    suite, _ = pilot()
    return {str(each.record.id): (each.record, _quads(each.record)) for each in read_tables(suite).records}  # type: ignore[attr-defined]


def world(changes: Mapping[str, Change]) -> World:
    """The pilot's graph with rows changed. Links to evidence go with the claim that they speak of."""
    frozen = tuple(
        (name, None if cells is None else tuple(sorted(cells.items()))) for name, cells in sorted(changes.items())
    )
    return _world(frozen)


@lru_cache(maxsize=16)
def _world(changes: tuple[tuple[str, tuple[tuple[str, object], ...] | None], ...]) -> World:
    wanted = dict(changes)
    gone = {name for name, cells in changes if cells is None}
    quads: list[Quad] = []
    for name, (record, known) in rows().items():
        cells = wanted.pop(name, ())
        if cells is None or getattr(record, "assertion", None) in gone:
            continue
        quads += _quads(record.model_copy(update=dict(cells))) if cells else known
    for name, cells in wanted.items():
        assert cells, f"there is no row {name} to remove"
        quads += _quads(load_mapping().record_class("Assertion")(**{"id": name, **dict(cells)}))
    store = EmbeddedStore(None)
    store.load(quads)
    rules = _rules()
    if not all(name.startswith("ASR_") for name, _ in changes):
        return World(store, Judge(load_facts(store, catalogue(), rules.option_classes), rules))
    return World(store, Judge(_facts(store, frozenset(name for name, _ in changes)), rules))


@cache
def _rules() -> ScenarioRules:
    return read_scenario_rules(pilot()[0])


@cache
def _facts_of_pilot() -> Facts:
    return load_facts(pilot()[1], catalogue(), _rules().option_classes)


def _facts(store: EmbeddedStore, changed: frozenset[str]) -> Facts:
    """The facts of a store that differs from the pilot's in some claims; the others are not read again."""
    known = _facts_of_pilot()
    claims = {name: claim for name, claim in known.claims.items() if name not in changed}
    if changed:
        wanted = {"assertion": [expand_id(name, "claim") for name in sorted(changed)]}
        claims |= collect_claims(run(store, get_template(catalogue(), "extract/claims"), wanted))
    classes = [load_mapping().get_class(name).iri for name in _rules().option_classes]
    paths = run(store, get_template(catalogue(), "scenarios/paths"), {"option_class": classes})
    return Facts(dict(sorted(claims.items())), known.entities, group_paths(paths.records()))


def new_claim(subject: str, predicate: str, object_: str, kind: str, direction: str = "none") -> dict[str, object]:
    """The cells of an accepted claim with the best evidence there is."""
    return {
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "relation_class": kind,
        "direction": direction,
        "causal_status": "validated_causal",
        "evidence_level": "guideline",
        "confidence": "0.9",
        "validated": True,
        "negated": False,
        "knowledge_level": "knowledge_assertion",
        "agent_type": "manual_agent",
        "primary_knowledge_source": "infores:test",
    }


def turned(claim: ClaimRow) -> dict[str, object]:
    """The cells that make a claim say the opposite of its object."""
    cells: dict[str, object] = {"direction": OPPOSITE[claim.direction]}
    if claim.predicate in PREDICATE:
        cells["predicate"] = PREDICATE[claim.predicate]
    return cells


def group_without(scenario: Scenario, judge: Judge) -> str:
    """A group of people that the patient does not belong to."""
    has = judge.rules.closure(scenario.patient_conditions or ())
    groups = (each.id for each in judge.facts.entities.values() if each.category == "Population")
    return next(each for each in groups if each not in has)


def together(claims: Iterable[str], **cells: object) -> dict[str, Change]:
    """The same change of several claims."""
    return dict.fromkeys(claims, cells)
