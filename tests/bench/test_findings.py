"""What is measured in a patient agrees with what the patient has, and broken tables of it are named."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path

import pytest

from claimstar.bench.findings import Finding, find_findings
from claimstar.bench.findings_table import COLUMNS, read_findings
from claimstar.errors import InputError

from .graphs import pilot_scenarios

HEADER = ",".join(COLUMNS)


def drawn(tmp_path: Path, rows: str, present: str, seed: int = 1) -> tuple[Finding, ...] | None:
    """Findings of a patient of 50 years, where b implies a."""
    table = tmp_path / "findings.csv"
    table.write_text(f"{HEADER}\n{rows}\n", encoding="utf-8")

    def closure(entities: Iterable[str]) -> frozenset[str]:
        return frozenset(entities) | ({"x:a"} if "x:b" in set(entities) else set())

    has = closure(f"x:{each}" for each in present.split())
    return find_findings(read_findings(table), has, 50, "female", closure, random.Random(seed))


def test_a_value_lies_in_the_ranges_of_all_that_bind_it(tmp_path: Path) -> None:
    rows = "bp,exam,x:a,140,170,,,bp {value},always,any,,\nbp,exam,x:c,100,142,,,bp {value},always,any,,"
    for seed in range(20):
        found = drawn(tmp_path, rows, "a c", seed)
        assert found is not None
        assert found[0].value is not None
        assert 140 <= found[0].value <= 142
    assert drawn(tmp_path, rows.replace("100,142", "100,120"), "a c") is None


def test_a_second_number_stands_where_the_first_does_in_its_range(tmp_path: Path) -> None:
    found = drawn(tmp_path, "ldl,lab,x:a,4.0,4.0,154.7,154.7,LDL {value} ({second:.0f}),always,any,,", "a")
    assert found == (Finding("ldl", "lab", Decimal("4.0"), "LDL 4.0 (155)"),)


def test_a_more_special_entity_stands_for_what_it_implies_and_may_silence_a_measure(tmp_path: Path) -> None:
    rows = "rate,lab,x:a,60,90,,,rate {value},always,any,,\nrate,lab,x:b,15,29,,,rate {value},always,any,,"
    found = drawn(tmp_path, rows, "b")
    assert found is not None
    assert found[0].value is not None
    assert found[0].value <= 29
    silent = "rate,lab,x:b,,,,,,sometimes,any,,\nrate,lab,,60,90,,,rate {value},always,any,,"
    assert drawn(tmp_path, silent, "b") == ()
    assert drawn(tmp_path, silent, "c") != ()


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("m,g,x:a,5,,,,m {value},always,any,,", "half a range"),
        ("m,g,x:a,5,4,,,m {value},always,any,,", "less than low"),
        ("m,g,x:a,5,6.5,,,m {value},always,any,,", "other decimals than low"),
        ("m,g,x:a,5,6,,,m {values},always,any,,", "unknown field in braces"),
        ("m,g,x:a,5,6,,,m,always,any,,", "a range that the text does not use"),
        ("m,g,x:a,5,6,,,m {value},often,any,,", "not a value of shown"),
    ],
)
def test_a_broken_row_is_named_with_its_number(tmp_path: Path, row: str, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        drawn(tmp_path, row, "a")
    assert fault in str(caught.value)
    assert "findings.csv:2" in str(caught.value)


def test_other_columns_are_named(tmp_path: Path) -> None:
    (tmp_path / "findings.csv").write_text("measure,group\n", encoding="utf-8")
    with pytest.raises(InputError, match="wrong columns"):
        read_findings(tmp_path / "findings.csv")


def test_patients_of_the_pilot_have_the_pressure_and_ejection_fraction_of_their_disease() -> None:
    seen = 0
    for each in pilot_scenarios():
        pressure = re.search(r"blood pressure (\d+)/", each.patient_context)
        if {"MONDO:0005044", "EFO:0004325"} & set(each.patient_conditions or ()):
            assert pressure, each.id
            assert int(pressure[1]) >= 140, each.id
            seen += 1
        elif pressure:
            assert int(pressure[1]) < 130, each.id
        ejection = re.search(r"ejection fraction (\d+) %", each.patient_context)
        if "MONDO:0005252" in (each.patient_conditions or ()):
            assert ejection, each.id
            assert int(ejection[1]) <= 35, each.id
    assert seen >= 20
