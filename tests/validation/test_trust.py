"""A check that could fulfil itself is turned red on purpose: blind engines, a canary that is gone, idle rules."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from claimstar.errors import InputError, QueryError, ValidationEngineError
from claimstar.names import expand
from claimstar.resources import Layout, layout
from claimstar.store.embedded import EmbeddedStore
from claimstar.validation import validate as module
from claimstar.validation.canary import NAMESPACE, load_canary, read_quads
from claimstar.validation.engines import ENGINES, Engine, RawResult, differences
from claimstar.validation.report import EngineRecord, Severity
from claimstar.validation.shapes import Shapes, load_shapes, shape_files
from claimstar.validation.validate import run_engines, shape_vocabulary, validate_quads, validate_store
from claimstar.validation.view import flat_view

from .graphs import RULE_FAULTS, SHAPE_FAULTS, good_records, quads_of, typed

CANARY = load_canary(layout().shapes / "canary")
SHAPES = load_shapes(shape_files(layout().shapes), CANARY.components, shape_vocabulary())


@dataclass(frozen=True)
class Spoiled:
    """A real engine whose results are changed on the way out."""

    engine: Engine
    change: Callable[[frozenset[RawResult]], frozenset[RawResult]]

    @property
    def name(self) -> str:
        return self.engine.name

    @property
    def version(self) -> str:
        return self.engine.version

    def validate(self, data: bytes, shapes: bytes) -> frozenset[RawResult]:
        return self.change(self.engine.validate(data, shapes))


@dataclass(frozen=True)
class Blinkered:
    """A real engine that is given something else than it should get."""

    engine: Engine
    data: Callable[[bytes], bytes] = bytes
    shapes: Callable[[bytes], bytes] = bytes

    @property
    def name(self) -> str:
        return self.engine.name

    @property
    def version(self) -> str:
        return self.engine.version

    def validate(self, data: bytes, shapes: bytes) -> frozenset[RawResult]:
        return self.engine.validate(self.data(data), self.shapes(shapes))


@pytest.fixture
def project(tmp_path: Path) -> Layout:
    """Shapes and queries of one's own, free to be spoiled."""
    here = layout()
    shutil.copytree(here.shapes, tmp_path / "shapes")
    shutil.copytree(here.queries / "consistency", tmp_path / "queries" / "consistency")
    return replace(here, shapes=tmp_path / "shapes", queries=tmp_path / "queries")


def _corpus() -> Iterator[bytes]:
    """Good and bad graphs; bad ones together, because what is compared is the set of results."""
    yield flat_view(quads_of(good_records()))
    for fault in SHAPE_FAULTS:
        yield flat_view(fault.graph())


def _without(text: str) -> Callable[[bytes], bytes]:
    return lambda turtle: b"".join(line for line in turtle.splitlines(keepends=True) if text.encode() not in line)


def _run(engines: list[Engine], data: bytes, shapes: Shapes = SHAPES) -> frozenset[RawResult]:
    return run_engines(engines, data, shapes, CANARY, [])


# Two engines, one answer


def test_both_engines_find_the_same_in_every_graph_of_the_corpus() -> None:
    graphs, results = 0, 0
    for data in _corpus():
        records: list[EngineRecord] = []
        found = run_engines(list(ENGINES.values()), data, SHAPES, CANARY, records)
        assert len(records) == 2
        graphs, results = graphs + 1, results + len(found)
    assert graphs == len(SHAPE_FAULTS) + 1
    assert results > len(SHAPE_FAULTS)


def _drop_one(results: frozenset[RawResult]) -> frozenset[RawResult]:
    real = sorted((each for each in results if not each.focus.startswith(NAMESPACE)), key=lambda each: each.key)
    return results - {real[0]}


def _soften_one(results: frozenset[RawResult]) -> frozenset[RawResult]:
    real = sorted((each for each in results if not each.focus.startswith(NAMESPACE)), key=lambda each: each.key)
    return results - {real[0]} | {replace(real[0], severity=Severity.INFO)}


def _add_one(results: frozenset[RawResult]) -> frozenset[RawResult]:
    node = expand("claim:ASR_1")
    return results | {RawResult(node, "rdf:subject", "Class", Severity.VIOLATION, "", SHAPES_IRI, "")}


SHAPES_IRI = expand("claimstar:shape/Assertion-subject")


@pytest.mark.parametrize("change", [_drop_one, _soften_one, _add_one])
@pytest.mark.parametrize("first", ENGINES)
def test_one_result_more_less_or_milder_turns_the_comparison_red(
    change: Callable[[frozenset[RawResult]], frozenset[RawResult]], first: str
) -> None:
    data = flat_view(SHAPE_FAULTS[0].graph())
    other = next(engine for name, engine in ENGINES.items() if name != first)
    with pytest.raises(ValidationEngineError, match="the engines disagree"):
        _run([Spoiled(ENGINES[first], change), other], data)


def test_engines_are_compared_by_focus_path_component_severity_and_shape() -> None:
    one = RawResult("a", "p", "MinCount", Severity.WARNING, "v", "s", "m")
    assert differences([one], [replace(one, value="w", message="n")]) == (frozenset(), frozenset())
    for other in (
        replace(one, focus="b"),
        replace(one, path="q"),
        replace(one, component="MaxCount"),
        replace(one, severity=Severity.VIOLATION),
        replace(one, source_shape="t"),
    ):
        assert differences([one], [other]) == ({one.key}, {other.key})


# The canary


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda results: frozenset(), "let the planted canary pass: 35 of 35"),
        (lambda results: frozenset(each for each in results if each.component != "Or"), "canary pass"),
        (lambda results: frozenset(replace(each, severity=Severity.VIOLATION) for each in results), "canary pass"),
        (lambda results: frozenset(replace(each, path="") for each in results if each.path != "rdf:subject"), "canary"),
        (
            lambda results: (
                results | {RawResult(NAMESPACE + "good", "", "Or", Severity.INFO, "", NAMESPACE + "choice", "")}
            ),
            "found faults in the planted canary that it does not have",
        ),
        (
            lambda results: frozenset(each for each in results if each.focus != NAMESPACE + "assertion"),
            "let the planted assertion pass",
        ),
    ],
    ids=["nothing", "no-or", "one-severity", "no-projection", "too-much", "blind-to-real-shapes"],
)
def test_an_engine_that_lets_the_canary_pass_is_an_error_that_names_it(
    engine: Engine, change: Callable[[frozenset[RawResult]], frozenset[RawResult]], said: str
) -> None:
    with pytest.raises(ValidationEngineError, match=said) as caught:
        _run([Spoiled(engine, change)], flat_view(quads_of(good_records())))
    assert engine.name in caught.value.message


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
@pytest.mark.parametrize(
    "blinkers",
    [
        {"data": _without("reified_")},
        {"data": _without("/canary/")},
        {"shapes": _without("targetClass")},
        {"shapes": _without("shacl#severity")},
        {"shapes": _without("/canary/")},
        {"shapes": _without("claimstar/shape/")},
    ],
    ids=["no-triple-terms", "no-data", "no-targets", "no-severities", "no-canary-shapes", "no-real-shapes"],
)
def test_an_engine_that_does_not_get_everything_is_found_out(
    engine: Engine, blinkers: dict[str, Callable[[bytes], bytes]]
) -> None:
    with pytest.raises(ValidationEngineError, match=f"the engine {engine.name} (let the planted|failed)"):
        _run([Blinkered(engine, **blinkers)], flat_view(quads_of(good_records())))


def test_every_run_has_the_canary(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, engine in ENGINES.items():
        monkeypatch.setitem(module.choose_engines.__globals__["ENGINES"], name, Spoiled(engine, lambda _: frozenset()))
        with pytest.raises(ValidationEngineError, match=f"the engine {name} let the planted canary pass"):
            validate_quads(quads_of(good_records()), layout(), engine=name)


def test_a_canary_without_shapes_is_an_error(project: Layout) -> None:
    (project.shapes / "canary" / "shapes.ttl").write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"canary/shapes.ttl: the shapes file says nothing"):
        validate_quads([], project)


def test_a_canary_whose_shapes_were_loosened_is_an_error(project: Layout) -> None:
    path = project.shapes / "canary" / "shapes.ttl"
    loosened = path.read_text(encoding="utf-8").replace("sh:maxInclusive 1.0", "sh:maxInclusive 9.0")
    path.write_text(loosened, encoding="utf-8")
    with pytest.raises(ValidationEngineError, match="let the planted canary pass: 1 of 35"):
        validate_quads([], project)


def test_a_canary_that_expects_nothing_is_an_error(project: Layout) -> None:
    path = project.shapes / "canary" / "expected.csv"
    path.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    with pytest.raises(ValidationEngineError, match="disagree"):
        validate_quads([], project)
    path.unlink()
    with pytest.raises(ValidationEngineError, match=r"the canary has no .*expected.csv"):
        validate_quads([], project)


def test_data_cannot_hide_among_the_canary() -> None:
    with pytest.raises(InputError, match="namespace of the canary is reserved"):
        validate_quads([*quads_of(good_records()), typed(NAMESPACE + "stowaway", "Assertion")], layout())


# The rules


def test_a_rule_that_finds_nothing_is_an_error_that_names_it(project: Layout) -> None:
    for path in sorted((project.queries / "consistency").glob("*.rq")):
        original = path.read_text(encoding="utf-8")
        path.write_text(original.replace("WHERE {", "WHERE { FILTER(false)", 1), encoding="utf-8")
        with pytest.raises(ValidationEngineError, match=f"consistency/{path.stem} let the planted canary pass"):
            module.check_rules(module.load_rules(project.queries), project.queries, project.ontology)
        path.write_text(original, encoding="utf-8")


def test_each_rule_finds_exactly_what_is_planted_for_it() -> None:
    here = layout()
    store = EmbeddedStore()
    store.load(module.ontology_quads(here.ontology))
    store.load(read_quads(here.queries / "consistency" / "canary.trig"))
    for rule in module.load_rules(here.queries):
        assert {result.focus for result in rule.results(store)} == rule.canary, rule.name


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (("#+ canary:", "#+ canarie:"), "no canary"),
        (("#+ severity: violation", "#+ severity: fatal"), "severity 'fatal' is none of violation, warning, info"),
        (("#+ message:", "#+ massage:"), "no message"),
        (("SELECT", "SELEKT"), "does not parse"),
    ],
)
def test_a_malformed_rule_is_one_line_that_names_the_file(project: Layout, spoil: tuple[str, str], said: str) -> None:
    path = project.queries / "consistency" / "direct_edge_missing.rq"
    path.write_text(path.read_text(encoding="utf-8").replace(*spoil), encoding="utf-8")
    with pytest.raises(QueryError, match=said) as caught:
        validate_quads([], project)
    assert "direct_edge_missing.rq" in caught.value.message


def test_rules_without_an_ontology_in_the_store_do_not_pass_in_silence() -> None:
    store = EmbeddedStore()
    store.load(RULE_FAULTS[13].graph())
    with pytest.raises(ValidationEngineError, match="no ontology graph"):
        validate_store(store, layout())


def test_a_folder_without_rules_or_shapes_is_an_error(project: Layout, tmp_path: Path) -> None:
    with pytest.raises(ValidationEngineError, match="no consistency rules"):
        validate_quads([], replace(project, queries=tmp_path))
    for path in shape_files(project.shapes):
        path.unlink()
    with pytest.raises(InputError, match="no shapes to validate with"):
        validate_quads([], project)


# Shapes files


_HEAD = """@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix claimstar: <https://w3id.org/claimstar/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix shape: <https://w3id.org/claimstar/shape/> .
"""
_SHAPE = """shape:mine a sh:NodeShape ; sh:targetClass claimstar:Assertion ;
    sh:property [ sh:path claimstar:validated ; {} ] ."""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (_SHAPE.format("sh:reifierShape shape:other"), "sh:reifierShape"),
        (_SHAPE.format('sh:sparql [ sh:select "SELECT $this WHERE { $this ?p ?o }" ]'), "sh:sparql"),
        (_SHAPE.format("sh:deactivated true"), "sh:deactivated"),
        (_SHAPE.format("sh:minCuont 1"), "sh:minCuont"),
        (_SHAPE.format('sh:minCount "x"'), "sh:minCount does not take this value"),
        (_SHAPE.format("sh:minCount 1.0"), "sh:minCount does not take this value"),
        (_SHAPE.format("sh:in claimstar:yes"), "sh:in does not take this value"),
        (_SHAPE.format('sh:pattern "("'), "sh:pattern does not take this value"),
        (_SHAPE.format("sh:severity sh:Fatal"), "sh:severity does not take this value"),
        (
            _SHAPE.format("sh:minCount 1").replace("claimstar:validated", "claimstar:validatd"),
            "did you mean claimstar:validated",
        ),
        (_SHAPE.format("sh:minCount 1").replace("sh:targetClass claimstar:Assertion ;", ""), "applied to nothing"),
        (
            _SHAPE.format("sh:minCount 1").replace("claimstar:validated", "[ sh:zeroOrMorePath claimstar:validated ]"),
            "zeroOrMorePath",
        ),
        ("shape:mine a sh:SPARQLFunction .", "sh:SPARQLFunction"),
        ("shape:mine a sh:NodeShape", r"shapes/mine.ttl:\d+: not Turtle"),
        ("", "the shapes file says nothing"),
    ],
)
def test_what_an_engine_would_pass_over_is_one_line_that_names_the_file(project: Layout, text: str, said: str) -> None:
    (project.shapes / "mine.ttl").write_text(_HEAD + text, encoding="utf-8")
    with pytest.raises(InputError, match=said) as caught:
        validate_quads([], project)
    assert all(problem.file == "shapes/mine.ttl" for problem in caught.value.problems)


def test_all_faults_of_all_shapes_files_are_reported_at_once(project: Layout) -> None:
    (project.shapes / "mine.ttl").write_text(
        _HEAD + _SHAPE.format("sh:minCuont 1 ; sh:sparql shape:x"), encoding="utf-8"
    )
    (project.shapes / "yours.ttl").write_text("shape:", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        validate_quads([], project)
    assert {problem.file for problem in caught.value.problems} == {"shapes/mine.ttl", "shapes/yours.ttl"}
    assert len(caught.value.problems) >= 3


def test_a_shape_of_ones_own_is_followed_to_its_message(project: Layout) -> None:
    (project.shapes / "mine.ttl").write_text(
        _HEAD
        + _SHAPE.format('sh:maxCount 0 ; sh:severity sh:Info ; sh:message "none, please" ; claimstar:remedy "drop it"'),
        encoding="utf-8",
    )
    report = validate_quads(quads_of(good_records()), project, engine="both")
    assert {(result.severity, result.message, result.remedy) for result in report.results} == {
        (Severity.INFO, "none, please", "drop it")
    }
    assert len(report.results) == 11
