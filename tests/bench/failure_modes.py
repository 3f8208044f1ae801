"""The ways in which a call or an answer can fail, each put to a run by a scripted service.

``python -m tests.bench.failure_modes`` prints what the run log says of each.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from claimstar.bench.ask import How
from claimstar.bench.results import Results
from claimstar.bench.run import run
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.score import read_answer
from claimstar.llm.openai_chat import ChatOptions, OpenAIChat
from claimstar.model.records import Generation

from .cases import ACE_INHIBITOR
from .judged import JUDGE_MODES, answer_run, judge, log_lines
from .judged import fail_first as judge_fails_first
from .prepared import prepared, ticking
from .scripted_service import Reply, Request, ScriptedService, chat, refused

PAIR = ("SCN_0001", "C1")


def answer(**changes: object) -> str:
    """A right answer of SCN_0001, with changes."""
    values = {
        "chosen_option": ACE_INHIBITOR,
        "causal_path": ["ASR_0019", "ASR_0010", "ASR_0011", "ASR_0013"],
        "adverse_effects": ["ASR_0087"],
        "contraindications_of_option": [],
        "contraindications_of_others": [],
        "cited_evidence": ["EV_0007"],
        "free_claims": [],
        "insufficient_evidence": False,
        "rationale": "-",
    }
    return json.dumps(values | changes, ensure_ascii=False)


@dataclass(frozen=True)
class Mode:
    """A failure, and what a run has to make of it: kind of error, cause without a score, notes, tries."""

    name: str
    reply: Callable[[], Reply]
    error_kind: str | None = None
    cause: str | None = None
    notes: tuple[str, ...] = ()
    attempts: int = 1


def path_of(*ids: str) -> Callable[[], Reply]:
    return lambda: chat(answer(causal_path=list(ids)))


MODES = (
    Mode("429 storm", lambda: refused(429, "slow down", retry_after_ms="1"), "rate_limit", "model error", attempts=3),
    Mode("500", lambda: refused(500, "broken"), "server_error", "model error", attempts=3),
    Mode("503 overload", lambda: refused(503, "overloaded"), "server_error", "model error", attempts=3),
    Mode("400", lambda: refused(400, "prompt too long"), "bad_request", "model error"),
    Mode("timeout", lambda: chat(answer(), delay=2.0), "timeout", "model error", attempts=3),
    Mode(
        "cut mid-body",
        lambda: Reply(body=chat(answer()).body, cut_after=40),
        "connection",
        "model error",
        attempts=3,
    ),
    Mode("invalid JSON body", lambda: Reply(body=b'{"id": "x", '), "malformed_reply", "model error"),
    Mode("no choices", lambda: Reply(body=b'{"id": "x", "choices": []}'), "malformed_reply", "model error"),
    Mode("invalid JSON answer", lambda: chat('{"chosen_option": '), None, "no JSON object"),
    Mode("JSON with prose", lambda: chat(f"Here it is:\n{answer()}\nGood luck.")),
    Mode("option of another name", lambda: chat(answer(chosen_option="aspirin"))),
    Mode("wrong type", lambda: chat(answer(causal_path=7)), None, "does not fit the response schema"),
    Mode("wrong enum", lambda: chat(answer(insufficient_evidence="perhaps")), None, "does not fit the response schema"),
    Mode("empty content", lambda: chat(""), "empty", "model error"),
    Mode("refusal", lambda: chat(None, refusal="I cannot advise."), "refusal", "model error"),
    Mode("length stop", lambda: chat('{"chosen_opt', "length"), "length", "cut off at the token limit"),
    Mode("content filter", lambda: chat(None, "content_filter"), "content_filter", "model error"),
    Mode("half a surrogate", lambda: chat(f"\ud800 {answer()}")),
    Mode("escaped half of one", lambda: chat(answer(rationale="-half-").replace("-half-", r"\ud800"))),
    Mode("duplicate ids", path_of("ASR_0019", "ASR_0019", "ASR_0010"), notes=("duplicate id",)),
    Mode("ids of another case", path_of("asr_0019", "Asr_0010"), notes=("id of another case", "id of another case")),
    Mode("Cyrillic letter", path_of("АSR_0019"), notes=("lookalike id",)),
    Mode("full-width digits", path_of("ASR_００19"), notes=("lookalike id",)),
    Mode("non-breaking hyphen", path_of("ASR‑0019"), notes=("lookalike id",)),
    Mode("zero-width space", path_of("ASR_00\u200b19"), notes=("lookalike id",)),
)


def ask(reply: Callable[[Request], Reply], path: Path, *, retry_errors: bool = False, port: int = 0) -> Results:
    """Nine prompts to a service; SCN_0001 under C1 is the first that is asked."""
    with ScriptedService(reply, port) as service:
        options = ChatOptions(timeout_seconds=0.5, max_retries=2, first_wait_seconds=0.001)
        model = OpenAIChat("openai:scripted", "scripted", base_url=service.url, options=options)
        return run(prepared(), model, path, clock=ticking(), how=How(1, retry_errors))[1]


def fail_first(mode: Mode) -> Callable[[Request], Reply]:
    """The first prompt fails in this mode with all its tries, every other is answered."""
    return lambda request: mode.reply() if request.number < mode.attempts else chat(answer())


def notes_of(generation: Generation) -> tuple[str, ...]:
    given = prepared()
    read = read_answer(generation, given.scenarios[generation.scenario], given.reference)
    return getattr(read, "notes", ())


def main() -> None:
    print(f"{'mode':24}{'error_kind':17}{'finish':16}{'tries':6}{'scored':8}unscored cause, or notes; error")
    for mode in MODES:
        with tempfile.TemporaryDirectory() as folder:
            results = ask(fail_first(mode), Path(folder))
            one = RunFolder(Path(folder)).generations()[PAIR]
        said = (one.unscored_reason or "").partition(":")[0] or "; ".join(notes_of(one)) or "-"
        scored = f"{9 - results.unscored}/9"
        kind, finish = one.error_kind or "-", one.finish_reason or "-"
        print(f"{mode.name:24}{kind:17}{finish:16}{one.attempts!s:6}{scored:8}{said}; {one.error or '-'}")
    print()
    print(f"{'mode':28}{'error_kind':15}{'tries':6}{'scored':8}unscored in the log by criterion; notes")
    for failing in JUDGE_MODES:
        with tempfile.TemporaryDirectory() as folder:
            found = judge(answer_run(Path(folder)), judge_fails_first(failing))
            line = log_lines(Path(folder))[0]
        scored = f"{sum(cell.estimate.n for cell in found.panel.cells)}/45"
        unscored = ", ".join(f"{name}: {why}" for name, why in found.panel.verdicts[PAIR].unscored.items()) or "-"
        notes = "; ".join(found.panel.verdicts[PAIR].notes) or "-"
        kind = line.get("error_kind") or "-"
        print(f"{failing.name:28}{kind!s:15}{line['attempts']!s:6}{scored:8}{unscored}; {notes}")


if __name__ == "__main__":
    main()
