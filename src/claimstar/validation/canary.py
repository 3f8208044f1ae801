"""The planted graph that has to fail. An engine or a rule that lets it pass is broken, and so is everything it says.

It is not a check beside the run but a part of it: its triples are in the data and its shapes among the shapes that the
engine gets, so that what stops the engine from looking (data that did not arrive, a flat view without the triple terms,
shapes that lost their targets) stops it from finding the canary as well.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import NamedNode, Quad, RdfFormat, parse

from claimstar.errors import InputError, LookupFailure, Problem, ValidationEngineError
from claimstar.names import BASE, expand
from claimstar.validation.engines import Key, RawResult
from claimstar.validation.report import Severity
from claimstar.validation.shapes import Shapes, load_shapes

NAMESPACE = BASE + "canary/"
ASSERTION = NAMESPACE + "assertion"
"""The planted assertion, which the real shapes have to find."""

_COLUMNS = ["focus", "path", "component", "severity"]
_RESTORE = "restore the folder from the package: claimstar init in another folder writes it"


@dataclass(frozen=True)
class Canary:
    """The planted graph, its shapes, and what has to be found."""

    quads: tuple[Quad, ...]
    shapes: Shapes
    expected: frozenset[Key]

    @property
    def components(self) -> frozenset[str]:
        """The constraint components that are seen to work where the canary is found."""
        return frozenset(component for _, _, component, _ in self.expected)


def load_canary(folder: Path) -> Canary:
    """The canary in ``shapes/canary``.

    Raises:
        InputError: a file is malformed.
        ValidationEngineError: the canary is not whole: a file is missing, nothing is expected, or a shape of it has
            nothing that breaks it.
    """
    try:
        table = (folder / "expected.csv").read_text(encoding="utf-8").splitlines()
        quads = read_quads(folder / "data.trig")
    except FileNotFoundError as error:
        raise ValidationEngineError(f"the canary has no {error.filename}", remedy=_RESTORE) from None
    shapes = load_shapes([folder / "shapes.ttl"])
    rows = csv.DictReader(table)
    if rows.fieldnames != _COLUMNS:
        raise InputError([Problem("the columns must be " + ",".join(_COLUMNS), file="canary/expected.csv", row=1)])
    expected: set[Key] = set()
    problems = []
    for number, row in enumerate(rows, start=2):
        try:
            severity = Severity[row["severity"].upper()]
            expected.add((expand(row["focus"]), row["path"], row["component"], severity))
        except (KeyError, AttributeError, LookupFailure):
            problems.append(Problem("not an expected result", str(row), "canary/expected.csv", number))
    if problems:
        raise InputError(problems)
    canary = Canary(quads, shapes, frozenset(expected))
    untested = shapes.components - canary.components
    if untested or not expected or canary.components - shapes.components:
        names = ", ".join(sorted(untested | (canary.components - shapes.components))) or "everything"
        raise ValidationEngineError(
            f"the canary's shapes and its expected results disagree on {names}", remedy=_RESTORE
        )
    return canary


def read_quads(path: Path) -> tuple[Quad, ...]:
    """The quads of a TriG file.

    Raises:
        InputError: the file is malformed.
        FileNotFoundError: there is none.
    """
    text = path.read_bytes()
    try:
        return tuple(parse(text, format=RdfFormat.TRIG))
    except SyntaxError as error:
        raise InputError(
            [Problem(f"not TriG: {error.msg}", file=f"{path.parent.name}/{path.name}", row=error.lineno)]
        ) from None


def is_planted(iri: str) -> bool:
    """True for nodes of the canary."""
    return iri.startswith(NAMESPACE)


def refuse_planted(quads: Iterable[Quad]) -> Iterable[Quad]:
    """The quads, as they come; data that hides among the canary would escape the report.

    Raises:
        InputError: a subject is in the canary's namespace.
    """
    for quad in quads:
        if isinstance(quad.subject, NamedNode) and is_planted(quad.subject.value):
            raise InputError(
                [Problem("the namespace of the canary is reserved", quad.subject.value, remedy="use another IRI")]
            )
        yield quad


def without_canary(
    engine: str, results: Iterable[RawResult], canary: Canary, real: Mapping[str, object]
) -> frozenset[RawResult]:
    """The results on real nodes, after the canary was found.

    Args:
        engine: the engine's name, for the error.
        results: everything the engine found.
        canary: what has to be among it.
        real: the shapes that are not the canary's, by IRI; one of them has to find the planted assertion.

    Raises:
        ValidationEngineError: the canary passed, in whole or in part, or more was found on it than is wrong.
    """
    everything = frozenset(results)
    planted = {result for result in everything if is_planted(result.focus)}
    by_canary = {result.key for result in planted if result.source_shape not in real}
    missing, extra = canary.expected - by_canary, by_canary - canary.expected
    if missing or extra:
        what = "let the planted canary pass" if missing else "found faults in the planted canary that it does not have"
        examples = "; ".join(_words(key) for key in sorted(missing or extra)[:3])
        raise ValidationEngineError(
            f"the engine {engine} {what}: {len(missing or extra)} of {len(canary.expected)} results ({examples})",
            remedy="do not trust this run; check the engine's version and shapes/canary, or use another --engine",
        )
    if not any(result.focus == ASSERTION and result.source_shape in real for result in planted):
        raise ValidationEngineError(
            f"the engine {engine} let the planted assertion pass: no shape found confidence 7.0 without evidence",
            remedy="the shapes for assertions do not reach the data; run: claimstar schema build",
        )
    return everything - planted


def _words(key: Key) -> str:
    focus, path, component, severity = key
    return " ".join(part for part in (focus.removeprefix(NAMESPACE), path, component, severity.label) if part)
