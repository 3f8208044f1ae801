"""The second domain, which is made of files alone: its demo, its gold answers, and what must not be asked wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

import claimstar
from claimstar.bench.generate import make_judge
from claimstar.bench.results import Results
from claimstar.bench.run import rescore
from claimstar.bench.standing import Judge, Standing
from claimstar.ingest.csv_table import parse_csv
from claimstar.ingest.suite import load_suite
from claimstar.kg.build import build
from claimstar.model.records import Scenario, ScenarioCategory
from claimstar.query.catalogue import load_catalogue
from claimstar.resources import find_suite, layout
from claimstar.store.snapshot import open_current

from .prepared import ticking

T2D, PREDIABETES, HEART_FAILURE = "MONDO:0005148", "MONDO:0006920", "MONDO:0005252"
LOW_FILTRATION, STAGE_4 = "concept:adults_with_egfr_below_45", "HP:0012626"
HBA1C, KIDNEY = "EFO:0004541", "concept:kidney_disease_progression"
METFORMIN, PIOGLITAZONE, DAPAGLIFLOZIN, INSULIN = "CHEBI:6801", "CHEBI:8228", "CHEBI:85078", "DRUGBANK:DB00047"
# gold is not all shown under every condition; gold names what rules other options out
APART = {"unsupported_rate_shown", "contraindication_recall_narrow", "uncertainty_paper_policy"}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("diabetes")
    command = [sys.executable, "-m", "claimstar", "demo", "--suite", "diabetes", "--limit-local", "0", "--out", "demo"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=home, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    return home / "demo"


@pytest.fixture(scope="module")
def oracle(demo: Path) -> Results:
    return rescore(demo / "runs" / "baseline-oracle", clock=ticking())


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    store = tmp_path_factory.mktemp("judge") / "store"
    suite = load_suite("diabetes")
    build(suite, store, clock=lambda: datetime.now(UTC))
    return make_judge(suite, open_current(store), load_catalogue(layout().queries))


def standing(judge: Judge, option: str, target: str, *has: str) -> Standing:
    return judge.standing(
        option,
        Scenario(
            id="SCN_0001",
            category=ScenarioCategory("contraindication_sensitive"),
            patient_context="A person.",
            patient_conditions=list(has),
            decision_target=target,
            question="Which?",
            candidate_options=[option, INSULIN],
            gold_option=option,
            acceptable_options=[option],
            gold_path=["ASR_0001"],
            expected_uncertainty=False,
            seed=1,
        ),
    )


def test_the_demo_cuts_two_scenarios_of_each_of_eight_categories(demo: Path) -> None:
    lines = (demo / "scenarios.jsonl").read_text(encoding="utf-8").splitlines()
    counts = Counter(json.loads(line)["category"] for line in lines)
    assert len(counts) == 8
    assert set(counts.values()) == {2}
    assert "Choosing a treatment in type 2 diabetes" in (demo / "index.html").read_text(encoding="utf-8")


def test_every_gold_answer_scores_one(oracle: Results) -> None:
    assert len(oracle.scored) == 64
    assert oracle.unscored == 0
    for condition in ("C2", "C3", "C4"):
        for scorer in oracle.scorers:
            if scorer.name in APART:
                continue
            mean = oracle.cell(condition, scorer.name).estimate.mean
            assert mean == (0.0 if scorer.direction == "lower" else 1.0), (condition, scorer.name)
    assert oracle.cell("C4", "unsupported_rate_shown").estimate.mean == 0.0


def test_a_low_filtration_rate_takes_glucose_lowering_and_not_the_kidney_effect(judge: Judge) -> None:
    assert standing(judge, DAPAGLIFLOZIN, HBA1C, T2D, LOW_FILTRATION).reason == "reduced_effect"
    assert standing(judge, DAPAGLIFLOZIN, KIDNEY, T2D, LOW_FILTRATION).verdict == "passes"


def test_contraindications_rule_out_and_doubt_leaves_open(judge: Judge) -> None:
    assert standing(judge, METFORMIN, HBA1C, T2D).verdict == "passes"
    assert standing(judge, METFORMIN, HBA1C, T2D, STAGE_4).reason == "contraindicated"
    assert standing(judge, PIOGLITAZONE, HBA1C, T2D, HEART_FAILURE).reason == "contraindicated"
    # the dose is lowered, which is neither right nor wrong
    assert standing(judge, METFORMIN, HBA1C, T2D, LOW_FILTRATION).verdict == "unsettled"


def test_nobody_has_diabetes_and_what_comes_before_it(judge: Judge) -> None:
    assert judge.rules.find_clash(judge.rules.closure([T2D, PREDIABETES])) is not None
    assert judge.rules.find_clash(judge.rules.closure([T2D, HEART_FAILURE])) is None


def test_the_code_names_nothing_of_the_domain() -> None:
    tables = find_suite("diabetes") / "tables"
    table = parse_csv((tables / "entities.csv").read_bytes(), "entities.csv")
    column = {name: place for place, name in enumerate(table.header)}
    names = [
        row.cells[column["name"]]
        for row in table.rows
        if row.cells[column["category"]] in ("Disease", "Drug", "ClinicalOutcome")
    ]
    assert len(names) > 30
    code = "\n".join(path.read_text(encoding="utf-8") for path in Path(claimstar.__file__).parent.rglob("*.py"))
    assert [name for name in (*names, "diabetes") if re.search(rf"\b{re.escape(name)}\b", code, re.IGNORECASE)] == []
