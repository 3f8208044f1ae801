"""Terms written into query text, for endpoints that take no bindings and for blocks of many values.

A term is always written by the term serializer, and the places to write at are found in the code of a query, not in
its strings, IRIs and comments. So no value can become query text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pyoxigraph import Literal, NamedNode

from claimstar.errors import QueryError
from claimstar.store.results import Term

_NOT_CODE = re.compile(
    r'''
    """(?:[^"\\]|\\.|"(?!""))*"""          # long strings
    | \'\'\'(?:[^'\\]|\\.|'(?!''))*\'\'\'
    | "(?:[^"\\\n\r]|\\.)*"                # strings
    | '(?:[^'\\\n\r]|\\.)*'
    | <[^<>"{}|^`\\\x00-\x20]*>            # IRIs
    | \#[^\n\r]*                           # comments
    ''',
    re.VERBOSE | re.DOTALL,
)


def code_of(sparql: str) -> str:
    """The query with strings, IRIs and comments blanked, so that each place is where it was.

    >>> code_of('ASK { ?s ?p "?x" } # ?y')
    'ASK { ?s ?p      }     '
    """
    return _NOT_CODE.sub(lambda found: re.sub(r"[^\n\r]", " ", found[0]), sparql)


def mentions(sparql: str, name: str) -> bool:
    """True where the variable occurs in the query's code.

    >>> mentions("SELECT ?names { ?s ?p ?o } # ?name", "name")
    False
    """
    return re.search(rf"[?$]{re.escape(name)}(?!\w)", code_of(sparql)) is not None


def empty_values(sparql: str) -> dict[str, list[tuple[int, int]]]:
    """The variables of empty ``VALUES ?name { }`` blocks, with the places of the blocks of each.

    >>> empty_values("SELECT ?s { VALUES ?s { } VALUES ?p { <http://e/p> } ?s ?p ?o }")
    {'s': [(12, 25)]}
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for block in re.finditer(r"\bVALUES\s+[?$](\w+)\s*\{(\s*)\}", code_of(sparql), re.IGNORECASE):
        # strings and IRIs are blank in the code, so look between the braces of the query itself
        if not _NOT_CODE.sub(_keep_terms, sparql[slice(*block.span(2))]).strip():
            places.setdefault(block[1], []).append(block.span())
    return places


def _keep_terms(found: re.Match[str]) -> str:
    return "" if found[0].startswith("#") else found[0]


def term_text(term: Term) -> str:
    """A term as SPARQL writes it.

    Raises:
        QueryError: a blank node or triple term, which plain SPARQL 1.1 cannot take as a value.

    >>> term_text(Literal('a "quoted" } text'))
    '"a \\\\"quoted\\\\" } text"'
    """
    if not isinstance(term, NamedNode | Literal):
        raise QueryError(f"cannot be a value in a query: {term}", remedy="give an IRI or a literal")
    return str(term)


def fill_values(sparql: str, name: str, terms: Iterable[Term]) -> str:
    """The query with the terms, each once, in the empty VALUES blocks of that name.

    Raises:
        QueryError: a term cannot be written, or there is no such block.

    >>> fill_values("SELECT ?s { VALUES ?s { } ?s ?p ?o }", "s", [NamedNode("http://e/a")])
    'SELECT ?s { VALUES ?s { <http://e/a> } ?s ?p ?o }'
    """
    values = " ".join(dict.fromkeys(map(term_text, terms)))  # a repeat would repeat rows of the answer
    return _replace(sparql, name, f"VALUES ?{name} {{ {values} }}")


def drop_values(sparql: str, name: str) -> str:
    """The query without the empty VALUES blocks of that name, so that any value fits.

    Raises:
        QueryError: there is no such block.
    """
    return _replace(sparql, name, "")


def _replace(sparql: str, name: str, block: str) -> str:
    places = empty_values(sparql).get(name)
    if not places:
        raise QueryError(f"the query has no 'VALUES ?{name} {{ }}'")
    for start, end in reversed(places):
        sparql = sparql[:start] + block + sparql[end:]
    return sparql


def bind(sparql: str, values: Mapping[str, Term]) -> str:
    """The query with single values joined to the pattern of its WHERE clause.

    This is what an engine's own substitution does, written in SPARQL 1.1.

    Raises:
        QueryError: the query has no WHERE clause, or a value cannot be written.

    >>> bind("SELECT ?s { ?s ?p ?o }", {"s": NamedNode("http://e/a")})
    'SELECT ?s { VALUES ?s { <http://e/a> } ?s ?p ?o }'
    """
    if not values:
        return sparql
    code = code_of(sparql)
    start = _first_brace(code) + 1
    block = "".join(f" VALUES ?{name} {{ {term_text(term)} }}" for name, term in values.items())
    if not code[start:].lstrip().upper().startswith("SELECT"):
        return sparql[:start] + block + sparql[start:]
    end = _closing_brace(code, start)  # a sub-select stands alone in its braces
    return f"{sparql[:start]}{block} {{{sparql[start:end]}}} {sparql[end:]}"


def _first_brace(code: str) -> int:
    depth = 0
    for place, char in enumerate(code):
        if char == "{" and depth == 0:  # not one of an EXISTS in the SELECT line, which stands in parentheses
            return place
        depth += {"(": 1, ")": -1}.get(char, 0)
    raise QueryError("the query has no WHERE clause")


def _closing_brace(code: str, start: int) -> int:
    depth = 1
    for place in range(start, len(code)):
        depth += {"{": 1, "}": -1}.get(code[place], 0)
        if depth == 0:
            return place
    raise QueryError("the query has an open brace")
