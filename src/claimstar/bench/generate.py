"""Cuts scenarios from the graph: a set number a category, spread over options, targets and paths."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from claimstar.bench.candidates import choose_candidates, plainly_wrong
from claimstar.bench.compose import compose
from claimstar.bench.context import ContextBuilder
from claimstar.bench.exposure import Exposures
from claimstar.bench.facts import load_facts
from claimstar.bench.findings import FindingRule, find_findings
from claimstar.bench.findings_table import read_findings
from claimstar.bench.jinja import render
from claimstar.bench.rules import CategoryRule, PromptFiles, read_prompt_files, read_scenario_rules
from claimstar.bench.select import Variant, make_variant, single_feature_gains
from claimstar.bench.shortcuts.features import option_features
from claimstar.bench.shortcuts.guess import Puzzle
from claimstar.bench.situation import Situation, find_gold_path, find_situations, related_claims
from claimstar.bench.standing import Judge
from claimstar.bench.strange import strange_hinges, strange_names
from claimstar.bench.vignette import Phrase, demographic_conditions, find_patient, read_phrases
from claimstar.bench.well_posed import acceptable, well_posed
from claimstar.errors import InputError, Problem
from claimstar.ingest.suite import Suite
from claimstar.model.records import Scenario, ScenarioCategory
from claimstar.query.template import Template
from claimstar.store.protocol import GraphStore


@dataclass(frozen=True)
class Generated:
    """Scenarios, with what they were chosen from.

    Attributes:
        scenarios: in the order of the categories.
        available: category to the number of situations that a scenario can be built on.
        shared_paths: gold paths that several scenarios have, with the ids of those.
    """

    scenarios: tuple[Scenario, ...]
    available: Mapping[str, int]
    shared_paths: Mapping[tuple[str, ...], tuple[str, ...]]

    def to_text(self) -> str:
        """How many scenarios of each category there are, of how many, and which gold paths are shared."""
        counts = Counter(str(each.category) for each in self.scenarios)
        width = max(map(len, self.available), default=0)
        lines = [f"{name:{width}}  {counts[name]:3} of {number} possible" for name, number in self.available.items()]
        lines.append(f"{'all':{width}}  {len(self.scenarios):3}")
        shared = [f"  {' > '.join(path)}: {', '.join(ids)}" for path, ids in self.shared_paths.items()]
        return "\n".join([*lines, f"gold paths that scenarios share: {len(shared) or 'none'}", *shared])

    def to_json(self) -> str:
        """Scenarios, numbers available and shared gold paths as one JSON object."""
        values = {
            "available": dict(self.available),
            "shared_paths": [{"path": list(path), "scenarios": list(ids)} for path, ids in self.shared_paths.items()],
            "scenarios": [each.model_dump(mode="json", exclude_none=True) for each in self.scenarios],
        }
        return json.dumps(values, ensure_ascii=False, indent=1)


POOL, FEWEST, MOST = 240, 3, 16
"""Patients with candidates that are tried in a category, and the bounds of those that are tried for one situation."""


class Generator:
    """Builds scenarios for one graph and suite; see `generate` for the whole job."""

    def __init__(
        self,
        judge: Judge,
        exposures: Exposures,
        phrases: Mapping[str, tuple[Phrase, ...]],
        files: PromptFiles,
        seed: int,
        findings: Sequence[FindingRule] = (),
    ) -> None:
        self.judge = judge
        self.exposures = exposures
        self.phrases = phrases
        self.files = files
        self.seed = seed
        self.findings = findings

    def pool(self, situations: Sequence[Situation], rule: CategoryRule) -> list[Variant]:
        """All scenarios of a category that can be chosen from."""
        tries = min(max(POOL // max(len(situations), 1), FEWEST), MOST)
        return [variant for situation in situations for variant in self.variants(situation, rule, tries)]

    def puzzles(self, scenario: Scenario) -> dict[str, Puzzle]:
        """Condition to the scenario as a guesser sees it there."""
        exposures = self.exposures.of(scenario.decision_target)
        options = scenario.candidate_options
        acceptable = frozenset(options) & frozenset(scenario.acceptable_options)
        return {
            condition: Puzzle(
                scenario.id,
                str(scenario.category),
                option_features(
                    options,
                    self.judge.facts.entities,
                    self.judge.rules.option_classes,
                    {option: exposures[option].rows[condition] for option in options},
                ),
                acceptable,
            )
            for condition in self.exposures.builder.conditions
        }

    def variants(self, situation: Situation, rule: CategoryRule, tries: int) -> list[Variant]:
        """The scenarios that can be built on a situation; they differ in patient and candidates."""
        path = find_gold_path(situation, rule, self.judge)
        if not path:
            return []
        found: list[Variant] = []
        for number in range(tries):
            scenario = self.build(situation, rule, path, number)
            if scenario:
                gains = single_feature_gains(tuple(self.puzzles(scenario).values()))
                found.append(make_variant(situation, scenario, plainly_wrong(scenario, self.judge), gains))
        return found

    def build(self, situation: Situation, rule: CategoryRule, path: tuple[str, ...], number: int) -> Scenario | None:
        """A well-posed scenario on a situation, or None where there is none; other numbers give other patients."""
        rng = self._rng(f"variant {number}", situation.key)
        for conditions in self._condition_sets(situation, rule, path, rng):
            scenario = self._scenario(situation, rule, path, conditions, rng, number)
            if scenario and not well_posed(scenario, self.judge):
                return scenario
        return None

    def _rng(self, purpose: str, key: str) -> random.Random:
        return random.Random(f"{self.seed}|{purpose}|{key}")

    def _condition_sets(
        self, situation: Situation, rule: CategoryRule, path: tuple[str, ...], rng: random.Random
    ) -> Iterator[tuple[str, ...]]:
        """What the patient may have: condition, what decides, what the path needs; and a second disease where the
        category asks for one, so that rivals are indicated as well."""
        facts, rules = self.judge.facts, self.judge.rules
        base = [situation.condition, *situation.deciding]
        for step in path:
            base += [need for need in sorted(self.judge.needs(facts.claims[step])) if need not in rules.closure(base)]
        if not any(claim.subject == situation.option for claim in facts.of_kind(situation.option, "indication")):
            # what is not a treatment of a disease is for those whose level is high that it is to lower
            levels = [facts.claims[step].object for step in path if facts.claims[step].subject == situation.option]
            base += [each for each in levels if facts.entities[each].category in rules.targets_present]
        base = [each for place, each in enumerate(base) if each not in rules.closure(base[:place])]
        if rule.comorbid:
            second = sorted({claim.object for claim in facts.claims.values() if claim.relation_class == "indication"})
            rng.shuffle(second)
            for disease in second:
                known, added = rules.closure(base), rules.closure([disease])
                if disease not in known and not added & set(base) and situation.target not in added:
                    yield (*base, disease)
        yield tuple(base)

    def _scenario(
        self,
        situation: Situation,
        rule: CategoryRule,
        path: tuple[str, ...],
        conditions: tuple[str, ...],
        rng: random.Random,
        number: int,
    ) -> Scenario | None:
        facts, rules = self.judge.facts, self.judge.rules
        patient = find_patient(conditions, self.phrases, rules.demographics, rng)
        if patient is None:
            return None
        has = (*conditions, *demographic_conditions(patient, rules.demographics))
        present = rules.presented(has, situation.target, facts.entities[situation.target].category)
        if rules.find_clash(present):
            return None
        # wording draws on its own, so that other words never change who the candidates are
        words = self._rng(f"words {number}", "|".join((situation.key, *conditions)))
        findings = find_findings(self.findings, present, patient.age, patient.sex, rules.closure, words)
        if findings is None:
            return None
        patient = replace(patient, findings=findings)
        text = render(self.files.folder, self.files.vignette, patient=patient, pick=words.choice)
        draft = Scenario(
            id="SCN_0000",
            category=ScenarioCategory(rule.name),
            patient_context=text,
            patient_conditions=list(dict.fromkeys(has)),
            decision_target=situation.target,
            question=self.question(situation),
            candidate_options=[situation.option, situation.option],
            gold_option=situation.option,
            acceptable_options=[situation.option],
            gold_path=list(path),
            expected_uncertainty=rule.expected_uncertainty,
            seed=self.seed,
        )
        if rule.ask_safety:
            harms = [claim for claim in facts.of_kind(situation.option, "adverse_effect") if claim.accepted]
            draft.gold_adverse_effects = [
                claim.assertion for claim in harms if claim.subject == situation.option
            ] or None
        candidates = choose_candidates(situation, rule, draft, self.judge, rng, self.exposures)
        if candidates is None:
            return None
        draft.candidate_options = candidates
        standings = {option: self.judge.standing(option, draft) for option in candidates}
        draft.acceptable_options = list(acceptable(draft, self.judge))
        failing = {option: each.assertions for option, each in standings.items() if each.reason in rule.reasons}
        draft.gold_evidence = sorted({source for step in path for source in facts.claims[step].evidence}) or None
        draft.related_assertions = list(related_claims(situation, failing, self.judge)) or None
        if "contraindicated" in rule.reasons:
            draft.gold_contraindications = [
                claim for each in standings.values() if each.reason == "contraindicated" for claim in each.assertions
            ]
        return draft

    def question(self, situation: Situation) -> str:
        """The decision in words."""
        name = self.judge.facts.name
        return render(
            self.files.folder,
            self.files.question,
            category=situation.category,
            target=name(situation.target),
            target_class=self.judge.facts.entities[situation.target].category,
            condition=name(situation.condition),
            roles={role: name(entity) for role, entity in situation.roles},
        )


def make_judge(suite: Suite, store: GraphStore, catalogue: dict[str, Template]) -> Judge:
    """The facts of the store under the rules of the suite.

    Raises:
        InputError: the suite's section ``scenarios`` has mistakes.
    """
    rules = read_scenario_rules(suite)
    return Judge(load_facts(store, catalogue, rules.option_classes), rules)


def cut_pools(
    suite: Suite, store: GraphStore, catalogue: dict[str, Template], seed: int = 1
) -> tuple[Generator, dict[str, list[Variant]]]:
    """Category to all scenarios that a choice is made from, with what built them.

    Raises:
        InputError: the suite's rules or phrases name things that the graph does not have.
    """
    judge = make_judge(suite, store, catalogue)
    phrases = read_phrases(judge.rules.phrases)
    findings = read_findings(judge.rules.findings) if judge.rules.findings else ()
    strangers = [*strange_names(judge, phrases, findings), *strange_hinges(judge, catalogue)]
    if strangers:
        raise InputError(strangers)
    exposures = Exposures(ContextBuilder(store, catalogue, suite), judge.facts, judge.options)
    generator = Generator(judge, exposures, phrases, read_prompt_files(suite), seed, findings)
    pools = {
        name: generator.pool(find_situations(store, catalogue, rule, judge), rule)
        for name, rule in judge.rules.categories.items()
    }
    return generator, pools


def generate(suite: Suite, store: GraphStore, catalogue: dict[str, Template], seed: int = 1) -> Generated:
    """The scenarios of a suite, ``per_category`` of each category, numbered in the order of the categories.

    The same graph, suite and seed give the same scenarios.

    Raises:
        InputError: a category has too few; all such categories are named with the number that exist. Or the suite's
            rules or phrases name things that the graph does not have.
    """
    generator, pools = cut_pools(suite, store, catalogue, seed)
    rules = generator.judge.rules
    problems: list[Problem] = []
    for name, rule in rules.categories.items():
        different = len({each.signature for each in pools[name]})
        if different < rules.per_category:
            problems.append(
                Problem(
                    f"category {name}: {different} scenarios are possible, {rules.per_category} are asked for",
                    file="suite.yaml",
                    column=f"scenarios.categories.{name}",
                    remedy=f"add claims that {rule.query} selects or phrases for patients, or lower per_category",
                )
            )
    if problems:
        raise InputError(problems)
    placed = compose(pools, rules.per_category, seed, generator.puzzles)
    numbered = tuple(each.model_copy(update={"id": f"SCN_{number:04d}"}) for number, each in enumerate(placed, start=1))
    by_path: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for each in numbered:
        by_path[tuple(each.gold_path)].append(each.id)
    shared = {path: tuple(ids) for path, ids in by_path.items() if len(ids) > 1}
    available = {
        name: len({value for each in pool for kind, value in each.uses if kind == "situation"})
        for name, pool in pools.items()
    }
    return Generated(numbered, available, shared)
