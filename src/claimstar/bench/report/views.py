"""What the drill-down shows: each scenario with its answers, prompts, scores and claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from claimstar.bench.panel import Scored
from claimstar.bench.parse import ParsedResponse
from claimstar.bench.reference import Reference
from claimstar.bench.report.drawing import Drawing, draw
from claimstar.bench.report.marks import Marks, mark
from claimstar.bench.results import Results
from claimstar.bench.run_folder import PromptLine
from claimstar.bench.score import read_answer
from claimstar.model.records import Generation, Scenario

MOST_ANSWERS = 600
"""How many answers the drill-down shows at most; 320 make a page of about 5 MB."""
OUTCOME = "intervention_accuracy"


@dataclass(frozen=True)
class AnswerView:
    """One condition of a scenario: prompt, answer, scores and claims."""

    condition: str
    prompt: PromptLine
    before: str
    context: str
    after: str
    generation: Generation | None
    parsed: ParsedResponse | None
    scored: Scored
    marks: Marks
    drawing: Drawing
    outcome: str


@dataclass(frozen=True)
class ScenarioView:
    """One scenario with its answers. ``shared`` tells whether all prompts are alike outside the context."""

    scenario: Scenario
    answers: tuple[AnswerView, ...]

    @cached_property
    def shared(self) -> bool:
        """Whether all prompts are alike outside the context."""
        return len({(view.before, view.after, view.prompt.system) for view in self.answers}) == 1


@dataclass(frozen=True)
class ScenarioRow:
    """One scenario in the table of all.

    Attributes:
        scenario: the scenario.
        outcomes: by condition.
        values: for the page's script: conditions, with a semicolon between them, of metrics, with a comma; empty where
            a value is undefined. A text, since a long run has millions of them.
        shown: whether the drill-down shows it.
    """

    scenario: Scenario
    outcomes: Mapping[str, str]
    values: str
    shown: bool

    @property
    def flipped(self) -> bool:
        """Whether the answer is right under one condition and wrong under another."""
        return {"right", "wrong"} <= set(self.outcomes.values())


def outcome(scored: Scored, metric: str) -> str:
    """``right``, ``wrong`` or ``unscored`` by a metric; a part of the full score counts as wrong."""
    score = scored.scores.get(metric)
    if score is None or score.value is None:
        return "unscored"
    return "right" if score.value == 1 else "wrong"


def outcome_metric(results: Results) -> str:
    """The metric that tells right from wrong: accuracy of the chosen option, else the first of the run."""
    names = [scorer.name for scorer in results.scorers]
    return OUTCOME if OUTCOME in names else names[0]


def _by_scenario(results: Results) -> dict[str, list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for scored in results.scored:
        found.setdefault(scored.scenario, []).append(scored)
    order = {condition: place for place, condition in enumerate(results.conditions)}
    return {
        name: sorted(found[name], key=lambda one: order[one.condition])
        for name in results.record.scenarios
        if name in found
    }


def choose_shown(by_scenario: Mapping[str, list[Scored]], metric: str, most: int = MOST_ANSWERS) -> frozenset[str]:
    """The scenarios that the drill-down shows: all if they fit; else most unscored first, then most wrong, then id."""

    def failures(name: str) -> tuple[int, int, str]:
        outcomes = [outcome(scored, metric) for scored in by_scenario[name]]
        return -outcomes.count("unscored"), -outcomes.count("wrong"), name

    kept, answers = set(), 0
    for name in sorted(by_scenario, key=failures):
        answers += len(by_scenario[name])
        if answers > most:
            break
        kept.add(name)
    return frozenset(kept)


def _split(prompt: PromptLine) -> tuple[str, str, str]:
    """The user's text before, in and after the grounded context."""
    if prompt.context is None:
        return prompt.user, "", ""
    start, end = prompt.context
    return prompt.user[:start], prompt.user[start:end], prompt.user[end:]


def entities_by_name(reference: Reference) -> dict[str, str]:
    """Folded name or synonym to CURIE; of two entities with one name the first by CURIE."""
    found: dict[str, str] = {}
    for entity, names in sorted(reference.names.items()):
        for name in names:
            found.setdefault(name, entity)
    return found


def _answer(
    results: Results, scored: Scored, prompt: PromptLine, metric: str, entities: Mapping[str, str]
) -> AnswerView:
    record = results.record
    scenario = record.scenarios[scored.scenario]
    generation = record.generations.get((scored.scenario, scored.condition))
    answer = read_answer(generation, scenario, record.reference) if generation else None
    parsed = answer if isinstance(answer, ParsedResponse) else None
    marks = mark(scenario, parsed.response if parsed else None, scored, record.reference)
    drawing = draw(scenario, marks, record.reference, entities)
    return AnswerView(
        scored.condition,
        prompt,
        *_split(prompt),
        generation,
        parsed,
        scored,
        marks,
        drawing,
        outcome(scored, metric),
    )


def _values(results: Results, answers: Sequence[Scored]) -> str:
    scores = {one.condition: one.scores for one in answers}
    return ";".join(
        ",".join(
            ""
            if (score := scores.get(name, {}).get(scorer.name)) is None or score.value is None
            else f"{score.value:.4g}"
            for scorer in results.scorers
        )
        for name in results.conditions
    )


def views(results: Results) -> tuple[tuple[ScenarioRow, ...], tuple[ScenarioView, ...]]:
    """All scenarios as rows, and those that the drill-down shows, both in the order of the run."""
    metric, by_scenario = outcome_metric(results), _by_scenario(results)
    shown = choose_shown(by_scenario, metric)
    entities = entities_by_name(results.record.reference)
    prompts = results.record.full_prompts(shown)
    rows, views = [], []
    for name, answers in by_scenario.items():
        scenario = results.record.scenarios[name]
        outcomes = {one.condition: outcome(one, metric) for one in answers}
        rows.append(ScenarioRow(scenario, outcomes, _values(results, answers), name in shown))
        if name in shown:
            seen = tuple(_answer(results, one, prompts[name, one.condition], metric, entities) for one in answers)
            views.append(ScenarioView(scenario, seen))
    return tuple(rows), tuple(views)
