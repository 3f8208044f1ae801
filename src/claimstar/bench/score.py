"""Scoring a run from its folder alone: no model, no store."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from claimstar.bench.case import Case
from claimstar.bench.panel import Scored
from claimstar.bench.parse import ParsedResponse, Unscored, parse
from claimstar.bench.reference import Reference, missing
from claimstar.bench.run_folder import COPY, LOST, PromptLine, RunFolder
from claimstar.bench.run_manifest import RunManifest
from claimstar.bench.scorers import Scorer, choose
from claimstar.errors import InputError, Problem
from claimstar.model.claims import ClaimRow
from claimstar.model.records import Generation, Scenario

MOST_NAMED = 10
"""So many things that a look-up lacks are named; the others are counted."""


@dataclass(frozen=True)
class RunRecord:
    """A run as read from its folder: everything that scores and reports are made of.

    ``prompts`` are without their texts, which no score needs; `full_prompts` has them.
    ``replaced`` are the lines of the log that do not count: failures that were asked again.
    """

    folder: Path
    manifest: RunManifest
    scenarios: Mapping[str, Scenario]
    prompts: Mapping[tuple[str, str], PromptLine]
    reference: Reference
    generations: Mapping[tuple[str, str], Generation]
    replaced: tuple[Generation, ...] = ()

    @property
    def scorers(self) -> tuple[Scorer, ...]:
        """The metrics of the run, in the order of the panel."""
        return choose(self.manifest.scorers)

    def each_full_prompt(self) -> Iterator[PromptLine]:
        """The prompts of the run with their texts, one after another: all of them at once may be too much."""
        return RunFolder(self.folder).each_prompt()

    def full_prompts(self, scenarios: Collection[str]) -> dict[tuple[str, str], PromptLine]:
        """The prompts of the run; those of the scenarios named are read with their texts."""
        return RunFolder(self.folder).prompts(texts_of=scenarios)


def read_run(folder: Path) -> RunRecord:
    """Read a run folder.

    Raises:
        LookupFailure: it is no run folder.
        InputError: a file of it is not whole, cannot be read, or names what is not in the folder.
    """
    home = RunFolder(folder)
    manifest = home.manifest()
    counted, replaced = home.all_generations()
    record = RunRecord(
        folder, manifest, home.scenarios(), home.prompts(texts_of=()), home.reference(), counted, replaced
    )
    problems = _strays(record)
    problems += _lost(record)
    problems += _foreign(home, record)
    problems += _changed(home, manifest)
    if problems:
        raise InputError(problems)
    return record


def _strays(record: RunRecord) -> list[Problem]:
    """Scenarios, conditions and answers that stand in one file of the folder and are missing in another."""
    place = str(record.folder)
    strays = sorted({scenario for scenario, _ in [*record.prompts, *record.generations]} - set(record.scenarios))
    conditions = {note.name for note in record.manifest.conditions}
    unknown = sorted({condition for _, condition in record.prompts} - conditions)
    unasked = sorted(pair for pair in record.generations if pair not in record.prompts)
    problems = [Problem("no such scenario in scenarios.jsonl", name, place, remedy=LOST) for name in strays]
    problems += [
        Problem("a prompt under a condition that manifest.json lacks", name, place, remedy=COPY) for name in unknown
    ]
    problems += [Problem("an answer without its prompt", " ".join(pair), place, remedy=LOST) for pair in unasked]
    return _most_of(problems, place, LOST)


def _foreign(home: RunFolder, record: RunRecord) -> list[Problem]:
    """Answers of another run, or to another prompt, as a log that was copied here has them: no score of this run."""
    run, prompts = record.manifest.run, record.prompts

    def is_foreign(of_run: str, pair: tuple[str, str], prompt_hash: str) -> bool:
        return of_run != run or (pair in prompts and prompts[pair].sha256 != prompt_hash)

    every = (*record.generations.values(), *record.replaced)
    if not any(is_foreign(one.run, (one.scenario, one.condition), one.prompt_hash) for one in every):
        return []
    name = "generations.jsonl"
    remedy = "put back the log of this run, or remove such lines; the same command asks their prompts again"
    problems = []
    for row, line in home.lines(name):  # only here, because answers in memory do not know their rows
        if is_foreign(line["run"], (line["scenario"], line["condition"]), line["prompt_hash"]):
            other = line["run"] != run
            message = "an answer of another run" if other else "an answer to another prompt than that of prompts.jsonl"
            value = line["run"] if other else f"{line['scenario']} {line['condition']}"
            problems.append(Problem(message, value, str(home.path / name), row, remedy=remedy))
    return _most_of(problems, str(home.path / name), remedy)


def _most_of(problems: list[Problem], file: str, remedy: str) -> list[Problem]:
    """The first problems, and the number of the others: a file of another run has one in each line."""
    more = len(problems) - MOST_NAMED
    return (
        problems
        if more <= 0
        else [*problems[:MOST_NAMED], Problem(f"and {more} more of the kind", file=file, remedy=remedy)]
    )


def _changed(home: RunFolder, manifest: RunManifest) -> list[Problem]:
    """Files that are not as they were written before the first call: a line lost from them shows in no score."""
    found = home.hashes()
    return [
        Problem("not as it was when the run began", f"sha256 {found[name][:12]}…", str(home.path / name), remedy=LOST)
        for name, written in manifest.files.items()
        if name in found and found[name] != written
    ]


def _lost(record: RunRecord) -> list[Problem]:
    """What scenarios and prompts name and the look-up lacks: scores without it would be wrong."""
    reference, file = record.reference, str(record.folder / "claims.jsonl")
    found = missing(
        record.scenarios.values(), reference.claims, reference.entities, reference.sources, "there", remedy=LOST
    )
    shown = {claim for prompt in record.prompts.values() for claim in prompt.shown}
    found += [
        Problem("a prompt shows an assertion that is not there", claim, remedy=LOST)
        for claim in sorted(shown - reference.claims.keys())
    ]
    found += [
        Problem("a scenario has no retrieved subgraph there", name, remedy=LOST)
        for name in record.scenarios
        if name not in reference.subgraphs
    ]
    return _most_of([replace(problem, file=file) for problem in found], file, LOST)


def read_answer(generation: Generation, scenario: Scenario, reference: Reference) -> ParsedResponse | Unscored:
    """The answer that a generation holds, or why it holds none."""
    text = generation.raw_text or ""
    if not text.strip() and generation.error:
        return Unscored(f"model error: {generation.error}")
    answer = parse(text, scenario, reference.names, reference.ids)
    if isinstance(answer, Unscored) and generation.finish_reason == "length":
        return Unscored(f"cut off at the token limit: {answer.reason}")
    return answer


def _rows(reference: Reference, ids: Sequence[str]) -> tuple[ClaimRow, ...]:
    return tuple(reference.claims[claim] for claim in ids if claim in reference.claims)


def make_case(
    scenario: Scenario, answer: ParsedResponse, prompt: PromptLine, reference: Reference, *, grounded: bool
) -> Case:
    """The case of one answer."""
    return Case(
        scenario=scenario,
        response=answer.response,
        chosen=answer.chosen,
        condition=prompt.condition,
        grounded=grounded,
        choice_reason=answer.reason,
        shown=_rows(reference, prompt.shown),
        full=_rows(reference, reference.subgraphs.get(scenario.id, ())),
        evidence_of=reference.evidence_of,
        names=reference.names,
        predicates=reference.predicate_names,
        members=reference.members,
        claims=reference.claims,
    )


def score_run(record: RunRecord) -> tuple[Scored, ...]:
    """Score every planned prompt of a run, in the order of the plan; one without an answer is unscored."""
    scorers = record.scorers
    grounded = {note.name: note.grounded for note in record.manifest.conditions}
    scored = []
    for (name, condition), prompt in record.prompts.items():
        scenario, category = record.scenarios[name], str(record.scenarios[name].category)
        generation = record.generations.get((name, condition))
        if generation is None:
            scored.append(Scored(name, category, condition, {}, "not asked: the run was stopped before this prompt"))
            continue
        answer = read_answer(generation, scenario, record.reference)
        if isinstance(answer, Unscored):
            scored.append(Scored(name, category, condition, {}, answer.reason))
            continue
        case = make_case(scenario, answer, prompt, record.reference, grounded=grounded[condition])
        scores = {metric.name: metric.score(case) for metric in scorers}
        scored.append(Scored(name, category, condition, scores, notes=answer.notes))
    return tuple(scored)
