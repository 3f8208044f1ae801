"""A build is complete, repeatable and says where everything comes from."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from ingest.broken import CLAIMS, LINKS, copy_mini, replace
from pyoxigraph import Literal, NamedNode, Quad

from claimstar import __version__
from claimstar.errors import InputError
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import BuildReport, build
from claimstar.model.mapping import load_mapping
from claimstar.names import expand
from claimstar.rdf.canonical import graph_hash
from claimstar.rdf.terms import (
    ONTOLOGY_GRAPH,
    PROVENANCE_GRAPH,
    RDF_REIFIES,
    RDF_TYPE,
    WAS_GENERATED_BY,
    dataset_graph,
    run_graph,
)
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.snapshot import add_graph, open_current, read_manifest

MORNING = datetime(2024, 5, 1, 8, 0, tzinfo=UTC)
USED = NamedNode("http://www.w3.org/ns/prov#used")
DERIVED = NamedNode("http://www.w3.org/ns/prov#wasDerivedFrom")


def _build(suite: Path, store: Path, at: datetime = MORNING) -> BuildReport:
    ticks = iter(range(100))
    return build(load_suite(suite), store, clock=lambda: at + timedelta(seconds=next(ticks)))


def _outside_provenance(store: EmbeddedStore) -> set[str]:
    return {str(quad) for quad in store.quads() if quad.graph_name != PROVENANCE_GRAPH}


@pytest.fixture
def built(tmp_path: Path) -> tuple[Path, Path, BuildReport]:
    suite = copy_mini(tmp_path)
    return suite, tmp_path / "store", _build(suite, tmp_path / "store")


def test_all_rows_become_records(built: tuple[Path, Path, BuildReport]) -> None:
    _, store_dir, report = built
    assert sum(report.counts.values()) == 13 + 11 + 4 + 16
    assert (report.counts["Assertion"], report.counts["EvidenceLink"]) == (11, 16)
    store = open_current(store_dir)
    assert len(store) == report.quads
    assert report.graph_hash == graph_hash(store.quads(dataset_graph("mini"))) == read_manifest(store_dir).graph_hash
    assert store.graphs() == (dataset_graph("mini"), ONTOLOGY_GRAPH, PROVENANCE_GRAPH)


def test_a_negated_claim_is_reified_but_has_no_direct_edge(built: tuple[Path, Path, BuildReport]) -> None:
    store = open_current(built[1])
    reified = {q.subject.value: q.object for q in store.quads() if q.predicate == RDF_REIFIES}
    edges = {(q.subject, q.predicate, q.object) for q in store.quads(dataset_graph("mini"))}
    negated, accepted = reified[expand("claim:ASR_0114")], reified[expand("claim:ASR_0033")]
    assert (negated.subject, negated.predicate, negated.object) not in edges
    assert (accepted.subject, accepted.predicate, accepted.object) in edges


def test_sources_that_support_a_claim_stand_on_it_and_others_do_not(tmp_path: Path) -> None:
    suite = copy_mini(tmp_path)
    replace(suite, LINKS, b"ASR_0033,EV_0011,supports", b"ASR_0033,EV_0011,qualifies")
    _build(suite, tmp_path / "store")
    has_evidence = NamedNode(expand("biolink:has_evidence"))
    found = {
        quad.object.value
        for quad in open_current(tmp_path / "store").quads_about(NamedNode(expand("claim:ASR_0033")))
        if quad.predicate == has_evidence
    }
    assert found == {expand("ev:EV_0007")}


def test_every_assertion_is_derived_from_its_row_and_generated_by_the_build(
    built: tuple[Path, Path, BuildReport],
) -> None:
    _, store_dir, _ = built
    store = open_current(store_dir)
    generated = {q.subject: q for q in store.quads() if q.predicate == WAS_GENERATED_BY}
    derived = {q.subject: q.object for q in store.quads() if q.predicate == DERIVED}
    claims = [
        q.subject for q in store.quads() if q.predicate == RDF_TYPE and q.object.value == expand("claimstar:Assertion")
    ]
    assert len(claims) == 11
    for claim in claims:
        assert generated[claim].graph_name == PROVENANCE_GRAPH
        assert generated[claim].object.value == expand("activity:build-mini-20240501T080000.000000Z")
        assert store.quads_about(derived[claim]), "the row is described"
    sha256 = read_manifest(store_dir).files[CLAIMS]
    assert derived[NamedNode(expand("claim:ASR_0010"))].value == expand(f"file:{sha256[:16]}/{CLAIMS}#row=2")


def test_the_activity_has_agent_times_versions_and_files(built: tuple[Path, Path, BuildReport]) -> None:
    _, store_dir, _ = built
    store = open_current(store_dir)
    activity = NamedNode(expand("activity:build-mini-20240501T080000.000000Z"))
    said: dict[str, set[str]] = {}
    for quad in store.quads_about(activity):
        assert quad.graph_name == PROVENANCE_GRAPH
        said.setdefault(quad.predicate.value, set()).add(quad.object.value)
    assert said[expand("prov:startedAtTime")] == {"2024-05-01T08:00:00Z"}
    assert said[expand("prov:endedAtTime")] == {"2024-05-01T08:00:01Z"}
    assert said[expand("prov:wasAssociatedWith")] == {expand(f"agent:claimstar-{__version__}")}
    assert said[expand("schema:softwareVersion")] == {__version__}
    assert said[expand("claimstar:schema_version")] == {load_mapping().schema_version}
    hashes = {
        quad.object.value
        for file in said[USED.value]
        for quad in store.quads_about(NamedNode(file))
        if quad.predicate.value == expand("claimstar:sha256")
    }
    assert hashes == set(read_manifest(store_dir).files.values())
    assert len(hashes) == 4


def test_a_rebuild_differs_in_its_activity_alone(built: tuple[Path, Path, BuildReport]) -> None:
    suite, store_dir, first = built
    before = open_current(store_dir)
    quads, activities = _outside_provenance(before), {str(q) for q in before.quads(PROVENANCE_GRAPH)}
    second = _build(suite, store_dir, MORNING + timedelta(days=1))
    after = open_current(store_dir)
    assert second.graph_hash == first.graph_hash
    assert _outside_provenance(after) == quads
    assert {str(q) for q in after.quads(PROVENANCE_GRAPH)} != activities


def test_another_value_gives_another_hash(built: tuple[Path, Path, BuildReport]) -> None:
    suite, store_dir, first = built
    replace(suite, CLAIMS, b"0.98,true", b"0.97,true")
    assert _build(suite, store_dir).graph_hash != first.graph_hash


def test_graphs_of_runs_survive_a_rebuild(built: tuple[Path, Path, BuildReport]) -> None:
    suite, store_dir, first = built
    quad = Quad(NamedNode(expand("run:r1")), NamedNode(expand("claimstar:suite")), Literal("mini"), run_graph("r1"))
    add_graph(store_dir, [quad])
    second = _build(suite, store_dir)
    assert list(open_current(store_dir).quads(run_graph("r1"))) == [quad]
    assert (second.graph_hash, second.quads) == (first.graph_hash, first.quads + 1)


def test_a_violation_names_the_row_and_leaves_the_store_as_it_was(built: tuple[Path, Path, BuildReport]) -> None:
    suite, store_dir, first = built
    pointer = (store_dir / "CURRENT").read_bytes()
    data = (suite / LINKS).read_bytes()
    (suite / LINKS).write_bytes(b"".join(line for line in data.splitlines(True) if b"ASR_0238" not in line))
    with pytest.raises(InputError) as caught:
        _build(suite, store_dir)
    problem = next(p for p in caught.value.problems if p.message.startswith("ASR_0238"))
    assert (problem.file, problem.row) == (CLAIMS, 11)
    assert problem.remedy
    assert (store_dir / "CURRENT").read_bytes() == pointer
    assert graph_hash(open_current(store_dir).quads(dataset_graph("mini"))) == first.graph_hash
    assert len(list((store_dir / "snapshots").iterdir())) == 1


def test_steps_are_announced_and_timed(tmp_path: Path) -> None:
    heard: list[str] = []
    suite = load_suite(copy_mini(tmp_path))
    report = build(suite, tmp_path / "store", clock=lambda: MORNING, announce=heard.append)
    assert heard == ["reading", "encoding", "loading", "validating", "publishing"] == list(report.seconds)
