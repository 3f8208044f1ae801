"""Turtle with one fixed form: sorted, tree-shaped, the same bytes for the same graph.

rdflib's own serializer orders by blank-node label, which differs from run to run; generated files are compared by
bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_BARE = {
    _XSD + "boolean": re.compile(r"true|false"),
    _XSD + "integer": re.compile(r"[+-]?\d+"),
    _XSD + "decimal": re.compile(r"[+-]?\d*\.\d+"),
}
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class _Writer:
    def __init__(self, graph: Graph, prefixes: Mapping[str, str]) -> None:
        self.graph = graph
        self.prefixes = sorted(prefixes.items(), key=lambda item: (-len(item[1]), item[0]))
        self.used: dict[str, str] = {}

    def iri(self, text: str) -> str:
        for prefix, start in self.prefixes:
            local = text[len(start) :]
            if text.startswith(start) and _LOCAL.fullmatch(local):
                self.used[prefix] = start
                return f"{prefix}:{local}"
        return f"<{text}>"

    def term(self, node: Node) -> str:
        from rdflib import BNode, Literal, URIRef

        if isinstance(node, URIRef):
            return self.iri(str(node))
        if isinstance(node, BNode):
            return self.blank(node)
        if not isinstance(node, Literal):
            raise TypeError(f"not an RDF term of Turtle: {node!r}")
        text = str(node)
        datatype = str(node.datatype) if node.datatype else None
        if datatype in _BARE and _BARE[datatype].fullmatch(text):
            return text
        quoted = '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'
        if node.language:
            return f"{quoted}@{node.language}"
        return quoted if datatype in (None, _XSD + "string") else f"{quoted}^^{self.iri(str(datatype))}"

    def blank(self, node: Node) -> str:
        from rdflib import RDF

        if (node, RDF.first, None) in self.graph:
            items = [self.term(item) for item in self.graph.items(node)]
            return f"( {' '.join(items)} )"
        return f"[ {' ; '.join(self.pairs(node))} ]"

    def pairs(self, subject: Node) -> list[str]:
        found = []
        for predicate in set(self.graph.predicates(subject)):
            name = "a" if str(predicate) == _RDF + "type" else self.term(predicate)
            values = sorted(self.term(value) for value in self.graph.objects(subject, predicate))
            found.append((name != "a", name, f"{name} {', '.join(values)}"))
        return [text for *_, text in sorted(found)]

    def document(self, header: str) -> str:
        from rdflib import URIRef

        subjects = sorted({node for node in self.graph.subjects() if isinstance(node, URIRef)})
        blocks = [f"{self.term(node)}\n    " + " ;\n    ".join(self.pairs(node)) + " .\n" for node in subjects]
        comment = "".join(f"# {line}\n" for line in header.splitlines())
        declared = "".join(f"@prefix {prefix}: <{start}> .\n" for prefix, start in sorted(self.used.items()))
        return f"{comment}\n{declared}\n" + "\n".join(blocks)


def write_turtle(graph: Graph, prefixes: Mapping[str, str], header: str) -> str:
    """The graph as Turtle whose bytes depend on the graph alone.

    Args:
        graph: its blank nodes are trees or lists that hang from an IRI; others would be lost and are refused.
        prefixes: those that are used get declared.
        header: comment lines at the top.

    Raises:
        ValueError: a blank node is shared, or hangs from nothing.
    """
    from rdflib import BNode

    for node in {subject for subject in graph.subjects() if isinstance(subject, BNode)}:
        if len(list(graph.subject_predicates(node))) != 1:
            raise ValueError("a blank node that is not in exactly one place cannot be written in a fixed form")
    return _Writer(graph, prefixes).document(header)
