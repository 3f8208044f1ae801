"""The share of an answer's claims that a reference set of rows does not hold."""

from __future__ import annotations

from collections.abc import Iterable

from claimstar.bench.case import Case, fold
from claimstar.bench.scorers.scorer import UNGROUNDED, ScoreValue, listed
from claimstar.model.claims import ClaimRow
from claimstar.model.records import FreeClaim


def _path_claim_stands(case: Case, assertion: str, reference: Iterable[ClaimRow]) -> bool:
    """By id, or because the assertion says the same (triple and negation) as a row of the reference."""
    claim = case.claims.get(assertion)
    return any(
        row.assertion == assertion
        or (claim is not None and row.triple == claim.triple and row.negated == claim.negated)
        for row in reference
    )


def _free_claim_stands(case: Case, claim: FreeClaim, reference: Iterable[ClaimRow]) -> bool:
    """By name, synonym or id of all three parts. A negated row supports no positive claim."""
    predicate = fold(claim.claim_predicate)
    return any(
        not row.negated
        and predicate in case.predicates.get(row.predicate, frozenset()) | {fold(row.predicate)}
        and case.means(claim.claim_subject, row.subject)
        and case.means(claim.claim_object, row.object)
        for row in reference
    )


def rate(case: Case, reference: tuple[ClaimRow, ...]) -> ScoreValue:
    """Unsupported claims / claims, where claims are the path ids and the free claims (each counted once).

    Adverse-effect ids are not counted. NA without a claim, and without grounding.
    """
    if not case.grounded:
        return UNGROUNDED
    free = {
        (fold(c.claim_subject), fold(c.claim_predicate), fold(c.claim_object)): c for c in case.response.free_claims
    }
    total = len(case.path) + len(free)
    if not total:
        return ScoreValue(None, "NA: no claim made")
    held = tuple(claim for claim in case.path if _path_claim_stands(case, claim, reference))
    loose = tuple(claim for claim in case.path if claim not in held)
    loose += tuple(
        f"“{claim.claim_subject} {claim.claim_predicate} {claim.claim_object}”"
        for claim in free.values()
        if not _free_claim_stands(case, claim, reference)
    )
    reason = f"{len(loose)} of {total} claims unsupported: {listed(loose)}"
    return ScoreValue(len(loose) / total, reason, matched=held, unsupported=loose)
