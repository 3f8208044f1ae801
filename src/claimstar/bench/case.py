"""The case: one answer with everything that a metric may look at. Scorers see a case and nothing else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from claimstar.model.claims import ClaimRow
from claimstar.model.records import Response, Scenario

_JOINTS = re.compile(r"[\s_\-‐‑‒–—]+")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b ?")


def fold(text: str) -> str:
    """A text as it is compared: compatibility form, case-folded, joints as blanks, no articles, no outer punctuation.

    >>> fold(" The Angiotensin-Converting  Enzyme. ")
    'angiotensin converting enzyme'
    >>> fold("causes_decrease_in") == fold("causes a decrease in")
    True
    """
    plain = _JOINTS.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    return _ARTICLES.sub("", plain).strip(" .,;:!?\"'`()[]{}<>")


@dataclass(frozen=True)
class Case:
    """One parsed answer to one prompt, beside its gold.

    Attributes:
        scenario: the scenario with its gold.
        response: the answer, its ids normalised by `claimstar.bench.parse`.
        chosen: the CURIE of the chosen option; None where the answer abstains or names something that is no option.
        choice_reason: how the option was read, in words.
        condition: the name of the grounding condition.
        grounded: False where the prompt showed no context; several metrics are then undefined (methods A5).
        shown: the rows that the prompt showed.
        full: the scenario's whole retrieved subgraph, the union over all conditions.
        evidence_of: assertion to the sources that support it.
        names: entity to its folded names and synonyms.
        predicates: predicate name to its folded name and title.
        members: class entity to its members (lisinopril is a member of ACE inhibitor).
        claims: every known claim by assertion id.
    """

    scenario: Scenario
    response: Response
    chosen: str | None
    condition: str
    grounded: bool
    choice_reason: str = ""
    shown: tuple[ClaimRow, ...] = ()
    full: tuple[ClaimRow, ...] = ()
    evidence_of: Mapping[str, frozenset[str]] = field(default_factory=dict)
    names: Mapping[str, frozenset[str]] = field(default_factory=dict)
    predicates: Mapping[str, frozenset[str]] = field(default_factory=dict)
    members: Mapping[str, frozenset[str]] = field(default_factory=dict)
    claims: Mapping[str, ClaimRow] = field(default_factory=dict)

    @property
    def abstains(self) -> bool:
        """No option and the flag set (methods A2)."""
        return not self.response.chosen_option.strip() and self.response.insufficient_evidence

    @property
    def path(self) -> tuple[str, ...]:
        """The claimed causal path: ids in order, each once (the first mention counts)."""
        return tuple(dict.fromkeys(self.response.causal_path))

    @property
    def adverse_effects(self) -> tuple[str, ...]:
        """The adverse-effect ids of the answer, each once."""
        return tuple(dict.fromkeys(self.response.adverse_effects))

    @property
    def cited(self) -> tuple[str, ...]:
        """The cited sources, each once."""
        return tuple(dict.fromkeys(self.response.cited_evidence))

    def means(self, text: str, entity: str) -> bool:
        """Whether a text names an entity: its CURIE, its name or a synonym, folded."""
        return text == entity or fold(text) in self.names.get(entity, frozenset()) | {fold(entity)}
