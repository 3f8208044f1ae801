"""The report: self-contained, escaped, and every id leads to its claim."""

from __future__ import annotations

import base64
import hashlib
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar

import pytest

from claimstar.bench.report import link_ids, render_index
from claimstar.bench.report.page import script
from claimstar.bench.run import run
from claimstar.llm import load_model
from claimstar.llm.protocol import Completion, Prompt

from .cases import CLAIMS
from .prepared import prepared, reference, scenarios, ticking


class Page(HTMLParser):
    """What a test needs to know of a page; unbalanced tags are an error."""

    VOID = frozenset({"meta", "br", "link", "img", "input", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []
        self.scripts: list[str] = []
        self.handlers: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append(tag)
        self.handlers += [name for name in values if name.startswith("on")]
        if values.get("id"):
            self.ids.append(values["id"] or "")
        if tag == "a":
            self.links.append(values.get("href") or "")
        elif values.get("src") or values.get("href"):
            self.loads.append(values.get("src") or values.get("href") or "")
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.scripts if self._open[-1:] == ["script"] else self.text).append(data)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Page]:
    folder = tmp_path_factory.mktemp("run")
    run(prepared(), load_model("baseline:oracle"), folder, clock=ticking())
    text = (folder / "report.html").read_text(encoding="utf-8")
    return text, Page(text)


def only_our_script(text: str, found: Page) -> None:
    """One script, whole and unchanged, and a policy that lets no other one run."""
    ours, digest = script()
    assert found.tags.count("script") == 1
    assert found.scripts == [ours]
    assert digest == "sha256-" + base64.b64encode(hashlib.sha256(found.scripts[0].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src '{digest}'"
    assert text.count(f'<meta http-equiv="Content-Security-Policy" content="{policy}">') == 1
    assert not found.handlers


def test_the_page_loads_nothing(page: tuple[str, Page]) -> None:
    _, found = page
    assert {load for load in found.loads if not load.startswith("#")} == set()
    only_our_script(page[0], found)
    assert "url(http" not in page[0]
    assert "@import" not in page[0]


def test_every_inner_link_has_its_place(page: tuple[str, Page]) -> None:
    _, found = page
    inner = {link[1:] for link in found.links if link.startswith("#")}
    assert inner <= set(found.ids)
    assert {f"claim-{assertion}" for assertion in CLAIMS} <= set(found.ids)
    assert "claim-ASR_0019" in inner
    assert len(found.ids) == len(set(found.ids))


def test_sources_are_linked_by_doi_and_pmid(page: tuple[str, Page]) -> None:
    _, found = page
    assert "https://doi.org/10.1056/nejm200001203420301" in found.links
    assert "https://pubmed.ncbi.nlm.nih.gov/10639539/" in found.links


def test_what_others_wrote_is_escaped(page: tuple[str, Page]) -> None:
    text, found = page
    only_our_script(text, found)
    assert "<b>2014</b>" not in text
    assert any("<script>alert(1)</script>" in piece for piece in found.text)


def test_answers_of_a_hostile_model_are_escaped(tmp_path: Path) -> None:
    class Hostile:
        spec = 'test:"><img src=x onerror=alert(1)>'
        settings: ClassVar[dict[str, object]] = {"note": "</style><script>"}

        def complete(self, prompt: Prompt) -> Completion:
            return Completion(
                "<img src=x onerror=alert(2)> </pre><script>alert(3)</script> ASR_0019", error="</p><script>"
            )

    run(prepared(), Hostile(), tmp_path, clock=ticking())
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    found = Page(text)
    only_our_script(text, found)
    assert "img" not in found.tags


def test_the_page_says_what_was_asked_with_what(page: tuple[str, Page]) -> None:
    words = " ".join(page[1].text)
    for text in ("baseline:oracle", "a" * 64, "c" * 64, "d" * 64, "claimstar 0.1.0", "2026-01-01T00:00", "n = 3"):
        assert text in words


def test_the_plot_has_a_text_for_those_who_do_not_see_it(page: tuple[str, Page]) -> None:
    assert 'role="img" aria-label="Means of the panel by condition. Intervention accuracy, strict: C1 1.00' in page[0]


def test_only_known_ids_become_links() -> None:
    known = reference(scenarios())
    assert str(link_ids("ASR_0019, EV_0011 & ASR_9999.", known)) == (
        '<a href="#claim-ASR_0019">ASR_0019</a>, <a href="#source-EV_0011">EV_0011</a> &amp; ASR_9999.'
    )
    assert str(link_ids("claim:ASR_0019.", known)) == 'claim:<a href="#claim-ASR_0019">ASR_0019</a>.'


def test_reasons_name_the_entities_that_they_speak_of(page: tuple[str, Page]) -> None:
    assert "ACE inhibitor (CHEBI:35457) is the preferred option" in " ".join(page[1].text)


def test_models_are_compared_on_one_page(tmp_path: Path) -> None:
    runs = {
        f"{name}/report.html": run(prepared(), load_model(f"baseline:{name}"), tmp_path / name, clock=ticking())[1]
        for name in ("oracle", "random", "context")
    }
    found = Page(render_index(runs, {"local:smollm2": "torch is not installed"}))
    assert set(runs) <= set(found.links)
    assert "torch is not installed" in " ".join(found.text)
