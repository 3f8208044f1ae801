"""The leaderboard: which runs stand in one table, in which order and with which numbers; what of the others."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from claimstar.bench.deltas import Side
from claimstar.bench.leaderboard.board import Board, make_board
from claimstar.bench.leaderboard.find import find_run_folders, read_all
from claimstar.bench.leaderboard.rank import rank_sides
from claimstar.bench.leaderboard.words import against_text
from claimstar.bench.run import run
from claimstar.bench.scorers import SCORERS
from claimstar.cli.main import main
from claimstar.llm import load_model
from claimstar.llm.protocol import Completion, Prompt

from .chromium import CHROMIUM, browser
from .prepared import CONDITIONS, prepared, ticking

ACCURACY = "intervention_accuracy"
NAMES = [note.name for note in CONDITIONS]


@dataclass
class Babbler:
    """A model of whose answers none can be read."""

    spec: str = "test:babbler"
    settings: Mapping[str, object] = field(default_factory=dict)

    def complete(self, prompt: Prompt) -> Completion:
        return Completion(text="well, it depends", finish_reason="stop")


def make(folder: Path, model: Any, **changes: Any) -> Path:
    run(prepared(**changes), model, folder, clock=ticking())
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four sides of one group, one of them with repeats; a group of another graph; a store, which is no run."""
    home = tmp_path_factory.mktemp("runs")
    make(home / "babbler", Babbler())
    for seed in (1, 2):
        make(home / "deep" / "er" / f"random{seed}", load_model("baseline:random", seed=seed), seed=seed)
    make(home / "the oracle", load_model("baseline:oracle"))
    make(home / "context", load_model("baseline:context"))
    make(home / "other", load_model("baseline:oracle"), graph_hash="e" * 64, suite_title="Other <i>suite</i>")
    (home / "store").mkdir()
    (home / "store" / "manifest.json").write_text('{"dataset": "tiny"}', encoding="utf-8")
    return home


@pytest.fixture
def runs(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "runs"))


@dataclass(frozen=True)
class Done:
    exit_code: int
    stdout: str
    stderr: str


def invoke(*words: object) -> Done:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stop:
        main(["bench", "leaderboard", *map(str, words)])
    assert isinstance(stop.value.code, int)
    return Done(stop.value.code, out.getvalue(), err.getvalue())


def board_json(*words: object) -> Any:
    return json.loads(invoke(*words, "--format", "json").stdout)


def labels(board: Board, group: int = 0, metric: str = ACCURACY) -> list[str]:
    return [row.side.label for row, _ in board.groups[group].ranked(metric)]


def raw(metric: str, condition: str, *folders: Path) -> list[float]:
    """Every defined score, from results.json alone."""
    return [
        one["scores"][metric]["value"]
        for folder in folders
        for one in json.loads((folder / "results.json").read_text(encoding="utf-8"))["scores"]
        if one["condition"] == condition and one["unscored"] is None and one["scores"][metric]["value"] is not None
    ]


def test_every_mean_and_n_is_that_of_the_raw_scores(runs: Path) -> None:
    found = board_json(runs)
    seen = 0
    for group in found["groups"]:
        for row in group["rows"]:
            folders = [runs / one["folder"] for one in row["runs"]]
            for metric, means in row["means"].items():
                for condition, cell in means.items():
                    values = raw(metric, condition, *folders)
                    assert cell["n"] == len(values)
                    assert cell["mean"] == (pytest.approx(mean(values)) if values else None)
                    seen += bool(values)
    assert seen > 50


def test_counts_are_those_of_the_results(runs: Path) -> None:
    for row in board_json(runs)["groups"][0]["rows"]:
        counts = [
            json.loads((runs / one["folder"] / "results.json").read_text(encoding="utf-8"))["counts"]
            for one in row["runs"]
        ]
        for name in ("planned", "answered", "unscored"):
            assert row[name] == sum(one[name] for one in counts)


def test_the_interval_of_a_single_run_is_wilsons(runs: Path) -> None:
    row = next(one for one in board_json(runs)["groups"][0]["rows"] if one["label"] == "baseline:context")
    values = raw(ACCURACY, "C4", runs / "context")
    n, share, z = len(values), mean(values), 1.959963984540054
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    cell = row["means"][ACCURACY]["C4"]
    assert (cell["low"], cell["high"]) == (pytest.approx(centre - half, abs=1e-9), pytest.approx(centre + half))


def test_repeats_are_one_row_with_clusters_of_scenarios(runs: Path) -> None:
    row = next(one for one in board_json(runs)["groups"][0]["rows"] if one["label"] == "baseline:random")
    assert [one["folder"] for one in row["runs"]] == ["deep/er/random1", "deep/er/random2"]
    cell = row["means"][ACCURACY]["C4"]
    assert (cell["n"], cell["clusters"]) == (6, 3)


def test_runs_that_were_not_asked_the_same_are_in_other_tables_and_the_difference_is_named(runs: Path) -> None:
    first, other = make_board(runs).groups
    assert len(first.rows) == 4
    assert [row.side.label for row in other.rows] == ["baseline:oracle"]
    assert (first.differs, other.differs) == ((), ("graph hash",))
    assert [row.runs[0].folder.name for row in other.rows] == ["other"]


def test_a_side_without_a_mean_is_last_and_has_no_rank(runs: Path) -> None:
    group = make_board(runs).groups[0]
    row, place = group.ranked(ACCURACY)[-1]
    assert (row.side.label, place.rank) == ("test:babbler", None)
    assert row.unscored == row.planned == 9
    lower = [scorer.name for scorer in group.scorers if scorer.direction == "lower"]
    for metric in (ACCURACY, *lower):
        ranks = [place.rank for _, place in group.ranked(metric)]
        known = [rank for rank in ranks if rank is not None]
        assert ranks == sorted(known) + [None] * (len(ranks) - len(known))
        assert None in ranks
    assert any(group.ranked(metric)[0][1].rank == 1 for metric in lower)


def test_sides_are_ranked_by_the_metric_and_condition_asked_for(runs: Path) -> None:
    folders = {"baseline:oracle": ["the oracle"], "baseline:context": ["context"]}
    folders["baseline:random"] = ["deep/er/random1", "deep/er/random2"]
    for condition in NAMES:
        for metric in (ACCURACY, "unsupported_rate_shown"):
            values = {
                label: raw(metric, condition, *(runs / name for name in names)) for label, names in folders.items()
            }
            group = make_board(runs, by=metric, condition=condition).groups[0]
            assert (group.metric, group.condition) == (metric, condition)
            found = [mean(values[label]) for label in labels(make_board(runs, condition=condition), metric=metric)
                     if values.get(label)]  # fmt: skip
            assert found == sorted(found, reverse=SCORERS[metric].direction == "higher")


def values_of(**scores: float) -> Side:
    return Side({ACCURACY: scores}, {ACCURACY: (len(scores), mean(scores.values()) if scores else None)})


def test_only_a_difference_that_stays_significant_over_all_sides_is_told_apart() -> None:
    names = [f"S{number}" for number in range(6)]
    best = values_of(**dict.fromkeys(names, 1.0))
    worse = {key: values_of(**dict.fromkeys(names, 0.0)) for key in ("B", "C")}
    alone = rank_sides([("A", best), ("B", worse["B"])], SCORERS[ACCURACY])
    # six of six pairs the one way: exact McNemar gives 2 * 0.5 ** 6 = 0.03125, and twice that for two sides
    assert alone[1].against is not None
    assert alone[1].against.p_holm == pytest.approx(0.03125)
    assert against_text(alone[1]) == "told apart: −1.000, p = 0.031 (6 pairs)"
    both = rank_sides([("B", worse["B"]), ("A", best), ("C", worse["C"])], SCORERS[ACCURACY])
    assert [(place.side, place.rank) for place in both] == [("A", 1), ("B", 2), ("C", 2)]
    assert [against_text(place) for place in both[1:]] == ["not told apart from the first (6 pairs)"] * 2


def test_of_a_metric_of_which_less_is_better_the_least_is_first_and_equals_share_a_rank() -> None:
    metric = "unsupported_rate_shown"
    means = {"A": 0.9, "B": 0.1, "C": None, "D": 0.1}
    sides = [
        (key, Side({metric: {} if value is None else {"S1": value}}, {metric: (int(value is not None), value)}))
        for key, value in means.items()
    ]
    found = [(place.side, place.rank) for place in rank_sides(sides, SCORERS[metric])]
    assert found == [("B", 1), ("D", 1), ("A", 3), ("C", None)]


def test_sides_without_shared_scenarios_are_not_told_apart() -> None:
    places = rank_sides([("A", values_of(S1=1.0)), ("B", values_of(S2=0.0)), ("C", values_of())], SCORERS[ACCURACY])
    assert [place.rank for place in places] == [1, 2, None]
    assert [against_text(place) for place in places[1:]] == ["not told apart from the first (0 pairs)"] * 2


def test_three_scenarios_tell_nobody_apart_and_page_and_text_say_so(runs: Path) -> None:
    done = invoke(runs)
    assert done.exit_code == 0
    page = (runs / "leaderboard.html").read_text(encoding="utf-8")
    for text in (done.stdout, page):
        assert "not told apart from the first (3 pairs)" in text
        assert "told apart: " not in text


def test_broken_folders_are_named_with_the_reason_and_end_nothing(runs: Path) -> None:
    (runs / "torn").mkdir()
    (runs / "torn" / "manifest.json").write_text('{"run": "x', encoding="utf-8")
    shutil.copytree(runs / "context", runs / "answers")
    with (runs / "answers" / "generations.jsonl").open("a", encoding="utf-8") as log:
        log.write("no json\n")
    shutil.copytree(runs / "context", runs / "copy")
    done = invoke(runs)
    assert done.exit_code == 1
    page = (runs / "leaderboard.html").read_text(encoding="utf-8")
    found = board_json(runs)
    assert {one["folder"] for one in found["broken"]} == {"torn", "answers", "copy"}
    for name, reason in (("torn", "not a run manifest"), ("answers", "generations.jsonl:10"), ("copy", "same run as")):
        assert any(name in line and reason in line for line in done.stdout.splitlines())
        assert name in page
        assert reason in page
        assert any(one["folder"] == name and reason in one["reason"] for one in found["broken"])
    assert "baseline:oracle" in done.stdout
    assert [len(row["runs"]) for row in found["groups"][0]["rows"] if row["label"] == "baseline:context"] == [1]


@pytest.mark.parametrize("manifest", [None, "null", "{}", "[" * 200_000])
def test_answers_without_a_manifest_are_named_too(tmp_path: Path, manifest: str | None) -> None:
    (tmp_path / "lost").mkdir()
    (tmp_path / "lost" / "generations.jsonl").write_text("{}\n")
    if manifest is not None:
        (tmp_path / "lost" / "manifest.json").write_text(manifest)
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "generations.jsonl").touch()
    folders = find_run_folders(tmp_path)
    assert folders == (tmp_path / "lost",)
    (broken,) = read_all(folders)[1]
    assert "manifest" in broken.reason


def test_nothing_but_broken_folders_is_still_a_page(tmp_path: Path) -> None:
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "manifest.json").write_text("", encoding="utf-8")
    assert invoke(tmp_path).exit_code == 1
    assert "torn" in (tmp_path / "leaderboard.html").read_text(encoding="utf-8")


def test_a_folder_without_runs_is_a_mistake_of_usage(tmp_path: Path, runs: Path) -> None:
    deep = tmp_path / "empty" / "1" / "2" / "3" / "4"
    deep.parent.mkdir(parents=True)
    shutil.copytree(runs / "context", deep)
    for folder in (tmp_path / "empty", tmp_path / "nowhere"):
        done = invoke(folder)
        assert done.exit_code == 2
        assert "remedy" in done.stderr
        assert str(folder) in done.stderr
        assert not (folder / "leaderboard.html").exists()
    assert invoke(tmp_path / "empty" / "1", "--format", "text").exit_code == 0


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--by", "beauty"), "'beauty'"),
        (("--condition", "C9"), "'C9'"),
        (("--format", "json", "--out", "x.html"), "--out"),
    ],
)
def test_what_no_run_has_is_refused_with_what_there_is(runs: Path, words: tuple[str, ...], named: str) -> None:
    done = invoke(runs, *words)
    assert done.exit_code == 2
    assert named in done.stderr
    assert "remedy" in done.stderr
    assert not (runs / "leaderboard.html").exists()


def test_a_group_that_lacks_the_condition_is_shown_without_ranks(runs: Path) -> None:
    make(runs / "two", load_model("baseline:oracle"), conditions=CONDITIONS[:2], prompts={
        pair: prompt for pair, prompt in prepared().prompts.items() if pair[1] != "C4"
    })  # fmt: skip
    group = next(one for one in make_board(runs, condition="C4").groups if len(one.conditions) == 2)
    assert (group.condition, [place.rank for _, place in group.ranked(ACCURACY)]) == (None, [None])
    assert "conditions" in group.differs
    assert "not ranked" in invoke(runs, "--condition", "C4", "--format", "text").stdout


def test_text_and_json_write_no_file_and_the_page_is_where_it_was_asked_for(runs: Path, tmp_path: Path) -> None:
    before = sorted(runs.rglob("*"))
    for form in ("text", "json"):
        assert invoke(runs, "--format", form).exit_code == 0
    assert sorted(runs.rglob("*")) == before
    out = tmp_path / "pages" / "board.html"
    out.parent.mkdir()
    assert invoke(runs, "--out", out).exit_code == 0
    assert [path.name for path in out.parent.iterdir()] == ["board.html"]
    assert sorted(runs.rglob("*")) == before


def test_reports_are_linked_where_they_are_and_markup_of_a_run_is_text(runs: Path, tmp_path: Path) -> None:
    (runs / "context" / "report.html").unlink()
    assert invoke(runs, "--out", tmp_path / "board.html").exit_code == 0
    page = (tmp_path / "board.html").read_text(encoding="utf-8")
    assert 'href="./runs/the%20oracle/report.html"' in page
    assert 'href="./runs/deep/er/random2/report.html"' in page
    assert "runs/context/report.html" not in page
    assert "Other &lt;i&gt;suite" in page
    assert "<i>suite" not in page


@pytest.fixture(scope="module")
def page(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("page") / "board.html"
    assert invoke(made, "--out", out).exit_code == 0
    return out


def test_without_script_the_main_metrics_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for metric in (ACCURACY, "causal_f1", "evidence_accuracy"):
        assert f'<section class="board" data-metric="{metric}">' in text
    assert '<section class="board" data-metric="causal_recall" hidden>' in text
    assert '<form class="controls" id="controls" hidden' in text


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_in_a_browser_the_metric_is_chosen_and_any_column_sorts(page: Path, tmp_path: Path) -> None:
    shown = "[...document.querySelectorAll('.board')].filter(part => !part.hidden).map(part => part.dataset.metric)"
    table = "[...document.querySelectorAll('.board')].find(part => !part.hidden).querySelector('table')"
    column = "[...{}.tBodies[0].rows].map(row => row.cells[{}].firstChild.textContent)"
    with browser(tmp_path / "profile") as tab:
        for width in (390, 1280):
            tab.open(page, width)
            assert tab.run("document.documentElement.scrollWidth") == width
            assert tab.run(shown) == [ACCURACY, ACCURACY]
        assert tab.run("document.getElementById('controls').hidden") is False
        tab.run(
            "(() => { const field = document.getElementById('controls').elements.metric; field.value = 'causal_recall';"
            " field.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )
        assert tab.run(shown) == ["causal_recall", "causal_recall"]
        models = tab.run(column.format(table, 1))
        assert models[-1] == "test:babbler"
        tab.run(f"{table}.tHead.rows[0].cells[6].querySelector('button').focus()")
        for way, backwards in (("ascending", False), ("descending", True)):
            tab.key("Enter")
            assert tab.run(f"{table}.tHead.rows[0].cells[6].getAttribute('aria-sort')") == way
            *means, last = tab.run(column.format(table, 6))
            assert last == "NAn = 0"
            assert means == sorted(means, key=float, reverse=backwards)
            assert len(set(means)) > 1
        tab.run(f"{table}.tHead.rows[0].cells[1].querySelector('button').click()")
        assert tab.run(column.format(table, 1)) == sorted(models)
        assert tab.requests() == []
        assert tab.complaints() == []
