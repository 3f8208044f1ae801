"""What the graph says, read once: claims, entities, causal paths. Scenario rules are decided on these values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from claimstar.bench.reference import Entity
from claimstar.errors import LookupFailure
from claimstar.model.claims import ClaimRow
from claimstar.model.mapping import Mapping as SchemaMapping
from claimstar.model.mapping import load_mapping
from claimstar.names import local_id
from claimstar.query.catalogue import get_template
from claimstar.query.run import run
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore
from claimstar.store.results import Table

STEPS = ("step1", "step2", "step3", "step4")


@dataclass(frozen=True)
class Path:
    """Assertions that lead from an option to a target, in order; one to four of them."""

    option: str
    target: str
    steps: tuple[str, ...]


def collect_claims(table: Table, mapping: SchemaMapping | None = None) -> dict[str, ClaimRow]:
    """The claims of a table with the columns of ``extract/claims``, by id; rows of one claim are joined."""
    enums = (mapping or load_mapping()).enum_of_iri
    enum_of = {
        "predicate": "Predicate",
        "relation_class": "RelationClass",
        "direction": "Direction",
        "subject_direction": "Direction",
        "causal_status": "CausalStatus",
        "evidence_level": "EvidenceLevel",
    }
    many = {"evidence": "evidence", "source_database": "source_databases", "contradicted_by": "contradicted_by"}
    single: dict[str, dict[str, Any]] = {}
    several: dict[str, dict[str, set[str]]] = {}
    for terms in table.rows:
        raw = dict(zip(table.columns, terms, strict=True))
        row = dict(zip(table.columns, (None if t is None else str(getattr(t, "value", t)) for t in terms), strict=True))
        identifier = local_id(str(row["assertion"]))
        sets = several.setdefault(identifier, {target: set() for target in many.values()})
        for column, target in many.items():
            if row.get(column):
                sets[target].add(local_id(str(row[column])))
        if identifier in single:
            continue
        values: dict[str, Any] = {"assertion": identifier}
        for column in raw:
            value = row[column]
            if column == "assertion" or column in many:
                continue
            if value is None:
                if column not in ("relation_class", "direction"):
                    values[column] = None
            elif column in enum_of:
                values[column] = enums[enum_of[column]][value]
            elif column in ("negated", "validated"):
                values[column] = value in ("true", "1")
            elif column == "confidence":
                values[column] = float(value)
            elif column in ("subject", "object", "population"):
                values[column] = local_id(value)
            else:
                values[column] = value
        single[identifier] = values
    for identifier, values in single.items():
        values.update({name: tuple(sorted(found)) for name, found in several[identifier].items()})
    return {identifier: ClaimRow(**values) for identifier, values in sorted(single.items())}


def collect_entities(table: Table, mapping: SchemaMapping | None = None) -> dict[str, Entity]:
    """The entities of a table with the columns of ``extract/entities``, by CURIE."""
    classes = (mapping or load_mapping()).class_of_type
    found: dict[str, dict[str, Any]] = {}
    for terms in table.rows:
        row = {
            name: None if term is None else str(getattr(term, "value", term))
            for name, term in zip(table.columns, terms, strict=True)
        }
        identifier = local_id(str(row["entity"]))
        entry = found.setdefault(identifier, {"name": row["name"], "category": "", "synonyms": set(), "of": set()})
        entry["category"] = classes.get(str(row["category"]), "") or entry["category"]
        if row["synonym"]:
            entry["synonyms"].add(row["synonym"])
        if row["member_of"]:
            entry["of"].add(local_id(str(row["member_of"])))
    return {
        identifier: Entity(
            identifier,
            str(entry["name"]),
            entry["category"],
            tuple(sorted(entry["synonyms"])),
            tuple(sorted(entry["of"])),
        )
        for identifier, entry in sorted(found.items())
    }


@dataclass(frozen=True)
class Facts:
    """The claims, entities and causal paths of a graph.

    ``paths`` holds every path of one to four claims whose directions compose, accepted or not, by option and target.
    """

    claims: Mapping[str, ClaimRow]
    entities: Mapping[str, Entity]
    paths: Mapping[tuple[str, str], tuple[Path, ...]]

    def name(self, identifier: str) -> str:
        """The preferred name of an entity.

        Raises:
            LookupFailure: the graph has no such entity.
        """
        try:
            return self.entities[identifier].name
        except KeyError:
            raise LookupFailure(f"no entity {identifier!r} in the graph", remedy="check the id") from None

    @cached_property
    def about(self) -> Mapping[str, tuple[ClaimRow, ...]]:
        """Entity to the claims that have it as subject or object."""
        index: defaultdict[str, list[ClaimRow]] = defaultdict(list)
        for claim in self.claims.values():
            for end in {claim.subject, claim.object}:
                index[end].append(claim)
        return {end: tuple(claims) for end, claims in index.items()}

    def between(self, subject: str, object_: str, relation_class: str) -> tuple[ClaimRow, ...]:
        """The claims of a kind from one entity to another."""
        return tuple(
            claim
            for claim in self.about.get(subject, ())
            if (claim.subject, claim.object, claim.relation_class) == (subject, object_, relation_class)
        )

    def of_kind(self, entity: str, relation_class: str) -> tuple[ClaimRow, ...]:
        """The claims of a kind that have the entity at either end."""
        return tuple(claim for claim in self.about.get(entity, ()) if claim.relation_class == relation_class)

    def classes_of(self, entity: str) -> tuple[str, ...]:
        """The entity itself and all that it is a member of, nearest first."""
        return self._upward.get(entity, (entity,))

    @cached_property
    def _upward(self) -> Mapping[str, tuple[str, ...]]:
        upward: dict[str, tuple[str, ...]] = {}
        for entity in self.entities:
            found = [entity]
            for each in found:
                above = self.entities[each].member_of if each in self.entities else ()
                found += [up for up in above if up not in found]
            upward[entity] = tuple(found)
        return upward

    def members(self, entity: str) -> tuple[str, ...]:
        """The entities that are members of this one, sorted."""
        return tuple(each for each in self.entities if each != entity and entity in self.classes_of(each))

    def related(self, one: str, other: str) -> bool:
        """True where one is the other or a member of it."""
        return one in self.classes_of(other) or other in self.classes_of(one)


def group_paths(records: Iterable[Mapping[str, str | None]]) -> dict[tuple[str, str], tuple[Path, ...]]:
    """The paths of rows with the columns option, target and step1 to step4; short paths first, then by id."""
    grouped: defaultdict[tuple[str, str], set[Path]] = defaultdict(set)
    for record in records:
        option, target = str(record["option"]), str(record["target"])
        steps = tuple(step for name in STEPS if (step := record[name]))
        grouped[option, target].add(Path(option, target, steps))
    order = {key: sorted(paths, key=lambda path: (len(path.steps), path.steps)) for key, paths in grouped.items()}
    return {key: tuple(paths) for key, paths in sorted(order.items())}


def load_facts(
    store: GraphStore,
    catalogue: dict[str, Template],
    option_classes: Iterable[str],
    mapping: SchemaMapping | None = None,
) -> Facts:
    """Reads claims, entities and paths from a store with the templates ``extract/claims``, ``extract/entities`` and
    ``scenarios/paths``.

    Raises:
        LookupFailure: a template or class is missing.
    """
    schema = mapping or load_mapping()
    classes = [schema.get_class(name).iri for name in option_classes]
    claims = collect_claims(run(store, get_template(catalogue, "extract/claims"), {}), schema)
    entities = collect_entities(run(store, get_template(catalogue, "extract/entities"), {}), schema)
    table = run(store, get_template(catalogue, "scenarios/paths"), {"option_class": classes})
    return Facts(claims, entities, group_paths(table.records()))
