"""Templates: headers are checked, parameters are typed and bound, nothing a user writes becomes query text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad

from claimstar.errors import LookupFailure, QueryError
from claimstar.names import expand
from claimstar.query.catalogue import get_template, load_catalogue
from claimstar.query.parameter import Parameter
from claimstar.query.run import run
from claimstar.query.template import Template, parse_template
from claimstar.resources import layout
from claimstar.store.embedded import EmbeddedStore

HEADER = """\
#+ summary: Things by name.
#+ parameters:
#+   - {name: name, type: literal, description: the name}
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
    ("change", "line", "says"),
    [
        (("summary", "sumary"), 1, "no summary"),
        (("#+ ", "# "), 1, "no header"),
        (("parameters:", "parameters: ["), 3, "not YAML"),
        (("parameters:", "parameters: none"), 3, "not YAML"),
        (("type: literal", "type: text"), 3, "type must be one of"),
        (("name: name, type", "title: name, type"), 3, "an entry needs a name"),
        (("name: name, type", "name: 'na me', type"), 3, "an entry needs a name"),
        (("many: true", "mani: true"), 4, "thing has the unknown key 'mani'"),
        (("many: true", "many: 1"), 4, "many must be true or false"),
        (("type: iri", "type: iri, class: Asertion"), 4, "a class of the schema, not 'Asertion'"),
        (("type: iri", "type: integer, default: [1, x]"), 4, "default of parameter thing: not of type integer: 'x'"),
        (("type: literal", "type: literal, default: [a, b]"), 3, "one default"),
        (("#+   - {name: thing}", "#+   - {name: name}"), 7, "columns: name stands here twice"),
        (("VALUES ?thing { } ", ""), 4, "many-valued parameter thing"),
        (("VALUES ?thing { } ", "# VALUES ?thing { }\n"), 4, "many-valued parameter thing"),
        (("many: true, ", ""), 8, "stands for no many-valued parameter"),
        (("{name: name, type", "{name: other, type"), 3, "other does not occur in the query"),
        (("{name: name, type", "{name: nam, type"), 3, "nam does not occur in the query"),
        (("SELECT ?thing ?name", "SELECT ?thing"), 5, "the header names thing, name, the query selects thing"),
        (("SELECT ?thing ?name", "SELECT ?thing"), 3, r"\?name must be selected"),
        (("SELECT ?thing ?name", "SELECT ?name ?thing"), 5, "the query selects name, thing"),
        (("?thing <http://e/name> ?name }", "?thing <http://e/name> }"), 8, "does not parse"),
        (("SELECT ?thing ?name WHERE", "ASK"), 1, "not a SELECT query"),
        (("<http://e/name>", "e:name"), 8, "does not parse"),
    ],
)
def test_a_malformed_template_names_file_line_and_fault(
    tmp_path: Path, change: tuple[str, str], line: int, says: str
) -> None:
    assert change[0] in HEADER
    with pytest.raises(QueryError, match=says) as caught:
        _template(tmp_path, HEADER.replace(*change))
    told = [text for text in caught.value.message.splitlines() if re.search(says, text)]
    assert told[0].startswith(f"{tmp_path / 't.rq'}:{line}: ")


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(QueryError) as caught:
        _template(tmp_path, HEADER.replace("type: literal", "type: text").replace("many: true", "mani: true"))
    assert len(caught.value.message.splitlines()) >= 3


def test_a_file_that_is_not_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.rq").write_bytes(b"\xff\xfe")
    with pytest.raises(QueryError, match=r"t.rq:1: cannot be read"):
        parse_template(tmp_path / "t.rq", "t")


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20))
def test_no_text_breaks_out_of_a_block_of_many(many: Template, text: str) -> None:
    store = _store(text, "something else entirely, never drawn")
    assert [record["name"] for record in run(store, many, {"name": [text, text, "absent"]}).records()] == [text]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Template:
    text = HEADER.replace("type: literal", "type: literal, many: true").replace("VALUES", "VALUES ?name { } VALUES")
    return _template(tmp_path_factory.mktemp("many"), text)


@pytest.mark.parametrize(
    "evil", ['"', '" }', "'} UNION {", "\\", '\\"', "a\nb", "?name", "# }", "\\u0022 }", "${x}", "<a>"]
)
def test_quotes_braces_and_escapes_stay_text(template: Template, many: Template, evil: str) -> None:
    store = _store(evil, "other")
    assert [record["name"] for record in run(store, template, {"name": evil}).records()] == [evil]
    assert [record["name"] for record in run(store, many, {"name": [evil]}).records()] == [evil]


def test_every_block_of_a_name_is_filled_and_none_in_a_comment_or_string(tmp_path: Path) -> None:
    text = HEADER.replace(
        "{ VALUES ?thing { } ?thing <http://e/name> ?name }",
        "{\n # VALUES ?thing { }\n { VALUES ?thing { } ?thing <http://e/name> ?name }\n UNION { values $thing {\n}\n"
        ' ?thing <http://e/name> ?name FILTER(?name != "VALUES ?thing { }") } }',
    )
    body, _ = _template(tmp_path, text).bind({"name": "a", "thing": ["http://e/1"]})
    assert body.count("{ <http://e/1> }") == 2
    assert "# VALUES ?thing { }" in body
    assert '"VALUES ?thing { }"' in body


@pytest.mark.parametrize(
    ("kind", "value", "form"),
    [("integer", "+007", "7"), ("decimal", "0.90", "0.9"), ("decimal", "1.0", "1"), ("boolean", "true", "true")],
)
def test_values_are_bound_in_the_form_that_the_store_compares(kind: str, value: str, form: str) -> None:
    assert Parameter("x", kind).term(value).value == form


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("integer", "1.5"),
        ("integer", ""),
        ("integer", "１"),
        ("decimal", "1e3"),
        ("decimal", "x"),
        ("boolean", "yes"),
        ("boolean", "1"),
    ],
)
def test_ill_typed_values_are_refused(kind: str, value: str) -> None:
    with pytest.raises(QueryError, match=f"not of type {kind}"):
        Parameter("x", kind).term(value)


def test_a_bare_id_stands_for_an_iri_of_its_class() -> None:
    parameter = Parameter("assertion", "iri", class_name="Assertion")
    assert parameter.term("ASR_0033") == parameter.term("claim:ASR_0033") == NamedNode(expand("claim:ASR_0033"))


def test_a_default_is_used_where_nothing_is_given(tmp_path: Path) -> None:
    template = _template(tmp_path, HEADER.replace("type: literal", "type: literal, default: b"))
    assert [record["name"] for record in run(_store("a", "b"), template).records()] == ["b"]
    assert [record["name"] for record in run(_store("a", "b"), template, {"name": "a"}).records()] == ["a"]


def test_an_unknown_parameter_offers_the_nearest(template: Template) -> None:
    with pytest.raises(QueryError, match="no parameter 'nmae'; nearest: name"):
        run(_store("a"), template, {"name": "a", "nmae": "b"})


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
