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
from claimstar.bench.run_folder import OtherRunError, PromptLine, RunFolder, RunManifest, check_same_run
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


def is_answered(generation: Generation | None) -> bool:
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


def begin(prepared: Prepared, model: LanguageModel, folder: RunFolder, limit: int | None, clock: Clock) -> RunManifest:
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
