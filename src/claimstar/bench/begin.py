"""The beginning of a run, and its continuing: what is written before the first call, and what each answer becomes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from claimstar.bench.parse import ParsedResponse
from claimstar.bench.plan import balanced
from claimstar.bench.prepared import Prepared
from claimstar.bench.results import Clock
from claimstar.bench.run_folder import Logged, PromptLine, RunFolder
from claimstar.bench.run_manifest import OtherRunError, RunManifest, check_same_run
from claimstar.bench.score import read_answer
from claimstar.errors import UsageError
from claimstar.llm.protocol import Completion, LanguageModel
from claimstar.model.records import Generation


def slug(text: str) -> str:
    """A text as a part of a file name or id.

    >>> slug("local:/models/My Model")
    'local-models-my-model'
    """
    return re.sub(r"[^a-z0-9.]+", "-", text.casefold()).strip("-.")


def generation_of(run: str, line: PromptLine, completion: Completion, prepared: Prepared) -> Generation:
    """The line of the run log for what a model gave back: read at once, so that the log says why it has no score."""
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
        error_kind=completion.error_kind,
        input_tokens=completion.input_tokens,
        output_tokens=completion.output_tokens,
        cached_input_tokens=completion.cached_input_tokens,
        latency_seconds=None if completion.latency_seconds is None else round(completion.latency_seconds, 6),
        attempts=completion.attempts,
        from_cache=completion.from_cache or None,
        request_id=completion.request_id,
        served_model=completion.served_model,
    )
    answer = read_answer(generation, prepared.scenarios[line.scenario], prepared.reference)
    if isinstance(answer, ParsedResponse):
        return generation.model_copy(update={"response": answer.response})
    return generation.model_copy(update={"unscored_reason": answer.reason})


def _manifest(prepared: Prepared, model: LanguageModel, limit: int | None, clock: Clock) -> RunManifest:
    schema = next((prompt.response_schema for prompt, _ in prepared.prompts.values()), None)
    return RunManifest(
        run=f"{prepared.suite}-{slug(model.spec)}-{clock():%Y%m%dT%H%M%S.%fZ}",
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


def is_answered(generation: Generation | None) -> bool:
    """Whether a prompt needs no further call: it has a text, or an empty one without an error."""
    return generation is not None and (bool((generation.raw_text or "").strip()) or not generation.error)


def _check_prompts(
    done: Mapping[tuple[str, str], Logged], prompts: Mapping[tuple[str, str], PromptLine], path: Path
) -> None:
    changed = [
        f"{scenario}/{condition}"
        for (scenario, condition), logged in done.items()
        if logged.prompt_hash != prompts[scenario, condition].sha256
    ]
    if changed:
        raise OtherRunError(
            f"{path} holds another run; different: prompt hash of {', '.join(changed[:3])}"
            + (f" and {len(changed) - 3} more" if len(changed) > 3 else ""),
            remedy="choose another --out, or remove that folder",
        )


def plan_lines(
    prepared: Prepared, limit: int | None, done: Mapping[tuple[str, str], Logged]
) -> dict[tuple[str, str], PromptLine]:
    """The prompts of a run in the order in which they are asked; what was answered under another limit stays in."""
    pairs = balanced(list(prepared.scenarios.values()), [note.name for note in prepared.conditions], limit)
    lines = {pair: prepared.prompts[pair][1] for pair in pairs}
    return lines | {pair: prepared.prompts[pair][1] for pair in done if pair not in lines and pair in prepared.prompts}


def check_continues(
    prepared: Prepared, model: LanguageModel, folder: RunFolder, limit: int | None, clock: Clock
) -> Mapping[tuple[str, str], Logged]:
    """Check that a folder is free, or holds this very run; writes nothing. Gives what the log says so far.

    Raises:
        UsageError: it holds another run, each differing field named, or something else.
    """
    if folder.exists():
        check_same_run(folder.manifest(), _manifest(prepared, model, limit, clock), folder.path)
        done = folder.logged()
        _check_prompts(done, plan_lines(prepared, limit, done), folder.path)
        return done
    if folder.strangers():
        raise UsageError(f"{folder.path} is not empty and no run folder", remedy="choose another --out")
    return {}


def _limit_of(limit: int | None, planned: int, all_prompts: int) -> int | None:
    """The limit that a run has: none where all prompts are planned; never less than what was answered before it.

    >>> _limit_of(8, 8, 320), _limit_of(8, 50, 320), _limit_of(8, 320, 320), _limit_of(None, 320, 320)
    (8, 50, None, None)
    """
    return None if limit is None or planned >= all_prompts else max(limit, planned)


def begin(prepared: Prepared, model: LanguageModel, folder: RunFolder, limit: int | None, clock: Clock) -> RunManifest:
    """Write what is known before the first call, or check that the folder holds this very run."""
    done = check_continues(prepared, model, folder, limit, clock)
    manifest = _manifest(prepared, model, limit, clock)
    if folder.exists():
        old = folder.manifest()
        manifest = replace(manifest, run=old.run, sessions=old.sessions, scorers=prepared.scorers, prices=old.prices)
    lines = plan_lines(prepared, limit, done)
    manifest = replace(manifest, limit=_limit_of(limit, len(lines), len(prepared.prompts)))
    folder.write_lines(
        "scenarios.jsonl", (s.model_dump(mode="json", exclude_none=True) for s in prepared.scenarios.values())
    )
    folder.write_lines("prompts.jsonl", (vars(line) for line in lines.values()))
    folder.write_lines("claims.jsonl", prepared.reference.to_lines())
    manifest = replace(manifest, files=folder.hashes())
    folder.write_manifest(manifest)
    return manifest
