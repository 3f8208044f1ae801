"""A small run that was answered by one scripted service and is judged by another; ways in which a judge can fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from claimstar.bench.ask import How
from claimstar.bench.judge.conduct import Sitting, judge_run
from claimstar.bench.judge.panel import JudgePanel, make_panel
from claimstar.bench.judge.rubric import Rubric, suite_rubric
from claimstar.bench.run import run
from claimstar.bench.score import read_run
from claimstar.ingest.suite import load_suite
from claimstar.llm.openai_chat import ChatOptions, OpenAIChat

from .prepared import prepared, ticking
from .scripted_service import Reply, Request, ScriptedService, chat, refused

JUDGE = "openai:judge"
PAIR = ("SCN_0001", "C1")
RIGHT_ANSWER = json.dumps(
    {
        "chosen_option": "ACE inhibitor",
        "causal_path": ["ASR_0019"],
        "adverse_effects": [],
        "contraindications_of_option": [],
        "contraindications_of_others": [],
        "cited_evidence": [],
        "free_claims": [],
        "insufficient_evidence": False,
        "rationale": "-",
    }
)


def rubric() -> Rubric:
    return suite_rubric(load_suite("causal"))


CRITERIA = rubric().names


def entry(criterion: str, score: object = 4) -> dict[str, object]:
    return {"criterion": criterion, "score": score, "reason": "-"}


def verdicts(*entries: object) -> str:
    return json.dumps({"verdicts": list(entries)})


def whole(first: object = 4) -> str:
    """A verdict on each criterion; the first has the score given."""
    return verdicts(entry(CRITERIA[0], first), *(entry(name) for name in CRITERIA[1:]))


def as_judge(reply: Reply) -> Reply:
    """The same reply of a service that says it used another model than the one that answered the run."""
    return replace(reply, body=reply.body.replace(b"scripted-1", b"judging-1"))


def answer_run(path: Path, broken: str | None = None) -> Path:
    """Nine answers; the first is ``broken`` where that is given."""

    def script(request: Request) -> Reply:
        return chat(broken if broken is not None and request.number == 0 else RIGHT_ANSWER)

    with ScriptedService(script) as service:
        model = OpenAIChat("openai:scripted", "scripted", base_url=service.url, options=OPTIONS)
        run(prepared(), model, path, clock=ticking(), how=How(1))
    return path


OPTIONS = ChatOptions(timeout_seconds=0.5, max_retries=2, first_wait_seconds=0.001)


@dataclass(frozen=True)
class Judged:
    sitting: Sitting
    panel: JudgePanel
    asked: tuple[Request, ...]
    port: int


def judge(
    path: Path,
    script: Callable[[Request], Reply],
    *,
    port: int = 0,
    retry_errors: bool = False,
    limit: int | None = None,
    allow_self: bool = False,
    spec: str = JUDGE,
) -> Judged:
    with ScriptedService(script, port) as service:
        model = OpenAIChat(spec, spec.partition(":")[2], base_url=service.url, options=OPTIONS)
        how = How(1, retry_errors)
        record = read_run(path)
        sitting = judge_run(record, rubric(), model, clock=ticking(), how=how, limit=limit, allow_self=allow_self)
        return Judged(sitting, make_panel(record, rubric(), spec), tuple(service.requests), service.port)


def log_lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (path / "verdicts.openai-judge.jsonl").read_text().splitlines()]


@dataclass(frozen=True)
class JudgeMode:
    """A failure of a judge and what is made of it.

    Attributes:
        unscored: criterion to its cause; criteria not in it are scored.
    """

    name: str
    reply: Callable[[], Reply]
    unscored: Mapping[str, str]
    notes: tuple[str, ...] = ()
    error_kind: str | None = None
    attempts: int = 1


def every(cause: str) -> dict[str, str]:
    return dict.fromkeys(CRITERIA, cause)


def first(cause: str) -> dict[str, str]:
    return {CRITERIA[0]: cause}


JUDGE_MODES = (
    JudgeMode(
        "judge: one verdict of five",
        lambda: chat(verdicts(entry(CRITERIA[2]))),
        {name: "no verdict" for name in CRITERIA if name != CRITERIA[2]},
    ),
    JudgeMode("judge: score 6", lambda: chat(whole(6)), first("out of range")),
    JudgeMode("judge: score 0", lambda: chat(whole(0)), first("out of range")),
    JudgeMode("judge: score as text", lambda: chat(whole("4")), first("wrong type")),
    JudgeMode("judge: score 3.5", lambda: chat(whole(3.5)), first("wrong type")),
    JudgeMode("judge: score true", lambda: chat(whole(True)), first("wrong type")),
    JudgeMode(
        "judge: criterion twice",
        lambda: chat(verdicts(entry(CRITERIA[0]), *(entry(name) for name in CRITERIA))),
        first("duplicate criterion"),
    ),
    JudgeMode(
        "judge: unknown criterion",
        lambda: chat(verdicts(entry("style"), *(entry(name) for name in CRITERIA[1:]))),
        first("no verdict"),
        ("unknown criterion",),
    ),
    JudgeMode(
        "judge: no criterion named",
        lambda: chat(verdicts(7, *(entry(name) for name in CRITERIA))),
        {},
        ("verdict without a criterion",),
    ),
    JudgeMode("judge: prose", lambda: chat(f"Well:\n{whole()}\nDone."), {}, ("words around the JSON object",)),
    JudgeMode("judge: two objects", lambda: chat(f"{whole(1)}\n{whole(5)}"), every("several replies")),
    JudgeMode(
        "judge: no reason",
        lambda: chat(verdicts({"criterion": CRITERIA[0], "score": 4}, *(entry(name) for name in CRITERIA[1:]))),
        {},
        ("verdict without a reason",),
    ),
    JudgeMode(
        "judge: half a surrogate",
        lambda: chat(f"\ud800 {whole()}".replace('"-"', '"\\ud800"')),
        {},
        ("words around the JSON object",),
    ),
    JudgeMode("judge: invalid JSON", lambda: chat('{"verdicts": ['), every("no JSON object")),
    JudgeMode("judge: other object", lambda: chat('{"score": 4}'), every("no list of verdicts")),
    JudgeMode("judge: refusal", lambda: chat(None, refusal="No."), every("refusal"), error_kind="refusal"),
    JudgeMode(
        "judge: length stop", lambda: chat(whole(), "length"), every("cut off at the token limit"), error_kind="length"
    ),
    JudgeMode("judge: empty", lambda: chat(""), every("empty"), error_kind="empty"),
    JudgeMode("judge: 500", lambda: refused(500, "broken"), every("server_error"), (), "server_error", 3),
)


def fail_first(mode: JudgeMode) -> Callable[[Request], Reply]:
    return lambda request: as_judge(mode.reply() if request.number < mode.attempts else chat(whole()))
