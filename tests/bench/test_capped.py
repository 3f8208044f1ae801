"""Conditions with a cap on their context: all candidates are cut alike, and the cap is a part of what the run is."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimstar.bench.capped import Variant, in_rounds, read_variant
from claimstar.bench.context import ContextBuilder
from claimstar.bench.prepare import prepare
from claimstar.bench.prompt import assert_same_outside_context
from claimstar.bench.results import Results
from claimstar.bench.rules import read_conditions
from claimstar.bench.run import run
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.run_manifest import OtherRunError
from claimstar.errors import InputError, UsageError
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import build
from claimstar.llm import load_model
from claimstar.model.records import Scenario

from .graphs import catalogue, pilot_scenarios, pilot_task, small_records, small_scenario, store_of
from .prepared import ticking

GROUNDED = ("C2", "C3", "C4")


@pytest.fixture(scope="module")
def builder() -> ContextBuilder:
    return ContextBuilder(store_of(small_records()), catalogue(), load_suite("causal"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("capped") / "store"
    build(load_suite("causal"), home, clock=ticking())
    return home


def shown(builder: ContextBuilder, scenario: Scenario, condition: str, budget: int | None = None) -> set[str]:
    return {row.assertion for row in builder.build(scenario, condition, budget).rows}


@given(
    st.sampled_from(["C1", "C3", "a-b", "with@sign"]),
    st.one_of(st.none(), st.just("matched"), st.integers(1, 10**6)),
)
def test_the_name_of_a_variant_says_what_it_is(condition: str, budget: int | str | None) -> None:
    assert read_variant(Variant(condition, budget).name) == Variant(condition, budget)


def test_a_round_gives_each_candidate_a_claim_or_all_that_it_has() -> None:
    claims = {"A": ["a1", "s", "a3"], "B": ["b1"], "C": ["s", "c2", "c3"], None: ["t1", "t2"]}
    assert in_rounds(claims, 0) == frozenset()
    assert in_rounds(claims, 1) == {"a1", "b1", "s", "t1"}
    assert in_rounds(claims, 2) == {"a1", "s", "b1", "c2", "t1", "t2"}
    assert in_rounds(claims, 9) == {claim for found in claims.values() for claim in found}


@pytest.mark.parametrize("condition", GROUNDED)
def test_what_is_left_out_does_not_depend_on_the_place_of_a_candidate(builder: ContextBuilder, condition: str) -> None:
    whole = builder.build(small_scenario("A A1 B X"), condition)
    cuts = set()
    for budget in range(40, whole.tokens, 7):
        kept = {
            frozenset(shown(builder, small_scenario(" ".join(order)), condition, budget))
            for order in permutations(("A", "A1", "B", "X"))
        }
        assert len(kept) == 1, budget
        cuts |= kept
    assert len(cuts) > 2


@pytest.mark.parametrize("condition", GROUNDED)
def test_every_candidate_of_the_pilot_shows_its_first_claims_up_to_the_same_number(condition: str) -> None:
    task = pilot_task()
    for scenario in pilot_scenarios()[::5]:
        found = task.builder.claims_by_option(scenario.candidate_options, scenario.decision_target, condition)
        own = {
            option: claims.difference(*(others for other, others in found.items() if other != option))
            for option, claims in found.items()
            if option
        }
        cut = shown(task.builder, scenario, f"{condition}@matched")
        left = {option: len(claims & cut) for option, claims in own.items()}
        short = [left[option] for option in own if left[option] < len(own[option])]
        # whoever lost claims of its own has as many left as the others, but for claims shared with a neighbour
        shared = max((len(found[option] & cut) - left[option] for option in own), default=0)
        assert not short or max(left.values()) - min(short) <= shared, (scenario.id, left)


def test_a_cut_keeps_kinds_of_claims_and_does_not_take_the_last_ones_away_whole() -> None:
    task = pilot_task()
    kept = {
        kind
        for scenario in pilot_scenarios()
        for row in task.context(scenario, "C4@matched").rows
        for kind in [row.relation_class]
    }
    assert kept >= {"effect", "mechanism", "indication", "contraindication", "adverse_effect"}


def test_a_matched_context_is_no_larger_than_the_smallest_whole_one() -> None:
    task = pilot_task()
    for scenario in pilot_scenarios():
        smallest = min(task.context(scenario, name).tokens for name in GROUNDED)
        assert task.builder.matched_budget(scenario) == smallest
        for name in GROUNDED:
            whole, cut = task.context(scenario, name), task.context(scenario, f"{name}@matched")
            assert cut.tokens <= max(smallest, 80)
            assert cut.dropped == len(whole.rows) - len(cut.rows)
            if whole.tokens == smallest:
                assert cut.text == whole.text


def test_a_capped_context_does_not_say_that_the_graph_has_nothing(builder: ContextBuilder) -> None:
    for name in GROUNDED:
        bare = builder.build(small_scenario(), name, token_budget=1)
        assert bare.rows == ()
        assert "graph has no" not in bare.text
        assert "No claim is shown here." in bare.text


def test_variants_differ_from_their_condition_in_the_context_alone() -> None:
    names = ("C1", *GROUNDED, *(f"{name}@{budget}" for name in GROUNDED for budget in ("matched", 300)))
    prompts = [each.prompt for each in pilot_task().prompts(pilot_scenarios()[40], names).values()]
    assert [prompt.condition for prompt in prompts] == list(names)
    assert_same_outside_context(prompts)


def ask(store: Path, out: Path, budget: int | str | None, conditions: tuple[str, ...] = ()) -> Results:
    scenarios = pilot_scenarios()[::20]
    prepared = prepare(load_suite("causal"), store, scenarios, conditions, seed=1, token_budget=budget)
    return run(prepared, load_model("baseline:context", seed=1), out, clock=ticking())[1]


def test_a_run_asks_variants_beside_their_conditions_in_one_panel(store: Path, tmp_path: Path) -> None:
    results = ask(store, tmp_path / "run", "matched")
    assert results.conditions == ("C1", *GROUNDED, *(f"{name}@matched" for name in GROUNDED))
    assert results.unscored == 0
    assert len(results.scored) == 4 * 7
    assert results.cell("C3@matched", "causal_recall").estimate.n == 4
    notes = RunFolder(tmp_path / "run").manifest().conditions
    assert [note.budget for note in notes] == [None] * 4 + ["matched"] * 3
    assert notes[-1].title == f"{notes[3].title}, cut to its scenario's smallest context"
    sizes = {size.condition: size for size in results.contexts}
    assert sizes["C4@matched"].tokens <= sizes["C2"].tokens < sizes["C4"].tokens
    lines = RunFolder(tmp_path / "run").prompts().values()
    assert [line.dropped > 0 for line in lines if line.condition == "C4@matched"] == [True] * 4
    whole = {line.condition: line.gold_overlap or 0 for line in lines if line.scenario == "SCN_0001"}
    assert whole["C4@matched"] <= whole["C4"]


def test_the_choice_of_conditions_holds_for_variants_and_changes_none_of_them(store: Path, tmp_path: Path) -> None:
    some, all_of_them = ask(store, tmp_path / "some", "matched", ("C1", "C3")), ask(store, tmp_path / "all", "matched")
    assert some.conditions == ("C1", "C3", "C3@matched")
    ours, theirs = (RunFolder(each.record.folder).prompts() for each in (some, all_of_them))
    assert all(theirs[pair].sha256 == line.sha256 for pair, line in ours.items())


def test_another_budget_is_another_run(store: Path, tmp_path: Path) -> None:
    ask(store, tmp_path / "run", 400, ("C3",))
    for budget in (None, 300, "matched"):
        with pytest.raises(OtherRunError, match="conditions"):
            ask(store, tmp_path / "run", budget, ("C3",))
    assert ask(store, tmp_path / "run", 400, ("C3",)).conditions == ("C3", "C3@400")


def test_a_budget_that_holds_no_context_is_refused_and_names_what_would(store: Path, tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"10 tokens is too small for 12 contexts: SCN_\d+ under C\d(?s:.)*at least \d\d"
    ):
        ask(store, tmp_path / "run", 10)
    with pytest.raises(UsageError, match="C1: nothing is shown"):
        ask(store, tmp_path / "run", 400, ("C1",))
    assert not (tmp_path / "run").exists()


def test_no_condition_of_a_suite_may_be_named_like_a_variant(tmp_path: Path) -> None:
    shutil.copytree(load_suite("causal").folder, tmp_path / "causal")
    suite = load_suite(tmp_path / "causal")
    conditions = dict(suite.sections["conditions"])
    conditions["C2@300"] = conditions.pop("C2")
    with pytest.raises(InputError, match="C2@300"):
        read_conditions(replace(suite, sections={**suite.sections, "conditions": conditions}))
