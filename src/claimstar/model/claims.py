"""The claim as a row of a grounded context: what a prompt shows, an answer cites and a score looks up."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from claimstar.model.mapping import load_mapping


@dataclass(frozen=True)
class ClaimRow:
    """One assertion as a context shows it, with names resolved.

    Attributes:
        assertion: bare id (``ASR_0033``).
        subject, object: CURIEs; ``subject_name`` and ``object_name`` are their preferred names.
        predicate: name of the predicate (``causes_decrease_in``).
        relation_class, causal_status, evidence_level: value names of the schema's enums.
        direction: effect on the object, ``increased``, ``decreased`` or ``none``.
        subject_direction: direction of change of the subject under which the claim holds, where it has one.
        confidence: 0 to 1; None where the template does not ask for it.
        context: a condition in words; ``population`` (CURIE) and ``population_name``: in whom the claim holds.
        evidence: bare ids of the supporting sources; empty where the condition shows none.
        contradicted_by: bare ids of sources that contradict the claim.
        source_databases: CURIEs of databases the claim was checked against.
        option: CURIE of the candidate that the row was retrieved for; None for rows of several candidates or of none.
        step: position in a causal path, 1 to 4; None outside paths.
        target: CURIE of the decision target that the row was retrieved for.
    """

    assertion: str
    subject: str
    subject_name: str
    predicate: str
    object: str
    object_name: str
    relation_class: str
    direction: str = "none"
    subject_direction: str | None = None
    negated: bool = False
    validated: bool = True
    causal_status: str = ""
    evidence_level: str = ""
    confidence: float | None = None
    context: str | None = None
    population: str | None = None
    population_name: str | None = None
    evidence: tuple[str, ...] = ()
    contradicted_by: tuple[str, ...] = ()
    source_databases: tuple[str, ...] = ()
    option: str | None = None
    step: int | None = None
    target: str | None = None

    @property
    def accepted(self) -> bool:
        """Validated and not negated: a claim that stands as it is."""
        return self.validated and not self.negated

    @property
    def triple(self) -> tuple[str, str, str]:
        """Subject, predicate and object."""
        return self.subject, self.predicate, self.object

    def predicate_title(self) -> str:
        """The predicate in words, from the schema; its name with blanks where the schema does not know it."""
        entry = load_mapping().enums["Predicate"].get(self.predicate)
        return (entry.title if entry else "") or self.predicate.replace("_", " ")

    def sentence(self) -> str:
        """The claim in words with its qualifiers.

        >>> ClaimRow("ASR_0013", "EFO:0004325", "blood pressure", "causes_decrease_in", "EFO:0004278",
        ...          "cardiovascular event risk", "effect", subject_direction="decreased").sentence()
        'blood pressure [decreased] causes a decrease in cardiovascular event risk'
        """
        subject = f"{self.subject_name} [{self.subject_direction}]" if self.subject_direction else self.subject_name
        text = f"{subject} {self.predicate_title()} {self.object_name}"
        if self.negated:
            text = f"it does not hold that {text}"
        qualifiers = [part for part in (self.context, self.population_name and f"in {self.population_name}") if part]
        return f"{text} ({'; '.join(qualifiers)})" if qualifiers else text

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary; tuples become lists."""
        values = dataclasses.asdict(self)
        return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ClaimRow:
        """The inverse of ``to_dict``.

        >>> row = ClaimRow("ASR_1", "a:1", "a", "targets", "b:1", "b", "mechanism", evidence=("EV_1",))
        >>> ClaimRow.from_dict(row.to_dict()) == row
        True
        """
        ready: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in values.items()
        }
        return cls(**ready)


def distinct(rows: Iterable[ClaimRow]) -> tuple[ClaimRow, ...]:
    """The rows without repeats of an assertion; the first of each is kept, in place."""
    kept: dict[str, ClaimRow] = {}
    for row in rows:
        kept.setdefault(row.assertion, row)
    return tuple(kept.values())
