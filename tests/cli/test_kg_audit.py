"""``claimstar kg audit``: exit codes, forms, and what it says of mistakes."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from claimstar.bench.scenario import read_scenarios, scenario_line
from claimstar.cli.main import main
from claimstar.ingest.suite import load_suite
from claimstar.kg.audit.checks import CHECKS
from claimstar.kg.build import build

CASES = Path(__file__).parents[1] / "cases"
OUTSIDE = CASES / "outside"
NAMES, GENES, DRUGBANK, EDGES = (OUTSIDE / name for name in ("names.tsv", "genes.tsv", "drugbank.tsv", "edges.csv"))
RETRACTED = OUTSIDE / "retracted.txt"
EXCEPTIONS = """check,thing,value,reason
xref_disagrees,EFO:0006919,,The two terms are used for each other.
target_no_option_reaches,EFO:0004761,,A marker that is here for its lack of effect.
retracted,EV_0011,,"The list of the test is wrong, <it> was never retracted."
contradicted,ASR_0033,edges.csv,The row of the test has the sign wrong.
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CASES / "mini_suite", tmp_path / "mini"))


@pytest.fixture
def excused(suite: Path) -> Path:
    (suite / "tables" / "audit_exceptions.csv").write_text(EXCEPTIONS, encoding="utf-8")
    with (suite / "suite.yaml").open("a", encoding="utf-8") as file:
        file.write("audit: {exceptions: tables/audit_exceptions.csv}\n")
    return suite


def audit(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["kg", "audit", *map(str, arguments)])
    return int(stopped.value.code or 0)


class Page(HTMLParser):
    """The elements of a page: all closed, what they load, ids and the anchors that point to them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.loaded: list[str] = []
        self.ids: list[str] = []
        self.anchors: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        values = dict(attrs)
        self.loaded += [values[key] or "" for key in ("src", "data", "action") if key in values]
        self.ids += [values["id"] or ""] if "id" in values else []
        target = values.get("href") or ""
        (self.anchors if target.startswith("#") else self.loaded).extend([target] if target else [])
        if tag not in {"meta", "br", "link", "img", "input", "hr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_findings_end_with_1_and_are_listed_with_their_rows(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(suite, "--against", OUTSIDE) == 1
    text = capsys.readouterr().out
    assert "xref_disagrees" in text
    assert "EFO:0006919 tables/entities.csv:10:xrefs:" in text
    assert "disagrees (exact): edges.csv:4: CHEBI:35457 biolink:affects [increased] EFO:0004325" in text
    assert "skipped" not in text, "a README is no table and needs no line"
    assert text.splitlines()[-1] == "4 findings, 0 excused by the suite's exceptions"


def test_findings_that_all_have_a_reason_end_with_0(excused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(excused, "--against", OUTSIDE) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "0 findings, 4 excused by the suite's exceptions"


def test_paths_may_follow_one_another(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(suite, "--against", NAMES, GENES, "--against", DRUGBANK, EDGES) == 1
    text = capsys.readouterr().out
    assert all(path.name in text for path in (NAMES, GENES, DRUGBANK, EDGES))


def test_json_has_each_finding_share_and_row(excused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(excused, "--against", OUTSIDE, "--format", "json") == 0
    content = json.loads(capsys.readouterr().out)
    assert (content["findings"]["open"], content["findings"]["excused"]) == (0, 4)
    assert set(content["findings"]["by_check"]) == set(CHECKS) - {"contraindication_unused"}
    assert all(each["reason"] and each["problem"]["row"] for each in content["findings"]["list"])
    share = content["shares"]["all"]
    assert (share["n"], share["supported"], share["contradicted"]) == (11, 3, 1)
    claim = next(each for each in content["assertions"] if each["id"] == "ASR_0033")
    assert (claim["standing"], claim["place"]) == ("contradicted", {"file": "tables/assertions.csv", "row": 7})
    assert claim["rows"][0]["row"] == 4


def test_the_page_is_whole_needs_nothing_else_and_escapes_what_it_shows(excused: Path, tmp_path: Path) -> None:
    out = tmp_path / "audit.html"
    assert audit(excused, "--against", OUTSIDE, "--format", "html", "--out", out) == 0
    text = out.read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert page.loaded == []
    assert "script" not in page.names
    assert {each.removeprefix("#") for each in page.anchors} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert "&lt;it&gt; was never retracted" in text
    assert "prefers-color-scheme: dark" in text
    assert all(check in text for check in ("xref_disagrees", "contradicted", "ASR_0250"))


def test_markdown_has_every_exception_with_its_reason(excused: Path, tmp_path: Path) -> None:
    out = tmp_path / "audit.md"
    assert audit(excused, "--against", OUTSIDE, "--format", "markdown", "--out", out) == 0
    text = out.read_text(encoding="utf-8")
    assert "0 open findings, 4 excused" in text
    assert text.count("Why it is no fault") == 4
    assert "| effect | 4 | 0 | 0 % | 0 | 1 | 3 |" in text


def test_a_written_file_is_told_on_standard_error_and_findings_still_end_with_1(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "audit.txt"
    assert audit(suite, "--against", NAMES, "--out", out) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert f"{out}: " in told.err
    assert "xref_disagrees" in out.read_text(encoding="utf-8")


def test_wrong_usage_ends_with_2(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / "odd.tsv"
    odd.write_text("left\tright\n")
    for arguments, said in (
        ((suite,), "--against"),
        (("no-such-suite", "--against", NAMES), "no-such-suite"),
        ((suite, "--against", tmp_path / "missing.tsv"), "missing.tsv"),
        ((suite, "--against", odd), "is no table that is understood"),
        ((suite, "--against", NAMES, "--format", "pdf"), "pdf"),
        ((suite, "--against", NAMES, "--scenarios", tmp_path / "none.jsonl"), "none.jsonl"),
    ):
        assert audit(*arguments) == 2, arguments
        assert said in capsys.readouterr().err


def test_mistakes_of_the_input_end_with_1_and_name_the_row(
    excused: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenarios = tmp_path / "scenarios.jsonl"
    scenarios.write_text("{}\n")
    assert audit(excused, "--against", NAMES, "--scenarios", scenarios) == 1
    assert "scenarios.jsonl:1" in capsys.readouterr().err
    table = excused / "tables" / "audit_exceptions.csv"
    table.write_text(EXCEPTIONS.replace("retracted,EV", "retract,EV"), encoding="utf-8")
    assert audit(excused, "--against", NAMES) == 1
    assert "tables/audit_exceptions.csv:4:check" in capsys.readouterr().err


def test_a_failure_at_run_time_ends_with_3(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(suite, "--against", NAMES, "--out", tmp_path / "none" / "audit.txt") == 3
    assert audit("causal", "--against", NAMES, "--store", tmp_path / "none") == 3
    assert "claimstar kg build" in capsys.readouterr().err


UNUSED = "contraindication_unused"


def by_check(capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, dict[str, int]], str]:
    content = json.loads(capsys.readouterr().out)
    why = [each["why"] for each in content["not_run"] if UNUSED in each["checks"]]
    return content["findings"]["by_check"], " ".join(why)


def test_scenarios_come_from_a_store_of_the_suite_or_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ("causal", "--against", RETRACTED, "--format", "json")
    audit(*arguments)
    checks, why = by_check(capsys)
    assert UNUSED not in checks
    assert "no store of the suite is built here" in why

    store = tmp_path / "store"
    build(load_suite("causal"), store, clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    audit(*arguments, "--store", store)
    from_store, _ = by_check(capsys)
    with pytest.raises(SystemExit):
        main(["bench", "scenarios", "causal", "--store", str(store), "--out", "scenarios.jsonl"])
    capsys.readouterr()
    audit(*arguments, "--scenarios", "scenarios.jsonl")
    from_file, _ = by_check(capsys)
    assert from_store[UNUSED]["open"] <= from_file[UNUSED]["open"], "a store gives more scenarios than a seed chooses"

    kept = [each for each in read_scenarios(Path("scenarios.jsonl")) if not each.gold_contraindications]
    Path("fewer.jsonl").write_text("".join(f"{scenario_line(each)}\n" for each in kept), encoding="utf-8")
    audit(*arguments, "--scenarios", "fewer.jsonl")
    fewer, _ = by_check(capsys)
    assert sum(fewer[UNUSED].values()) > sum(from_file[UNUSED].values())


def test_a_store_of_other_tables_says_nothing_of_these(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    build(load_suite(suite), store, clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    audit("causal", "--against", RETRACTED, "--store", store, "--format", "json")
    checks, why = by_check(capsys)
    assert UNUSED not in checks
    assert "built from other tables" in why
