"""What each condition shows: its kinds of claims, for all candidates alike, each once, in a neutral order."""

from __future__ import annotations

import re

import pytest
import rdflib

from claimstar.bench.context import Context, ContextBuilder, approximate_tokens
from claimstar.errors import LookupFailure
from claimstar.ingest.suite import load_suite
from claimstar.model.claims import ClaimRow
from claimstar.rdf.project import to_ntriples
from claimstar.resources import layout

from .graphs import CLAIMS, catalogue, curie, pilot_scenarios, pilot_task, small_records, small_scenario, store_of

CONDITIONS = ("C1", "C2", "C3", "C4")


@pytest.fixture(scope="module")
def builder() -> ContextBuilder:
    return ContextBuilder(store_of(small_records()), catalogue(), load_suite("causal"))


def ids(context: Context) -> set[str]:
    return {row.assertion for row in context.rows}


def chains(context: Context) -> set[tuple[str, ...]]:
    return {chain.steps for _, found in context.chains for chain in found}


def test_first_condition_shows_nothing(builder: ContextBuilder) -> None:
    context = builder.build(small_scenario(), "C1")
    assert context.rows == ()
    assert "ASR" not in context.text


def test_knowledge_graph_shows_accepted_direct_claims_with_sources_and_no_mechanism(builder: ContextBuilder) -> None:
    context = builder.build(small_scenario(), "C2")
    # direct effects are shown wherever they lead (007, 020, 022), not on the target alone
    assert ids(context) == {"ASR_007", "ASR_008", "ASR_010", "ASR_011", "ASR_013", "ASR_017", "ASR_020", "ASR_022"}
    assert {row.evidence for row in context.rows} == {("EV_001",)}
    assert {row.relation_class for row in context.rows}.isdisjoint({"mechanism"})
    assert context.chains == tuple((name, ()) for name in ("drug a", "drug b", "measure x"))


def test_causal_graph_shows_accepted_paths_of_one_to_four_claims_whose_directions_compose(
    builder: ContextBuilder,
) -> None:
    context = builder.build(small_scenario(), "C3")
    assert chains(context) == {
        ("ASR_007",),
        ("ASR_020",),
        ("ASR_022",),
        ("ASR_001", "ASR_002", "ASR_003"),
        ("ASR_008",),
        ("ASR_007", "ASR_004"),
        ("ASR_001", "ASR_002", "ASR_009"),
        ("ASR_001", "ASR_002", "ASR_003", "ASR_004"),
        ("ASR_020", "ASR_021"),
    }
    assert ids(context) == {step for chain in chains(context) for step in chain} | {"ASR_013"}
    assert {(row.evidence, row.evidence_level, row.confidence) for row in context.rows} == {((), "", None)}
    assert "EV_" not in context.text


def test_integrated_adds_what_bears_on_uncertainty_and_safety(builder: ContextBuilder) -> None:
    causal, context = (builder.build(small_scenario(), name) for name in ("C3", "C4"))
    assert ids(causal) < ids(context)
    added = {
        "ASR_010",
        "ASR_011",
        "ASR_012",
        "ASR_014",
        "ASR_015",
        "ASR_016",
        "ASR_017",
        "ASR_018",
        "ASR_019",
        "ASR_022",
    }
    assert ids(context) == ids(causal) | added | {"ASR_023", "ASR_024"}
    lines = {line.split(" | ")[0]: line for line in context.text.splitlines()}
    assert "NOT VALIDATED" in lines["ASR_012"]
    assert "against it EV_001" in lines["ASR_012"]
    assert "NEGATED" in lines["ASR_016"]
    assert "guideline" in lines["ASR_008"]
    assert "not established" in context.text


def test_a_path_that_does_not_compose_is_in_no_condition(builder: ContextBuilder) -> None:
    full = {row.assertion for row in builder.full_subgraph(small_scenario())}
    assert full.isdisjoint({"ASR_005", "ASR_006"})


def test_the_gold_answer_changes_no_context(builder: ContextBuilder) -> None:
    one = small_scenario()
    other = small_scenario(gold_option=curie("X"), acceptable_options=[curie("X")], gold_path=["ASR_020", "ASR_021"])
    for condition in CONDITIONS:
        assert builder.build(one, condition) == builder.build(other, condition)


def test_rows_follow_the_order_of_the_candidates(builder: ContextBuilder) -> None:
    order = [row.option for row in builder.build(small_scenario("X A"), "C4").rows if row.option]
    assert order == sorted(order, key=[curie("X"), curie("A")].index)
    assert {row.assertion for row in builder.build(small_scenario("X A"), "C4").rows} == ids(
        builder.build(small_scenario("A X"), "C4")
    )


def test_rows_say_which_option_target_and_step_they_were_found_for(builder: ContextBuilder) -> None:
    rows = {row.assertion: row for row in builder.build(small_scenario(), "C3").rows}
    assert (rows["ASR_002"].option, rows["ASR_002"].step) == (curie("A"), 2)
    assert {row.target for row in rows.values()} == {curie("T")}
    shared = builder.build(small_scenario("A A1 X", gold_path=[]), "C4")
    assert {row.assertion: row.option for row in shared.rows}["ASR_017"] is None


def test_full_subgraph_is_the_union_over_conditions_with_all_details(builder: ContextBuilder) -> None:
    full = builder.full_subgraph(small_scenario())
    union = {row.assertion for name in CONDITIONS for row in builder.build(small_scenario(), name).rows}
    assert {row.assertion for row in full} == union
    assert len(full) == len(union)
    assert all(isinstance(row, ClaimRow) and row.confidence == 0.9 for row in full)


def test_a_budget_leaves_rows_out_evenly_and_never_shows_half_a_path(builder: ContextBuilder) -> None:
    whole = builder.build(small_scenario(), "C4")
    cut = builder.build(small_scenario(), "C4", token_budget=whole.tokens // 2)
    assert cut.tokens <= whole.tokens // 2
    assert cut.dropped == len(whole.rows) - len(cut.rows) > 0
    assert {row.option for row in cut.rows} >= {curie("A"), curie("B"), curie("X")}
    assert all(ids(cut).issuperset(chain) for chain in chains(cut))
    assert builder.build(small_scenario(), "C4", token_budget=whole.tokens) == whole


def test_unknown_conditions_and_entities_are_named(builder: ContextBuilder) -> None:
    with pytest.raises(LookupFailure, match="C9"):
        builder.build(small_scenario(), "C9")
    with pytest.raises(LookupFailure, match="concept:nobody"):
        builder.build(small_scenario(candidate_options=["concept:nobody", curie("A")]), "C2")


def test_ids_that_the_store_does_not_have_are_found_in_a_text(builder: ContextBuilder) -> None:
    text = builder.build(small_scenario(), "C4").text
    assert builder.look.unresolved(text) == ()
    assert builder.look.unresolved(text + "\nASR_999 | EV_777") == ("ASR_999", "EV_777")


def test_templates_are_free_of_the_domain_and_of_triple_terms() -> None:
    names = {
        entity.name.lower()
        for entity in pilot_task()
        .look.find_entities(
            {each for scenario in pilot_scenarios() for each in (*scenario.candidate_options, scenario.decision_target)}
        )
        .values()
    }
    for folder in ("extract", "scenarios"):
        for path in sorted((layout().queries / folder).glob("*.rq")):
            text = path.read_text(encoding="utf-8")
            assert "<<" not in text, path
            assert not re.search(r"(CHEBI|MONDO|EFO|HGNC|GO|HP|MESH)[:_]", text), path
            assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", text.lower())], path


@pytest.mark.parametrize("name", ["extract/knowledge_graph", "extract/causal_graph", "extract/integrated"])
def test_templates_give_the_same_rows_in_another_sparql_engine(name: str) -> None:
    store, template = store_of(small_records()), catalogue()[name]
    text, bound = template.bind({"option": [curie("A"), curie("B"), curie("X")], "target": curie("T")})
    ours = {tuple(None if term is None else term.value for term in row) for row in store.select(text, bound).rows}
    graph = rdflib.Graph().parse(data=to_ntriples(store.quads()), format="nt")
    bindings = {variable: rdflib.URIRef(term.value) for variable, term in bound.items()}
    theirs = {
        tuple(None if term is None else str(term) for term in row) for row in graph.query(text, initBindings=bindings)
    }
    assert len(ours) > 4
    assert ours == theirs


def test_pilot_contexts_hold_every_gold_claim_and_stay_small() -> None:
    task = pilot_task()
    for scenario in pilot_scenarios():
        full = {row.assertion for row in task.full_subgraph(scenario)}
        gold = [*scenario.gold_path, *(scenario.gold_adverse_effects or ()), *(scenario.gold_contraindications or ())]
        assert full.issuperset(gold), scenario.id
        assert full.issuperset(scenario.related_assertions or ()), scenario.id
        for condition in CONDITIONS:
            context = task.context(scenario, condition)
            assert context.tokens == approximate_tokens(context.text) <= 2600
            assert len(ids(context)) == len(context.rows)
            assert task.look.unresolved(context.text) == ()


def test_the_small_graph_is_read_as_written() -> None:
    claims = ContextBuilder(store_of(small_records()), catalogue(), load_suite("causal")).look
    found = claims.find_claims([line.split()[0] for line in CLAIMS.strip().splitlines()])
    assert len(found) == len(CLAIMS.strip().splitlines())
    assert found["ASR_003"].sentence() == "process r [decreased] causes a decrease in level i"
    assert found["ASR_012"].contradicted_by == ("EV_001",)
    assert (found["ASR_016"].negated, found["ASR_016"].accepted) == (True, False)
