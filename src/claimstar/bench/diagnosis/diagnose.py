"""The diagnosis of a run: findings of all its answers counted by condition and field, with examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from claimstar.bench.diagnosis.answer import Answer, Found
from claimstar.bench.diagnosis.kinds import FIELDS, GIVEN, MISSED
from claimstar.bench.diagnosis.known import Graph, Known
from claimstar.bench.panel import NoteCount, count_notes
from claimstar.bench.parse import Unscored
from claimstar.bench.score import RunRecord, make_case, read_answer
from claimstar.errors import UsageError


@dataclass(frozen=True)
class Count:
    """So many of n findings of a condition and field are of a kind; ``kind`` is None for gold items found."""

    condition: str
    field: str
    kind: str | None
    count: int
    n: int


@dataclass(frozen=True)
class Example:
    """One finding, to be looked at.

    Attributes:
        side: ``missed`` for a gold item, ``given`` for an id of the answer.
        scenario, condition, field, kind, id: the finding.
        statement: what the id, or the one that a variant stands for, says; empty where nothing is known of it.
        excerpt: a part of the answer.
    """

    side: str
    scenario: str
    condition: str
    field: str
    kind: str
    id: str
    statement: str
    excerpt: str


@dataclass(frozen=True)
class Diagnosis:
    """What a run's answers missed and gave.

    Attributes:
        run, model: the run.
        whole_graph: whether ids were looked up in the whole graph, too.
        answers: scored answers by condition.
        missed: gold items by condition, field and kind; n are all gold items of scored answers.
        given: ids given by condition, field and kind; n are all ids given.
        notes: ids that were read in another way than written, or only look like known ones, by kind and condition.
        unscored: answers that could not be read: cause, condition, how many; they are in no other count.
        examples: so many of each condition and kind as were asked for.
    """

    run: str
    model: str
    whole_graph: bool
    answers: dict[str, int]
    missed: tuple[Count, ...]
    given: tuple[Count, ...]
    notes: tuple[NoteCount, ...]
    unscored: tuple[tuple[str, str, int], ...]
    examples: tuple[Example, ...]


def _chosen(record: RunRecord, conditions: Sequence[str], categories: Sequence[str]) -> list[tuple[str, str]]:
    """The planned prompts that are asked for.

    Raises:
        UsageError: the run has no such condition or category.
    """
    there = [note.name for note in record.manifest.conditions]
    kinds = sorted({str(scenario.category) for scenario in record.scenarios.values()})
    for word, asked, known in (("condition", conditions, there), ("category", categories, kinds)):
        unknown = [name for name in asked if name not in known]
        if unknown:
            names = ", ".join(map(repr, unknown))
            raise UsageError(f"no {word} {names} in the run", remedy=f"one of {', '.join(known)}")
    return [
        (name, condition)
        for name, condition in record.prompts
        if (not conditions or condition in conditions)
        and (not categories or str(record.scenarios[name].category) in categories)
    ]


def diagnose(
    record: RunRecord,
    graph: Graph | None = None,
    *,
    conditions: Sequence[str] = (),
    categories: Sequence[str] = (),
    examples: int = 2,
) -> Diagnosis:
    """Diagnose the answers of a run.

    Args:
        record: the run.
        graph: the whole graph; without it an id that the run does not know counts as invented.
        conditions, categories: these only; all where none is given.
        examples: how many of each condition, field and kind.

    Raises:
        UsageError: the run has no such condition or category.
    """
    known = Known(record.reference, graph or Graph())
    grounded = {note.name: note.grounded for note in record.manifest.conditions}
    answers: Counter[str] = Counter()
    unscored: Counter[tuple[str, str]] = Counter()
    missed: Counter[tuple[str, str, str | None]] = Counter()
    given: Counter[tuple[str, str, str | None]] = Counter()
    kept = _Kept(examples)
    noted: list[tuple[str, Sequence[str]]] = []
    chosen = set(_chosen(record, conditions, categories))
    for prompt in record.each_full_prompt():  # the texts, for what they show of sources
        name, condition = prompt.scenario, prompt.condition
        if (name, condition) not in chosen:
            continue
        generation, scenario = record.generations.get((name, condition)), record.scenarios[name]
        if generation is None:
            unscored["not asked", condition] += 1
            continue
        parsed = read_answer(generation, scenario, record.reference)
        if isinstance(parsed, Unscored):
            unscored[parsed.cause, condition] += 1
            continue
        answers[condition] += 1
        noted.append((condition, parsed.notes))
        case = make_case(scenario, parsed, prompt, record.reference, grounded=grounded[condition])
        answer = Answer(case, known, f"{prompt.system}\n{prompt.user}")
        for side, counter, found in (("missed", missed, answer.missed()), ("given", given, answer.given())):
            for one in found:
                counter[condition, one.field, one.kind] += 1
                kept.add(side, name, condition, one, known, generation.raw_text or "")
    order = [note.name for note in record.manifest.conditions]
    return Diagnosis(
        run=record.manifest.run,
        model=record.manifest.model,
        whole_graph=graph is not None,
        answers={condition: answers[condition] for condition in order if condition in answers},
        missed=tuple(_counts(missed, order, (None, *MISSED))),
        given=tuple(_counts(given, order, tuple(GIVEN))),
        notes=count_notes(noted),
        unscored=tuple((cause, condition, n) for (cause, condition), n in sorted(unscored.items())),
        examples=tuple(kept.examples),
    )


def _counts(
    counter: Counter[tuple[str, str, str | None]], conditions: Iterable[str], kinds: Sequence[str | None]
) -> Iterator[Count]:
    for condition in conditions:
        for field in FIELDS:
            n = sum(counter[condition, field, kind] for kind in kinds)
            for kind in kinds:
                if counter[condition, field, kind]:
                    yield Count(condition, field, kind, counter[condition, field, kind], n)


class _Kept:
    """The first examples of each kind."""

    def __init__(self, limit: int) -> None:
        self.examples: list[Example] = []
        self._limit = limit
        self._held: Counter[tuple[str, ...]] = Counter()

    def add(self, side: str, scenario: str, condition: str, found: Found, known: Known, text: str) -> None:
        key = (side, condition, found.field, found.kind or "")
        if found.kind in (None, "right", "supporting") or self._held[key] >= self._limit:
            return
        self._held[key] += 1
        statement = known.statement(found.means or found.id)
        if found.means:
            statement = f"{found.means}: {statement}"
        self.examples.append(
            Example(side, scenario, condition, found.field, found.kind or "", found.id, statement, excerpt(text, found))
        )


def excerpt(text: str, found: Found, width: int = 120) -> str:
    """The part of an answer around an id, else around the field where it should have stood, else its beginning.

    >>> excerpt('{"causal_path": ["ASR_0033"], "rationale": "x"}', Found("causal_path", "ASR_0033", "shown"), width=20)
    '… ["ASR_0033"], "ratio …'
    """
    plain = " ".join(text.split())
    marks = [found.id, f'"{found.field.removesuffix("_narrow")}']
    spot = next((place for mark in marks if (place := plain.find(mark)) >= 0), 0)
    start = max(0, spot - width // 10)
    end = min(len(plain), start + width)
    return f"{'… ' if start else ''}{plain[start:end].strip()}{' …' if end < len(plain) else ''}"
