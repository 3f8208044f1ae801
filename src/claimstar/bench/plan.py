"""Which prompts a run asks, and in what order."""

from __future__ import annotations

from collections.abc import Sequence

from claimstar.model.records import Scenario


def balanced(scenarios: Sequence[Scenario], conditions: Sequence[str], limit: int | None) -> list[tuple[str, str]]:
    """Pairs of scenario id and condition to ask.

    Without a limit: every scenario under every condition, scenario by scenario. With a limit the pairs are taken in
    rounds. A round takes one pair of every category; the condition moves on by one from category to category and from
    round to round. So after any number of pairs each category has been asked as often as any other, give or take one,
    and so has each condition where their number divides that of the categories. A category stays with one scenario
    until that has been asked under every condition, so that conditions can be compared within a scenario.

    >>> def scenario(n, category):
    ...     return Scenario(id=f"S{n}", category=category, patient_context="-", decision_target="a:1", question="-",
    ...                     candidate_options=["a:1", "a:2"], gold_option="a:1", acceptable_options=["a:1"],
    ...                     gold_path=[], expected_uncertainty=False)
    >>> balanced([scenario(1, "direct_effect"), scenario(2, "mediated_effect")], ["C1", "C2"], 3)
    [('S1', 'C1'), ('S2', 'C2'), ('S1', 'C2')]
    """
    if limit is None:
        return [(scenario.id, condition) for scenario in scenarios for condition in conditions]
    columns: dict[str, list[str]] = {}
    for scenario in scenarios:
        columns.setdefault(str(scenario.category), []).append(scenario.id)
    deepest = max((len(column) for column in columns.values()), default=0)
    pairs = [
        (column[turn // len(conditions)], conditions[(place + turn) % len(conditions)])
        for turn in range(deepest * len(conditions))
        for place, column in enumerate(columns.values())
        if turn // len(conditions) < len(column)
    ]
    return pairs[:limit]
