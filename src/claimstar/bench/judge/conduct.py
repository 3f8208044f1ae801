"""Judging the answers of a run: what is to be judged, who may not judge it, and the asking."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from claimstar.bench.ask import Desk, How, Progress, calling, put
from claimstar.bench.judge.folder import FROM_CALL, JudgeManifest, VerdictFolder, VerdictLine, check_same_judge
from claimstar.bench.judge.prompt import judge_prompt, template_hash
from claimstar.bench.judge.rubric import Rubric
from claimstar.bench.judge.verdict import read_verdict
from claimstar.bench.parse import Unscored
from claimstar.bench.plan import balanced
from claimstar.bench.results import Clock, versions
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.run_manifest import OtherRunError
from claimstar.bench.score import RunRecord, read_answer
from claimstar.errors import UsageError
from claimstar.llm.answer_schema import Bounds
from claimstar.llm.local import LocalModel
from claimstar.llm.protocol import Completion, LanguageModel, Prompt

Pair = tuple[str, str]
NO_ANSWER = "no answer to judge"


@dataclass(frozen=True)
class Docket:
    """What of a run is to be judged: prompts by scenario and condition, and why the other planned ones have none."""

    prompts: Mapping[Pair, Prompt]
    answers: Mapping[Pair, str]
    without: Mapping[Pair, str]


@dataclass(frozen=True)
class Sitting:
    """How judging ended: answers to judge, calls made now, those that failed, the last error, failures left alone."""

    planned: int
    asked: int
    failed: int
    last_error: str = ""
    waiting: int = 0


def docket(record: RunRecord, rubric: Rubric) -> Docket:
    """What of a run is to be judged.

    An answer that cannot be read has no score in the run, and none here: a judge would grade the fragments of a text
    that no metric beside it can see. For the same reason it is shown the answer as it was read, without words around
    it; and no line of that can look like the end of the answer.
    """
    prompts: dict[Pair, Prompt] = {}
    answers: dict[Pair, str] = {}
    without: dict[Pair, str] = {}
    for pair in record.prompts:
        generation, scenario = record.generations.get(pair), record.scenarios[pair[0]]
        if generation is None:
            without[pair] = f"{NO_ANSWER}: not asked"
            continue
        read = read_answer(generation, scenario, record.reference)
        if isinstance(read, Unscored):
            without[pair] = f"{NO_ANSWER}: {read.reason}"
            continue
        answers[pair] = json.dumps(read.response.model_dump(mode="json"), ensure_ascii=False, indent=1)
        prompts[pair] = judge_prompt(rubric, scenario, pair[1], answers[pair], record.reference)
    return Docket(prompts, answers, without)


def served_models(record: RunRecord) -> frozenset[str]:
    """What the services say that they answered the run with."""
    return frozenset(one.served_model for one in record.generations.values() if one.served_model)


def find_self_judging(record: RunRecord, model: LanguageModel) -> str | None:
    """Why a judge would judge itself, as far as is known before it is asked; None where it would not."""
    if model.spec == record.manifest.model:
        return f"{model.spec} gave the answers of this run"
    name = model.settings.get("model")
    if name is not None and name == record.manifest.settings.get("model"):
        return f"the model {name} gave the answers of this run as {record.manifest.model}"
    if name in served_models(record):
        return f"a service answered this run with the model {name}"
    weights = model.settings.get("sha256")
    if weights is not None and weights == record.manifest.settings.get("sha256"):
        return f"{model.spec} has the weights of {record.manifest.model}"
    return None


def refuse_self(reason: str) -> UsageError:
    """The refusal to let a model judge itself."""
    return UsageError(f"no model judges itself: {reason}", remedy="name another judge, or say --allow-self")


def seat(model: LanguageModel, rubric: Rubric) -> LanguageModel:
    """Make room for a verdict on each criterion in the bounds of a small local model.

    Raises:
        UsageError: it is a baseline, which answers scenarios and can judge nothing.
    """
    if model.spec.startswith("baseline:"):
        raise UsageError(f"{model.spec} answers scenarios and cannot judge", remedy="name a language model")
    if isinstance(model, LocalModel):
        number = len(rubric.criteria)
        bounds = Bounds(items_of={"verdicts": number}, item_characters=80)
        model.decoding = replace(model.decoding, bounds=bounds, max_new_tokens=120 * number)
    return model


def make_manifest(record: RunRecord, rubric: Rubric, model: LanguageModel, self_judging: str) -> JudgeManifest:
    """Who judges by what."""
    return JudgeManifest(
        run=record.manifest.run,
        judge=model.spec,
        settings=json.loads(json.dumps(dict(model.settings), default=str)),
        rubric=rubric.title,
        criteria=rubric.names,
        rubric_hash=rubric.sha256,
        template_hash=template_hash(),
        self_judging=self_judging,
    )


def choose_open(
    record: RunRecord, listed: Docket, done: Mapping[Pair, VerdictLine], limit: int | None, retry_errors: bool
) -> list[tuple[Pair, Prompt]]:
    """The answers to judge now: those without a line, and failures where they are to be asked again."""
    conditions = [note.name for note in record.manifest.conditions]
    there = [record.scenarios[name] for name in dict.fromkeys(name for name, _ in listed.prompts)]
    # balanced over all of them first: an answer that cannot be judged takes no place within the limit
    pairs = balanced(there, conditions, None if limit is None else len(there) * len(conditions))
    wanted = dict.fromkeys([pair for pair in pairs if pair in listed.prompts][:limit])
    wanted |= dict.fromkeys(pair for pair in done if pair in listed.prompts)
    return [
        (pair, listed.prompts[pair])
        for pair in wanted
        if pair not in done or (retry_errors and done[pair].error is not None)
    ]


def _check_prompts(done: Mapping[Pair, VerdictLine], listed: Docket, file: str) -> None:
    changed = [
        " ".join(pair)
        for pair, line in done.items()
        if pair not in listed.prompts or line.prompt_hash != listed.prompts[pair].sha256
    ]
    if changed:
        raise OtherRunError(
            f"{file} holds other verdicts; different: hash of the judge's prompt for {', '.join(changed[:3])}"
            + (f" and {len(changed) - 3} more" if len(changed) > 3 else ""),
            remedy="move that file and its manifest away, and judge anew",
        )


def check_continues(
    record: RunRecord, rubric: Rubric, model: LanguageModel, listed: Docket
) -> tuple[JudgeManifest | None, dict[Pair, VerdictLine]]:
    """Check that this judge has no verdicts here yet, or these very ones; writes nothing.

    Raises:
        UsageError: a field of the manifest or the prompt of an answer differs; it is named.
    """
    files = VerdictFolder(RunFolder(record.folder), model.spec)
    old = files.find_manifest()
    if old:
        check_same_judge(old, make_manifest(record, rubric, model, ""), files.log_name)
    done, _ = files.verdicts()
    if done and old is None:
        raise OtherRunError(
            f"{files.log_name} has verdicts, but {files.manifest_name}, which says who gave them, is missing",
            remedy="put it back, or move the verdicts away and judge anew",
        )
    _check_prompts(done, listed, files.log_name)
    return old, done


def judge_run(
    record: RunRecord,
    rubric: Rubric,
    model: LanguageModel,
    *,
    clock: Clock,
    how: How | None = None,
    limit: int | None = None,
    allow_self: bool = False,
    progress: Progress | None = None,
) -> Sitting:
    """Put the answers of a run to a judge; each verdict goes to the log in the run folder as it comes.

    The same call continues what was stopped. Failures are asked again on request alone, and only a success replaces
    one. A reply that lacks verdicts is no failure: asking until the judge says what is liked is another experiment.

    Args:
        limit: how many answers, balanced over categories and conditions; None for all.
        allow_self: whether a model may judge its own answers; the manifest says that it did.

    Raises:
        UsageError: the judge is the model of the run; the verdicts there were made otherwise; another process judges.
        ModelError: the judge cannot be asked at all. What was judged before stays.
    """
    how = how or How()
    model = seat(model, rubric)
    reason = find_self_judging(record, model)
    if reason and not allow_self:
        raise refuse_self(reason)
    listed = docket(record, rubric)
    served = served_models(record)
    files = VerdictFolder(RunFolder(record.folder), model.spec)
    check_continues(record, rubric, model, listed)
    with files.folder.appending(files.log_name) as log:
        old, done = check_continues(record, rubric, model, listed)
        earlier = old.self_judging if old else ""
        manifest = make_manifest(record, rubric, model, reason or earlier)
        manifest = replace(manifest, sessions=old.sessions if old else ())
        files.write_manifest(manifest)
        todo = choose_open(record, listed, done, limit, how.retry_errors)
        own = reason or earlier

        def take(pair: Pair, completion: Completion) -> None:
            nonlocal own
            if completion.served_model in served:
                # known only now: the service has the model of the run behind another name
                found = f"the service answered with {completion.served_model}, as it did in this run"
                if not allow_self:
                    raise refuse_self(found)
                own = own or found
            log.add_line(_line(pair, listed, rubric, completion))
            if progress:
                progress(desk.count.asked, len(todo), desk.count.failed)

        desk: Desk[Pair] = Desk(model.spec, take)
        started = clock().isoformat(timespec="seconds")
        try:
            put(model, todo, how, desk)
        finally:
            session = {
                "started_at": started,
                "ended_at": clock().isoformat(timespec="seconds"),
                "asked": desk.count.asked,
                "versions": versions(),
                "calling": calling(model, how),
            }
            if desk.count.asked or not manifest.sessions:
                manifest = replace(manifest, self_judging=own, sessions=(*manifest.sessions, session))
                files.write_manifest(manifest)
    waiting = 0 if how.retry_errors else sum(one.error is not None for one in done.values())
    count = desk.count
    return Sitting(len(listed.prompts), count.asked, count.failed, count.last_error, waiting)


def _line(pair: Pair, listed: Docket, rubric: Rubric, completion: Completion) -> dict[str, object]:
    read = read_verdict(rubric, completion.text, completion.error, completion.error_kind, completion.finish_reason)
    line = VerdictLine(
        *pair,
        answer_hash=hashlib.sha256(listed.answers[pair].encode()).hexdigest(),
        prompt_hash=listed.prompts[pair].sha256,
        raw_text=completion.text,
        scores=read.scores,
        unscored=read.unscored,
        notes=read.notes,
        **{name: getattr(completion, name) for name in FROM_CALL},
    )
    return {name: value for name, value in asdict(line).items() if value is not None}
