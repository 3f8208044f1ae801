"""How each claim of an answer stands to the gold of its scenario: matched, missed, unsupported, or besides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from claimstar.bench.case import fold
from claimstar.bench.panel import Scored
from claimstar.bench.reference import Reference
from claimstar.model.records import FreeClaim, Response, Scenario

Kind = Literal["matched", "missed", "unsupported", "outside"]
SIGNS: dict[Kind, str] = {"matched": "✓", "missed": "○", "unsupported": "✗", "outside": "+"}
MEANINGS: dict[Kind, str] = {
    "matched": "gold, and in the answer",
    "missed": "gold, and not in the answer",
    "unsupported": "in the answer, and found unsupported, or an id that no claim has",
    "outside": "in the answer, not gold, not counted as unsupported",
}


@dataclass(frozen=True)
class Mark:
    """One claim of gold or answer.

    Attributes:
        kind: how it stands.
        id: the id; empty for what the answer says in words.
        free: a claim in words, by subject, predicate and object.
        text: what else the answer says in words, such as the name of a contraindication.
    """

    kind: Kind
    id: str
    free: FreeClaim | None = None
    text: str = ""


@dataclass(frozen=True)
class Marks:
    """All claims of a scenario's gold and of one answer to it, by field; without an answer all gold is missed."""

    path: tuple[Mark, ...]
    adverse_effects: tuple[Mark, ...]
    contraindications: tuple[Mark, ...]
    free: tuple[Mark, ...]

    def count(self, kind: Kind) -> int:
        """How many marks of a kind there are."""
        return sum(
            mark.kind == kind for mark in (*self.path, *self.adverse_effects, *self.contraindications, *self.free)
        )


def _loose(scored: Scored) -> frozenset[str]:
    """What the metrics of support found unsupported; others list what is not gold, which is no fault in itself."""
    found: set[str] = set()
    for name, score in scored.scores.items():
        if name.startswith("unsupported_rate"):
            found.update(score.unsupported)
    return frozenset(found)


def _as_scored(claim: FreeClaim) -> str:
    """A claim in words as `claimstar.bench.scorers.unsupported_rate` writes it."""
    return f"“{claim.claim_subject} {claim.claim_predicate} {claim.claim_object}”"


def _field(gold: Sequence[str], given: Sequence[str], loose: frozenset[str], reference: Reference) -> tuple[Mark, ...]:
    marks = [Mark("matched" if claim in given else "missed", claim) for claim in dict.fromkeys(gold)]
    for claim in dict.fromkeys(given):
        if claim not in gold:
            stands = claim in reference.claims and claim not in loose
            marks.append(Mark("outside" if stands else "unsupported", claim))
    return tuple(marks)


def _contraindications(
    gold: Sequence[str], given: Sequence[str], scored: Scored, reference: Reference
) -> tuple[Mark, ...]:
    """Answers name contraindications in words; the metric of recall tells which gold ones they name."""
    score = scored.scores.get("contraindication_recall")
    named = score.matched if score else ()
    marks = [Mark("matched" if claim in named else "missed", claim) for claim in dict.fromkeys(gold)]
    ends = {end for claim in named if claim in reference.claims for end in reference.claims[claim].triple[::2]}
    known = {name for end in ends for name in (fold(end), *reference.names.get(end, ()))}
    others = [text for text in dict.fromkeys(given) if fold(text) not in known and text not in named]
    return (*marks, *(Mark("outside", "", text=text) for text in others))


def mark(scenario: Scenario, response: Response | None, scored: Scored, reference: Reference) -> Marks:
    """The marks of one answer; an id that no known claim has is unsupported."""
    loose = _loose(scored)
    path = response.causal_path if response else []
    effects = response.adverse_effects if response else []
    against = [*response.contraindications_of_option, *response.contraindications_of_others] if response else []
    spoken = {
        (fold(claim.claim_subject), fold(claim.claim_predicate), fold(claim.claim_object)): claim
        for claim in (response.free_claims if response else [])
    }  # each counts once, as in the metrics
    free = [Mark("unsupported" if _as_scored(claim) in loose else "outside", "", claim) for claim in spoken.values()]
    return Marks(
        _field(scenario.gold_path, path, loose, reference),
        _field(scenario.gold_adverse_effects or (), effects, loose, reference),
        _contraindications(scenario.gold_contraindications or (), against, scored, reference),
        tuple(free),
    )
