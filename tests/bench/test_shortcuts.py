"""Guessing on the pilot's scenarios: no better than chance as a whole, and planted short cuts are seen."""

from __future__ import annotations

import pytest

from claimstar.bench.shortcuts.measure import measure_shortcuts
from claimstar.bench.shortcuts.report import ShortcutReport
from claimstar.errors import UsageError
from claimstar.model.records import Scenario

from .graphs import pilot_scenarios, pilot_task

CLASSES = ("Drug", "Intervention")


def measured(scenarios: list[Scenario]) -> ShortcutReport:
    return measure_shortcuts(pilot_task(), scenarios, CLASSES)


def test_no_guesser_beats_chance_over_all_categories_and_nothing_leaks() -> None:
    report = measured(list(pilot_scenarios()))
    for condition in ("C1", "C2", "C3", "C4"):
        cell = report.cell("all", condition)
        assert cell.n == 80
        assert not [guess.name for guess in (cell.fitted, cell.within, *cell.rules) if cell.too_good(guess)]
    assert {finding.criterion for finding in report.findings} <= {"category"}


def test_gold_always_first_is_seen() -> None:
    planted = [
        each.model_copy(
            update={
                "candidate_options": [
                    each.gold_option,
                    *(option for option in each.candidate_options if option != each.gold_option),
                ]
            }
        )
        for each in pilot_scenarios()
        if each.category == "direct_effect"
    ]
    report = measured(planted)
    assert report.cell("all", "C1").fitted.result > 0.8
    assert "position" in {finding.criterion for finding in report.findings}


def test_a_candidate_without_claims_of_the_kind_that_the_gold_answer_shows_is_named() -> None:
    scenario = next(each for each in pilot_scenarios() if each.category == "adverse_effect_pathway")
    planted = scenario.model_copy(update={"candidate_options": [*scenario.candidate_options[:3], "MESH:D014810"]})
    assert {leak.option for leak in measured([planted]).leaks} == {"MESH:D014810"}


def test_nothing_to_measure_is_an_error() -> None:
    with pytest.raises(UsageError):
        measured([])
