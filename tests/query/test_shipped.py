"""The shipped templates on the pilot graph: they find something, at once, and an endpoint answers the same."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from pyoxigraph import Quad, Store
from store.endpoint import serve

from claimstar.ingest.suite import load_suite
from claimstar.ingest.tables import read_tables
from claimstar.model.mapping import load_mapping
from claimstar.query.catalogue import load_catalogue
from claimstar.query.run import run
from claimstar.rdf.encode import encode
from claimstar.rdf.terms import dataset_graph
from claimstar.resources import layout
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.remote import RemoteStore

CATALOGUE = load_catalogue(layout().queries)
GRAPH = dataset_graph("causal")
# consistency rules are for a store of our own: they read triple terms, and find nothing in a good graph;
# competency questions are about runs, of which there is none here: they have tests of their own beside the runs
NAMES = [name for name in CATALOGUE if not name.startswith(("consistency/", "competency/"))]
ELSEWHERE = {"stats/dataset", "extract/origins"}
"""Templates that ask for what is not in the tables."""
FAULTS = {"audit/drug_without_chain", "audit/effect_no_option_has", "audit/entity_without_claim"}
"""Templates that ask for faults which the pilot does not have; the tests of the audit make them find some."""


@pytest.fixture(scope="module")
def quads() -> list[Quad]:
    mapping = load_mapping()
    records = [each.record for each in read_tables(load_suite("causal")).records]
    return [quad for record in records for quad in encode(record, mapping, GRAPH)]


@pytest.fixture(scope="module")
def embedded(quads: list[Quad]) -> EmbeddedStore:
    store = EmbeddedStore()
    store.load(quads)
    return store


@pytest.fixture(scope="module")
def remote(quads: list[Quad]) -> Iterator[RemoteStore]:
    store = Store()
    store.bulk_extend(quads)
    with serve(store) as server, RemoteStore(server.url, timeout=60) as opened:
        yield opened


VALUES = {
    "assertion": ["ASR_0033", "ASR_0011"],
    "entity": ["CHEBI:35457"],
    "graph": ["dataset:causal"],
    "option_class": ["claimstar:Drug", "claimstar:Intervention"],
    "source": ["EV_0007"],
}


@pytest.fixture(scope="module")
def values(embedded: EmbeddedStore) -> dict[str, list[str]]:
    """A value for each parameter; options and target are those of a claim that the paper names."""
    rows = run(embedded, CATALOGUE["extract/claims"]).records()  # a row for each source of a claim
    claim = next(row for row in rows if row["assertion"] == "ASR_0033")
    options = {row["subject"]: None for row in rows if row["predicate"] == "claimstar:targets"}
    return {**VALUES, "option": [each for each in options if each], "target": [claim["object"] or ""]}


@pytest.mark.parametrize("name", NAMES)
def test_a_template_finds_something_and_both_stores_find_the_same(
    name: str, embedded: EmbeddedStore, remote: RemoteStore, values: dict[str, list[str]]
) -> None:
    template = CATALOGUE[name]
    given = {each.name: values[each.name][: None if each.many else 1] for each in template.parameters}
    begin = time.perf_counter()
    here = run(embedded, template, given)
    assert time.perf_counter() - begin < 10
    there = run(remote, template, given)
    assert sorted(map(str, here.rows)) == sorted(map(str, there.rows))
    assert (len(here) > 0) == (name not in ELSEWHERE | FAULTS)
