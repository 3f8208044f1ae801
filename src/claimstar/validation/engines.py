"""The SHACL engines: pyshacl as the reference, pyshifty as the fast default. Both give the same kind of results."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Protocol

from claimstar.errors import LookupFailure, ValidationEngineError
from claimstar.names import compress
from claimstar.validation.report import Severity

if TYPE_CHECKING:
    from rdflib import Graph

SH = "http://www.w3.org/ns/shacl#"
_SUFFIX = "ConstraintComponent"
Key = tuple[str, str, str, Severity]


@dataclass(frozen=True)
class RawResult:
    """A result as an engine gives it.

    Attributes:
        focus: the IRI of the focus node.
        path: the path as a CURIE; empty where the engine names none or a complex one (the shape then knows it).
        component: the constraint component without SHACL's suffix: ``MinCount``.
        severity: of the shape.
        value: the offending value, an IRI or a lexical form; empty where there is none.
        source_shape: the IRI of the shape; empty where it has none.
        message: the engine's or the shape's own words.
    """

    focus: str
    path: str
    component: str
    severity: Severity
    value: str
    source_shape: str
    message: str

    @property
    def key(self) -> Key:
        """What engines are compared by: focus, path, component and severity."""
        return (self.focus, self.path, self.component, self.severity)


class Engine(Protocol):
    """A SHACL Core engine."""

    @property
    def name(self) -> str:
        """The name on the command line."""
        ...

    @property
    def version(self) -> str:
        """The version of the library."""
        ...

    def validate(self, data: bytes, shapes: bytes) -> frozenset[RawResult]:
        """The results of checking data (N-Triples) against shapes (Turtle).

        Raises:
            ValidationEngineError: the engine fails.
        """
        ...


def _failure(name: str, error: Exception) -> ValidationEngineError:
    detail = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    other = "pyshacl" if name == "shifty" else "shifty"
    return ValidationEngineError(f"the engine {name} failed: {detail}", remedy=f"try --engine {other}")


@dataclass(frozen=True)
class PyshaclEngine:
    """pyshacl: complete and slow, the reference."""

    name: str = "pyshacl"

    @property
    def version(self) -> str:
        """The version of the library."""
        return version("pyshacl")

    def validate(self, data: bytes, shapes: bytes) -> frozenset[RawResult]:
        """See `Engine`."""
        from pyshacl import validate
        from pyshacl.errors import ConstraintLoadError, ReportableRuntimeError, RuleLoadError, ShapeLoadError
        from rdflib import Graph

        try:
            _, report, _ = validate(
                Graph().parse(data=data, format="nt"),
                shacl_graph=Graph().parse(data=shapes, format="turtle"),
                inference="none",
                advanced=False,
                do_owl_imports=False,
            )
        except (
            *(ConstraintLoadError, ReportableRuntimeError, RuleLoadError, ShapeLoadError),
            *(ValueError, RuntimeError, SyntaxError),
        ) as error:
            raise _failure(self.name, error) from error
        if not isinstance(report, Graph):
            raise _failure(self.name, TypeError("it returned no report graph"))
        return read_report(report, self.name)


@dataclass(frozen=True)
class ShiftyEngine:
    """pyshifty: compiled and fast, the default."""

    name: str = "shifty"

    @property
    def version(self) -> str:
        """The version of the library."""
        return version("pyshifty")

    def validate(self, data: bytes, shapes: bytes) -> frozenset[RawResult]:
        """See `Engine`."""
        try:
            import shifty
        except ImportError as error:
            raise _failure(self.name, error) from error
        try:
            with warnings.catch_warnings():
                # A diagnostic says that something was not executed, which must not look like a clean pass.
                warnings.simplefilter("error", shifty.ShaclDiagnosticWarning)
                _, report, _ = shifty.validate(
                    data, shapes, graph_mode="data", infer=False, sort_results=False, on_unsupported="error"
                )
        except (ValueError, RuntimeError, TypeError, shifty.ShaclDiagnosticWarning) as error:
            raise _failure(self.name, error) from error
        return read_report(report, self.name)


def read_report(report: Graph, engine: str) -> frozenset[RawResult]:
    """The results in a SHACL validation report.

    Raises:
        ValidationEngineError: a result has no focus node or component, or the verdict contradicts the results.
    """
    from rdflib import BNode, Namespace
    from rdflib.term import Node

    sh = Namespace(SH)
    found: set[RawResult] = set()

    def text(node: Node | None) -> str:
        return "" if node is None or isinstance(node, BNode) else str(node)

    for result in report.objects(None, sh.result):  # not by type: the details of a result are of that type too
        focus = report.value(result, sh.focusNode)
        component = text(report.value(result, sh.sourceConstraintComponent))
        severity = text(report.value(result, sh.resultSeverity)).removeprefix(SH).upper()
        if focus is None or not component or severity not in Severity.__members__:
            raise ValidationEngineError(f"the engine {engine} gave a result without focus, component or severity")
        found.add(
            RawResult(
                focus=str(focus),
                path=compress(text(report.value(result, sh.resultPath))),
                component=component.removeprefix(SH).removesuffix(_SUFFIX),
                severity=Severity[severity],
                value=text(report.value(result, sh.value)),
                source_shape=text(report.value(result, sh.sourceShape)),
                message=text(report.value(result, sh.resultMessage)),
            )
        )
    verdicts = {str(verdict).lower() for verdict in report.objects(None, sh.conforms)}
    if verdicts != {"false" if found else "true"}:
        raise ValidationEngineError(
            f"the engine {engine} says conforms={'/'.join(sorted(verdicts)) or 'nothing'} with {len(found)} results"
        )
    return frozenset(found)


ENGINES: Mapping[str, Engine] = {"shifty": ShiftyEngine(), "pyshacl": PyshaclEngine()}
"""The engines by name; the first is the default."""


def choose_engines(choice: str) -> tuple[Engine, ...]:
    """The engines that a choice names: one of `ENGINES`, or ``both``.

    Raises:
        LookupFailure: there is no such engine.
    """
    if choice == "both":
        return tuple(ENGINES.values())
    if choice not in ENGINES:
        raise LookupFailure(f"no validation engine {choice!r}", remedy=f"one of: {', '.join(ENGINES)}, both")
    return (ENGINES[choice],)


def differences(first: Iterable[RawResult], second: Iterable[RawResult]) -> tuple[frozenset[Key], frozenset[Key]]:
    """The keys that only the first has, and those that only the second has.

    Results are the same where key and shape are: two rules may fail on one node with one key, and neither may be lost.
    """
    ours, theirs = ({(result.key, result.source_shape) for result in results} for results in (first, second))
    return frozenset(key for key, _ in ours - theirs), frozenset(key for key, _ in theirs - ours)
