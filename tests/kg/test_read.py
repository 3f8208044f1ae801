"""Counting, validating and exporting what a build made."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from ingest.broken import copy_mini
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store, parse

from claimstar.errors import LookupFailure, StoreError
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import build
from claimstar.kg.export import FORMATS, select_graphs, to_nquads, to_trig, write_whole
from claimstar.kg.stats import read_stats
from claimstar.names import expand
from claimstar.rdf.canonical import graph_hash
from claimstar.rdf.terms import dataset_graph
from claimstar.store.snapshot import add_graph, open_current, read_manifest

MORNING = datetime(2024, 5, 1, 8, 0, tzinfo=UTC)
GRAPH = dataset_graph("mini")


def _build(home: Path) -> Path:
    build(load_suite(copy_mini(home)), home / "store", clock=lambda: MORNING)
    return home / "store"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _build(tmp_path_factory.mktemp("kg"))


def _run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "claimstar", *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_stats_count_the_store(store: Path) -> None:
    stats = read_stats(open_current(store), read_manifest(store))
    assert (stats.dataset, stats.title) == ("mini", "A few claims on ACE inhibitors")
    assert stats.license == "https://creativecommons.org/licenses/by/4.0/"
    assert (stats.entities["total"], stats.entities["Drug"], stats.entities["Intervention"]) == (13, 2, 0)
    assert (stats.assertions["total"], stats.assertions["causes_decrease_in"]) == (11, 4)
    assert (stats.validated, stats.negated, stats.accepted) == (11, 1, 10)
    assert (stats.evidence_sources["total"], stats.evidence_sources["study_level"]) == (4, 2)
    assert stats.evidence_links == {"total": 16, "supports": 16, "contradicts": 0, "qualifies": 0}
    assert stats.triples["total"] == len(open_current(store)) == sum(stats.triples.values()) // 2
    assert stats.hash_agrees


def test_stats_say_when_the_graph_was_changed_since_the_build(tmp_path: Path) -> None:
    store = _build(tmp_path)
    added = Quad(NamedNode(expand("CHEBI:43755")), NamedNode(expand("rdfs:label")), Literal("another name"), GRAPH)
    add_graph(store, [added])
    assert not read_stats(open_current(store), read_manifest(store)).hash_agrees
    assert "CHANGED since the build" in _run("kg", "stats", "--store", store).stdout


def test_stats_as_json_are_the_stats(store: Path) -> None:
    done = _run("kg", "stats", "--store", store, "--format", "json")
    assert json.loads(done.stdout) == read_stats(open_current(store), read_manifest(store)).as_json()


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_read_back_has_the_same_hash(form: str, store: Path) -> None:
    data = FORMATS[form](select_graphs(open_current(store)))
    back = Store()
    back.load(data, RdfFormat.TRIG if form == "trig" else RdfFormat.N_QUADS)
    assert graph_hash(back.quads_for_pattern(None, None, None, GRAPH)) == read_manifest(store).graph_hash
    assert len(back) == len(open_current(store))


@pytest.mark.parametrize("form", FORMATS)
def test_two_builds_export_the_same_bytes(form: str, store: Path, tmp_path: Path) -> None:
    other = _build(tmp_path)
    outputs = [
        subprocess.run(
            [sys.executable, "-m", "claimstar", "kg", "export", "--store", str(each), "--format", form],
            capture_output=True,
            check=True,
        ).stdout
        for each in (store, other)
    ]
    assert outputs[0] == outputs[1]


def test_nquads_are_sorted_lines(store: Path) -> None:
    lines = to_nquads(select_graphs(open_current(store))).decode().splitlines()
    assert lines == sorted(lines)
    assert all(line.endswith(" .") for line in lines)


def test_trig_has_sorted_prefixes_and_the_claim_in_one_place(store: Path) -> None:
    text = to_trig(select_graphs(open_current(store), ["dataset:mini"])).decode()
    head = [line for line in text.splitlines() if line.startswith("@prefix")]
    assert head == sorted(head)
    assert not any("MONDO_" in line.split(":", 1)[0] for line in head)
    assert text.count("\tclaim:ASR_0033 a ") == 1
    assert "rdf:reifies <<( CHEBI:35457 claimstar:causes_decrease_in EFO:0004325 )>> ;" in text


def test_a_single_graph_is_exported_alone_and_an_unknown_one_is_named(store: Path) -> None:
    opened = open_current(store)
    data = to_trig(select_graphs(opened, ["graph:provenance"]))
    assert {quad.graph_name.value for quad in parse(data, RdfFormat.TRIG)} == {expand("graph:provenance")}
    with pytest.raises(LookupFailure, match="dataset:mini"):
        list(select_graphs(opened, ["dataset:other"]))


def test_a_file_that_cannot_be_written_leaves_nothing_behind(store: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot write"):
        write_whole(tmp_path / "missing" / "out.nq", b"x")
    done = _run("kg", "export", "--store", store, "--output", "/proc/out.nq")
    assert done.returncode == 3
    assert done.stderr.startswith("error: cannot write /proc/out.nq")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no /dev/full on this system")
def test_a_device_is_written_to_and_never_replaced() -> None:
    with pytest.raises(StoreError, match="No space left"):
        write_whole(Path("/dev/full"), b"x")
    assert Path("/dev/full").is_char_device()
    write_whole(Path("/dev/null"), b"x")
    assert Path("/dev/null").is_char_device()


def test_validate_passes_a_good_store_in_both_engines(store: Path) -> None:
    done = _run("kg", "validate", "--store", store, "--engine", "both", "--format", "json")
    assert done.returncode == 0, done.stdout
    report = json.loads(done.stdout)
    assert report["conforms"]
    assert {"shifty", "pyshacl"} <= {engine["name"] for engine in report["engines"]}


def test_validate_exits_with_1_where_a_negated_claim_has_a_direct_edge(tmp_path: Path) -> None:
    store = _build(tmp_path)
    edge = Quad(
        NamedNode(expand("EFO:0004761")),
        NamedNode(expand("claimstar:causes_decrease_in")),
        NamedNode(expand("MONDO:0005010")),
        GRAPH,
    )
    add_graph(store, [edge])  # the direct edge of a negated claim
    done = _run("kg", "validate", "--store", store)
    assert done.returncode == 1
    assert "ASR_0114" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_store_that_is_not_there_says_how_to_build_it(tmp_path: Path) -> None:
    for subcommand in ("stats", "validate", "export"):
        done = _run("kg", subcommand, "--store", tmp_path / "none")
        assert done.returncode == 3
        assert "claimstar kg build" in done.stderr
        assert "Traceback" not in done.stderr
