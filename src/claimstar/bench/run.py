"""Asking a model: prepared prompts in, a run folder out.

Prompts are prepared once (see `claimstar.bench.prepare`) and may be put to several models. A run can be stopped at any
time and continued with the same command: prompts that have an answer are not asked again, those whose call failed are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from claimstar.bench.parse import ParsedResponse
from claimstar.bench.plan import balanced
from claimstar.bench.reference import Reference
from claimstar.bench.results import Clock, Results, make_results, versions
from claimstar.bench.run_folder import (
    ConditionNote,
    OtherRunError,
    PromptLine,
    RunFolder,
    RunManifest,
    Session,
    check_same_run,
)
from claimstar.bench.score import read_answer, read_run
from claimstar.errors import UsageError
from claimstar.llm.protocol import Completion, LanguageModel, Prompt
from claimstar.model.records import Generation, Scenario


@dataclass(frozen=True)
class Prepared:
    """Everything a run needs besides the model.

    Attributes:
        suite, suite_title: the suite.
        conditions: the conditions to ask under, in order.
        scorers: names of the metrics.
        graph_hash, schema_version: of the graph that the contexts were cut from.
        scenarios_hash, template_hash, prompt_hash: of the scenarios, the query templates and the prompt templates.
        seed: the run's seed.
        scenarios: by id, in order.
        prompts: by scenario and condition; what is put and what is kept of it.
        reference: the look-up for scores and reports.
    """

    suite: str
    suite_title: str
    conditions: tuple[ConditionNote, ...]
    scorers: tuple[str, ...]
    graph_hash: str
    schema_version: str
    scenarios_hash: str
    template_hash: str
    prompt_hash: str
    seed: int
    scenarios: Mapping[str, Scenario]
    prompts: Mapping[tuple[str, str], tuple[Prompt, PromptLine]]
    reference: Reference


@dataclass(frozen=True)
class Outcome:
    """How asking ended: pairs planned, asked now, and answers without text of those asked now."""

    planned: int
    asked: int
    failed: int
    last_error: str = ""


Progress = Callable[[int, int, int], None]
"""Called after each answer with: prompts done, prompts planned, failed calls so far."""


def slug(text: str) -> str:
    """A text as a part of a file name or id.

    >>> slug("local:/models/My Model")
    'local-models-my-model'
    """
    return re.sub(r"[^a-z0-9.]+", "-", text.casefold()).strip("-.")


def _generation(run: str, line: PromptLine, completion: Completion, prepared: Prepared) -> Generation:
    generation = Generation(
        id=f"{run}.{line.scenario}.{line.condition}",
        run=run,
        scenario=line.scenario,
        condition=line.condition,
        prompt_hash=line.sha256,
        shown_assertions=list(line.shown) or None,
        raw_text=completion.text,
        finish_reason=completion.finish_reason,
        error=completion.error,
        input_tokens=completion.input_tokens,
        output_tokens=completion.output_tokens,
        latency_seconds=round(completion.latency_seconds, 6),
    )
    answer = read_answer(generation, prepared.scenarios[line.scenario], prepared.reference)
    if isinstance(answer, ParsedResponse):
        return generation.model_copy(update={"response": answer.response})
    return generation.model_copy(update={"unscored_reason": answer.reason})


def _manifest(prepared: Prepared, model: LanguageModel, limit: int | None, clock: Clock) -> RunManifest:
    schema = next((prompt.response_schema for prompt, _ in prepared.prompts.values()), None)
    return RunManifest(
        run=f"{prepared.suite}-{slug(model.spec)}-{clock():%Y%m%dT%H%M%SZ}",
        suite=prepared.suite,
        suite_title=prepared.suite_title,
        model=model.spec,
        settings=json.loads(json.dumps(dict(model.settings), default=str)),
        seed=prepared.seed,
        conditions=prepared.conditions,
        graph_hash=prepared.graph_hash,
        schema_version=prepared.schema_version,
        scenarios_hash=prepared.scenarios_hash,
        template_hash=prepared.template_hash,
        prompt_hash=prepared.prompt_hash,
        scorers=prepared.scorers,
        response_schema=schema,
        limit=limit,
    )


def _is_answered(generation: Generation | None) -> bool:
    """Whether a prompt needs no further call: it has a text, or an empty one without an error."""
    return generation is not None and (bool((generation.raw_text or "").strip()) or not generation.error)


def _check_prompts(
    done: Mapping[tuple[str, str], Generation], prompts: Mapping[tuple[str, str], PromptLine], path: Path
) -> None:
    changed = [
        f"{scenario}/{condition}"
        for (scenario, condition), generation in done.items()
        if generation.prompt_hash != prompts[scenario, condition].sha256
    ]
    if changed:
        raise OtherRunError(
            f"{path} holds another run; different: prompt hash of {', '.join(changed[:3])}"
            + (f" and {len(changed) - 3} more" if len(changed) > 3 else ""),
            remedy="choose another --out, or remove that folder",
        )


def _begin(prepared: Prepared, model: LanguageModel, folder: RunFolder, limit: int | None, clock: Clock) -> RunManifest:
    """Write what is known before the first call, or check that the folder holds this very run."""
    manifest = _manifest(prepared, model, limit, clock)
    pairs = balanced(list(prepared.scenarios.values()), [note.name for note in prepared.conditions], limit)
    lines = {pair: prepared.prompts[pair][1] for pair in pairs}
    if folder.exists():
        old = folder.manifest()
        check_same_run(old, manifest, folder.path)
        done = folder.generations()
        # what was answered under another --limit stays a part of the run
        lines |= {pair: prepared.prompts[pair][1] for pair in done if pair not in lines}
        _check_prompts(done, lines, folder.path)
        manifest = replace(manifest, run=old.run, sessions=old.sessions, scorers=prepared.scorers)
    elif folder.path.is_dir() and any(folder.path.iterdir()):
        raise UsageError(f"{folder.path} is not empty and no run folder", remedy="choose another --out")
    folder.write_lines(
        "scenarios.jsonl", (s.model_dump(mode="json", exclude_none=True) for s in prepared.scenarios.values())
    )
    folder.write_lines("prompts.jsonl", (vars(line) for line in lines.values()))
    folder.write_lines("claims.jsonl", prepared.reference.to_lines())
    folder.write_manifest(manifest)
    return manifest


def ask(
    prepared: Prepared,
    model: LanguageModel,
    path: Path,
    *,
    clock: Clock,
    limit: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Put the prompts to a model and write its answers, one line each, into a run folder.

    Args:
        prepared: the prompts.
        model: the model.
        path: the run folder; made if missing, continued if it holds this very run.
        clock: where times come from.
        limit: how many prompts, balanced (see `claimstar.bench.plan`); None for all.
        progress: told of each answer.

    Raises:
        UsageError: the folder holds another run, or something else.
        ModelError: the model cannot be used at all. What was answered before stays.
    """
    folder = RunFolder(path)
    manifest = _begin(prepared, model, folder, limit, clock)
    session = Session(clock().isoformat(timespec="seconds"), None, 0, versions())
    asked = failed = 0
    last_error = ""
    with folder.appending() as log:
        done = folder.generations()
        planned = list(folder.prompts().values())
        todo = [line for line in planned if not _is_answered(done.get((line.scenario, line.condition)))]
        try:
            for line in todo:
                completion = model.complete(prepared.prompts[line.scenario, line.condition][0])
                log.add(_generation(manifest.run, line, completion, prepared))
                asked += 1
                if completion.error and not completion.text.strip():
                    failed, last_error = failed + 1, completion.error
                if progress:
                    progress(len(planned) - len(todo) + asked, len(planned), failed)
        finally:
            session = replace(session, ended_at=clock().isoformat(timespec="seconds"), asked=asked)
            if asked or not manifest.sessions:
                folder.write_manifest(replace(manifest, sessions=(*manifest.sessions, session)))
    return Outcome(len(planned), asked, failed, last_error)


def run(
    prepared: Prepared,
    model: LanguageModel,
    path: Path,
    *,
    clock: Clock,
    limit: int | None = None,
    progress: Progress | None = None,
) -> tuple[Outcome, Results]:
    """Ask, score, and write ``results.json`` and ``report.html``. Arguments and errors as `ask`."""
    outcome = ask(prepared, model, path, clock=clock, limit=limit, progress=progress)
    return outcome, rescore(path, clock=clock)


def rescore(path: Path, *, clock: Clock) -> Results:
    """Score a run folder and write ``results.json`` and ``report.html``; needs neither model nor store.

    Raises:
        LookupFailure, InputError: see `claimstar.bench.score.read_run`.
    """
    from claimstar.bench.report import render

    results = make_results(read_run(path), clock)
    folder = RunFolder(path)
    folder.write("results.json", results.to_json())
    folder.write("report.html", render(results))
    return results


def all_failed(outcome: Outcome, results: Results) -> bool:
    """Whether nothing at all was answered."""
    return outcome.failed > 0 and all(one.unscored is not None for one in results.scored)
