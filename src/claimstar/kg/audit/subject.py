"""The tables of a suite, ready for look-up: what an audit reads, each thing with the row it stands on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from claimstar.errors import LookupFailure, Problem
from claimstar.ingest.columns import LINK
from claimstar.ingest.references import CLAIM
from claimstar.ingest.suite import Suite
from claimstar.ingest.tables import Checked, Sourced, read_tables
from claimstar.model.mapping import Mapping as SchemaMapping
from claimstar.model.mapping import load_mapping

ENTITY = "NamedEntity"
SOURCE = "EvidenceSource"


@dataclass(frozen=True, slots=True)
class Place:
    """The row that a thing stands on: ``file`` inside the suite, ``row`` as an editor shows it."""

    file: str
    row: int

    def problem(self, message: str, value: str = "", column: str | None = None, remedy: str = "") -> Problem:
        """A fault of the thing on this row."""
        return Problem(message, value, self.file, self.row, column, remedy)


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity of the suite. ``id``, ``xrefs`` and ``member_of`` are CURIEs; ``class_name`` is the schema's."""

    id: str
    class_name: str
    name: str
    synonyms: tuple[str, ...]
    xrefs: tuple[str, ...]
    member_of: tuple[str, ...]
    place: Place

    @property
    def labels(self) -> tuple[str, ...]:
        """The name, then the synonyms."""
        return self.name, *self.synonyms


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion of the suite; values are the names that the schema's enums give them.

    Attributes:
        subject, object, population: CURIEs; population is empty where the claim has none.
        direction, subject_direction: ``increased``, ``decreased``, ``none`` or, for the subject, empty.
        accepted: validated and not negated.
    """

    id: str
    subject: str
    predicate: str
    object: str
    relation_class: str
    direction: str
    subject_direction: str
    causal_status: str
    evidence_level: str
    validated: bool
    negated: bool
    context: str
    population: str
    place: Place

    @property
    def accepted(self) -> bool:
        """True for a claim that stands as it is."""
        return self.validated and not self.negated


@dataclass(frozen=True, slots=True)
class Source:
    """An evidence source of the suite; ``doi``, ``pmid`` and ``url`` are empty where it has none."""

    id: str
    title: str
    source_type: str
    study_level: bool
    year: int
    doi: str
    pmid: str
    url: str
    place: Place


@dataclass(frozen=True, slots=True)
class Link:
    """What one source says about one assertion; ``relation`` is ``supports``, ``contradicts`` or ``qualifies``."""

    assertion: str
    source: str
    relation: str
    locator: str
    place: Place


@dataclass(frozen=True, slots=True)
class Audited:
    """The checked tables of a suite, by id, in the order of the tables.

    ``suite`` and ``checked`` are what they were read from, for those who need the quads; ``schema`` is the compiled
    schema.
    """

    suite: Suite
    checked: Checked
    schema: SchemaMapping
    entities: Mapping[str, Entity]
    claims: Mapping[str, Claim]
    sources: Mapping[str, Source]
    links: tuple[Link, ...]

    def entity(self, curie: str) -> Entity:
        """The entity with that id.

        Raises:
            LookupFailure: the suite has no such entity.
        """
        try:
            return self.entities[curie]
        except KeyError:
            raise LookupFailure(f"no entity {curie!r} in {self.suite.name}", remedy="name one of its tables") from None

    def of_class(self, name: str) -> Iterator[Entity]:
        """The entities of a class and of those under it."""
        return (each for each in self.entities.values() if self.schema.is_a(each.class_name, name))

    def sentence(self, claim: Claim) -> str:
        """The claim in words, with the names of its ends.

        Its negation and the direction of its subject are part of it: they decide what would contradict it.
        """
        predicate = self.schema.enums["Predicate"][claim.predicate].title
        subject = self.entity(claim.subject).name
        if claim.subject_direction:
            subject = f"{subject} [{claim.subject_direction}]"
        text = f"{subject} {predicate} {self.entity(claim.object).name}"
        return f"it does not hold that {text}" if claim.negated else text


def _place(each: Sourced) -> Place:
    return Place(each.file, each.row)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(str(each) for each in value or ())


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _entity(each: Sourced) -> Entity:
    record: Any = each.record
    return Entity(
        id=str(record.id),
        class_name=each.class_name,
        name=str(record.name),
        synonyms=_texts(record.synonyms),
        xrefs=_texts(record.xrefs),
        member_of=_texts(record.member_of),
        place=_place(each),
    )


_CLAIM_TEXTS = (
    *("id", "subject", "predicate", "object", "relation_class", "direction", "subject_direction"),
    *("causal_status", "evidence_level", "context", "population"),
)


def _claim(each: Sourced) -> Claim:
    record: Any = each.record
    texts = {name: _text(getattr(record, name)) for name in _CLAIM_TEXTS}
    return Claim(**texts, validated=bool(record.validated), negated=bool(record.negated), place=_place(each))


def _source(each: Sourced) -> Source:
    record: Any = each.record
    texts = {name: _text(getattr(record, name)) for name in ("id", "title", "source_type", "doi", "pmid", "url")}
    return Source(**texts, study_level=bool(record.study_level), year=int(record.year), place=_place(each))


def _link(each: Sourced) -> Link:
    record: Any = each.record
    texts = (_text(record.assertion), _text(record.evidence_source), _text(record.relation), _text(record.locator))
    return Link(*texts, place=_place(each))


def read_subject(suite: Suite) -> Audited:
    """Read a suite for an audit.

    Raises:
        InputError: its tables have mistakes; ``kg build`` reports the same ones.
    """
    schema = load_mapping()
    checked = read_tables(suite)

    def records(name: str) -> Iterator[Sourced]:
        return (each for each in checked.records if schema.is_a(each.class_name, name))

    entities = [_entity(each) for each in records(ENTITY)]
    claims = [_claim(each) for each in records(CLAIM)]
    sources = [_source(each) for each in records(SOURCE)]
    return Audited(
        suite=suite,
        checked=checked,
        schema=schema,
        entities=MappingProxyType({each.id: each for each in entities}),
        claims=MappingProxyType({each.id: each for each in claims}),
        sources=MappingProxyType({each.id: each for each in sources}),
        links=tuple(_link(each) for each in records(LINK)),
    )
