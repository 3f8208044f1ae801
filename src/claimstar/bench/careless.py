"""Which wrong candidate a careless reasoner commits to, and what is left out of account on the way there.

Nothing is invented: a candidate tempts only where the graph has claims that lead to it once one thing is overlooked.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from claimstar.bench.facts import Path
from claimstar.bench.standing import Judge, Standing
from claimstar.model.records import Scenario

OVERLOOKED = {
    "contraindicated": "does not ask what rules the option out",
    "harm": "weighs the benefit alone",
    "reduced_effect": "does not ask in whom the option works less well",
}
"""Reasons that are claims about the option and the patient, without which it may pass; and who commits to it still."""
LAST = (sys.maxsize, 0)


@dataclass(frozen=True)
class Lure:
    """What leads to a wrong candidate.

    Attributes:
        option: the candidate.
        words: what a careless reasoner does.
        claims: the claims that such a reasoner goes by; those that are overlooked stand in the candidate's standing.
        rank: how near it is to what the category probes; the least is the likeliest.
    """

    option: str
    words: str
    claims: tuple[str, ...]
    rank: tuple[int, int]


def find_careless(scenario: Scenario, standings: dict[str, Standing], judge: Judge) -> Lure | None:
    """The likeliest careless answer, or None where nothing in the graph leads to a wrong one.

    First comes a candidate that fails for a reason of the category, in the order of the suite; of several that one
    which is tempting by more than an indication. Where uncertainty is expected and no candidate tempts so, it is the
    gold option itself, given with certainty.

    Args:
        standings: candidate to standing.
    """
    rule = judge.rules.category(str(scenario.category))
    reasons = rule.reasons
    lures: list[Lure] = []
    for option, standing in standings.items():
        found = _find_lure(option, standing, scenario, judge) if standing.verdict == "fails" else None
        if found:
            place = reasons.index(standing.reason) if standing.reason in reasons else len(reasons)
            lures.append(replace(found, rank=(place, found.rank[1])))
    if rule.expected_uncertainty:
        lures = [lure for lure in lures if lure.rank < (len(reasons), 0) and lure.rank[1] < 2]
        lures.append(
            Lure(
                scenario.gold_option,
                "takes for established what is not, and is certain of the gold option",
                tuple(scenario.gold_path),
                LAST,
            )
        )
    return min(lures, key=lambda lure: lure.rank, default=None)


def _find_lure(option: str, standing: Standing, scenario: Scenario, judge: Judge) -> Lure | None:
    if standing.reason in OVERLOOKED:
        left = {name: claim for name, claim in judge.facts.claims.items() if name not in standing.assertions}
        spared = Judge(replace(judge.facts, claims=left), judge.rules).standing(option, scenario)
        if spared.verdict == "passes":
            words = f"{OVERLOOKED[standing.reason]}; but for that it would pass"
            return Lure(option, words, _best(spared.paths, judge), (0, 0))
    name = judge.facts.name
    has = judge.rules.closure(scenario.patient_conditions or ())
    # who does not ask for whom an effect is lessened sees the paths that this closes
    established, weak, elsewhere = judge.unmodified_paths(option, scenario.decision_target, has)
    if established:
        words = {
            "not_indicated": "asks what acts on the target, not for whom it is",
            "other_mediator": "asks whether the target is reached, not by which way",
            "single_pathway": "stops at the first path",
            "outranked": "takes the option that serves others with the disease as well, and does not ask who this is",
            "refuted": "argues from the mechanism, and does not ask whether the effect was looked for",
            **OVERLOOKED,
        }.get(standing.reason, "takes an effect on the target for enough")
        return Lure(option, words, _best(established, judge), (0, 1))
    associated = _association(option, scenario, judge)
    asked = bool(associated) and associated[1] in (scenario.related_assertions or ())
    if elsewhere and not asked:
        return Lure(option, "takes an effect in other people for one in this patient", elsewhere[0].steps, (0, 1))
    if associated:
        words = f"follows an association: the option shifts what goes along with {name(scenario.decision_target)}"
        return Lure(option, words, associated, (0, 0 if asked else 1))
    if weak or standing.reason == "refuted":
        claims = weak[0].steps if weak else standing.assertions
        return Lure(option, "is certain where the evidence is not", claims, (0, 1))
    indications = [c.assertion for c in judge.facts.of_kind(option, "indication") if c.object in has and c.accepted]
    if indications:
        words = "goes by the disease: the option is for it, but not known to act on the target"
        return Lure(option, words, tuple(indications), (0, 2))
    return None


def _best(paths: tuple[Path, ...], judge: Judge) -> tuple[str, ...]:
    return max(paths, key=lambda path: (judge.strength(path), -len(path.steps))).steps


def _association(option: str, scenario: Scenario, judge: Judge) -> tuple[str, ...]:
    """A claim that the option acts on something, and one that this goes with the target; empty where there are none.

    An association that the scenario is about comes before others.
    """
    target, about = scenario.decision_target, scenario.related_assertions or ()
    found = [
        (shift.assertion, claim.assertion)
        for shift in judge.facts.of_kind(option, "effect")
        if shift.subject == option and not shift.negated
        for claim in judge.facts.of_kind(shift.object, "association")
        if target in (claim.subject, claim.object) and not claim.negated
    ]
    return min(found, key=lambda pair: pair[1] not in about, default=())
