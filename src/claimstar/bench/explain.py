"""A scenario in full for a human reviewer: each candidate with its verdict in words, and the careless answer.

All of it is what `Judge` decides by; a reviewer who disagrees with a line disagrees with the graph or the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from claimstar.bench.careless import find_careless
from claimstar.bench.facts import Path
from claimstar.bench.standing import Judge, Standing
from claimstar.bench.well_posed import well_posed
from claimstar.model.claims import ClaimRow
from claimstar.model.records import Scenario

BEHIND = "It is right too, and supported less well than the gold option."


@dataclass(frozen=True)
class Line:
    """A claim in words, with its qualifiers.

    Attributes:
        level: the evidence level, in words.
        accepted: validated and not negated.
        sources: ids of what supports it; ``against`` of what contradicts it.
    """

    assertion: str
    sentence: str
    level: str
    accepted: bool
    sources: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """A candidate as the rule sees it.

    Attributes:
        place: ``gold``, ``acceptable`` or ``wrong``.
        reason: the name of the reason, as in `Standing`.
        words: the reason in words.
        claims: the claims that decide.
        paths: the paths that the verdict rests on, claim by claim; the gold path first.
        more_paths: the number of further paths, which are not written out.
    """

    option: str
    name: str
    place: str
    reason: str
    words: str
    claims: tuple[Line, ...] = ()
    paths: tuple[tuple[Line, ...], ...] = ()
    more_paths: int = 0


@dataclass(frozen=True)
class Careless:
    """The careless answer: the candidate, what a careless reasoner does, by which claims, and why it fails.

    Where uncertainty is expected and no other candidate tempts, it is the gold option, given with certainty.
    """

    option: str
    name: str
    words: str
    claims: tuple[Line, ...]
    fails: str


@dataclass(frozen=True)
class Explained:
    """A scenario with all that its answer rests on.

    Attributes:
        trap: what the category lures into, in the suite's words; empty where the suite says nothing.
        has: names of what the patient has.
        members: names of what is acceptable though it is no candidate: members of a gold option that is a class.
        harms, contraindications: gold claims beside the path that the question asks for.
        careless: None where nothing in the graph leads to a wrong candidate.
        faults: what is wrong with the scenario; empty for what the generator makes.
    """

    scenario: Scenario
    target: str
    trap: str
    has: tuple[str, ...]
    candidates: tuple[View, ...]
    members: tuple[str, ...]
    harms: tuple[Line, ...]
    contraindications: tuple[Line, ...]
    careless: Careless | None
    faults: tuple[str, ...]

    @property
    def sources(self) -> frozenset[str]:
        """Ids of all sources that its lines name."""
        lines = [*self.harms, *self.contraindications, *(self.careless.claims if self.careless else ())]
        for view in self.candidates:
            lines += [*view.claims, *(line for path in view.paths for line in path)]
        return frozenset(source for line in lines for source in (*line.sources, *line.against))


def explain(scenario: Scenario, judge: Judge) -> Explained:
    """The scenario with each candidate's verdict in words.

    Raises:
        LookupFailure: the suite does not know its category, or the graph one of its candidates.
    """
    name = judge.facts.name
    standings = {option: judge.standing(option, scenario) for option in scenario.candidate_options}
    views = tuple(_view(standing, scenario, standings, judge) for standing in standings.values())
    lure = find_careless(scenario, standings, judge)
    careless = None
    if lure:
        fails = next(view.words for view in views if view.option == lure.option)
        if lure.option == scenario.gold_option:
            fails = "The option may be named, but the evidence does not suffice for certainty: see its path."
        careless = Careless(lure.option, name(lure.option), lure.words, lines(lure.claims, judge), fails)
    return Explained(
        scenario,
        name(scenario.decision_target),
        judge.rules.category(str(scenario.category)).trap,
        tuple(name(each) for each in scenario.patient_conditions or ()),
        views,
        tuple(name(each) for each in scenario.acceptable_options if each not in standings),
        lines(scenario.gold_adverse_effects or (), judge),
        lines(scenario.gold_contraindications or (), judge),
        careless,
        well_posed(scenario, judge),
    )


def lines(assertions: Iterable[str], judge: Judge) -> tuple[Line, ...]:
    """The claims in words."""
    return tuple(_line(judge.facts.claims[each]) for each in assertions)


def _line(claim: ClaimRow) -> Line:
    level = claim.evidence_level.replace("_", " ")
    return Line(claim.assertion, claim.sentence(), level, claim.accepted, claim.evidence, claim.contradicted_by)


def _view(standing: Standing, scenario: Scenario, standings: dict[str, Standing], judge: Judge) -> View:
    option = standing.option
    gold = option == scenario.gold_option
    place = "gold" if gold else "acceptable" if option in scenario.acceptable_options else "wrong"
    if standing.verdict != "passes":
        words = _why_not(standing, scenario, judge)
        return View(option, judge.facts.name(option), place, standing.reason, words, lines(standing.assertions, judge))
    words = f"{_for_whom(option, scenario, judge)} {_preferred(scenario, standings, judge) if gold else BEHIND}"
    shown = _gold_paths(scenario, judge) if gold else [min(standing.paths, key=lambda path: len(path.steps)).steps]
    more = len({path.steps for path in standing.paths} - set(shown))
    paths = tuple(lines(path, judge) for path in shown)
    return View(option, judge.facts.name(option), place, standing.reason, words, (), paths, more)


def _gold_paths(scenario: Scenario, judge: Judge) -> list[tuple[str, ...]]:
    """The gold path, parted where it begins anew with the option; a way by shared first claims goes on as it stands."""
    paths: list[tuple[str, ...]] = []
    for step in scenario.gold_path:
        if not paths or judge.facts.claims[step].subject == scenario.gold_option:
            paths.append(())
        paths[-1] = (*paths[-1], step)
    return paths


def _for_whom(option: str, scenario: Scenario, judge: Judge) -> str:
    has = judge.rules.closure(scenario.patient_conditions or ())
    indications = [claim for claim in judge.facts.of_kind(option, "indication") if claim.subject == option]
    fitting = [claim.object_name for claim in indications if claim.object in has and claim.accepted]
    if fitting:
        return f"Passes: for {_and(fitting)}, which the patient has."
    if indications:
        return "Passes: the evidence is what is asked for here, whatever the option is indicated for."
    return "Passes: the graph knows no indication of it, so it needs none."


def _preferred(scenario: Scenario, standings: dict[str, Standing], judge: Judge) -> str:
    others = [each for each in standings.values() if each.verdict == "passes" and each.option != scenario.gold_option]
    best = _support(standings[scenario.gold_option].paths, scenario, judge)
    if not others:
        return f"It is the only candidate that does. Best support: {best}."
    named = [f"{judge.facts.name(o.option)} ({_support(o.paths, scenario, judge)})" for o in others]
    return f"It is better supported ({best}) than {_and(named)}."


def _support(paths: tuple[Path, ...], scenario: Scenario, judge: Judge) -> str:
    rule = judge.rules.category(str(scenario.category))
    best = max(paths, key=lambda path: judge.best([path], rule))
    claims = [judge.facts.claims[step] for step in best.steps]
    weakest = min(claims, key=lambda claim: judge.rules.tier(claim.evidence_level))
    level = weakest.evidence_level.replace("_", " ")
    return f"a direct claim, {level}" if len(claims) == 1 else f"{len(claims)} claims, the weakest {level}"


def _why_not(standing: Standing, scenario: Scenario, judge: Judge) -> str:
    facts = judge.facts
    option, target = standing.option, facts.name(scenario.decision_target)
    claims = [facts.claims[each] for each in standing.assertions]
    others = _and(dict.fromkeys(c.object_name if c.subject == option else c.subject_name for c in claims))
    has = judge.rules.closure(scenario.patient_conditions or ())
    established, _, _ = judge.sorted_paths(option, scenario.decision_target, has)
    mediators = judge.mediators(established)
    ways = ["directly"] if any(len(path.steps) == 1 for path in established) else []
    ways += [f"by way of {_and(sorted(map(facts.name, mediators)))}"] if mediators else []
    way = _and(ways)
    match standing.reason:
        case "contraindicated":
            return f"Contraindicated in {others}, which the patient has."
        case "harm":
            return f"May cause {others}, which this patient should be spared."
        case "reduced_effect":
            return f"Its effect is lessened in {others}, and the patient is one of them."
        case "outranked":
            better = _and(dict.fromkeys(claim.object_name for claim in claims))
            group = _and(dict.fromkeys(claim.subject_name for claim in claims))
            return f"{better}, for the same disease, works better in {group}."
        case "not_indicated":
            needed = _and(facts.name(each) for each in judge.rules.only_for.get(option, ()))
            return f"Indicated for {others or needed}, and for nothing that the patient has."
        case "no_effect":
            return f"No accepted path leads from it to {target}."
        case "refuted":
            return f"That it acts on {target} is denied by a claim."
        case "other_mediator":
            several = judge.rules.category(str(scenario.category)).effect == "several_mediators"
            asked = judge.named_mediators(scenario) if several else {judge.mediator(scenario)}
            only = "only " if asked <= mediators else ""
            return f"Acts on {target} {way}, not {only}by way of {_and(sorted(map(facts.name, asked)))}."
        case "single_pathway":
            return f"Acts on {target} {way} and no other way."
        case _:
            return "The graph does not settle whether it passes."


def _and(names: Iterable[str]) -> str:
    *most, last = [*names] or [""]
    return f"{', '.join(most)} and {last}" if most else last
