"""The evidence sources of a suite: their identifiers have a right form, each stands once, and none was retracted."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from claimstar.kg.audit.finding import Finding, OutsideRow
from claimstar.kg.audit.label import fold
from claimstar.kg.audit.subject import Audited, Source

_DOI = re.compile(r'10\.\d{4,9}/[^\s"<>]*[^\s"<>.,;]')
"""The prefix of a registrant and a suffix; one copied from running text ends in punctuation
(https://www.doi.org/doi-handbook/HTML/doi-name-syntax.html)."""
_PMID = re.compile(r"[1-9]\d{0,7}")
_RESOLVERS = ("https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/")

SINGLE_STUDY = "single_study"
"""The annotation of a SourceType in the schema: ``yes`` where its records are of single studies, else ``no``."""


def check_forms(audited: Audited) -> Iterator[Finding]:
    """DOIs and PubMed ids in a wrong form, links to another DOI, and sources by which nobody could find the text."""
    for source in audited.sources.values():
        place = source.place
        if source.doi and not _DOI.fullmatch(source.doi):
            remedy = "write it from 10. on, without resolver and without the punctuation behind it"
            yield Finding("doi_malformed", source.id, place.problem("not the form of a DOI", source.doi, "doi", remedy))
        if source.pmid and not _PMID.fullmatch(source.pmid):
            remedy = "write one to eight digits, the first not 0"
            yield Finding(
                "pmid_malformed", source.id, place.problem("not the form of a PubMed id", source.pmid, "pmid", remedy)
            )
        linked = next((source.url[len(each) :] for each in _RESOLVERS if source.url.startswith(each)), "")
        if linked and source.doi and linked.casefold() != source.doi.casefold():
            message = f"the link leads to another DOI than the source has, {source.doi}"
            yield Finding("url_disagrees", source.id, place.problem(message, source.url, "url", "mend the wrong one"))
        if not (source.doi or source.pmid or source.url):
            message = "neither DOI nor PubMed id nor address"
            yield Finding("source_unidentified", source.id, place.problem(message, source.title, "doi", "give one"))


_KEYS: Mapping[str, Callable[[Source], str]] = {
    "doi": lambda source: source.doi.casefold(),
    "pmid": lambda source: source.pmid.lstrip("0"),
    "title": lambda source: fold(source.title),
}


def check_duplicates(audited: Audited) -> Iterator[Finding]:
    """Sources that share a DOI, a PubMed id or a title with one above them."""
    shared: dict[tuple[str, str], list[str]] = defaultdict(list)
    for column, key in _KEYS.items():
        first: dict[str, Source] = {}
        for source in audited.sources.values():
            value = key(source)
            if value and first.setdefault(value, source) is not source:
                shared[source.id, first[value].id].append(column)
    for (one, other), columns in shared.items():
        source = audited.sources[one]
        message = f"the same {' and '.join(columns)} as {other} (row {audited.sources[other].place.row})"
        remedy = "keep one of them and move the links to it, or mend the identifier"
        value = str(getattr(source, columns[0]))
        yield Finding("duplicate_source", one, source.place.problem(message, value, columns[0], remedy))


def check_retractions(audited: Audited, retracted: Mapping[str, tuple[str, int]]) -> Iterator[Finding]:
    """Sources that a list of retractions names. ``retracted``: PubMed id to the file and row of the list."""
    for source in audited.sources.values():
        found = retracted.get(source.pmid)
        if found is None:
            continue
        claims = sorted({link.assertion for link in audited.links if link.source == source.id})
        message = f"retracted; {len(claims)} assertions have it as evidence{': ' if claims else ''}{', '.join(claims)}"
        remedy = "take it out, and judge those assertions anew"
        row = OutsideRow(*found, f"PMID {source.pmid} is retracted", "disagrees")
        yield Finding("retracted", source.id, source.place.problem(message, source.pmid, "pmid", remedy), (row,))


def check_kinds(audited: Audited, this_year: int) -> Iterator[Finding]:
    """Sources whose study level does not fit their type, years that cannot be, and sources that no assertion uses."""
    types = audited.schema.enums["SourceType"]
    used = {link.source for link in audited.links}
    for source in audited.sources.values():
        place = source.place
        single = types[source.source_type].annotations.get(SINGLE_STUDY)
        if single is not None and source.study_level != (single == "yes"):
            message = f"a {source.source_type} is {'a' if single == 'yes' else 'no'} record of a single study"
            remedy = "mend the study level or the type"
            value = str(source.study_level).lower()
            yield Finding("study_level_disagrees", source.id, place.problem(message, value, "study_level", remedy))
        if source.year > this_year:
            message = "the year has not come yet"
            yield Finding("year_impossible", source.id, place.problem(message, str(source.year), "year", "mend it"))
        if source.id not in used:
            message = "no assertion uses the source"
            remedy = "link it to what it shows, or take it out"
            yield Finding("source_unused", source.id, place.problem(message, source.title, "id", remedy))


def check_evidence(audited: Audited, retracted: Mapping[str, tuple[str, int]], this_year: int) -> tuple[Finding, ...]:
    """All findings on evidence sources, in the order of the checks and of the rows."""
    return (
        *check_forms(audited),
        *check_duplicates(audited),
        *check_retractions(audited, retracted),
        *check_kinds(audited, this_year),
    )
