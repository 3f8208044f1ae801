"""From a task and its scenarios to the report on short cuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimstar.bench.context import Context
from claimstar.bench.reference import Entity
from claimstar.bench.shortcuts.balance import count_positions
from claimstar.bench.shortcuts.cells import measure_guesses
from claimstar.bench.shortcuts.features import count_rows, option_features
from claimstar.bench.shortcuts.guess import Puzzle
from claimstar.bench.shortcuts.kinds import Leak, find_leaks
from claimstar.bench.shortcuts.report import ShortcutReport
from claimstar.bench.task import Task
from claimstar.errors import UsageError
from claimstar.model.records import Scenario


def make_puzzle(
    scenario: Scenario, context: Context, entities: Mapping[str, Entity], option_classes: Sequence[str]
) -> Puzzle:
    """A scenario under the condition of a context, as a guesser sees it.

    Raises:
        LookupFailure: a candidate has no entity, or its class is none of the option classes.
    """
    options = scenario.candidate_options
    features = option_features(options, entities, option_classes, count_rows(options, context.rows))
    return Puzzle(
        scenario.id, str(scenario.category), features, frozenset(options) & frozenset(scenario.acceptable_options)
    )


def measure_shortcuts(task: Task, scenarios: Sequence[Scenario], option_classes: Sequence[str]) -> ShortcutReport:
    """Measure what guessing comes to on scenarios, under every condition of the task.

    Args:
        task: the task whose store the scenarios belong to.
        scenarios: at least one.
        option_classes: the classes of options in the order of the suite.

    Raises:
        UsageError: there are no scenarios.
        LookupFailure: a scenario names an entity that the store does not have, or offers one that is no option.
    """
    if not scenarios:
        raise UsageError("no scenarios to measure", remedy="name a file with scenarios, or a suite that yields some")
    offered = sorted({option for each in scenarios for option in each.candidate_options})
    entities = task.look.find_entities(offered)
    puzzles: dict[str, list[Puzzle]] = {condition: [] for condition in task.conditions}
    leaks: list[Leak] = []
    for scenario in scenarios:
        for condition, shown in task.prompts(scenario, task.conditions).items():
            puzzles[condition].append(make_puzzle(scenario, shown.context, entities, option_classes))
            leaks += find_leaks(scenario, shown.context)
    cells = [cell for condition, found in puzzles.items() for cell in measure_guesses(found, condition)]
    return ShortcutReport(tuple(cells), count_positions(scenarios), tuple(leaks))
