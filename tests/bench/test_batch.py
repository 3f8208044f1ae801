"""Runs through a batch service: what is submitted and taken in, what is submitted again, what each loss is called."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claimstar.bench.ask import ask
from claimstar.bench.batch import BatchOutcome, ask_in_batches, find_open, refuse_direct
from claimstar.bench.batch_job import MAX_ROUNDS, BatchHow
from claimstar.bench.batch_state import custom_id, read_state, split
from claimstar.bench.run_folder import PromptLine, RunFolder
from claimstar.bench.score import read_run, score_run
from claimstar.errors import InputError, ModelError, UsageError
from claimstar.llm import ChatOptions, load_model
from claimstar.llm.answer_cache import AnswerCache
from claimstar.llm.openai_chat import OpenAIChat

from .batch_service import BatchServer, Fate, all_well, answered, lines, refused, reply, serving, unmade
from .prepared import prepared, ticking

PROMPTS = 9
"""Of the small run; the first is asked directly, the other eight go into batches."""
QUICK = BatchHow(poll_seconds=0.01)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[BatchServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with serving() as service:
        yield service


def model_at(service: BatchServer) -> OpenAIChat:
    options = ChatOptions(max_retries=2, first_wait_seconds=0.01)
    return OpenAIChat("openai:scripted", "scripted", base_url=service.url, options=options)


class Told(list[str]):
    """What the job said."""

    def having(self, text: str) -> list[str]:
        return [line for line in self if text in line]


def go(service: BatchServer, out: Path, told: list[str] | None = None, **how: Any) -> BatchOutcome:
    return ask_in_batches(
        prepared(),
        model_at(service),
        out,
        clock=ticking(),
        notice=(told if told is not None else []).append,
        how=replace(QUICK, **how),
    )


def log_of(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "generations.jsonl").read_text().splitlines()]


def steps_of(out: Path, step: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (out / "batches.jsonl").read_text().splitlines()]
    return [line for line in found if line["step"] == step]


def errors_of(out: Path) -> dict[str, str | None]:
    return {f"{pair[0]}.{pair[1]}": one.error_kind for pair, one in RunFolder(out).generations().items()}


def creations(service: BatchServer) -> int:
    return service.calls.count(("POST", "/v1/batches"))


def test_a_batch_gives_the_same_generations_as_direct_calls(service: BatchServer, tmp_path: Path) -> None:
    ended = go(service, tmp_path / "batch")
    ask(prepared(), model_at(service), tmp_path / "direct", clock=ticking())
    assert (ended.outcome.asked, ended.outcome.failed, ended.open_batches) == (PROMPTS, 0, 0)
    of_service = ("latency_seconds", "request_id")
    plain = [
        sorted(
            json.dumps({key: value for key, value in line.items() if key not in of_service}, sort_keys=True)
            for line in log_of(tmp_path / name)
        )
        for name in ("batch", "direct")
    ]
    assert plain[0] == plain[1]
    in_batch = log_of(tmp_path / "batch")[-1]
    assert "latency_seconds" not in in_batch
    assert in_batch["request_id"].startswith("req-SCN_")
    assert (in_batch["served_model"], in_batch["input_tokens"], in_batch["output_tokens"]) == ("scripted-2026", 11, 7)


def test_the_first_prompt_is_asked_directly_and_the_others_in_one_batch(service: BatchServer, tmp_path: Path) -> None:
    go(service, tmp_path / "run")
    assert len(service.chats) == 1
    assert len(service.batches) == 1
    ids = service.ids(0)
    assert len(set(ids)) == PROMPTS - 1
    assert all(len(name) <= 64 for name in ids)
    request = service.requests(0)[0]
    assert (request["method"], request["url"]) == ("POST", "/v1/chat/completions")
    assert request["body"]["temperature"] == 0


def test_what_is_complete_is_not_asked_again(service: BatchServer, tmp_path: Path) -> None:
    go(service, tmp_path / "run")
    calls = len(service.calls)
    assert go(service, tmp_path / "run").outcome.asked == 0
    assert len(service.calls) == calls


def test_answers_are_matched_by_name_whatever_their_order(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [lambda asked: Fate(output=lines(*map(answered, asked[::-1])), completed=len(asked))]
    go(service, tmp_path / "run")
    bodies = {request["custom_id"]: request["body"] for request in service.requests(0)}
    for line in RunFolder(tmp_path / "run").prompts().values():
        if custom_id(line) in bodies:
            generation = RunFolder(tmp_path / "run").generations()[line.scenario, line.condition]
            expected = reply(bodies[custom_id(line)])["choices"][0]["message"]["content"]
            assert generation.raw_text == expected


def test_failed_requests_of_the_error_file_are_failures_of_the_log(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [
        lambda asked: Fate(
            output=lines(*map(answered, asked[3:])),
            errors=lines(
                refused(asked[0], 400, "context length exceeded"),
                refused(asked[1], 429, "slow down"),
                refused(asked[2], 500, "out of order"),
            ),
            completed=5,
            failed=3,
        )
    ]
    ended = go(service, tmp_path / "run")
    assert ended.outcome.failed == 3
    assert len(service.batches) == 1
    kinds = sorted(kind for kind in errors_of(tmp_path / "run").values() if kind)
    assert kinds == ["bad_request", "rate_limit", "server_error"]
    scored = score_run(read_run(tmp_path / "run"))
    assert len(scored) == PROMPTS
    assert any("context length exceeded" in (one.unscored or "") for one in scored)


def test_failures_are_submitted_again_on_request_alone(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [
        lambda asked: Fate(
            output=lines(*map(answered, asked[1:])), errors=lines(refused(asked[0], 500, "x")), completed=7, failed=1
        ),
        all_well,
    ]
    go(service, tmp_path / "run")
    assert go(service, tmp_path / "run").outcome.waiting == 1
    assert len(service.batches) == 1
    assert go(service, tmp_path / "run", retry_errors=True).outcome.asked == 1
    assert service.ids(1) == [service.ids(0)[0]]
    assert set(errors_of(tmp_path / "run").values()) == {None}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"finish_reason": "length"}, "length"),
        ({"finish_reason": "content_filter", "message": {"role": "assistant", "content": ""}}, "content_filter"),
        ({"message": {"role": "assistant", "content": None, "refusal": "I cannot."}}, "refusal"),
        ({"message": {"role": "assistant", "content": " "}}, "empty"),
        ({"message": None}, "malformed_reply"),
    ],
)
def test_answers_that_are_none_have_the_kinds_of_direct_calls(
    service: BatchServer, tmp_path: Path, change: dict[str, Any], kind: str
) -> None:
    def ending(asked: list[dict[str, Any]]) -> Fate:
        body = reply(asked[0]["body"])
        body["choices"][0] |= change
        return Fate(output=lines(answered(asked[0], body), *map(answered, asked[1:])), completed=len(asked))

    service.endings = [ending]
    go(service, tmp_path / "run")
    assert [one for one in errors_of(tmp_path / "run").values() if one] == [kind]
    assert len(service.batches) == 1


@pytest.mark.parametrize("body", [None, [], "text", {}, {"choices": "no"}, {"choices": [1]}])
def test_a_body_that_is_no_completion_is_a_malformed_reply(service: BatchServer, tmp_path: Path, body: Any) -> None:
    def ending(asked: list[dict[str, Any]]) -> Fate:
        broken = answered(asked[0])
        broken["response"]["body"] = body
        return Fate(output=lines(broken, *map(answered, asked[1:])), completed=len(asked))

    service.endings = [ending]
    go(service, tmp_path / "run")
    assert [one for one in errors_of(tmp_path / "run").values() if one] == ["malformed_reply"]


def test_completed_without_an_output_file_because_all_failed_names_each_cause(
    service: BatchServer, tmp_path: Path
) -> None:
    service.endings = [
        lambda asked: Fate(errors=lines(*(refused(one, 400, f"bad {one['custom_id']}") for one in asked)), failed=8)
    ]
    ended = go(service, tmp_path / "run")
    assert ended.outcome.failed == PROMPTS - 1
    assert len(service.batches) == 1
    failures = [line for line in log_of(tmp_path / "run") if "error" in line]
    assert {line["error"] for line in failures} == {f"status 400: bad {name}" for name in service.ids(0)}


def test_completed_without_any_file_is_submitted_again_and_then_lost_by_name(
    service: BatchServer, tmp_path: Path
) -> None:
    service.endings = [lambda asked: Fate(completed=len(asked))]
    ended = go(service, tmp_path / "run")
    assert len(service.batches) == MAX_ROUNDS
    assert ended.outcome.failed == PROMPTS - 1
    failures = [line for line in log_of(tmp_path / "run") if "error" in line]
    assert {line["error_kind"] for line in failures} == {"unanswered"}
    assert {line["error"] for line in failures} == {
        "no answer in 3 batches; the last: completed without an output file"
    }
    assert {line["attempts"] for line in failures} == {MAX_ROUNDS}
    service.endings = [all_well]
    assert go(service, tmp_path / "run", retry_errors=True).outcome.asked == PROMPTS - 1
    assert len(service.batches) == MAX_ROUNDS + 1


def test_an_output_file_that_comes_late_is_waited_for_and_not_paid_twice(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [lambda asked: Fate(completed=len(asked))]

    def late(seconds: float) -> None:
        batch = service.batches["batch-0"]
        if batch["status"] == "completed":
            batch["output_file_id"] = "late"
            service.files["late"] = lines(*map(answered, service.requests(0)))

    ended = go(service, tmp_path / "run", sleep=late)
    assert (len(service.batches), ended.outcome.failed) == (1, 0)


def test_of_an_expired_batch_only_what_is_missing_is_submitted_again(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [
        lambda asked: Fate(
            "expired",
            output=lines(*map(answered, asked[:5])),
            errors=lines(*(unmade(one, "batch_expired") for one in asked[5:7])),
            completed=5,
            failed=2,
        ),
        all_well,
    ]
    told = Told()
    ended = go(service, tmp_path / "run", told)
    # Of the last request neither file says anything.
    assert service.ids(1) == service.ids(0)[5:]
    assert (ended.outcome.asked, ended.outcome.failed) == (PROMPTS, 0)
    assert len(log_of(tmp_path / "run")) == PROMPTS
    assert told.having("3 without an answer (batch expired)")


@pytest.mark.parametrize("status", ["cancelled", "failed"])
def test_a_batch_that_ended_early_with_answers_keeps_them(service: BatchServer, tmp_path: Path, status: str) -> None:
    service.endings = [lambda asked: Fate(status, output=lines(*map(answered, asked[:2])), completed=2), all_well]
    ended = go(service, tmp_path / "run")
    assert service.ids(1) == service.ids(0)[2:]
    assert ended.outcome.failed == 0


def test_prompts_without_an_answer_are_submitted_a_bounded_number_of_times(
    service: BatchServer, tmp_path: Path
) -> None:
    service.endings = [
        lambda asked: Fate(
            "expired",
            output=lines(answered(asked[0])),
            errors=lines(*(unmade(one, "batch_expired") for one in asked[1:])),
            completed=1,
        )
    ]
    ended = go(service, tmp_path / "run")
    assert [len(service.ids(number)) for number in range(len(service.batches))] == [8, 7, 6]
    assert ended.outcome.failed == 5
    errors = {line["error"] for line in log_of(tmp_path / "run") if "error" in line}
    assert errors == {
        "no answer in 3 batches; the last: This request could not be executed before the completion window expired."
    }


def test_an_input_that_is_refused_is_named_with_its_line_and_waits(service: BatchServer, tmp_path: Path) -> None:
    fault = {"code": "invalid_json_line", "line": 3, "message": "This line is not parseable.", "param": None}
    service.endings = [lambda asked: Fate("failed", faults=(fault,)), all_well]
    with pytest.raises(ModelError, match=r"line 3: This line is not parseable. \(invalid_json_line\)") as caught:
        go(service, tmp_path / "run")
    assert caught.value.exit_code == 3
    assert len(service.batches) == 1
    assert len(log_of(tmp_path / "run")) == 1
    assert go(service, tmp_path / "run").outcome.asked == PROMPTS - 1
    assert steps_of(tmp_path / "run", "planned")[-1]["round"] == 1


def test_a_refused_batch_does_not_keep_the_others_from_being_taken_in(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [lambda asked: Fate("failed", faults=({"message": "no"},)), all_well]
    with pytest.raises(ModelError, match="refused batch batch-0"):
        go(service, tmp_path / "run", max_requests=4)
    assert len(log_of(tmp_path / "run")) == 5


def test_a_small_limit_makes_several_batches(service: BatchServer, tmp_path: Path) -> None:
    ended = go(service, tmp_path / "run", max_requests=3)
    assert [len(service.ids(number)) for number in range(3)] == [3, 3, 2]
    assert ended.outcome.asked == PROMPTS
    tokens = {batch["metadata"]["token"] for batch in service.batches.values()}
    assert len(tokens) == 3


def test_no_input_file_is_larger_than_the_limit(service: BatchServer, tmp_path: Path) -> None:
    go(service, tmp_path / "run", max_bytes=2000)
    sizes = [len(service.files[batch["input_file_id"]]) for batch in service.batches.values()]
    assert len(sizes) > 1
    assert max(sizes) <= 2000


def test_trouble_while_waiting_is_waited_out(service: BatchServer, tmp_path: Path) -> None:
    # More than the tries of one call, so that a whole look fails.
    service.stumbles["GET", "/v1/batches/"] = [500, 429, 503, 500, 500]
    told = Told()
    assert go(service, tmp_path / "run", told).outcome.failed == 0
    assert len(service.batches) == 1
    assert told.having("cannot be reached for batches: status 503")


def test_a_service_that_stays_away_ends_the_waiting_and_the_command_continues(
    service: BatchServer, tmp_path: Path
) -> None:
    service.stumbles["GET", "/v1/batches/"] = [500] * 30
    with pytest.raises(ModelError, match="cannot be reached") as caught:
        go(service, tmp_path / "run")
    assert "same command" in caught.value.remedy
    assert go(service, tmp_path / "run").outcome.asked == PROMPTS - 1
    assert len(service.batches) == 1


def test_a_batch_that_was_made_though_the_service_says_no_is_not_made_again(
    service: BatchServer, tmp_path: Path
) -> None:
    service.stumbles["POST", "/v1/batches"] = [-500]
    assert go(service, tmp_path / "run").outcome.failed == 0
    assert (len(service.batches), creations(service)) == (1, 1)


def test_a_batch_that_was_not_made_is_made_later(service: BatchServer, tmp_path: Path) -> None:
    service.stumbles["POST", "/v1/batches"] = [500]
    assert go(service, tmp_path / "run").outcome.failed == 0
    assert (len(service.batches), creations(service)) == (1, 2)


def test_a_batch_is_found_again_behind_many_others(service: BatchServer, tmp_path: Path) -> None:
    service.stumbles["POST", "/v1/batches"] = [-500, 500, 500]
    service.stumbles["GET", "/v1/batches"] = [500] * 3
    with pytest.raises(ModelError):
        go(service, tmp_path / "run")
    made = len(service.batches)
    for _ in range(250):
        file = service.upload(b"", "batch")["id"]
        service.create(
            {"input_file_id": file, "endpoint": "/v1/chat/completions", "completion_window": "24h", "metadata": None}
        )
    assert go(service, tmp_path / "run").outcome.failed == 0
    assert (made, len(service.batches)) == (1, 251)
    assert sum(call == ("GET", "/v1/batches") for call in service.calls) >= 3


def test_strange_and_double_lines_are_counted_and_named(service: BatchServer, tmp_path: Path) -> None:
    def ending(asked: list[dict[str, Any]]) -> Fate:
        stranger = answered({"custom_id": "SCN_9999.C1.0", "body": asked[0]["body"]})
        output = lines(*map(answered, asked), stranger) + b"[]\nno json\n"
        return Fate(output=output, errors=lines(refused(asked[0], 500, "late")), completed=8)

    service.endings = [ending]
    told = Told()
    assert go(service, tmp_path / "run", told).outcome.failed == 0
    assert len(log_of(tmp_path / "run")) == PROMPTS
    step = steps_of(tmp_path / "run", "ended")[0]
    assert (step["unknown"], step["duplicates"], step["unreadable"]) == (["SCN_9999.C1.0"], [service.ids(0)[0]], 2)
    assert told.having("1 with an unknown custom_id: SCN_9999.C1.0")
    assert told.having(f"1 answered twice: {service.ids(0)[0]}")


def test_an_output_cut_in_the_middle_of_a_line_costs_that_line_alone(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [lambda asked: Fate(output=lines(*map(answered, asked))[:-40], completed=8), all_well]
    assert go(service, tmp_path / "run").outcome.failed == 0
    assert service.ids(1) == service.ids(0)[-1:]
    downloads = service.calls.count(("GET", "/v1/files/batch-0-output_file_id/content"))
    assert downloads == 3


def test_an_output_file_that_is_gone_is_named(service: BatchServer, tmp_path: Path) -> None:
    def ending(asked: list[dict[str, Any]]) -> Fate:
        return Fate(output=b"", completed=8)

    service.endings = [ending]
    real = service.answer

    def forgetful(method: str, path: str, query: Any, body: Any) -> Any:
        for name in [name for name in service.files if name.endswith("output_file_id")]:
            del service.files[name]
        return real(method, path, query, body)

    service.answer = forgetful  # type: ignore[method-assign]
    go(service, tmp_path / "run")
    errors = [line["error"] for line in log_of(tmp_path / "run") if "error" in line]
    assert len(errors) == PROMPTS - 1
    assert errors[0].endswith("the last: the service has no file batch-2-output_file_id")


def test_a_model_that_takes_no_temperature_gets_batches_without_also_later(
    service: BatchServer, tmp_path: Path
) -> None:
    def chat(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        fault = {"message": "unsupported", "type": "error", "code": "unsupported_value", "param": "temperature"}
        return (400, {"error": fault}) if "temperature" in body else (200, reply(body))

    service.chat = chat
    service.endings = [lambda asked: Fate("expired", output=lines(*map(answered, asked[:1])), completed=1)]
    go(service, tmp_path / "run", wait=False)
    go(service, tmp_path / "run")
    assert len(service.batches) == MAX_ROUNDS
    for number in range(MAX_ROUNDS):
        assert not any("temperature" in request["body"] for request in service.requests(number))
    assert len(service.chats) == 2


def test_a_wrong_key_or_model_ends_the_run_before_anything_is_uploaded(service: BatchServer, tmp_path: Path) -> None:
    service.chat = lambda body: (404, {"error": {"message": "no such model", "type": "error", "code": None}})
    with pytest.raises(ModelError, match="no such model"):
        go(service, tmp_path / "run")
    assert not service.files


def test_one_can_submit_and_leave_and_take_in_later(service: BatchServer, tmp_path: Path) -> None:
    left = go(service, tmp_path / "run", wait=False)
    assert (left.open_batches, find_open(tmp_path / "run"), len(service.batches)) == (1, 1, 1)
    with pytest.raises(UsageError, match="under way") as caught:
        refuse_direct(tmp_path / "run")
    assert "--batch" in caught.value.remedy
    ended = go(service, tmp_path / "run")
    assert (ended.open_batches, len(service.batches), len(service.chats)) == (0, 1, 1)
    refuse_direct(tmp_path / "run")
    assert len(RunFolder(tmp_path / "run").generations()) == PROMPTS


@pytest.mark.parametrize("lost", range(1, 6))
def test_whatever_last_steps_were_lost_no_prompt_is_paid_twice(service: BatchServer, tmp_path: Path, lost: int) -> None:
    """A step that is not on the disk is as if the process had been killed just before it was written."""
    go(service, tmp_path / "run")
    file = tmp_path / "run" / "batches.jsonl"
    written = file.read_text().splitlines(keepends=True)
    assert len(written) == 5
    file.write_text("".join(written[: len(written) - lost]) + '{"step": "torn')
    if lost >= 2:
        # Before `created` is written, the log has the answer to the direct call alone.
        log = tmp_path / "run" / "generations.jsonl"
        log.write_text(log.read_text().splitlines(keepends=True)[0])
    if lost >= 3:
        # Before `uploaded` is written, the service has no batch.
        service.batches.clear()
    go(service, tmp_path / "run")
    assert sorted(errors_of(tmp_path / "run")) == sorted(f"{line.scenario}.{line.condition}" for line in plan(tmp_path))
    assert len(log_of(tmp_path / "run")) == PROMPTS
    assert len(service.batches) == 1


def plan(folder: Path) -> list[PromptLine]:
    return list(RunFolder(folder / "run").prompts().values())


def test_answers_taken_in_before_a_kill_are_not_written_again(service: BatchServer, tmp_path: Path) -> None:
    service.endings = [
        lambda asked: Fate(
            output=lines(*map(answered, asked[1:])), errors=lines(refused(asked[0], 500, "x")), completed=7, failed=1
        )
    ]
    go(service, tmp_path / "run")
    whole = log_of(tmp_path / "run")
    file, log = tmp_path / "run" / "batches.jsonl", tmp_path / "run" / "generations.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:4]) + '{"id": ')
    ended = go(service, tmp_path / "run")
    assert ended.outcome.asked == PROMPTS - 4
    assert sorted(map(str, log_of(tmp_path / "run"))) == sorted(map(str, whole))
    assert len(service.batches) == 1


def test_what_an_earlier_run_was_answered_is_not_submitted(service: BatchServer, tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "cache")
    service.endings = [lambda asked: Fate("cancelled", output=lines(answered(asked[0])), completed=1)]
    go(service, tmp_path / "first", cache=cache)
    made = len(service.batches)
    service.endings = [all_well]
    assert go(service, tmp_path / "run", cache=cache).outcome.failed == 0
    known = {line["prompt_hash"] for line in log_of(tmp_path / "first") if "error" not in line}
    cached = [line for line in log_of(tmp_path / "run") if line.get("from_cache")]
    assert len(cached) == sum(line.sha256 in known for line in plan(tmp_path))
    assert 4 <= len(cached) < PROMPTS
    # Of what is left one is asked directly.
    assert len(log_of(tmp_path / "run")) == PROMPTS
    assert len(service.batches) == made + 1
    assert len(service.ids(made)) == PROMPTS - len(cached) - 1


def test_a_second_process_is_told(service: BatchServer, tmp_path: Path) -> None:
    go(service, tmp_path / "run", wait=False)
    with RunFolder(tmp_path / "run").appending(), pytest.raises(UsageError, match="another process is writing"):
        go(service, tmp_path / "run")


def test_a_batch_submitted_under_another_limit_stays_a_part_of_the_run(service: BatchServer, tmp_path: Path) -> None:
    go(service, tmp_path / "run", wait=False)
    ask_in_batches(prepared(), model_at(service), tmp_path / "run", clock=ticking(), limit=2, how=QUICK)
    record = read_run(tmp_path / "run")
    assert len(record.generations) == len(record.prompts) == PROMPTS
    assert len(service.batches) == 1


def test_a_model_without_a_batch_service_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no batch service"):
        ask_in_batches(prepared(), load_model("baseline:random"), tmp_path / "run", clock=ticking())
    assert not (tmp_path / "run").exists()


def test_a_broken_step_is_named_with_its_row(service: BatchServer, tmp_path: Path) -> None:
    go(service, tmp_path / "run", wait=False)
    with (tmp_path / "run" / "batches.jsonl").open("a") as file:
        file.write('{"step": "created", "part": 7, "batch": "x"}\n')
    with pytest.raises(InputError, match=r"batches\.jsonl:5"):
        read_state(tmp_path / "run")


def test_names_too_long_for_the_service_are_cut_and_stay_different() -> None:
    long = [PromptLine(f"{'S' * 80}{number}", "C1", "a" * 64, "", "") for number in range(3)]
    names = {custom_id(line) for line in long}
    assert len(names) == 3
    assert max(map(len, names)) == 64


def test_a_request_larger_than_a_batch_stands_alone() -> None:
    assert split([("a", b"1"), ("b", b"12345678"), ("c", b"1")], 10, 4) == [["a"], ["b"], ["c"]]
