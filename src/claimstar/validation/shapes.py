"""The shapes of a project: all files as one graph that an engine can take and a report can trace."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, serialize

from claimstar.errors import InputError, Problem
from claimstar.validation.shape_file import ShapeInfo, ShapesFile


@dataclass(frozen=True)
class Shapes:
    """Checked shapes.

    Attributes:
        turtle: all files as one graph (N-Triples, which is Turtle), in which every property shape has an IRI.
        info: what is known of each shape with an IRI.
        targets: the classes that some shape speaks about.
        components: the names of the constraint components in use.
    """

    turtle: bytes
    info: Mapping[str, ShapeInfo]
    targets: frozenset[str]
    components: frozenset[str]


def shape_files(folder: Path) -> list[Path]:
    """The shapes of a folder: hand-written ones and those under ``generated``.

    Raises:
        InputError: there is none; validating against nothing would always conform.
    """
    files = sorted([*folder.glob("*.ttl"), *folder.glob("generated/*.ttl")])
    if not files:
        raise InputError([Problem("no shapes to validate with", str(folder), remedy="run: claimstar schema build")])
    return files


def load_shapes(
    files: Iterable[Path], proven: Collection[str] | None = None, vocabulary: Collection[str] | None = None
) -> Shapes:
    """Read and check shapes files.

    Args:
        files: Turtle files.
        proven: the constraint components that the canary shows to work; None for the canary's own shapes.
        vocabulary: the IRIs that shapes may speak of; None for any. A misspelt property would be checked nowhere.

    Raises:
        InputError: a file is malformed, or uses what the engines are not known to honour. All faults are reported.
    """
    problems: list[Problem] = []
    triples: list[Triple] = []
    info: dict[str, ShapeInfo] = {}
    components: set[str] = set()
    targets: set[str] = set()
    for file in files:
        graph = ShapesFile(file, problems)
        graph.check(proven, vocabulary)
        triples.extend(graph.triples)
        info.update(graph.info())
        components |= graph.components
        targets |= graph.targets
    if problems:
        raise InputError(problems)
    turtle = serialize(triples, format=RdfFormat.N_TRIPLES) or b""
    return Shapes(turtle, info, frozenset(targets), frozenset(components))
