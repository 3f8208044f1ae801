"""A situation: what a category's query found, and the gold path that goes with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from claimstar.bench.facts import Path
from claimstar.bench.rules import CategoryRule
from claimstar.bench.standing import Judge
from claimstar.query.catalogue import get_template
from claimstar.query.run import run
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore

ABOUT_OPTIONS = ("tempting", "mediator", "other_mediator")
"""Columns that speak of options and paths. Any column beside them, option, condition and target is a thing that the
patient has."""


@dataclass(frozen=True)
class Situation:
    """A row of a category's query.

    Attributes:
        option: the option to prefer.
        target: the decision target.
        condition: what the patient presents with.
        roles: the further columns, such as contraindication or marker.
        tempting: rivals that the query names; where there are any, one of them is among the candidates.
    """

    category: str
    option: str
    target: str
    condition: str
    roles: tuple[tuple[str, str], ...] = ()
    tempting: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """One text for all that makes the situation; situations are told apart and sorted by it."""
        return "|".join((self.category, self.option, self.target, self.condition, *(f"{k}={v}" for k, v in self.roles)))

    def role(self, name: str) -> str | None:
        """The entity in a role, or None."""
        return dict(self.roles).get(name)

    @property
    def deciding(self) -> tuple[str, ...]:
        """What the patient has besides the condition."""
        return tuple(value for name, value in self.roles if name not in ABOUT_OPTIONS)


def find_situations(
    store: GraphStore, catalogue: dict[str, Template], rule: CategoryRule, judge: Judge
) -> tuple[Situation, ...]:
    """The situations of a category, sorted. Rows without a target stand for all targets that the option has a path to.

    Raises:
        LookupFailure: the suite names a template that does not exist.
    """
    found: dict[str, tuple[Situation, set[str]]] = {}
    reachable: dict[str, list[str]] = {}
    for option, target in judge.facts.paths:
        reachable.setdefault(option, []).append(target)
    options = set(judge.options)
    for record in run(store, get_template(catalogue, rule.query), {}).records():
        option, condition = str(record["option"]), str(record["condition"])
        if option not in options:
            continue
        roles = tuple(
            (name, value)
            for name, value in record.items()
            if value and name not in ("option", "condition", "target", "tempting")
        )
        tempting = {str(record["tempting"])} if record.get("tempting") else set()
        targets = [str(record["target"])] if record.get("target") else reachable.get(option, [])
        for target in targets:
            situation = Situation(rule.name, option, target, condition, roles)
            if _is_open(situation, judge):
                found.setdefault(situation.key, (situation, set()))[1].update(tempting & options)
    return tuple(replace(each, tempting=tuple(sorted(rivals))) for _, (each, rivals) in sorted(found.items()))


def _is_open(situation: Situation, judge: Judge) -> bool:
    """The target is one that decisions can be about and that the patient does not have already."""
    rules, target = judge.rules, judge.facts.entities.get(situation.target)
    if target is None or target.category not in rules.target_classes or target.id in rules.never_targets:
        return False
    has = rules.closure((situation.condition, *situation.deciding))
    return target.id not in has or target.category in rules.targets_present


def find_gold_path(situation: Situation, rule: CategoryRule, judge: Judge) -> tuple[str, ...]:
    """The gold path of a situation by the category's rule; empty where there is none.

    ``direct``: the accepted direct claims. ``shortest``: the shortest path. ``mechanism``: the longest, which has more
    than one claim. ``two_steps``: by way of the confounder. ``two_paths``: the longest by way of each of two mediators,
    in order, without repeats, where neither mediator is an event that the other brings about. Among equals the best
    supported. Paths that hold in another group only count too: the patient then is of that group.
    """
    has = judge.rules.closure((situation.condition, *situation.deciding))
    established, weak, elsewhere = judge.sorted_paths(situation.option, situation.target, has)
    if rule.effect == "weak":
        paths = [*weak, *established]
    else:
        paths = [path for path in (*established, *elsewhere) if not judge.is_low(path)]
    if rule.gold_path == "direct":
        # where the claim holds without more in this patient, that form of it is the gold one
        direct = [path for path in paths if len(path.steps) == 1]
        known = [path for path in direct if path in established]
        return tuple(path.steps[0] for path in (known or direct[:1]))
    if rule.gold_path == "two_paths":
        parts = [_longest(_through(paths, situation.role(name), judge), judge) for name in ABOUT_OPTIONS[1:]]
        if not all(parts) or _is_one_way(situation, judge):
            return ()
        return tuple(dict.fromkeys(step for part in parts for step in part))
    mediator = situation.role("mediator") or (situation.role("confounder") if rule.gold_path == "two_steps" else None)
    if mediator:
        paths = _through(paths, mediator, judge)
    if rule.gold_path == "two_steps":
        paths = [path for path in paths if len(path.steps) == 2]
    if rule.gold_path == "mechanism":
        paths = [path for path in paths if len(path.steps) > 1]
    if rule.gold_path == "shortest":
        return min(paths, key=lambda path: (len(path.steps), _worst_first(path, judge))).steps if paths else ()
    return _longest(paths, judge)


def _is_one_way(situation: Situation, judge: Judge) -> bool:
    """Whether the two paths are one, told with a step more or less: one mediator is an event that the other one brings
    about. A level may be moved in ways of its own, though another one acts on it."""
    mediators = [situation.role(name) or "" for name in ABOUT_OPTIONS[1:]]
    return any(
        judge.facts.entities[after].category not in judge.rules.targets_present
        and any(not claim.negated for claim in judge.facts.between(before, after, "effect"))
        for before, after in (mediators, mediators[::-1])
    )


def _through(paths: Sequence[Path], mediator: str | None, judge: Judge) -> list[Path]:
    return [path for path in paths if mediator is not None and judge.mediators([path]) == {mediator}]


def _longest(paths: Sequence[Path], judge: Judge) -> tuple[str, ...]:
    return min(paths, key=lambda path: (-len(path.steps), _worst_first(path, judge))).steps if paths else ()


def _worst_first(path: Path, judge: Judge) -> tuple[float, float, tuple[str, ...]]:
    _, tier, confidence = judge.strength(path)
    return -tier, -confidence, path.steps


def related_claims(situation: Situation, rivals: Mapping[str, tuple[str, ...]], judge: Judge) -> tuple[str, ...]:
    """The assertions that make a scenario what it is, besides path and gold.

    Args:
        rivals: each failing candidate with the claims that decide against it.
    """
    facts, target = judge.facts, situation.target
    marker, confounder = situation.role("marker"), situation.role("confounder")
    found = [claim for claims in rivals.values() for claim in claims]
    if marker and confounder:
        found = [claim.assertion for claim in facts.between(marker, target, "association")]
        for end in (marker, target):
            found += [claim.assertion for claim in facts.between(confounder, end, "effect") if claim.accepted]
    harm = situation.role("harm")
    if harm:
        for rival in rivals:
            processes = {
                step.object
                for path_key, paths in facts.paths.items()
                if path_key[0] == rival
                for path in paths
                if len(path.steps) > 2
                for step in (facts.claims[path.steps[1]],)
            }
            for process in sorted(processes):
                found += [claim.assertion for claim in facts.between(process, harm, "effect") if claim.accepted]
    population = situation.role("population")
    if population:
        found += [
            claim.assertion
            for claim in facts.of_kind(situation.option, "effect_modification")
            if claim.accepted
            and claim.subject == population
            and judge.modifications.concerns([claim], situation.option, target)
        ]
    return tuple(dict.fromkeys(found))
