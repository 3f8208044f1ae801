"""A graph as one file: the same graph gives the same bytes."""

from __future__ import annotations

import contextlib
import io
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from pyoxigraph import Quad, RdfFormat, serialize

from claimstar.errors import LookupFailure, StoreError
from claimstar.names import compress, expand, prefixes
from claimstar.rdf.terms import RDF_REIFIES, RDF_TYPE
from claimstar.store.protocol import GraphStore

FIRST = (RDF_TYPE, RDF_REIFIES)
"""Predicates that a reader wants to see first."""


def select_graphs(store: GraphStore, names: Sequence[str] = ()) -> Iterator[Quad]:
    """The quads of the named graphs, given as CURIEs or IRIs, or all quads where none is named.

    Raises:
        LookupFailure: the store has no such graph; the message lists those that it has.
    """
    present = {graph.value: graph for graph in store.graphs()}
    wanted = [name if name.startswith(("http://", "https://")) else expand(name) for name in names]
    for name, iri in zip(names, wanted, strict=True):
        if iri not in present:
            raise LookupFailure(f"no graph {name!r} in the store", remedy=f"one of {', '.join(map(compress, present))}")
    for iri in dict.fromkeys(wanted or present):
        yield from store.quads(present[iri])


def to_nquads(quads: Iterable[Quad]) -> bytes:
    """The quads as sorted N-Quads lines."""
    return "".join(sorted({f"{quad} .\n" for quad in quads})).encode()


def to_trig(quads: Iterable[Quad]) -> bytes:
    """The quads as TriG with the prefixes they need: graph by graph, subject by subject, types first."""
    keyed = {}
    for quad in quads:
        rank = FIRST.index(quad.predicate) if quad.predicate in FIRST else len(FIRST)
        key = (str(quad.graph_name), str(quad.subject), rank, str(quad.predicate), str(quad.object))
        keyed[key] = quad
    text = to_nquads(keyed.values()).decode()
    used = {prefix: iri for prefix, iri in sorted(prefixes().items()) if f"<{iri}" in text}
    out = io.BytesIO()
    serialize((keyed[key] for key in sorted(keyed)), out, format=RdfFormat.TRIG, prefixes=used)
    head, brace, body = out.getvalue().partition(b"{")
    lines = head.splitlines(keepends=True)
    declared = sorted(line for line in lines if line.startswith(b"@prefix"))
    return b"".join([*declared, *lines[len(declared) :], brace, body])


FORMATS: dict[str, Callable[[Iterable[Quad]], bytes]] = {"trig": to_trig, "nq": to_nquads}
"""Format to its writer."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees a part of it.

    Raises:
        StoreError: the folder is missing or cannot be written, or the disk is full; what was there before is unchanged.
    """
    beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        if path.exists() and not path.is_file():  # a device or pipe is written to, never replaced
            with path.open("wb") as out:
                out.write(data)
            return
        with beside.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}", remedy="check the folder, its permissions and free space"
        ) from error
