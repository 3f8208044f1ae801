"""A run as RDF: what the graph says of it, and the five questions, their answers worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, Quad, Triple

from claimstar.bench.provenance import records, run_quads, scenario_name
from claimstar.bench.results import Results, make_results
from claimstar.bench.run import run
from claimstar.bench.score import read_run
from claimstar.llm import load_model
from claimstar.model.mapping import load_mapping
from claimstar.model.records import Generation, Score
from claimstar.names import expand
from claimstar.query.catalogue import load_template
from claimstar.query.run import run as run_template
from claimstar.rdf.decode import decode
from claimstar.rdf.encode import encode, record_iri
from claimstar.rdf.terms import RDF_TYPE, run_graph
from claimstar.resources import layout
from claimstar.store.embedded import EmbeddedStore

from .cases import CLAIMS
from .changed import Change, changed_run
from .prepared import prepared, ticking

PROV = "http://www.w3.org/ns/prov#"
LDL = {"claim_subject": "lisinopril", "claim_predicate": "lowers", "claim_object": "LDL cholesterol"}
CHANGES: dict[tuple[str, str], Change] = {
    # a wrong option, a path with an invented id, an invented source, a claim in words
    ("SCN_0001", "C4"): {
        "chosen_option": "thiazide diuretic",
        "causal_path": ["ASR_0019", "ASR_7777"],
        "adverse_effects": ["ASR_0087"],
        "cited_evidence": ["EV_0007", "EV_0011", "EV_0099"],
        "free_claims": [LDL],
    },
    ("SCN_0002", "C4"): None,  # never asked
    ("SCN_0003", "C2"): "no answer",
    # relies on nothing, and cites a source for it
    ("SCN_0003", "C4"): {"causal_path": [], "adverse_effects": [], "cited_evidence": ["EV_0011"], "free_claims": []},
}
"""What is changed in the answers of the oracle: scenario and condition to other fields, another text, or no line."""


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rdf") / "oracle"
    run(prepared(), load_model("baseline:oracle", seed=0), folder, clock=ticking())
    return folder


@pytest.fixture(scope="module")
def results(oracle: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The run with the changed answers."""
    folder = changed_run(oracle, tmp_path_factory.mktemp("rdf") / "changed", CHANGES)
    return make_results(read_run(folder), ticking())


def stored(results: Results) -> EmbeddedStore:
    store = EmbeddedStore()
    store.load(run_quads(results))
    return store


Ask = Callable[..., list[dict[str, str | None]]]


@pytest.fixture(scope="module")
def ask(results: Results) -> Ask:
    store = stored(results)

    def answer(name: str, **values: str) -> list[dict[str, str | None]]:
        return run_template(store, load_template(layout().queries, f"competency/{name}"), values).records()

    return answer


def picked(rows: list[dict[str, str | None]], *columns: str) -> list[tuple[str | None, ...]]:
    return [tuple(row[column] for column in columns) for row in rows]


def test_run_model_generation_and_score_are_what_prov_calls_them(results: Results) -> None:
    quads = list(run_quads(results))
    of_type = {
        name: {
            quad.subject.value for quad in quads if quad.predicate == RDF_TYPE and quad.object == NamedNode(PROV + name)
        }
        for name in ("Activity", "Entity", "Agent", "SoftwareAgent")
    }
    name = results.record.manifest.run
    assert of_type["Activity"] == {expand(f"run:{name}")}
    assert of_type["Agent"] == of_type["SoftwareAgent"] == {expand("agent:baseline%3Aoracle")}
    # three scenarios, a generation for each of nine prompts, and all metrics of the seven that are scored
    assert len(of_type["Entity"]) == 3 + 9 + 7 * len(results.scorers)
    # PROV-O has the two disjoint, and the domain of prov:used is prov:Activity
    assert not of_type["Activity"] & of_type["Entity"]
    used = [quad for quad in quads if quad.predicate.value == PROV + "used"]
    assert {quad.subject.value for quad in used} == of_type["Activity"]
    third = scenario_name(results.record.scenarios["SCN_0003"])
    expected = {expand(each) for each in ("dataset:tiny", f"scenario:{third}", "claim:ASR_0200")}
    assert expected <= {quad.object.value for quad in used}
    assert {quad.graph_name for quad in quads} == {run_graph(name)}
    assert not any(isinstance(quad.object, Triple) for quad in quads)  # any SPARQL 1.1 engine can load a run


def test_a_prompt_without_an_answer_says_why(results: Results) -> None:
    reasons = {
        ".".join(one.id.rsplit(".", 2)[1:]): one.unscored_reason
        for one in records(results)
        if isinstance(one, Generation) and one.unscored_reason
    }
    assert set(reasons) == {"SCN_0002.C4", "SCN_0003.C2"}
    assert reasons["SCN_0002.C4"].startswith("not asked")
    assert reasons["SCN_0003.C2"].startswith("no JSON object")
    for one in records(results):  # what the prompts of C4 showed is told of the one that was never put, too
        if isinstance(one, Generation) and one.condition == "C4":
            assert one.shown_assertions is not None
            assert set(one.shown_assertions) == set(CLAIMS)
    scored = {one.generation for one in records(results) if isinstance(one, Score)}
    assert not any(generation.endswith(tuple(reasons)) for generation in scored)


def test_what_the_run_knows_is_an_iri_and_all_else_a_text(results: Results) -> None:
    scores = {".".join(one.id.rsplit(".", 3)[1:]): one for one in records(results) if isinstance(one, Score)}
    unsupported = scores["SCN_0001.C4.unsupported_rate_full"]
    assert unsupported.matched_assertions == ["ASR_0019"]
    assert unsupported.unsupported_assertions is None
    assert unsupported.unsupported_texts == ["ASR_7777", "“lisinopril lowers LDL cholesterol”"]
    cited = scores["SCN_0001.C4.evidence_accuracy"]
    assert (cited.matched_sources, cited.unsupported_texts) == (["EV_0007", "EV_0011"], ["EV_0099"])
    assert scores["SCN_0003.C4.evidence_accuracy"].unsupported_sources == ["EV_0011"]
    assert scores["SCN_0001.C4.causal_recall"].missed_assertions == ["ASR_0010", "ASR_0011", "ASR_0013"]


def test_every_record_of_a_run_comes_back_from_the_graph(results: Results) -> None:
    mapping, store, seen = load_mapping(), stored(results), set()
    for record in records(results):
        entry = mapping.class_of(record)
        back = decode(store.quads_about, entry.name, record_iri(record, entry), mapping)
        sets = {slot.name for slot in entry.slots.values() if slot.multivalued and not slot.ordered}
        as_sets = [
            {key: sorted(value) if key in sets and value else value or None for key, value in one.model_dump().items()}
            for one in (record, back)
        ]
        for one in as_sets:
            if one.get("response"):
                answer = one["response"]
                for key in set(answer) - {"causal_path", "free_claims"}:
                    answer[key] = sorted(answer[key]) if isinstance(answer[key], list) else answer[key]
        assert as_sets[0] == as_sets[1]
        seen.add(entry.name)
    assert seen == {"Run", "SoftwareAgent", "Scenario", "Generation", "Score"}


def test_which_assertions_are_missed_most(ask: Ask) -> None:
    rows = ask("missed_assertions", condition="C4")
    # of the path of two scored answers, one has its first step; the third answer was never given
    assert picked(rows, "assertion", "missed", "missed_though_shown", "n") == [
        ("ASR_0010", "2", "2", "2"),
        ("ASR_0011", "2", "2", "2"),
        ("ASR_0013", "2", "2", "2"),
        ("ASR_0019", "1", "1", "2"),
    ]
    assert ask("missed_assertions", condition="C2") == []
    assert ask("missed_assertions", condition="C4", model="another") == []
    harms = ask("missed_assertions", condition="C4", metric="adverse_effect_f1_strict")
    assert picked(harms, "assertion", "missed", "n") == [("ASR_0091", "2", "2"), ("ASR_0087", "1", "2")]


def test_without_a_context_all_is_missed_and_nothing_was_shown(ask: Ask) -> None:
    rows = ask("missed_assertions", condition="C1")
    assert {(row["missed"], row["missed_though_shown"], row["n"]) for row in rows} == {("3", "0", "3")}


def test_which_sources_are_cited_wrongly(ask: Ask) -> None:
    assert picked(ask("wrong_citations"), "model", "condition", "source", "wrongly", "n") == [
        ("baseline:oracle", "C4", "EV_0099", "1", "1"),
        ("baseline:oracle", "C4", "EV_0011", "1", "2"),
    ]


def test_which_claims_are_unsupported(ask: Ask) -> None:
    assert picked(ask("unsupported_claims"), "model", "condition", "claim", "kind", "answers", "n") == [
        ("baseline:oracle", "C4", "ASR_7777", "unknown id", "1", "1"),
        ("baseline:oracle", "C4", "“lisinopril lowers LDL cholesterol”", "claim in words", "1", "1"),
    ]


def test_which_decisions_flipped(results: Results, ask: Ask) -> None:
    columns = ("scenario", "chosen", "other_chosen", "turned")
    first = scenario_name(results.record.scenarios["SCN_0001"])
    assert picked(ask("flipped_decisions"), *columns) == [(first, "ACE inhibitor", "thiazide diuretic", "wrong")]
    back = ask("flipped_decisions", condition="C4", other_condition="C2")
    assert picked(back, *columns) == [(first, "thiazide diuretic", "ACE inhibitor", "right")]
    assert ask("flipped_decisions", other_condition="C2") == []


def test_how_often_shown_assertions_are_used(ask: Ask) -> None:
    rows = picked(ask("use_of_shown_assertions"), "condition", "in_gold", "used", "shown", "rate")
    assert rows == [
        # gold are four steps and two harms, and in the second scenario a contraindication, which the oracle names in
        # words and not by its id; eight rows are shown
        ("C2", "true", "12", "13", "0.923"),
        ("C2", "false", "0", "3", "0"),
        ("C4", "true", "2", "12", "0.167"),
        ("C4", "false", "0", "4", "0"),
    ]


def test_scenarios_of_one_id_and_other_content_have_other_names_in_rdf(results: Results) -> None:
    one = results.record.scenarios["SCN_0001"]
    assert scenario_name(one) == scenario_name(one.model_copy(deep=True))
    assert scenario_name(one).startswith("SCN_0001.")
    assert scenario_name(one) != scenario_name(one.model_copy(update={"question": f"{one.question} "}))


def test_the_answers_come_from_the_answers_of_the_model(oracle: Path) -> None:
    """The unchanged oracle gives other answers to all five questions than the changed one above."""
    store = stored(make_results(read_run(oracle), ticking()))

    def rows(name: str, **values: str) -> int:
        return len(run_template(store, load_template(layout().queries, f"competency/{name}"), values).records())

    assert rows("missed_assertions", condition="C4") == 0
    assert rows("wrong_citations") == rows("unsupported_claims") == rows("flipped_decisions") == 0
    used = run_template(store, load_template(layout().queries, "competency/use_of_shown_assertions"), {}).records()
    # 6 + 7 + 6 pairs under each condition, of which all but the contraindication are named by id: 18 of 19
    assert [(row["condition"], row["rate"]) for row in used if row["in_gold"] == "true"] == [
        ("C2", "0.947"),
        ("C4", "0.947"),
    ]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("missed_assertions", {"condition": "C4"}),
        ("wrong_citations", {}),
        ("unsupported_claims", {}),
        ("flipped_decisions", {}),
        ("use_of_shown_assertions", {}),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")  # its parser calls its own deprecated names
def test_another_engine_answers_alike(name: str, values: dict[str, str], results: Results, ask: Ask) -> None:
    """rdflib knows SPARQL 1.1 and nothing of RDF 1.2."""
    from rdflib import Dataset

    from claimstar.kg.export import to_nquads

    dataset = Dataset(default_union=True)
    dataset.parse(data=to_nquads(run_quads(results)).decode(), format="nquads")
    template = load_template(layout().queries, f"competency/{name}")
    text, bound = template.bind(values)
    assert not bound  # all values stand in VALUES blocks
    there = [[None if term is None else str(term).rpartition("/")[2] for term in row] for row in dataset.query(text)]
    here = [[None if value is None else str(value) for value in row.values()] for row in ask(name, **values)]
    assert [[_number(value) for value in row] for row in there] == [
        [_number(value and value.rpartition(":")[2] if value != "baseline:oracle" else value) for value in row]
        for row in here
    ]


def _number(value: str | None) -> str | float | None:
    """Engines write numbers in several ways, and a boolean in one."""
    try:
        return float(value) if value is not None else None
    except ValueError:
        return value


def test_a_run_leaves_the_hash_of_a_dataset_alone(results: Results) -> None:
    from claimstar.rdf.canonical import graph_hash
    from claimstar.rdf.terms import dataset_graph

    graph = dataset_graph("tiny")
    scenario = next(iter(results.record.scenarios.values()))
    store = EmbeddedStore()
    store.load(encode(scenario, load_mapping(), graph))
    before = graph_hash(store.quads(graph))
    store.load(run_quads(results))
    assert graph_hash(store.quads(graph)) == before
    changed = Quad(NamedNode("http://example.org/a"), RDF_TYPE, NamedNode("http://example.org/b"), graph)
    store.load([changed])
    assert graph_hash(store.quads(graph)) != before
