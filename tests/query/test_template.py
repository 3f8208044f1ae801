"""Templates: headers are checked, parameters are typed and bound, nothing a user writes becomes query text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad

from claimstar.errors import LookupFailure, QueryError
from claimstar.query.catalogue import get_template, load_catalogue
from claimstar.query.run import run
from claimstar.query.template import Template, parse_template
from claimstar.resources import layout
from claimstar.store.embedded import EmbeddedStore

HEADER = """\
#+ summary: Things by name.
#+ parameters:
#+   - {name: name, type: string, description: the name}
#+   - {name: thing, type: iri, many: true, required: false}
#+ columns:
#+   - {name: thing}
#+   - {name: name}
SELECT ?thing ?name WHERE { VALUES ?thing { } ?thing <http://e/name> ?name }
"""


def _template(tmp_path: Path, text: str = HEADER) -> Template:
    path = tmp_path / "t.rq"
    path.write_text(text, encoding="utf-8")
    return parse_template(path, "t")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Template:
    return _template(tmp_path_factory.mktemp("t"))


def _store(*names: str) -> EmbeddedStore:
    store = EmbeddedStore()
    store.load(
        Quad(NamedNode(f"http://e/{n}"), NamedNode("http://e/name"), Literal(name)) for n, name in enumerate(names)
    )
    return store


def test_single_and_many_values_are_bound(template: Template) -> None:
    store = _store("a", "b", "a")
    assert len(run(store, template, {"name": "a"})) == 2
    assert len(run(store, template, {"name": "a", "thing": ["http://e/2", "http://e/1"]})) == 1


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30))
def test_no_text_breaks_out_of_its_literal(template: Template, text: str) -> None:
    store = _store(text, "something else entirely, never drawn")
    assert [record["name"] for record in run(store, template, {"name": text}).records()] == [text]


@pytest.mark.parametrize("evil", ["http://e/1> } #", "http://e/ a", "http://e/{x}", 'http://e/"', "nowhere:1"])
def test_no_iri_breaks_out_of_its_block(template: Template, evil: str) -> None:
    with pytest.raises(QueryError, match="parameter thing"):
        run(_store("a"), template, {"name": "a", "thing": [evil]})


def test_all_faults_of_a_call_are_told_at_once(template: Template) -> None:
    with pytest.raises(QueryError) as caught:
        run(_store("a"), template, {"thing": ["bad iri"], "colour": "red"})
    assert all(part in caught.value.message for part in ("colour", "name is missing", "parameter thing"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("summary", "sumary"), "no summary"),
        (("type: string", "type: text"), "type must be one of"),
        (("VALUES ?thing { } ", ""), "many-valued parameter thing"),
        (("?name", "?nom"), "parameter name does not occur"),
        (("parameters:", "parameters: ["), "not YAML"),
    ],
)
def test_a_malformed_header_names_file_and_fault(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    with pytest.raises(QueryError, match=says) as caught:
        _template(tmp_path, HEADER.replace(*change))
    assert "t.rq" in caught.value.message


def test_columns_that_differ_from_the_header_are_an_error(tmp_path: Path) -> None:
    other = _template(tmp_path, HEADER.replace("SELECT ?thing ?name", "SELECT ?name ?thing"))
    with pytest.raises(QueryError, match="the header names the columns thing, name"):
        run(_store("a"), other, {"name": "a"})


def test_every_shipped_template_parses_and_uses_plain_sparql() -> None:
    catalogue = load_catalogue(layout().queries)
    assert "browse/claims_of_entity" in catalogue
    for name, template in catalogue.items():
        if not name.startswith("consistency/"):
            assert "<<" not in template.body, f"{name} uses triple-term syntax"
            assert template.columns, f"{name} names no columns"


def test_an_unknown_template_offers_the_nearest() -> None:
    with pytest.raises(LookupFailure) as caught:
        get_template(load_catalogue(layout().queries), "browse/claims_of_entty")
    assert "browse/claims_of_entity" in caught.value.remedy
