"""Each kind of the diagnosis on an answer made by hand, and the diagnoses of the baselines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimstar.bench.diagnosis.answer import Answer
from claimstar.bench.diagnosis.diagnose import Diagnosis, diagnose
from claimstar.bench.diagnosis.forms import to_json, to_markdown, to_text
from claimstar.bench.diagnosis.kinds import GIVEN, MISSED
from claimstar.bench.diagnosis.known import Graph, Known
from claimstar.bench.run import run
from claimstar.bench.score import read_run
from claimstar.errors import UsageError
from claimstar.llm import load_model

from .cases import CLAIMS, TABLE_1, claim, rows, vary
from .changed import Change, accept_changes, changed_run
from .prepared import prepared, reference, scenarios, ticking

ELSEWHERE = claim("ASR_0999", "CHEBI:50264", "may_cause_adverse_effect", "HP:0002153")
EMPTY: dict[str, Any] = {
    "causal_path": [],
    "adverse_effects": [],
    "cited_evidence": [],
    "free_claims": [],
    "rationale": "",
}
PREGNANT: dict[str, Any] = {"category": "contraindication_sensitive", "gold_contraindications": ["ASR_0150"]}


def answer(*, whole_graph: bool = True, prompt: str = "", **changes: Any) -> Answer:
    graph = Graph({"ASR_0999": ELSEWHERE}) if whole_graph else Graph()
    return Answer(vary(TABLE_1, **EMPTY | changes), Known(reference(scenarios()), graph), prompt)


def missed(one: Answer, field: str, identifier: str) -> str | None:
    return next(found.kind for found in one.missed() if (found.field, found.id) == (field, identifier))


def given(one: Answer, field: str, identifier: str) -> str | None:
    return next(found.kind for found in one.given() if (found.field, found.id) == (field, identifier))


@pytest.mark.parametrize(
    ("field", "identifier", "kind", "changes"),
    [
        ("causal_path", "ASR_0019", None, {"causal_path": ["ASR_0019"]}),
        ("adverse_effects", "ASR_0087", "other_field", {"causal_path": ["ASR_0087"]}),
        ("contraindications", "ASR_0150", "other_field", PREGNANT | {"adverse_effects": ["ASR_0150"]}),
        ("contraindications", "ASR_0150", None, PREGNANT | {"contraindications_of_others": ["pregnancy"]}),
        (
            "contraindications_narrow",
            "ASR_0150",
            "other_field",
            PREGNANT | {"contraindications_of_others": ["ASR_0150"]},
        ),
        (
            "contraindications_narrow",
            "ASR_0150",
            "other_field",
            PREGNANT | {"contraindications_of_others": ["pregnancy"]},
        ),
        ("contraindications_narrow", "ASR_0150", None, PREGNANT | {"contraindications_of_option": ["ASR_0150"]}),
        ("contraindications", "ASR_0150", "named_in_words", PREGNANT | {"rationale": "Not in pregnancy."}),
        ("causal_path", "ASR_0013", "variant", {"causal_path": ["asr_0013"]}),
        ("causal_path", "ASR_0013", "variant", {"causal_path": ["\u0410SR_0013"]}),
        ("causal_path", "ASR_0013", "id_in_words", {"rationale": "By [ASR_0013] the risk falls."}),
        (
            "causal_path",
            "ASR_0011",
            "named_in_words",
            {"rationale": "RAAS activity falls, and so does blood pressure."},
        ),
        ("causal_path", "ASR_0011", "in_context", {"rationale": "Blood pressure falls."}),
        ("cited_evidence", "EV_0007", "named_in_words", {"rationale": "See doi 10.1001/jama.2013.284427."}),
        ("cited_evidence", "EV_0007", "in_context", {"prompt": "evidence: EV_0007"}),
        ("cited_evidence", "EV_0007", "not_shown", {}),
        ("causal_path", "ASR_0019", "not_shown", {"shown": rows(["ASR_0010"])}),
        ("causal_path", "ASR_0019", "not_retrieved", {"shown": (), "full": rows(["ASR_0010"])}),
        ("adverse_effects", "ASR_0999", "not_retrieved", {"gold_adverse_effects": ["ASR_0999"]}),
        (
            "adverse_effects",
            "ASR_0999",
            "not_in_graph",
            {"gold_adverse_effects": ["ASR_0999"], "whole_graph": False},
        ),
    ],
)
def test_what_became_of_a_gold_item(field: str, identifier: str, kind: str | None, changes: dict[str, Any]) -> None:
    assert kind is None or kind in MISSED
    assert missed(answer(**changes), field, identifier) == kind


@pytest.mark.parametrize(
    ("field", "identifier", "kind", "changes"),
    [
        ("causal_path", "ASR_0019", "right", {"causal_path": ["ASR_0019"]}),
        ("causal_path", "ASR_0087", "other_field", {"causal_path": ["ASR_0087"]}),
        ("adverse_effects", "ASR_0200", "wrong_field", {"adverse_effects": ["ASR_0200"]}),
        ("causal_path", "ASR_0200", "shown", {"causal_path": ["ASR_0200"]}),
        ("causal_path", "ASR_0200", "not_shown", {"causal_path": ["ASR_0200"], "shown": ()}),
        ("causal_path", "ASR_0200", "not_retrieved", {"causal_path": ["ASR_0200"], "shown": (), "full": ()}),
        ("adverse_effects", "ASR_0999", "graph_only", {"adverse_effects": ["ASR_0999"]}),
        ("adverse_effects", "ASR_0999", "invented", {"adverse_effects": ["ASR_0999"], "whole_graph": False}),
        ("causal_path", "asr_0019", "case_variant", {"causal_path": ["asr_0019"]}),
        ("causal_path", "ASR-19", "look_alike", {"causal_path": ["ASR-19"]}),
        ("causal_path", "\u0410SR_0019", "look_alike", {"causal_path": ["\u0410SR_0019"]}),
        ("causal_path", "ASR_7777", "invented", {"causal_path": ["ASR_7777"]}),
        ("cited_evidence", "EV_0007", "right", {"cited_evidence": ["EV_0007"]}),
        (
            "cited_evidence",
            "EV_0011",
            "supporting",
            {"gold_evidence": ["EV_0007"], "cited_evidence": ["EV_0011"], "causal_path": ["ASR_0013"]},
        ),
        ("contraindications", "Pregnancy", "right", PREGNANT | {"contraindications_of_others": ["Pregnancy"]}),
        ("contraindications", "gout", "words", PREGNANT | {"contraindications_of_others": ["gout"]}),
        ("contraindications", "stage 4 gout", "words", PREGNANT | {"contraindications_of_others": ["stage 4 gout"]}),
    ],
)
def test_what_an_id_of_an_answer_is(field: str, identifier: str, kind: str, changes: dict[str, Any]) -> None:
    assert kind in GIVEN
    assert given(answer(**changes), field, identifier) == kind


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("diagnosis") / "oracle"
    run(prepared(), load_model("baseline:oracle", seed=0), folder, clock=ticking())
    return folder


def kinds(found: Diagnosis, side: str) -> dict[tuple[str, str | None], int]:
    """Field and kind to count, over all conditions."""
    sums: dict[tuple[str, str | None], int] = {}
    for one in getattr(found, side):
        sums[one.field, one.kind] = sums.get((one.field, one.kind), 0) + one.count
    return sums


def test_the_oracle_has_no_artefact_but_the_narrow_field(oracle: Path) -> None:
    found = diagnose(read_run(oracle))
    # three scenarios, three conditions; one scenario has a gold contraindication, named where it belongs: of the others
    assert kinds(found, "missed") == {
        ("causal_path", None): 36,
        ("adverse_effects", None): 18,
        ("contraindications", None): 3,
        ("contraindications_narrow", "other_field"): 3,
        ("cited_evidence", None): 18,
    }
    assert {kind for _, kind in kinds(found, "given")} == {"right"}


def test_an_answer_changed_by_hand_changes_the_diagnosis(oracle: Path, tmp_path: Path) -> None:
    # the oracle's answer to SCN_0001 with its two harms written into the path
    moved = {"causal_path": ["ASR_0019", "ASR_0010", "ASR_0011", "ASR_0013", "ASR_0087", "ASR_0091"]}
    changes: dict[tuple[str, str], Change] = {
        ("SCN_0001", "C4"): moved | {"adverse_effects": []},
        ("SCN_0001", "C2"): "no answer",
    }
    folder = changed_run(oracle, tmp_path / "changed", changes)
    found = diagnose(read_run(folder), conditions=["C2", "C4"], categories=["direct_effect"])
    assert found.unscored == (("no JSON object", "C2", 1),)
    assert found.answers == {"C4": 1}
    assert kinds(found, "missed") == {
        ("causal_path", None): 4,
        ("adverse_effects", "other_field"): 2,
        ("cited_evidence", None): 2,
    }
    example = found.examples[0]
    assert (example.scenario, example.condition, example.field, example.id) == (
        "SCN_0001",
        "C4",
        "adverse_effects",
        "ASR_0087",
    )
    assert "ASR_0087" in example.excerpt
    assert "may cause" in example.statement


def test_a_source_is_in_the_context_where_the_prompt_of_the_run_names_it(oracle: Path, tmp_path: Path) -> None:
    folder = changed_run(oracle, tmp_path / "changed", {("SCN_0001", "C4"): {"cited_evidence": []}})
    prompts = folder / "prompts.jsonl"
    lines = [json.loads(line) for line in prompts.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line["user"] += " evidence: EV_0007"
    prompts.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    accept_changes(folder)
    found = kinds(diagnose(read_run(folder), conditions=["C4"], categories=["direct_effect"]), "missed")
    assert found["cited_evidence", "in_context"] == found["cited_evidence", "not_shown"] == 1


def test_the_forms_say_the_same(oracle: Path) -> None:
    found = diagnose(read_run(oracle))
    loaded = json.loads(to_json(found))
    assert {
        "condition": "C4",
        "field": "causal_path",
        "kind": "found",
        "group": "found",
        "count": 12,
        "n": 12,
    } in loaded["missed"]
    for text in (to_text(found), to_markdown(found)):
        assert MISSED["other_field"].meaning in text
        assert "contraindications_narrow" in text
    assert "ASR_0150" in to_text(found)


def test_a_condition_or_category_that_the_run_lacks_is_named_with_those_that_it_has(oracle: Path) -> None:
    with pytest.raises(UsageError, match="no condition 'C9'") as error:
        diagnose(read_run(oracle), conditions=["C9"])
    assert "C1, C2, C4" in error.value.remedy
    with pytest.raises(UsageError, match="no category 'nonsense'"):
        diagnose(read_run(oracle), categories=["nonsense"])


def test_every_claim_of_the_cases_is_its_own_variant_alone() -> None:
    known = Known(reference(scenarios()))
    for identifier in CLAIMS:
        assert known.variants.find_case_variant(identifier) is None
        assert known.variants.find_look_alike(identifier) is None
