"""Why an option passes or fails for a scenario. One rule for gold, acceptable options and distractors alike.

An option *passes* when nothing that the patient has rules it out, it is indicated for what the patient has (where the
graph knows indications of it at all) and it has the effect on the target that the category asks for. It is *unsettled*
where the graph alone cannot say: a claim that is not validated would rule it out or carry its effect, the effect is
known for another group of patients only, or medicine uses the option for the patient's disease beyond the indication in
the graph. Unsettled options make a scenario ill-posed, so the generator never offers them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from claimstar.bench.beyond import Beyond
from claimstar.bench.facts import Facts, Path
from claimstar.bench.modification import KIND as MODIFICATION
from claimstar.bench.modification import Modifications
from claimstar.bench.rules import CategoryRule, Reason, ScenarioRules
from claimstar.model.claims import ClaimRow
from claimstar.model.records import Scenario

Verdict = Literal["passes", "fails", "unsettled"]
Strength = tuple[int, int, float]
SortedPaths = tuple[tuple[Path, ...], tuple[Path, ...], tuple[Path, ...]]


@dataclass(frozen=True)
class Standing:
    """The verdict on one option.

    Attributes:
        verdict: passes, fails or unsettled.
        reason: why, as a name; ``passes`` where nothing speaks against it.
        assertions: the claims that decide, such as the contraindication.
        paths: the paths that give the effect asked for; empty unless it passes.
    """

    option: str
    verdict: Verdict
    reason: Reason
    assertions: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Judge:
    """Decides standings by the facts of a graph and the rules of a suite."""

    facts: Facts
    rules: ScenarioRules
    _known: dict[tuple[object, ...], Standing] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def beyond(self) -> Beyond:
        """The effects that are known although the graph lacks them."""
        return Beyond(self.facts, self.rules)

    @cached_property
    def options(self) -> tuple[str, ...]:
        """All entities that can be options, sorted."""
        classes = set(self.rules.option_classes)
        return tuple(each for each, entity in self.facts.entities.items() if entity.category in classes)

    @cached_property
    def modifications(self) -> Modifications:
        """The effect modifications of the facts."""
        return Modifications(self.facts, self.rules)

    def standing(self, option: str, scenario: Scenario) -> Standing:
        """Why the option passes or fails for the scenario.

        Raises:
            LookupFailure: the suite does not know the scenario's category.
        """
        has = self.rules.closure(scenario.patient_conditions or ())
        # all of the scenario that a standing depends on: scenarios that differ in words alone are judged once
        key = (
            option,
            has,
            scenario.category,
            scenario.decision_target,
            tuple(scenario.gold_path),
            tuple(scenario.candidate_options),
        )
        if key not in self._known:
            self._known[key] = self._judge(option, scenario, has)
        return self._known[key]

    def _judge(self, option: str, scenario: Scenario, has: frozenset[str]) -> Standing:
        rule = self.rules.category(str(scenario.category))
        ruled_out = self._ruled_out(option, scenario.decision_target, has)
        if ruled_out and ruled_out.verdict == "fails":
            return ruled_out
        effect = self._effect(option, scenario, rule, has)
        if effect.verdict == "fails":
            return effect
        indicated = self._indicated(option, has, rule)
        if indicated and indicated.verdict == "fails":
            return indicated
        unsettled = next(
            (each for each in (ruled_out, effect, indicated) if each and each.verdict == "unsettled"), None
        )
        if unsettled:
            return unsettled
        return self._outranked(option, scenario, has) or effect

    def _ruled_out(self, option: str, target: str, has: frozenset[str]) -> Standing | None:
        """What speaks against giving the option to this patient: accepted claims, before what only raises a doubt."""
        kinds: tuple[tuple[str, Reason], ...] = (
            ("contraindication", "contraindicated"),
            ("adverse_effect", "harm"),
            (MODIFICATION, "reduced_effect"),
        )
        doubtful: list[str] = []
        lessening = self.modifications.lessening(option, target, has)
        for kind, reason in kinds:
            own: list[ClaimRow] = []
            inherited: list[ClaimRow] = []
            for each in self.facts.classes_of(option):
                for claim in self.facts.of_kind(each, kind):
                    other = claim.subject if claim.object == each else claim.object
                    applies = self.needs(claim) <= has and (
                        kind != MODIFICATION
                        or (
                            claim.direction == "decreased"
                            and (claim in lessening or self._is_doubt(claim, option, each, target))
                        )
                    )
                    if other in has and applies and not claim.negated:
                        sure = each == option and not (
                            kind == MODIFICATION and self._known_anyway(claim, option, target)
                        )
                        (own if sure else inherited).append(claim)
            accepted = tuple(claim.assertion for claim in own if claim.accepted)
            if accepted:
                return Standing(option, "fails", reason, accepted)
            # what is claimed of the class alone is not shown with the member, so it decides nothing
            doubtful += [claim.assertion for claim in (*own, *inherited)]
        if doubtful or has & set(self.rules.avoided_in.get(option, ())):
            return Standing(option, "unsettled", "unsettled", tuple(doubtful))
        return None

    def _known_anyway(self, claim: ClaimRow, option: str, target: str) -> bool:
        """Whether a modification closes the option's paths to a target that it is not about itself, and on which the
        option has an effect beyond the graph."""
        outcomes = self.rules.modified_outcomes.get(claim.context or "", (target,))
        return target not in outcomes and target in self.rules.known_effects.get(option, ())

    def _is_doubt(self, claim: ClaimRow, option: str, of: str, target: str) -> bool:
        """Whether a modification, of the option's class or not validated, may close a path of the option's."""
        return not (claim.accepted and of == option) and self.modifications.touches(claim, option, target)

    def _indicated(self, option: str, has: frozenset[str], rule: CategoryRule) -> Standing | None:
        needed = self.rules.only_for.get(option, ())
        if needed and not has & set(needed):
            return Standing(option, "fails", "not_indicated")
        indications = [claim for claim in self.facts.of_kind(option, "indication") if claim.subject == option]
        if rule.effect == "weak" or not indications:
            return None
        if any(claim.object in has and claim.accepted and self.needs(claim) <= has for claim in indications):
            return None
        if has & {claim.object for claim in indications} or has & set(self.rules.used_for.get(option, ())):
            return Standing(option, "unsettled", "unsettled", tuple(claim.assertion for claim in indications))
        return Standing(option, "fails", "not_indicated", tuple(claim.assertion for claim in indications))

    def _effect(self, option: str, scenario: Scenario, rule: CategoryRule, has: frozenset[str]) -> Standing:
        target = scenario.decision_target
        established, weak, elsewhere = self.sorted_paths(option, target, has)
        refuting = self._refuting(option, target, has)
        if rule.effect == "weak":
            return self._weak_effect(option, target, established, weak, elsewhere, refuting)
        shown = tuple(claim.assertion for claim in refuting if claim.validated)
        if shown and established:
            # mechanism argues for an effect, a trial that finds none decides; two claims of the effect itself do not
            if any(len(path.steps) == 1 for path in established):
                return Standing(option, "unsettled", "unsettled", shown)
            return Standing(option, "fails", "refuted", shown)
        fitting, missing, named = established, "no_effect", frozenset[str]()
        if rule.effect == "through_mediator" and established:
            mediator = self.mediator(scenario)
            fitting = tuple(path for path in established if self.mediators([path]) == {mediator})
            missing = "other_mediator"
        elif rule.effect == "several_mediators" and established:
            named = self.named_mediators(scenario)
            fitting = tuple(path for path in established if self.mediators([path]) & named)
            fitting = fitting if len(named) > 1 and self.mediators(fitting) == named else ()
            missing = "single_pathway"
        if fitting:
            return Standing(option, "passes", "passes", paths=fitting)
        known = self.beyond.moves(option)
        if missing == "other_mediator":
            if self.mediator(scenario) in known:
                return Standing(option, "unsettled", "unsettled")
            return Standing(option, "fails", "other_mediator", established[0].steps)
        if missing == "single_pathway":
            if named <= known | self.mediators(established + weak + elsewhere):
                return Standing(option, "unsettled", "unsettled")
            several = len(self.mediators(established)) > 1
            return Standing(option, "fails", "other_mediator" if several else "single_pathway", established[0].steps)
        if target in known:
            return Standing(option, "unsettled", "unsettled")
        if weak + elsewhere:
            return Standing(option, "unsettled", "unsettled", (weak + elsewhere)[0].steps)
        return Standing(option, "fails", "no_effect")

    def _weak_effect(
        self,
        option: str,
        target: str,
        established: Sequence[Path],
        weak: tuple[Path, ...],
        elsewhere: Sequence[Path],
        refuting: Sequence[ClaimRow],
    ) -> Standing:
        if target in self.rules.settled_effects.get(option, ()):
            # the graph lacks the evidence, medicine does not: to call it uncertain would be wrong
            return Standing(option, "unsettled", "unsettled")
        low = tuple(path for path in established if self.is_low(path))
        if len(low) < len(established):
            return Standing(option, "unsettled", "unsettled", established[0].steps)
        if any(claim.validated for claim in refuting) or (refuting and not weak + low):
            return Standing(option, "fails", "refuted", tuple(claim.assertion for claim in refuting))
        if weak + low:
            return Standing(option, "passes", "passes", paths=weak + low)
        if elsewhere:
            return Standing(option, "unsettled", "unsettled", elsewhere[0].steps)
        if target in self.beyond.moves(option):
            return Standing(option, "unsettled", "unsettled")
        return Standing(option, "fails", "no_effect")

    def _refuting(self, option: str, target: str, has: frozenset[str]) -> tuple[ClaimRow, ...]:
        """Claims that in people such as the patient the option does not move the target the desired way."""
        return tuple(
            claim
            for claim in self.facts.between(option, target, "effect")
            if claim.negated and claim.direction == self.rules.desired_direction and self.needs(claim) <= has
        )

    def _outranked(self, option: str, scenario: Scenario, has: frozenset[str]) -> Standing | None:
        """Another candidate for the same disease works better in a group of the patient's, and this one does not."""
        indications = {claim.object for claim in self.facts.of_kind(option, "indication") if claim.object in has}
        target = scenario.decision_target
        gains = {each: self.modifications.gains(each, target, has) for each in scenario.candidate_options}
        if self.modifications.gains(option, target, has):
            return None
        better = [each for each, claims in gains.items() if claims and each != option]
        for each in better:
            if not indications & {claim.object for claim in self.facts.of_kind(each, "indication")}:
                continue
            known, _, _ = self.sorted_paths(each, target, has)
            if known and not self._ruled_out(each, target, has):
                return Standing(option, "fails", "outranked", gains[each])
        return None

    def sorted_paths(self, option: str, target: str, has: frozenset[str]) -> SortedPaths:
        """The option's paths that move the target the desired way: established for this patient, not established
        (a claim is not validated), and established in another group of patients only. Paths that an effect modification
        closes to this patient are left out."""
        return self._sort(self.modifications.kept_paths(option, target, has), has)

    def unmodified_paths(self, option: str, target: str, has: frozenset[str]) -> SortedPaths:
        """The same with the paths that an effect modification closes to this patient."""
        return self._sort(self.modifications.moving_paths(option, target), has)

    def _sort(self, paths: Sequence[Path], has: frozenset[str]) -> SortedPaths:
        established, weak, elsewhere = [], [], []
        for path in paths:
            claims = [self.facts.claims[step] for step in path.steps]
            if not all(claim.validated for claim in claims):
                weak.append(path)
            elif all(self.needs(claim) <= has for claim in claims):
                established.append(path)
            else:
                elsewhere.append(path)
        return tuple(established), tuple(weak), tuple(elsewhere)

    def needs(self, claim: ClaimRow) -> frozenset[str]:
        """What a patient must have for the claim to hold: its population, and what its context asks for."""
        return self.modifications.needs(claim)

    def mediators(self, paths: Sequence[Path]) -> set[str]:
        """What stands next to the target on each path; a direct claim has no mediator."""
        return {self.facts.claims[path.steps[-1]].subject for path in paths if len(path.steps) > 1}

    def mediator(self, scenario: Scenario) -> str:
        """The mediator of a scenario: the subject of the last assertion of its gold path."""
        return self.facts.claims[scenario.gold_path[-1]].subject

    def named_mediators(self, scenario: Scenario) -> frozenset[str]:
        """The mediators of a scenario that asks for several: what stands next to the target on its gold path."""
        claims = [self.facts.claims[step] for step in scenario.gold_path if step in self.facts.claims]
        ends = {claim.subject for claim in claims if claim.object == scenario.decision_target}
        return frozenset(ends - {scenario.gold_option})

    def is_low(self, path: Path) -> bool:
        """True where a claim of the path rests on evidence that the suite counts as weak."""
        return any(self.facts.claims[step].evidence_level in self.rules.weak_levels for step in path.steps)

    def strength(self, path: Path) -> Strength:
        """How well a path is supported, to be compared: whether it is a direct claim, the tier of its weakest claim,
        and the lowest confidence of its claims."""
        claims = [self.facts.claims[step] for step in path.steps]
        tier = min(self.rules.tier(claim.evidence_level) for claim in claims)
        return int(len(claims) == 1), tier, min(claim.confidence or 0.0 for claim in claims)

    def best(self, paths: Sequence[Path], rule: CategoryRule) -> Strength:
        """The strength of the best path. Among weak paths any difference counts, so directness is left out of it;
        among established ones a difference in confidence alone does not decide.

        Raises:
            ValueError: there is no path.
        """
        if rule.effect == "weak":
            return max((0, *self.strength(path)[1:]) for path in paths)
        return max((*self.strength(path)[:2], 0.0) for path in paths)
