"""Running: what is written, what survives a kill, what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from claimstar.bench.ask import How, ask
from claimstar.bench.prepared import Prepared
from claimstar.bench.results import Results
from claimstar.bench.run import all_failed, rescore, run
from claimstar.bench.run_folder import RunFolder
from claimstar.errors import InputError, LookupFailure, ModelError, UsageError
from claimstar.llm import load_model
from claimstar.llm.protocol import Completion, Prompt

from .changed import accept_changes
from .prepared import GROUNDED, prepared, ticking

ORACLE = load_model("baseline:oracle")


@dataclass
class Fickle:
    """A model of our own making that fails, stops or talks as the test needs it."""

    answers: list[Completion | BaseException]
    spec: str = "test:fickle"
    asked: list[str] = field(default_factory=list)

    @property
    def settings(self) -> Mapping[str, object]:
        return {"temperature": 0}

    def complete(self, prompt: Prompt) -> Completion:
        self.asked.append(f"{prompt.scenario.id}/{prompt.condition}")
        answer = self.answers.pop(0) if self.answers else ORACLE.complete(prompt)
        if isinstance(answer, BaseException):
            raise answer
        return answer


def do(path: Path, model: Any = ORACLE, given: Prepared | None = None, **more: Any) -> Results:
    return run(given or prepared(), model, path, clock=ticking(), **more)[1]


def answers(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (path / "generations.jsonl").read_text().splitlines()]


def test_the_oracle_is_right_wherever_there_is_right(tmp_path: Path) -> None:
    results = do(tmp_path / "run")
    for condition in GROUNDED:
        for scorer in results.scorers:
            estimate = results.cell(condition, scorer.name).estimate
            if scorer.name == "contraindication_recall_narrow":
                assert estimate.mean == 0.0  # the gold rules out other options, so this field is rightly empty
            elif scorer.name == "uncertainty_paper_policy":
                assert estimate.mean == pytest.approx(1 / 3)
            else:
                assert estimate.n
                assert estimate.mean == (0.0 if scorer.direction == "lower" else 1.0), scorer.name


def test_a_gold_that_is_changed_turns_the_oracle_red(tmp_path: Path) -> None:
    do(tmp_path)
    before = json.loads((tmp_path / "results.json").read_text())
    lines = [json.loads(line) for line in (tmp_path / "scenarios.jsonl").read_text().splitlines()]
    lines[0]["gold_path"][0] = "ASR_0087"
    lines[1]["gold_option"] = lines[1]["acceptable_options"][0] = lines[1]["candidate_options"][1]
    lines[1]["acceptable_options"].pop()
    (tmp_path / "scenarios.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    accept_changes(tmp_path)
    results = rescore(tmp_path, clock=ticking())
    assert results.cell("C4", "causal_recall").estimate.mean == pytest.approx(1 - 0.25 / 3)
    assert results.cell("C4", "intervention_accuracy").estimate.mean == pytest.approx(2 / 3)
    assert results.head()["panel"] != before["panel"]


def test_rescoring_gives_the_same_results_apart_from_the_time(tmp_path: Path) -> None:
    do(tmp_path)
    first, page = json.loads((tmp_path / "results.json").read_text()), (tmp_path / "report.html").read_text()
    (tmp_path / "results.json").unlink()
    (tmp_path / "report.html").unlink()
    rescore(tmp_path, clock=ticking())
    second = json.loads((tmp_path / "results.json").read_text())
    assert first.pop("scored_at") != second["scored_at"]
    scored_at = second.pop("scored_at")
    assert first == second
    assert len((tmp_path / "report.html").read_text()) == len(page)
    assert scored_at in (tmp_path / "report.html").read_text()


def test_a_finished_run_is_not_asked_again(tmp_path: Path) -> None:
    do(tmp_path)
    before = (tmp_path / "generations.jsonl").read_bytes()
    model = Fickle([], spec="baseline:oracle")
    do(tmp_path, replace_settings(model))
    assert model.asked == []
    assert (tmp_path / "generations.jsonl").read_bytes() == before


def replace_settings(model: Fickle) -> Any:
    """The same model under the oracle's settings, so that it counts as the same run."""

    class Same(Fickle):
        @property
        def settings(self) -> Mapping[str, object]:
            return ORACLE.settings

    return Same(model.answers, model.spec, model.asked)


def test_a_stopped_run_continues_where_it_was(tmp_path: Path) -> None:
    model = Fickle([ORACLE.complete(one[0]) for one in list(prepared().prompts.values())[:4]] + [KeyboardInterrupt()])
    with pytest.raises(KeyboardInterrupt):
        ask(prepared(), model, tmp_path, clock=ticking())
    assert len(answers(tmp_path)) == 4
    assert rescore(tmp_path, clock=ticking()).causes[0][0] == "not asked"
    again = Fickle([])
    outcome = ask(prepared(), again, tmp_path, clock=ticking())
    assert outcome.asked == 5
    assert len(set(again.asked)) == 5
    sessions = RunFolder(tmp_path).manifest().sessions
    assert [session.asked for session in sessions] == [4, 5]
    assert rescore(tmp_path, clock=ticking()).unscored == 0


def test_a_torn_last_line_is_dropped_and_its_prompt_asked_again(tmp_path: Path) -> None:
    ask(prepared(), Fickle([]), tmp_path, clock=ticking())
    file = tmp_path / "generations.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-30])
    assert rescore(tmp_path, clock=ticking()).unscored == 1
    again = Fickle([])
    ask(prepared(), again, tmp_path, clock=ticking())
    assert again.asked == ["SCN_0003/C4"]
    assert file.read_bytes().count(b"\n") == 9
    assert all(json.loads(line) for line in file.read_text().splitlines())


def test_a_broken_line_in_the_middle_is_an_error_with_its_place(tmp_path: Path) -> None:
    do(tmp_path)
    file = tmp_path / "generations.jsonl"
    lines = file.read_text().splitlines()
    lines[3] = lines[3][:50]
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=r"generations\.jsonl:4: not a line of JSON"):
        rescore(tmp_path, clock=ticking())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"suite": "other"}, "suite"),
        ({"graph_hash": "e" * 64}, "graph hash"),
        ({"prompt_hash": "e" * 64}, "hash of the prompt templates"),
        ({"template_hash": "e" * 64}, "hash of the query templates"),
        ({"scenarios_hash": "e" * 64}, "hash of the scenarios"),
        ({"seed": 7}, "seed"),
    ],
)
def test_another_run_is_refused_with_what_differs(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    do(tmp_path)
    with pytest.raises(UsageError, match=f"different: {words} ") as error:
        do(tmp_path, given=prepared(**changes))
    assert "choose another --out" in error.value.remedy


def test_another_model_is_refused(tmp_path: Path) -> None:
    do(tmp_path)
    with pytest.raises(UsageError, match='model \\("baseline:oracle" there, "baseline:random" now\\)'):
        do(tmp_path, load_model("baseline:random"))


def test_changed_prompts_are_refused(tmp_path: Path) -> None:
    do(tmp_path)
    given = prepared()
    pair = ("SCN_0001", "C2")
    prompt, line = given.prompts[pair]
    changed = {**given.prompts, pair: (prompt, replace(line, sha256="f" * 64))}
    with pytest.raises(UsageError, match="prompt hash of SCN_0001/C2"):
        do(tmp_path, given=replace(given, prompts=changed))


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(UsageError, match="not empty and no run folder"):
        do(tmp_path)


def test_no_run_folder_cannot_be_scored(tmp_path: Path) -> None:
    with pytest.raises(LookupFailure, match="no run folder"):
        rescore(tmp_path, clock=ticking())


def test_a_failed_call_is_a_generation_with_its_error_and_waits_to_be_tried_again(tmp_path: Path) -> None:
    failed = Completion("", finish_reason="error", error="timeout after 60 s")
    results = do(tmp_path, Fickle([failed, failed]))
    assert results.unscored == 2
    assert {cause for cause, _, _ in results.causes} == {"model error"}
    assert answers(tmp_path)[0]["error"] == "timeout after 60 s"
    assert answers(tmp_path)[0]["unscored_reason"] == "model error: timeout after 60 s"
    idle = Fickle([])
    assert ask(prepared(), idle, tmp_path, clock=ticking()).waiting == 2
    assert idle.asked == []
    again = Fickle([])
    assert do(tmp_path, again, how=How(retry_errors=True)).unscored == 0
    assert len(again.asked) == 2


def test_a_failure_gives_way_to_a_success_only(tmp_path: Path) -> None:
    first, second = (Completion("", "error", error=f"timeout after {n} s", error_kind="timeout") for n in (60, 61))
    do(tmp_path, Fickle([first]))
    do(tmp_path, Fickle([second]), how=How(retry_errors=True))
    pair = ("SCN_0001", "C1")
    assert [line["error"] for line in answers(tmp_path) if "error" in line] == [first.error, second.error]
    assert RunFolder(tmp_path).generations()[pair].error == first.error
    do(tmp_path, Fickle([]), how=How(retry_errors=True))
    assert RunFolder(tmp_path).generations()[pair].error is None
    assert len(answers(tmp_path)) == 11
    logged, counted = RunFolder(tmp_path).logged(), RunFolder(tmp_path).generations()
    assert {pair: one.error for pair, one in logged.items()} == {pair: one.error for pair, one in counted.items()}


def test_cut_answers_and_refusals_are_asked_again_on_request_and_unreadable_ones_never(tmp_path: Path) -> None:
    cut = Completion('{"cut', "length", error="cut", error_kind="length")
    refused = Completion("", "stop", error="refusal: no", error_kind="refusal")
    do(tmp_path, Fickle([cut, refused, Completion("I would choose lisinopril.")]))
    again = Fickle([])
    do(tmp_path, again, how=How(retry_errors=True))
    assert again.asked == ["SCN_0001/C1", "SCN_0001/C2"]


def test_a_run_that_was_killed_before_its_first_call_can_be_begun_again(tmp_path: Path) -> None:
    for name in ("generations.jsonl", "scenarios.jsonl", ".prompts.jsonl.part"):
        (tmp_path / name).write_text("")
    assert do(tmp_path).unscored == 0


def test_two_processes_on_one_run_the_second_is_told(tmp_path: Path) -> None:
    do(tmp_path)
    with RunFolder(tmp_path).appending(), pytest.raises(UsageError, match="another process is writing"):
        do(tmp_path)


def test_a_dead_service_ends_the_run_after_so_many_calls_in_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimstar.bench.ask.DEAD_AFTER", 3)
    dead = Completion("", "error", error="connection: refused", error_kind="connection")
    with pytest.raises(ModelError, match="3 calls in a row"):
        do(tmp_path, Fickle([dead, dead, Completion("no JSON"), dead, dead, dead]))
    assert len(answers(tmp_path)) == 6


def test_an_answer_that_cannot_be_read_is_kept_and_not_tried_again(tmp_path: Path) -> None:
    results = do(
        tmp_path, Fickle([Completion("I would choose lisinopril."), Completion('{"cut', "length", error="cut")])
    )
    assert sorted(cause for cause, _, _ in results.causes) == ["cut off at the token limit", "no JSON object"]
    assert results.cell("C1", "intervention_accuracy").estimate.n == 2
    again = Fickle([])
    do(tmp_path, again)
    assert again.asked == []


def test_when_every_call_fails_the_run_says_so(tmp_path: Path) -> None:
    failed = Completion("", finish_reason="error", error="no such model")
    outcome, results = run(prepared(), Fickle([failed] * 9), tmp_path, clock=ticking())
    assert all_failed(outcome, results)
    assert results.cell("C1", "intervention_accuracy").estimate.mean is None


def test_a_model_that_cannot_be_used_ends_the_run_and_leaves_what_was_answered(tmp_path: Path) -> None:
    first = ORACLE.complete(next(iter(prepared().prompts.values()))[0])
    with pytest.raises(ModelError):
        do(tmp_path, Fickle([first, ModelError("out of memory")]))
    assert len(answers(tmp_path)) == 1


def test_a_limit_is_kept_and_can_be_raised_later(tmp_path: Path) -> None:
    assert len(do(tmp_path, Fickle([]), limit=3).scored) == 3
    more = Fickle([])
    assert len(do(tmp_path, more, limit=5).scored) == 5
    assert len(more.asked) == 2
    assert len(do(tmp_path, Fickle([])).scored) == 9


def test_a_lower_limit_makes_no_limited_run_of_one_that_has_more(tmp_path: Path) -> None:
    do(tmp_path / "whole")
    do(tmp_path / "whole", limit=2)
    assert RunFolder(tmp_path / "whole").manifest().limit is None
    do(tmp_path / "part", limit=4)
    do(tmp_path / "part", limit=2)
    assert RunFolder(tmp_path / "part").manifest().limit == 4
    do(tmp_path / "all", limit=1000)
    assert RunFolder(tmp_path / "all").manifest().limit is None


def test_results_carry_versions_settings_and_every_score(tmp_path: Path) -> None:
    do(tmp_path)
    found = json.loads((tmp_path / "results.json").read_text())
    assert found["versions"]["claimstar"]
    assert found["run"]["settings"] == {"reads": "gold"}
    assert found["counts"] == {"planned": 9, "answered": 9, "scored": 9, "unscored": 0}
    assert len(found["scores"]) == 9
    assert all(score["reason"] for one in found["scores"] for score in one["scores"].values())
    assert found["contexts"][0] == {"condition": "C1", "prompts": 3, "rows": 0.0, "tokens": 1.0, "gold_overlap": 0.0}


def _finished(folder: Path) -> Path:
    run(prepared(), load_model("baseline:oracle"), folder, clock=ticking())
    return folder


@pytest.mark.parametrize("name", ["scenarios.jsonl", "prompts.jsonl", "claims.jsonl"])
def test_a_folder_that_lost_a_file_is_refused_and_keeps_its_results(tmp_path: Path, name: str) -> None:
    folder = _finished(tmp_path)
    before = (folder / "results.json").read_bytes()
    (folder / name).unlink()
    with pytest.raises(InputError, match=rf"{name}: the run folder lacks it"):
        rescore(folder, clock=ticking())
    assert (folder / "results.json").read_bytes() == before


@pytest.mark.parametrize("name", ["scenarios.jsonl", "prompts.jsonl", "claims.jsonl"])
def test_a_file_cut_off_within_a_line_is_refused(tmp_path: Path, name: str) -> None:
    file = _finished(tmp_path) / name
    file.write_bytes(file.read_bytes()[:-20])
    rows = len(file.read_text(encoding="utf-8").splitlines())
    with pytest.raises(InputError, match=rf"{name}:{rows}: the file is cut off"):
        rescore(tmp_path, clock=ticking())


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("claim", "names an assertion that is not there"),
        ("entity", "names an entity that is not there"),
        ("source", "names an evidence source that is not there"),
        ("subgraph", "has no retrieved subgraph there"),
    ],
)
def test_a_look_up_that_lost_whole_lines_is_refused(tmp_path: Path, kind: str, words: str) -> None:
    file = _finished(tmp_path) / "claims.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if json.loads(line)["kind"] != kind]
    assert len(kept) < len(lines)
    file.write_text("".join(kept), encoding="utf-8")
    with pytest.raises(InputError, match=words):
        rescore(tmp_path, clock=ticking())


@pytest.mark.parametrize("kind", ["predicate", "link"])
def test_a_lost_line_that_no_score_would_show_is_noticed_and_the_same_command_mends_it(
    tmp_path: Path, kind: str
) -> None:
    file = _finished(tmp_path) / "claims.jsonl"
    whole, results = file.read_bytes(), (tmp_path / "results.json").read_bytes()
    kept = [line for line in whole.splitlines(keepends=True) if json.loads(line)["kind"] != kind]
    assert b"".join(kept) != whole
    file.write_bytes(b"".join(kept))
    with pytest.raises(InputError, match=r"claims\.jsonl: not as it was when the run began: 'sha256"):
        rescore(tmp_path, clock=ticking())
    assert (tmp_path / "results.json").read_bytes() == results
    outcome, _ = run(prepared(), load_model("baseline:oracle"), tmp_path, clock=ticking())
    assert outcome.asked == 0
    assert file.read_bytes() == whole


def test_a_prompt_that_was_never_answered_is_missed_when_its_line_is_lost(tmp_path: Path) -> None:
    """Otherwise the run would plan less, and its share of unanswered prompts would look better."""
    run(prepared(), load_model("baseline:oracle"), tmp_path, clock=ticking())
    for name in ("generations.jsonl", "prompts.jsonl"):
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / name).write_text("".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(InputError, match=r"prompts\.jsonl: not as it was"):
        rescore(tmp_path, clock=ticking())


def test_a_run_of_a_version_without_hashes_is_read(tmp_path: Path) -> None:
    folder = RunFolder(_finished(tmp_path))
    values = json.loads(folder.manifest().to_json())
    assert set(values.pop("files")) == {"scenarios.jsonl", "prompts.jsonl", "claims.jsonl"}
    folder.write("manifest.json", json.dumps(values))
    assert rescore(tmp_path, clock=ticking()).unscored == 0
