"""`claimstar query` as a user types it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad, Store
from store.endpoint import serve

from claimstar.model.mapping import load_mapping
from claimstar.model.records import Assertion, Drug, EvidenceLink, EvidenceSource, RiskFactor
from claimstar.rdf.encode import encode
from claimstar.rdf.terms import dataset_graph
from claimstar.store.snapshot import Manifest, building

TITLE = 'A [red]trial[/red] of "this", and\nthat'


def _quads() -> list[Quad]:
    mapping, graph = load_mapping(), dataset_graph("test")
    records = [
        Drug(id="CHEBI:35457", name="a drug class"),
        RiskFactor(id="EFO:0004325", name="a level"),
        Assertion(
            id="ASR_0033", subject="CHEBI:35457", predicate="causes_decrease_in", object="EFO:0004325",
            relation_class="effect", direction="decreased", causal_status="validated_causal",
            evidence_level="guideline", confidence="0.90", validated=True, negated=False,
            knowledge_level="knowledge_assertion", agent_type="automated_agent",
            primary_knowledge_source="infores:claimstar-pilot", supporting_evidence=["EV_0007"],
        ),
        EvidenceSource(
            id="EV_0007", title=TITLE, source_type="guideline", study_level=False, year=2014, checked="by hand"
        ),
        EvidenceLink(
            id="ASR_0033.EV_0007", assertion="ASR_0033", evidence_source="EV_0007", relation="supports",
            locator="Table 1", shows="it",
        ),
    ]  # fmt: skip
    return [quad for record in records for quad in encode(record, mapping, graph)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    with building(home / ".claimstar" / "stores" / "one") as snapshot:
        snapshot.store.load(_quads())
        snapshot.manifest = Manifest("test", "0", "0", "0", "now", {}, {})
    return home


def _query(home: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "claimstar", "query", *arguments], cwd=home, capture_output=True, check=False
    )


def test_json_is_a_list_of_objects_with_ids_as_records_write_them(home: Path) -> None:
    done = _query(home, "run", "browse/claims_of_entity", "--param", "entity=CHEBI:35457", "--format", "json")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    assert row["assertion"] == "ASR_0033"
    assert row["object_name"] == "a level"
    assert (row["confidence"], row["validated"]) == ("0.9", "true")


def test_csv_follows_rfc_4180(home: Path) -> None:
    done = _query(home, "run", "browse/evidence_of_assertion", "--param", "assertion=ASR_0033", "--format", "csv")
    assert done.returncode == 0, done.stderr
    header, row = csv.reader(io.StringIO(done.stdout.decode(), newline=""), strict=True)
    assert dict(zip(header, row, strict=True))["title"] == TITLE
    assert dict(zip(header, row, strict=True))["doi"] == ""
    assert b'"A [red]trial[/red] of ""this"", and\nthat"' in done.stdout
    assert done.stdout.startswith(b"assertion,source,title,year,doi,relation,locator,shows\r\n")
    assert done.stdout.endswith(b"\r\n")


def test_a_table_shows_cells_as_they_are(home: Path) -> None:
    done = _query(home, "run", "browse/evidence_of_assertion", "--param", "assertion=ASR_0033")
    assert b"[red]trial[/red]" in done.stdout
    assert b"1 row\n" in done.stderr


def test_list_and_show(home: Path) -> None:
    listed = json.loads(_query(home, "list", "--format", "json").stdout)
    (template,) = [each for each in listed if each["name"] == "browse/claims_of_entity"]
    assert template["parameters"] == ["entity"]
    assert b"browse/claims_of_entity" in _query(home, "list").stdout
    shown = _query(home, "show", "browse/evidence_of_assertion").stdout
    assert shown.startswith(b"#+ summary:")
    assert b"SELECT" in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "browse/claims_of_entty"], "nearest: browse/claims_of_entity"),
        (["run", "claims_of_entity"], "browse/claims_of_entity"),
        (["run", "browse/claims_of_entity", "--param", "entiti=x"], "no parameter 'entiti'; nearest: entity"),
        (["run", "browse/claims_of_entity"], "parameter entity is missing"),
        (["run", "browse/claims_of_entity", "--param", "entity"], "not of the form name=value"),
        (["run", "browse/claims_of_entity", "--param", "entity=no:where"], "unknown CURIE prefix"),
        (["run", "browse/claims_of_entity", "--param", "entity=CHEBI:1", "--param", "entity=CHEBI:2"], "one value"),
        (["run", "browse/claims_of_entity", "--format", "xml"], "xml"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_with_exit_code_2(home: Path, arguments: list[str], says: str) -> None:
    done = _query(home, *arguments)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


def test_the_store_to_read_must_be_clear(home: Path, tmp_path: Path) -> None:
    run = ["run", "browse/claims_of_entity", "--param", "entity=CHEBI:35457"]
    nowhere = _query(tmp_path, *run)
    assert (nowhere.returncode, b"no store here" in nowhere.stderr) == (2, True)
    absent = _query(tmp_path, *run, "--store", "absent")
    assert (absent.returncode, b"claimstar kg build" in absent.stderr) == (3, True)
    for name in ("one", "two"):
        with building(tmp_path / ".claimstar" / "stores" / name) as snapshot:
            snapshot.manifest = Manifest("test", "0", "0", "0", "now", {}, {})
    several = _query(tmp_path, *run)
    assert several.returncode == 2
    assert b"one" in several.stderr
    assert b"two" in several.stderr
    assert _query(tmp_path, *run, "--store", str(home / ".claimstar" / "stores" / "one")).returncode == 0


def test_a_broken_template_does_not_stand_in_the_way_of_another(tmp_path: Path, home: Path) -> None:
    (tmp_path / "claimstar.toml").write_text("")
    (tmp_path / "queries").mkdir()
    (tmp_path / "queries" / "broken.rq").write_text("SELECT ?s { ?s ?p ?o }\n")
    (tmp_path / "queries" / "fine.rq").write_text(
        "#+ summary: All.\n#+ columns:\n#+   - {name: s}\nSELECT ?s WHERE { ?s <http://e/p> ?o }\n"
    )
    store = str(home / ".claimstar" / "stores" / "one")
    assert _query(tmp_path, "run", "fine", "--store", store, "--format", "json").stdout == b"[]\n"
    broken = _query(tmp_path, "run", "broken", "--store", store)
    assert broken.returncode == 2
    assert b"broken.rq:1: there is no header" in broken.stderr
    assert _query(tmp_path, "show", "broken").returncode == 0


def test_an_endpoint_can_be_asked_in_place_of_a_folder(tmp_path: Path) -> None:
    store = Store()
    store.extend([*_quads(), Quad(NamedNode("http://e/a"), NamedNode("http://e/p"), Literal("x"))])
    with serve(store) as server:
        arguments = ["browse/claims_of_entity", "--param", "entity=CHEBI:35457", "--format", "json"]
        done = _query(tmp_path, "run", *arguments, "--store", server.url)
    assert [row["assertion"] for row in json.loads(done.stdout)] == ["ASR_0033"], done.stderr
