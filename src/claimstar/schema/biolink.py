"""The terms that the schema borrows, held against the vocabularies they come from.

Biolink is read from the package ``biolink-model``; PROV-O from a list of its terms under ``ontology/vocabularies``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimstar.errors import MissingExtraError
from claimstar.resources import Layout
from claimstar.schema.build import linkml_warnings
from claimstar.schema.source import find_line, open_schema

if TYPE_CHECKING:
    from linkml_runtime import SchemaView

BIOLINK = "https://w3id.org/biolink/vocab/"
PROV = "http://www.w3.org/ns/prov#"
PROV_TERMS = Path("vocabularies") / "prov-o-terms.txt"
_MAPPINGS = tuple(f"{kind}_mappings" for kind in ("exact", "close", "related", "narrow", "broad"))
_UNDER = ("exact_mappings", "broad_mappings")
"""The mappings that say which Biolink class one of ours lies in."""


@dataclass(frozen=True, slots=True)
class TermFinding:
    """A borrowed term that does not exist or does not fit.

    Attributes:
        element: what borrows it, such as ``Predicate.targets``.
        term: the CURIE, or the pair of classes, in question.
        reason: what is wrong.
        file: the schema file.
        line: the line of the element that borrows it.
    """

    element: str
    term: str
    reason: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.element}: {self.reason}: {self.term}"


@dataclass(frozen=True)
class Biolink:
    """Biolink's classes, slots and enums, by the local names of their IRIs."""

    version: str
    classes: dict[str, dict[str, Any]]
    slots: dict[str, dict[str, Any]]
    enums: dict[str, frozenset[str]]

    def class_ancestors(self, name: str) -> frozenset[str]:
        """The class, all above it and their mixins."""
        return self._above(self.classes, name)

    def slot_ancestors(self, name: str) -> frozenset[str]:
        """The slot, all above it and their mixins."""
        return self._above(self.slots, name)

    @staticmethod
    def _above(known: dict[str, dict[str, Any]], name: str) -> frozenset[str]:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            each = waiting.pop()
            if each not in found and each in known:
                found.add(each)
                waiting += [known[each].get("is_a") or "", *known[each].get("mixins", ())]
        return frozenset(found)

    def is_predicate(self, name: str) -> bool:
        """Predicates descend from ``related to``."""
        return "related_to" in self.slot_ancestors(name)

    def compatible(self, ours: str, theirs: str) -> bool:
        """True where one class is, or lies under, the other; a mixin counts as above the classes that have it."""
        return theirs in self.class_ancestors(ours) or ours in self.class_ancestors(theirs)

    def ends(self, predicate: str) -> Iterator[tuple[str, str | None, str | None]]:
        """What Biolink lets a predicate stand between: (source of the rule, subject class, object class).

        That is the domain and range of the predicate, and those of every association class made for it: Biolink's
        domains are at times narrower than its own associations (``participates in`` has the domain ``occurrent``, while
        one of its associations uses it with a gene as subject).
        """
        slot = self.slots[predicate]
        yield f"biolink:{predicate}", slot.get("domain"), slot.get("range")
        for name, entry in self.classes.items():
            usage = entry["usage"]
            if usage.get("predicate") == predicate:
                yield f"biolink:{name}", usage.get("subject"), usage.get("object")


def _camel(name: str) -> str:
    """Biolink's IRI form of a class name: ``gene or gene product`` is ``GeneOrGeneProduct``.

    >>> _camel("RNA product")
    'RNAProduct'
    """
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[ _]+", name))


def _snake(name: str) -> str:
    return name.replace(" ", "_")


def _entry(raw: dict[str, Any] | None, form: Any) -> dict[str, Any]:
    raw = raw or {}
    usage = raw.get("slot_usage") or {}

    def ranged(slot: str, key: str, shape: Any) -> str | None:
        value = (usage.get(slot) or {}).get(key)
        return shape(value) if value else None

    return {
        "is_a": form(raw["is_a"]) if raw.get("is_a") else None,
        "mixins": [form(each) for each in raw.get("mixins") or ()],
        "domain": _camel(raw["domain"]) if raw.get("domain") else None,
        "range": _camel(raw["range"]) if raw.get("range") else None,
        "deprecated": bool(raw.get("deprecated")),
        "usage": {
            "subject": ranged("subject", "range", _camel),
            "object": ranged("object", "range", _camel),
            "predicate": ranged("predicate", "subproperty_of", _snake),
        },
    }


@cache
def load_biolink() -> Biolink:
    """The model in the installed package.

    Raises:
        MissingExtraError: the package is not installed.
    """
    from importlib.resources import files
    from importlib.util import find_spec

    import yaml

    if find_spec("biolink_model") is None:
        raise MissingExtraError("biolink-model", "schema")
    text = (files("biolink_model") / "schema" / "biolink_model.yaml").read_text(encoding="utf-8")
    raw = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return Biolink(
        version=str(raw["version"]),
        classes={_camel(name): _entry(entry, _camel) for name, entry in raw["classes"].items()},
        slots={_snake(name): _entry(entry, _snake) for name, entry in raw["slots"].items()},
        enums={name: frozenset(entry.get("permissible_values") or ()) for name, entry in raw["enums"].items()},
    )


def prov_terms(layout: Layout) -> frozenset[str]:
    """The local names of PROV-O's classes and properties."""
    lines = (layout.ontology / PROV_TERMS).read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def _exists(local: str, kind: str, biolink: Biolink) -> str | None:
    """Why a Biolink term cannot stand where it does, or None."""
    if kind == "classes":
        return None if local in biolink.classes else "Biolink has no such class"
    if kind == "slots":
        if local not in biolink.slots:
            return "Biolink has no such slot"
        return "Biolink has deprecated this slot" if biolink.slots[local]["deprecated"] else None
    if kind == "enums":
        return None if local in biolink.enums else "Biolink has no such enum"
    enum, hash_sign, value = local.partition("#")
    if not hash_sign:
        return "Biolink's enum values have no IRI of this form; write biolink:TheEnum#the_value"
    if enum not in biolink.enums:
        return "Biolink has no such enum"
    return None if value in biolink.enums[enum] else f"Biolink's {enum} has no such value"


def _borrowed(view: SchemaView) -> Iterator[tuple[str, str, str, str, str]]:
    """Each borrowed term: (section, name there, element, kind of term, CURIE)."""
    for name, entry in view.all_classes().items():
        for curie in (entry.class_uri, *(each for key in _MAPPINGS for each in getattr(entry, key))):
            yield "classes", str(name), str(name), "classes", str(curie or "")
    for name, slot in view.all_slots().items():
        for curie in (slot.slot_uri, *(each for key in _MAPPINGS for each in getattr(slot, key))):
            yield "slots", str(name), str(name), "slots", str(curie or "")
    for name, enum in view.all_enums().items():
        for curie in (enum.enum_uri, *(each for key in _MAPPINGS for each in getattr(enum, key))):
            yield "enums", str(name), str(name), "enums", str(curie or "")
        kind = "slots" if name == "Predicate" else "values"
        for key, value in enum.permissible_values.items():
            parent = value.annotations["parent"].value if "parent" in value.annotations else ""
            for curie in (value.meaning, parent, *(each for kin in _MAPPINGS for each in getattr(value, kin))):
                yield "enums", str(name), f"{name}.{key}", kind, str(curie or "")


def _biolink_classes(view: SchemaView, name: str) -> list[str]:
    """The Biolink classes that one of ours is or lies in, nearest first; empty where the schema names none."""
    for each in view.class_ancestors(name):
        entry = view.get_class(each)
        curies = [entry.class_uri, *(curie for key in _UNDER for curie in getattr(entry, key))]
        iris = [view.expand_curie(str(curie)) for curie in curies if curie]
        found = [iri.removeprefix(BIOLINK) for iri in iris if iri.startswith(BIOLINK)]
        if found:
            return found
    return []


def _misfit(view: SchemaView, biolink: Biolink, name: str, theirs: str | None) -> str | None:
    """Why our class cannot stand where Biolink wants theirs, or None."""
    if theirs is None or theirs not in biolink.classes:
        return None
    ours = _biolink_classes(view, name)
    if not ours:
        return f"{name} lies in no Biolink class"
    if not any(each in biolink.classes for each in ours):
        return None  # reported as not existing
    if any(biolink.compatible(each, theirs) for each in ours):
        return None
    return f"{name} (in biolink:{', biolink:'.join(ours)}) is neither above nor under biolink:{theirs}"


def _predicate_findings(view: SchemaView, biolink: Biolink, folder: Path) -> Iterator[TermFinding]:
    file, line = find_line(folder, "enums", "Predicate")
    for key, value in view.get_enum("Predicate").permissible_values.items():
        notes = {str(name): str(note.value) for name, note in dict(value.annotations).items()}
        parent = view.expand_curie(notes.get("parent", "")).removeprefix(BIOLINK)
        if parent not in biolink.slots:
            continue  # none, or reported as not existing
        element = f"Predicate.{key}"
        if not biolink.is_predicate(parent):
            yield TermFinding(element, f"biolink:{parent}", "not a predicate (not under related_to)", file, line)
            continue
        exception = notes.get("parent_exception")
        reasons: list[str] = []
        for source, subject, obj in biolink.ends(parent):
            pairs = (("domain", subject), ("range", obj))
            misfits = [
                (kind, _misfit(view, biolink, name, theirs))
                for kind, theirs in pairs
                for name in notes.get(kind, "").split("|")
            ]
            wrong = [f"{kind} by {source}: {reason}" for kind, reason in misfits if reason]
            if not wrong:
                if exception:
                    yield TermFinding(
                        element, f"biolink:{parent}", "the parent fits, drop parent_exception", file, line
                    )
                break
            reasons += wrong
        else:
            if exception:
                continue
            reason = f"no use of the parent fits: {'; '.join(reasons)}"
            yield TermFinding(element, f"biolink:{parent}", reason, file, line)


def check_terms(layout: Layout, biolink: Biolink | None = None) -> list[TermFinding]:
    """Every borrowed term that does not exist in its vocabulary, and every predicate that does not fit its parent.

    A predicate whose annotation ``parent_exception`` says why it stands under a parent that does not fit is let pass;
    the annotation without need is a finding.

    Raises:
        InputError: the schema has mistakes.
        MissingExtraError: linkml or biolink-model is not installed.
    """
    with linkml_warnings():
        view = open_schema(layout.schema)
    biolink = biolink or load_biolink()
    prov = prov_terms(layout)
    found: list[TermFinding] = []
    for section, name, element, kind, curie in _borrowed(view):
        iri = view.expand_curie(curie)
        reason = None
        if iri.startswith(BIOLINK):
            reason = _exists(iri.removeprefix(BIOLINK), kind, biolink)
        elif iri.startswith(PROV) and iri.removeprefix(PROV) not in prov:
            reason = "PROV-O has no such term"
        if reason:
            file, line = find_line(layout.schema, section, name)
            found.append(TermFinding(element, curie, reason, file, line))
    found.extend(_predicate_findings(view, biolink, layout.schema))
    return list(dict.fromkeys(found))
