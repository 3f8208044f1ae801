"""Values of a run as a page writes them: numbers, intervals, names, ids as links."""

from __future__ import annotations

import json
import re

from markupsafe import Markup, escape

from claimstar.bench.panel import Cell
from claimstar.bench.reference import Reference
from claimstar.llm.protocol import storable
from claimstar.model.claims import ClaimRow

_CURIE = re.compile(r"[A-Za-z]+:\w+")
_TOKEN = re.compile(r"\w[\w.\-]*\w|\w")


def link_ids(text: str, reference: Reference) -> Markup:
    """A text, escaped, with the ids of known claims and sources as links to their place in the report."""
    parts: list[Markup] = []
    end = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        kind = "claim" if token in reference.claims else "source" if token in reference.sources else ""
        if kind:
            parts.append(escape(text[end : match.start()]))
            parts.append(Markup('<a href="#{}-{}">{}</a>').format(kind, token, token))
            end = match.end()
    parts.append(escape(text[end:]))
    return Markup("").join(parts)


def name_entities(text: str, reference: Reference) -> str:
    """A text with the names of known entities beside their CURIEs."""

    def named(match: re.Match[str]) -> str:
        entity = reference.entities.get(match.group())
        return f"{entity.name} ({entity.id})" if entity else match.group()

    return _CURIE.sub(named, text)


def pretty(text: str) -> str:
    """JSON with line breaks; any other text as it stands."""
    try:
        return storable(json.dumps(json.loads(text), indent=1, ensure_ascii=False))
    except (ValueError, RecursionError):
        return text


def number(value: float | None) -> str:
    """A value to three decimals, NA where there is none."""
    return "NA" if value is None else f"{value:.3f}"


def count(value: float) -> str:
    """A whole number with thin spaces between thousands.

    >>> count(1234567).replace(chr(0x202F), " ")
    '1 234 567'
    """
    return f"{value:,.0f}".replace(",", "\u202f")


def interval(cell: Cell) -> str:
    """The 95 % interval in brackets, or why there is none."""
    estimate = cell.estimate
    if estimate.low is not None and estimate.high is not None:
        return f"[{estimate.low:.2f}, {estimate.high:.2f}]"
    return {"constant": "all equal", "single": "one value"}.get(estimate.method, "")


def words(name: str) -> str:
    """A name of the schema in words.

    >>> words("direct_effect")
    'direct effect'
    """
    return name.replace("_", " ")


def qualifiers(claim: ClaimRow) -> list[tuple[str, str]]:
    """What qualifies a claim, as label and text."""
    pairs = [
        ("kind", words(claim.relation_class)),
        ("status", words(claim.causal_status)),
        ("evidence", words(claim.evidence_level)),
        ("confidence", "" if claim.confidence is None else f"{claim.confidence:g}"),
        ("validated", "yes" if claim.validated else "no"),
        ("negated", "yes" if claim.negated else ""),
        ("population", claim.population_name or ""),
        ("context", claim.context or ""),
        ("checked against", ", ".join(claim.source_databases)),
    ]
    return [(label, text) for label, text in pairs if text]
