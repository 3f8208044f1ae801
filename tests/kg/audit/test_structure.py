"""The structure of a suite: lone entities, missing chains, unused contraindications, circles, signs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from claimstar.kg.audit.checks import STRUCTURE
from kg.audit.cases import CLAIMS, ENTITIES, GENES, LINKS, audited, copy_mini, found

CLAIM = (
    "{id},{subject},{predicate},{object},{kind},{direction},,{status},guideline,0.90,true,,,,false,"
    "knowledge_assertion,automated_agent,infores:claimstar-pilot,\n"
)
PRESSURE, EVENTS = "EFO:0004325", "EFO:0006919"


def add_claim(suite: Path, name: str, subject: str, predicate: str, thing: str, kind: str = "effect") -> None:
    """An accepted claim with a source that supports it."""
    direction = {"causes_increase_in": "increased", "causes_decrease_in": "decreased"}.get(predicate, "none")
    status = "validated_causal" if kind == "effect" else "safety_signal"
    ends = {"id": name, "subject": subject, "predicate": predicate, "object": thing}
    with (suite / CLAIMS).open("a", encoding="utf-8") as file:
        file.write(CLAIM.format(**ends, kind=kind, direction=direction, status=status))
    with (suite / LINKS).open("a", encoding="utf-8") as file:
        file.write(f"{name},EV_0007,supports,Recommendation 1,Made for a test.\n")


def add_entity(suite: Path, curie: str, class_name: str, name: str) -> None:
    with (suite / ENTITIES).open("a", encoding="utf-8") as file:
        file.write(f"{curie},{class_name},{name},,,,\n")


def drop_claims(suite: Path, *names: str) -> None:
    for table in (CLAIMS, LINKS):
        lines = (suite / table).read_text(encoding="utf-8").splitlines(keepends=True)
        (suite / table).write_text("".join(line for line in lines if not line.startswith(names)), encoding="utf-8")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return copy_mini(tmp_path)


def structure(suite: Path, check: str) -> list[str]:
    return found(audited(suite, (GENES,)), check)


def test_the_mini_suite_has_one_marker_that_no_option_acts_on(suite: Path) -> None:
    report = audited(suite, (GENES,), used_contraindications={"ASR_0238"})
    assert {(each.check, each.thing) for each in report.findings if each.check in STRUCTURE} == {
        ("target_no_option_reaches", "EFO:0004761")
    }


def test_an_entity_without_a_claim_is_named(suite: Path) -> None:
    add_entity(suite, "HP:0001962", "AdverseEffect", "Palpitations")
    assert structure(suite, "entity_without_claim") == ["HP:0001962"]
    assert structure(suite, "effect_no_option_has") == ["HP:0001962"]


def test_a_population_is_not_lone_where_a_claim_holds_in_it(suite: Path) -> None:
    text = (suite / CLAIMS).read_text(encoding="utf-8")
    line = next(each for each in text.splitlines() if each.startswith("ASR_0033"))
    held = line.replace("0.98,true,,,,", "0.98,true,,MESH:D001741,,")
    assert held != line
    (suite / CLAIMS).write_text(text.replace(line, held), encoding="utf-8")
    drop_claims(suite, "ASR_0250")
    assert structure(suite, "entity_without_claim") == ["CHEBI:43755"], "the drug of the dropped claim alone"


def test_a_drug_without_a_chain_to_an_outcome_is_named(suite: Path) -> None:
    add_entity(suite, "CHEBI:6904", "Drug", "metoprolol")
    add_claim(suite, "ASR_9001", "CHEBI:6904", "may_cause_adverse_effect", "HP:0002153", "adverse_effect")
    assert structure(suite, "drug_without_chain") == ["CHEBI:6904"], "lisinopril has the chain of its class"
    add_claim(suite, "ASR_9002", "CHEBI:6904", "causes_decrease_in", PRESSURE)
    assert structure(suite, "drug_without_chain") == []


def test_an_outcome_that_no_option_reaches_is_named(suite: Path) -> None:
    drop_claims(suite, "ASR_0013")
    assert "EFO:0006919" in structure(suite, "target_no_option_reaches")


@pytest.mark.parametrize(("used", "named"), [((), ["ASR_0238"]), (("ASR_0238",), []), (None, [])])
def test_a_contraindication_that_no_scenario_uses_is_named(
    suite: Path, used: Sequence[str] | None, named: list[str]
) -> None:
    report = audited(suite, (GENES,), used)
    assert found(report, "contraindication_unused") == named
    left_out = {check for each in report.not_run for check in each.checks}
    assert ("contraindication_unused" in left_out) == (used is None)


def test_a_causal_circle_is_named_once_with_its_claims(suite: Path) -> None:
    add_claim(suite, "ASR_9001", EVENTS, "causes_increase_in", PRESSURE)
    report = audited(suite, (GENES,))
    (circle,) = [each for each in report.findings if each.check == "causal_cycle"]
    assert all(name in circle.problem.value for name in ("ASR_0013", "ASR_9001"))
    assert "strengthens itself" in circle.problem.message


def test_a_circle_that_damps_itself_says_so(suite: Path) -> None:
    add_claim(suite, "ASR_9001", EVENTS, "causes_decrease_in", PRESSURE)
    (circle,) = [each for each in audited(suite, (GENES,)).findings if each.check == "causal_cycle"]
    assert "damps itself" in circle.problem.message


def test_a_direct_claim_is_held_against_the_chain_beside_it(suite: Path) -> None:
    """The drug lowers the pressure, and the pressure raises events, so it cannot raise events by that way."""
    add_claim(suite, "ASR_9001", "CHEBI:35457", "causes_increase_in", EVENTS)
    (named,) = [each for each in audited(suite, (GENES,)).findings if each.check == "chain_sign"]
    assert named.thing == "ASR_9001"
    assert "ASR_0033" in named.problem.value
    assert "ASR_0013" in named.problem.value


def test_a_direct_claim_that_its_chain_bears_out_is_not_named(suite: Path) -> None:
    add_claim(suite, "ASR_9001", "CHEBI:35457", "causes_decrease_in", EVENTS)
    assert structure(suite, "chain_sign") == []


def test_a_claim_that_is_not_accepted_is_no_step_of_a_chain(suite: Path) -> None:
    add_claim(suite, "ASR_9001", EVENTS, "causes_increase_in", PRESSURE)
    text = (suite / CLAIMS).read_text(encoding="utf-8")
    row = next(each for each in text.splitlines() if each.startswith("ASR_9001"))
    weak = row.replace("validated_causal,guideline,0.90,true", "hypothesized_causal,unsourced,0.40,false")
    (suite / CLAIMS).write_text(text.replace(row, weak), encoding="utf-8")
    links = (suite / LINKS).read_text(encoding="utf-8").splitlines(keepends=True)
    (suite / LINKS).write_text("".join(each for each in links if not each.startswith("ASR_9001")), encoding="utf-8")
    assert structure(suite, "causal_cycle") == []
