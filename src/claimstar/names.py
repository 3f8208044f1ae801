"""Prefixes and CURIEs. Expansion and compression of every identifier go through here."""

from __future__ import annotations

import json
from functools import cache

import curies

from claimstar.errors import LookupFailure
from claimstar.resources import layout

BASE = "https://w3id.org/claimstar/"


@cache
def prefixes() -> dict[str, str]:
    """The prefix map of ``ontology/prefixes.json``: prefix to IRI prefix."""
    path = layout().ontology / "prefixes.json"
    loaded: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


@cache
def _converter() -> curies.Converter:
    return curies.Converter.from_prefix_map(prefixes())


def find_prefix(curie: str) -> str | None:
    """The prefix of a CURIE where we know it, else None."""
    prefix, colon, _ = curie.partition(":")
    return prefix if colon and prefix in prefixes() else None


def expand(curie: str) -> str:
    """The IRI of a CURIE.

    Raises:
        LookupFailure: the prefix is unknown.

    >>> expand("CHEBI:43755")
    'http://purl.obolibrary.org/obo/CHEBI_43755'
    """
    iri = _converter().expand(curie) if find_prefix(curie) else None
    if iri is None:
        raise LookupFailure(f"unknown CURIE prefix in {curie!r}", remedy="add the prefix to ontology/prefixes.json")
    return iri


def expand_id(identifier: str, id_prefix: str | None) -> str:
    """The IRI of a record's id: an IRI as it stands, a CURIE by its prefix, a bare id by its class's prefix.

    >>> expand_id("ASR_0033", "claim")
    'https://w3id.org/claimstar/claim/ASR_0033'
    """
    if identifier.startswith(("http://", "https://")):
        return identifier
    if find_prefix(identifier):
        return expand(identifier)
    if id_prefix and ":" not in identifier:
        return expand(f"{id_prefix}:{identifier}")
    return expand(identifier)


def compress(iri: str) -> str:
    """The CURIE of an IRI, or the IRI itself where no prefix fits.

    >>> compress("https://w3id.org/claimstar/claim/ASR_0033")
    'claim:ASR_0033'
    """
    return _converter().compress(iri) or iri


def local_id(iri: str) -> str:
    """The id as records write it: bare for records of ours (``ASR_0033``), a CURIE for everything else.

    >>> local_id("https://w3id.org/claimstar/claim/ASR_0033")
    'ASR_0033'
    >>> local_id("http://purl.obolibrary.org/obo/CHEBI_43755")
    'CHEBI:43755'
    """
    curie = compress(iri)
    prefix, _, rest = curie.partition(":")
    return rest if prefix in RECORD_PREFIXES else curie


RECORD_PREFIXES = frozenset(
    {"claim", "ev", "evlink", "dataset", "agent", "activity", "file", "scenario", "run", "generation", "score"}
)
"""Prefixes of records, which are written without them; the id_prefix annotations of the schema name these."""
