from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from claim_rows import ALPHA, BETA, ROWS, chain_row

from claimstar.llm import load_model
from claimstar.llm.baselines import chains_of
from claimstar.model.records import Response


def answer(spec, prompt, seed=0):
    completion = load_model(spec, seed=seed).complete(prompt)
    assert completion.error is None
    assert completion.finish_reason == "stop"
    return Response.model_validate_json(completion.text)


def test_the_oracle_answers_gold_with_contraindications_by_name(make_prompt):
    response = answer("baseline:oracle", make_prompt())
    assert response.chosen_option == "alphapril"
    assert response.causal_path == ["ASR_0001", "ASR_0002", "ASR_0003"]
    assert response.adverse_effects == ["ASR_0005"]
    assert response.contraindications_of_others == ["Asthma"]
    assert response.cited_evidence == ["EV_0001", "EV_0002"]
    assert response.insufficient_evidence is False


def test_the_oracle_answers_gold_without_rows_too(make_prompt):
    response = answer("baseline:oracle", make_prompt(rows=(), condition="C1"))
    assert response.causal_path == ["ASR_0001", "ASR_0002", "ASR_0003"]
    assert response.contraindications_of_others == ["ASR_0006"]


def test_the_random_answer_is_the_same_in_another_process(make_prompt):
    code = (
        "from claimstar.llm import load_model, Prompt; import pickle, sys;"
        "print(load_model('baseline:random', seed=3).complete(pickle.load(sys.stdin.buffer)).text)"
    )
    prompt = make_prompt()
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps(prompt),
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert texts == {load_model("baseline:random", seed=3).complete(prompt).text.encode() + b"\n"}


def test_the_random_answer_changes_with_seed_scenario_and_condition(make_prompt):
    def many(change):
        return {answer("baseline:random", *change(n)).model_dump_json() for n in range(12)}

    prompt = make_prompt()
    assert len(many(lambda n: (prompt, n))) > 3
    assert len(many(lambda n: (replace(prompt, seed=n),))) > 3
    assert len(many(lambda n: (replace(prompt, condition=f"C{n}"),))) > 3
    assert len(many(lambda n: (replace(prompt, scenario=prompt.scenario.model_copy(update={"id": f"S{n}"})),))) > 3


def test_the_random_choice_is_even_and_cites_only_what_is_shown(make_prompt):
    prompt = make_prompt()
    responses = [answer("baseline:random", prompt, seed) for seed in range(400)]
    chosen = Counter(response.chosen_option for response in responses)
    # 99.9 % of fair draws lie inside these limits.
    assert set(chosen) == {"alphapril", "betalol"}
    assert 167 <= chosen["alphapril"] <= 233
    shown = {row.assertion for row in ROWS}
    assert all(set(response.causal_path) | set(response.adverse_effects) <= shown for response in responses)
    assert all(set(response.cited_evidence) <= {"EV_0001", "EV_0002"} for response in responses)


def test_the_random_choice_copes_without_rows(make_prompt):
    response = answer("baseline:random", make_prompt(rows=()))
    assert response.chosen_option in {"alphapril", "betalol"}
    assert response.causal_path == []


def test_the_context_rule_answers_with_the_best_chain_and_what_belongs_to_it(make_prompt):
    response = answer("baseline:context", make_prompt())
    assert response.chosen_option == "alphapril"
    assert response.causal_path == ["ASR_0001", "ASR_0002", "ASR_0003"]
    assert response.adverse_effects == ["ASR_0005"]
    assert response.contraindications_of_others == ["Asthma"]
    assert response.cited_evidence == ["EV_0001", "EV_0002"]
    assert response.insufficient_evidence is False


def test_the_context_rule_drops_a_better_supported_option_that_the_patient_rules_out(make_prompt, scenario):
    rows = tuple(replace(row, confidence=0.99) if row.assertion == "ASR_0004" else row for row in ROWS)
    assert answer("baseline:context", make_prompt(rows=rows)).chosen_option == "alphapril"
    other = scenario.model_copy(update={"patient_context": "The patient has high readings."})
    response = answer("baseline:context", make_prompt(rows=rows, scenario=other))
    assert response.chosen_option == "betalol"
    assert response.contraindications_of_option == ["Asthma"]


def test_the_context_rule_never_looks_at_gold(make_prompt, scenario):
    changed = scenario.model_copy(
        update={
            "gold_option": BETA,
            "acceptable_options": [BETA],
            "gold_path": ["ASR_0004"],
            "gold_adverse_effects": [],
            "gold_contraindications": [],
            "gold_evidence": [],
            "expected_uncertainty": True,
        }
    )
    texts = {load_model("baseline:context").complete(make_prompt(scenario=s)).text for s in (scenario, changed)}
    assert len(texts) == 1


def test_the_context_rule_takes_the_first_candidate_without_rows(make_prompt):
    response = answer("baseline:context", make_prompt(rows=()))
    assert (response.chosen_option, response.causal_path) == ("alphapril", [])
    assert response.insufficient_evidence is False


def test_the_context_rule_hedges_on_unvalidated_rows(make_prompt):
    rows = tuple(replace(row, validated=False) for row in ROWS)
    response = answer("baseline:context", make_prompt(rows=rows))
    assert response.insufficient_evidence is True
    assert response.causal_path == ["ASR_0001", "ASR_0002", "ASR_0003"]


def test_an_accepted_chain_beats_a_surer_unvalidated_one(make_prompt, scenario):
    rows = tuple(replace(row, validated=row.assertion == "ASR_0004") for row in ROWS)
    healthy = scenario.model_copy(update={"patient_context": "The patient has high readings."})
    response = answer("baseline:context", make_prompt(rows=rows, scenario=healthy))
    assert (response.chosen_option, response.insufficient_evidence) == ("betalol", False)


def test_a_chain_turns_only_where_the_directions_meet():
    down = chain_row("A1", ALPHA, "causes_decrease_in", "r:mid", option=ALPHA, step=1)
    fits = chain_row("A2", "r:mid", "causes_decrease_in", "t:pressure", subject_direction="decreased")
    clashes = chain_row("A3", "r:mid", "causes_decrease_in", "t:pressure", subject_direction="increased")
    assert [[row.assertion for row in chain] for chain in chains_of(ALPHA, [down, fits, clashes])] == [["A1", "A2"]]


def test_the_direction_of_a_target_is_carried_through_its_process():
    rows = [
        chain_row("A1", ALPHA, "targets", "p:1", direction="decreased"),
        chain_row("A2", "p:1", "participates_in", "b:1"),
        chain_row("A3", "b:1", "causes_decrease_in", "t:pressure", subject_direction="increased"),
        chain_row("A4", "b:1", "causes_decrease_in", "t:pressure", subject_direction="decreased"),
    ]
    assert [[row.assertion for row in chain] for chain in chains_of(ALPHA, rows)] == [["A1", "A2", "A4"]]


def test_a_chain_that_moves_the_target_the_wrong_way_is_dropped(make_prompt, scenario):
    rows = tuple(replace(row, direction="increased") if row.assertion == "ASR_0003" else row for row in ROWS)
    healthy = scenario.model_copy(update={"patient_context": "The patient has high readings."})
    assert answer("baseline:context", make_prompt(rows=rows, scenario=healthy)).chosen_option == "betalol"


def test_a_negated_claim_is_no_step():
    assert chains_of(BETA, [replace(ROWS[3], negated=True)]) == []


def test_a_circle_in_the_rows_ends():
    around = [chain_row("A1", ALPHA, "targets", "p:1"), chain_row("A2", "p:1", "participates_in", ALPHA)]
    assert chains_of(ALPHA, around) == []


def test_rows_in_any_order_give_the_same_answer(make_prompt):
    texts = {json.dumps(answer("baseline:context", make_prompt(rows=rows)).causal_path) for rows in (ROWS, ROWS[::-1])}
    assert len(texts) == 1


@pytest.mark.parametrize("name", ["oracle", "random", "context"])
def test_settings_are_ready_for_json(name):
    model = load_model(f"baseline:{name}")
    assert model.spec == f"baseline:{name}"
    assert json.loads(json.dumps(model.settings))
