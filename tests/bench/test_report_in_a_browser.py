"""The report as a browser shows it: width, keyboard, filter, sort, graphs, and nothing loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from claimstar.bench.run import run
from claimstar.llm import load_model

from .chromium import CHROMIUM, Browser, browser
from .prepared import prepared, ticking

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
NAMES = "[...document.querySelectorAll('{}')].filter(part => !part.hidden).map(part => part.dataset.scenario)"
SHOWN = NAMES.format("#scenario-table tbody tr")
CARDS = NAMES.format("details.scenario")
WIDER = """[...document.querySelectorAll('body *')].filter(part => part.getBoundingClientRect().right > innerWidth + 1
  && !part.closest('.wide, .scroll, .plot')).map(part => part.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    run(prepared(), load_model("baseline:random"), folder, clock=ticking())
    return folder / "report.html"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def page(tab: Browser, report: Path) -> Browser:
    tab.open(report, 1280)
    return tab


def choose(page: Browser, name: str, value: str) -> None:
    page.run(
        f"(() => {{ const field = document.getElementById('controls').elements[{name!r}]; field.value = {value!r};"
        " for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true})); })()"
    )


@pytest.mark.parametrize("width", [390, 1280])
def test_no_part_is_wider_than_the_window_even_with_everything_open(tab: Browser, report: Path, width: int) -> None:
    tab.open(report, width)
    for _ in ("closed", "open"):
        assert tab.run("document.documentElement.scrollWidth") == width
        assert tab.run(WIDER) == []
        tab.run("document.querySelectorAll('details').forEach(part => { part.open = true; })")


def test_the_page_loads_nothing_and_complains_of_nothing(page: Browser) -> None:
    page.run("document.getElementById('controls').hidden")
    assert page.requests() == []
    assert page.complaints() == []


def test_a_script_that_is_not_ours_does_not_run(page: Browser, report: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.html"
    text = report.read_text(encoding="utf-8")
    changed.write_text(text.replace("</main>", "</main><script>window.stranger = 1</script>"), encoding="utf-8")
    page.open(changed, 1280)
    assert page.run("typeof window.stranger") == "undefined"
    assert page.run("document.getElementById('controls').hidden") is False
    assert any("Content Security Policy" in complaint for complaint in page.complaints())


def test_scenarios_are_filtered_by_text_category_and_outcome(page: Browser) -> None:
    everything = ["SCN_0001", "SCN_0002", "SCN_0003"]
    assert page.run(SHOWN) == page.run(CARDS) == everything
    choose(page, "text", "WHO is pregnant")
    assert page.run(SHOWN) == page.run(CARDS) == ["SCN_0002"]
    assert page.run("document.getElementById('shown').textContent") == "1 of 3 scenarios"
    choose(page, "text", "")
    choose(page, "category", "incomplete_evidence")
    assert page.run(SHOWN) == page.run(CARDS) == ["SCN_0003"]
    choose(page, "category", "")
    outcomes = page.run("Object.fromEntries([...document.querySelectorAll('#scenario-table tbody tr')].map("
                        "row => [row.dataset.scenario, row.dataset.outcomes.split(' ')]))")  # fmt: skip
    for wanted in ("right", "wrong", "unscored"):
        choose(page, "outcome", wanted)
        choose(page, "condition", "C2")
        assert page.run(SHOWN) == [name for name in everything if outcomes[name][1] == wanted]
        choose(page, "condition", "")
        assert page.run(SHOWN) == [name for name in everything if wanted in outcomes[name]]
    choose(page, "outcome", "flipped")
    assert page.run(SHOWN) == [name for name in everything if {"right", "wrong"} <= set(outcomes[name])]


def test_scenarios_are_sorted_with_the_keyboard_alone(page: Browser) -> None:
    head = "document.querySelector('#scenario-table thead th:nth-child(4)')"
    values = "[...document.querySelectorAll('#scenario-table tbody td:nth-child(4)')].map(cell => cell.textContent)"
    choose(page, "metric", "causal_recall")
    page.run(f"{head}.querySelector('button').focus()")
    for direction, backwards in (("ascending", False), ("descending", True)):
        page.key("Enter")
        assert page.run(f"{head}.getAttribute('aria-sort')") == direction
        found = [float(value) for value in page.run(values) if value != "NA"]
        assert found == sorted(found, reverse=backwards)
        assert page.run(SHOWN) == page.run(CARDS)


def test_the_first_stop_of_the_keyboard_skips_to_the_summary(page: Browser) -> None:
    page.key("Tab")
    assert page.run("document.activeElement.getAttribute('href')") == "#summary"
    assert page.run("document.activeElement.getBoundingClientRect().left") >= 0


def test_a_link_to_a_claim_opens_the_folded_list(page: Browser) -> None:
    assert page.run("document.getElementById('claim-ASR_0019').checkVisibility()") is False
    page.run("location.hash = 'claim-ASR_0019'; new Promise(done => setTimeout(done, 50))")
    assert page.run("document.getElementById('claim-ASR_0019').closest('details').open") is True


def test_print_opens_the_whole_heat_map(page: Browser) -> None:
    state = "[...document.querySelectorAll('details.print')].map(part => part.open)"
    before = page.run(state)
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert set(page.run(state)) == {True}
    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.run(state) == before
    assert page.call("Page.printToPDF")["data"]
