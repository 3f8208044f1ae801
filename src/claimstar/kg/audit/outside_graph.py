"""A node-link graph in one line as claims: the one that it makes as a whole, then its links.

The form is that of networkx: https://networkx.org/documentation/stable/reference/readwrite/json_graph.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from claimstar.errors import Problem
from claimstar.kg.audit.outside_claim import OutsideClaim, OutsideEnd, find_curie
from claimstar.kg.audit.outside_file import Report
from claimstar.kg.audit.outside_profile import GraphLine, Profile
from claimstar.kg.audit.outside_row import RowReader


def graph_claims(
    number: int, found: Mapping[str, Any], profile: Profile, graph: GraphLine, table: str, report: Report
) -> Iterator[OutsideClaim]:
    """The claims of a graph; what cannot be read of it is reported and left out."""
    try:
        own = {str(key): "" if value is None else str(value) for key, value in found["graph"].items()}
        names = {str(node["id"]): str(node.get("name") or "") for node in found["nodes"]}
        links = [(str(link["source"]), str(link["key"]), str(link["target"])) for link in found["links"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"not a node-link graph: {type(error).__name__} {error}"
        report(Problem(message, "", table, number, remedy="the line is left out"))
        return
    path = own.get(graph.path, "")
    remarks = (("path", path), ("references", _references(found, graph)))
    whole = RowReader(graph.whole, list(own), profile, table, report).read(number, list(own.values()))
    if whole is not None:
        yield OutsideClaim(profile, table, number, whole.subject, whole.predicate, whole.object, remarks=remarks)
    further = {own.get(alias.node, ""): own.get(alias.ids, "") for alias in graph.aliases}

    def end(node: str) -> OutsideEnd | None:
        spelt = (find_curie(each, "", profile.prefixes) for each in (node, further.get(node, "")) if each)
        ids = tuple(dict.fromkeys(each for each in spelt if each))
        return OutsideEnd(ids, names.get(node, "")) if ids else None

    for source, key, target in links:
        subject, thing = end(source), end(target)
        if subject is None or thing is None:
            bad = source if subject is None else target
            report(Problem("no id that can be read", bad, table, number, "links", "the link is left out"))
        else:
            yield OutsideClaim(profile, table, number, subject, key, thing, path=path, remarks=remarks)


def _references(found: Mapping[str, Any], graph: GraphLine) -> str:
    listed = found.get(graph.remarks)
    return ", ".join(map(str, listed)) if isinstance(listed, list) else ""
