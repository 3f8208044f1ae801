"""What a suite declares about its scenarios, conditions and prompts, read from ``suite.yaml`` and checked at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from claimstar.bench.capped import Variant, read_variant
from claimstar.bench.findings import SEXES
from claimstar.bench.section import Section
from claimstar.errors import InputError, LookupFailure, Problem
from claimstar.ingest.suite import SUITE_FILE, Suite
from claimstar.model.mapping import load_mapping

Effect = Literal["any", "through_mediator", "several_mediators", "weak"]
PathKind = Literal["direct", "shortest", "mechanism", "two_steps", "two_paths"]
Reason = Literal[
    "passes",
    "contraindicated",
    "harm",
    "reduced_effect",
    "outranked",
    "not_indicated",
    "no_effect",
    "refuted",
    "other_mediator",
    "single_pathway",
    "unsettled",
]


DETAILS = ("causal_status", "evidence_level", "confidence", "evidence", "contradicted_by", "source_databases")
"""Fields of a claim row that a condition may leave out."""


@dataclass(frozen=True)
class CategoryRule:
    """What a scenario of a category asks for.

    Attributes:
        query: the template that finds situations.
        effect: what an option must have: any accepted path to the target, one through the scenario's mediator, paths
            through two mediators, or (``weak``) only paths that are not established.
        gold_path: which path of the preferred option is the gold one.
        reasons: why a distractor of this category fails; at least one does.
        hinge: the column of the query that holds what the answer turns on: a patient without it could be given a rival
            that the query names, which then is supported as well as the gold option or better.
        comorbid: patients get a second disease, so that rivals are indicated too.
        ask_safety: the question asks for the harms of the choice, so the scenario has gold adverse effects.
        expected_uncertainty: a good answer says that the evidence is insufficient.
        trap: what the category lures into, as a sentence for those who review its scenarios; no model sees it.
    """

    name: str
    query: str
    effect: Effect
    gold_path: PathKind
    reasons: tuple[str, ...]
    hinge: str | None = None
    comorbid: bool = False
    ask_safety: bool = False
    expected_uncertainty: bool = False
    trap: str = ""


@dataclass(frozen=True)
class Demographic:
    """A group that a patient belongs to by age or sex alone."""

    entity: str
    min_age: int | None = None
    sex: str | None = None


@dataclass(frozen=True)
class ScenarioRules:
    """The section ``scenarios`` of a suite; see the comments in ``suites/causal/suite.yaml`` and ``docs/suites.md``
    for each key."""

    categories: Mapping[str, CategoryRule]
    option_classes: tuple[str, ...]
    target_classes: tuple[str, ...]
    phrases: Path
    findings: Path | None = None
    per_category: int = 10
    minimum: int = 3
    maximum: int = 4
    targets_present: tuple[str, ...] = ()
    desired_direction: str = "decreased"
    evidence_order: tuple[str, ...] = ()
    weak_levels: frozenset[str] = frozenset()
    demographics: tuple[Demographic, ...] = ()
    implied: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    used_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    only_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known_effects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settled_effects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    avoided_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    contexts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    modified_outcomes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    never_targets: frozenset[str] = frozenset()
    never_together: tuple[tuple[str, ...], ...] = ()

    def category(self, name: str) -> CategoryRule:
        """The rule of a category.

        Raises:
            LookupFailure: the suite has no such category.
        """
        if name not in self.categories:
            raise LookupFailure(
                f"the suite has no category {name!r}", remedy=f"one of {', '.join(self.categories)}, or declare it"
            )
        return self.categories[name]

    def closure(self, conditions: Iterable[str]) -> frozenset[str]:
        """The conditions with all that they imply."""
        found = list(conditions)
        for each in found:
            found += [other for other in self.implied.get(each, ()) if other not in found]
        return frozenset(found)

    def find_clash(self, present: frozenset[str]) -> tuple[str, str] | None:
        """Two things of which a patient who has all this would have both, though nobody can; None where all can be.

        Args:
            present: what the patient has, with all that it implies.
        """
        for group in self.never_together:
            both = [each for each in group if each in present]
            if len(both) > 1:
                return both[0], both[1]
        return None

    def presented(self, conditions: Iterable[str], target: str, target_class: str) -> frozenset[str]:
        """What the findings of a patient agree with: the conditions, and the target where that is there already."""
        return self.closure([*conditions, *([target] if target_class in self.targets_present else [])])

    def tier(self, level: str) -> int:
        """Strength of an evidence level: the higher the better, 0 for one that the suite does not rank."""
        order = self.evidence_order
        return len(order) - order.index(level) if level in order else 0


@dataclass(frozen=True)
class ConditionRule:
    """A grounding condition.

    Attributes:
        queries: the templates it retrieves with; none for a condition without grounding.
        template: the jinja2 file that writes its rows.
        shows: the details of a row that it shows, of `DETAILS`; the others are blanked.
    """

    name: str
    title: str
    queries: tuple[str, ...]
    template: str
    shows: tuple[str, ...] = ()


@dataclass(frozen=True)
class PromptFiles:
    """The jinja2 files of the prompts, below the suite's folder ``prompts``."""

    folder: Path
    system: str = "system.jinja2"
    user: str = "user.jinja2"
    question: str = "question.jinja2"
    vignette: str = "vignette.jinja2"


def _category(name: str, values: Any, problems: list[Problem]) -> CategoryRule:
    section = Section(values, f"scenarios.categories.{name}", problems)
    rule = CategoryRule(
        name=name,
        query=section.take("query", str),
        effect=section.choice("effect", get_args(Effect)),
        gold_path=section.choice("gold_path", get_args(PathKind)),
        reasons=section.texts("reasons", allowed=get_args(Reason)),
        hinge=section.take("hinge", str, "") or None,
        comorbid=section.take("comorbid", bool, False),
        ask_safety=section.take("ask_safety", bool, False),
        expected_uncertainty=section.take("expected_uncertainty", bool, False),
        trap=section.take("trap", str, "").strip(),
    )
    section.close()
    return rule


def _demographics(section: Section) -> Iterator[Demographic]:
    for place, item in enumerate(section.take("demographics", list, []), start=1):
        group = Section(item, f"{section.where}.demographics.{place}", section.problems)
        yield Demographic(
            entity=group.take("entity", str),
            min_age=group.take("min_age", int, 0) or None,
            sex=group.choice("sex", SEXES, "") or None,
        )
        group.close()


def _sizes(section: Section) -> tuple[int, int]:
    """The least and the greatest number of candidates."""
    sizes = Section(
        section.take("candidates", dict, {"minimum": 3, "maximum": 4}), "scenarios.candidates", section.problems
    )
    minimum, maximum = sizes.take("minimum", int, 3), sizes.take("maximum", int, 4)
    if not 2 <= minimum <= maximum:
        remedy = "give a minimum of two or more and a maximum that is not less"
        section.report("no such numbers of candidates", "candidates", remedy, f"{minimum} to {maximum}")
    sizes.close()
    return minimum, maximum


def _findings(section: Section, folder: Path) -> Path | None:
    name = section.take("findings", str, "") if "findings" in section.values else None
    if name == "":
        section.report("names no file", "findings", "name a table in the suite, or take the key out")
    return folder / name if name else None


def read_scenario_rules(suite: Suite) -> ScenarioRules:
    """The section ``scenarios`` of the suite.

    Raises:
        InputError: keys are missing, unknown or ill-typed; all of them are named.
    """
    problems: list[Problem] = []
    schema = load_mapping()
    section = Section(suite.sections.get("scenarios", {}), "scenarios", problems)
    minimum, maximum = _sizes(section)
    per_category = section.take("per_category", int, 10)
    if per_category < 1:
        section.report("no number of scenarios", "per_category", "give one or more", str(per_category))
    declared = isinstance(section.values.get("categories"), dict)
    categories = section.take("categories", dict)
    known = tuple(schema.enums["ScenarioCategory"])
    if declared and not categories:
        section.report("no category", "categories", "declare at least one")
    for name in categories:
        if name not in known:
            section.report("unknown category", "categories", f"one of {', '.join(known)}", str(name))
    levels = tuple(schema.enums["EvidenceLevel"])
    rules = ScenarioRules(
        categories={str(name): _category(str(name), values, problems) for name, values in categories.items()},
        option_classes=section.texts("option_classes", allowed=schema.classes),
        target_classes=section.texts("target_classes", allowed=schema.classes),
        phrases=suite.folder / section.take("phrases", str),
        findings=_findings(section, suite.folder),
        per_category=per_category,
        minimum=minimum,
        maximum=maximum,
        targets_present=section.texts("targets_present", [], allowed=schema.classes),
        desired_direction=section.choice("desired_direction", ("increased", "decreased"), "decreased"),
        evidence_order=section.texts("evidence_order", list(levels), allowed=levels),
        weak_levels=frozenset(section.texts("weak_levels", [], allowed=levels)),
        demographics=tuple(_demographics(section)),
        implied=section.lists("implied"),
        used_for=section.lists("used_for"),
        only_for=section.lists("only_for"),
        known_effects=section.lists("known_effects"),
        settled_effects=section.lists("settled_effects"),
        avoided_in=section.lists("avoided_in"),
        contexts=section.lists("contexts"),
        modified_outcomes=section.lists("modified_outcomes"),
        never_targets=frozenset(section.texts("never_targets", [])),
        never_together=section.groups("never_together"),
    )
    for each in dict.fromkeys([*rules.implied, *(one for group in rules.never_together for one in group)]):
        clash = rules.find_clash(rules.closure([each]))
        if clash:
            both = f"{each} implies both {clash[0]} and {clash[1]}, which no patient has together"
            section.report(both, "never_together", "mend it or scenarios.implied")
    section.close()
    if not rules.phrases.is_file():
        problems.append(Problem("no such file", str(rules.phrases), SUITE_FILE, None, "scenarios.phrases", "add it"))
    if rules.findings and not rules.findings.is_file():
        remedy = "add it, or take the key out"
        problems.append(Problem("no such file", str(rules.findings), SUITE_FILE, None, "scenarios.findings", remedy))
    if problems:
        raise InputError(problems)
    return rules


def read_conditions(suite: Suite) -> dict[str, ConditionRule]:
    """The section ``conditions`` of the suite, in its order.

    Raises:
        InputError: keys are missing, unknown or ill-typed, or a template file does not exist.
    """
    problems: list[Problem] = []
    found: dict[str, ConditionRule] = {}
    declared = suite.sections.get("conditions", {})
    for name, values in (declared if isinstance(declared, Mapping) else {}).items():
        section = Section(values, f"conditions.{name}", problems)
        rule = ConditionRule(
            str(name),
            section.take("title", str),
            section.texts("queries", []),
            section.take("template", str),
            section.texts("shows", [], allowed=DETAILS),
        )
        section.close()
        if read_variant(rule.name) != Variant(rule.name):
            section.report("a name that a capped variant has", "title", "name it without @ and budget", rule.name)
        if not (suite.folder / "prompts" / rule.template).is_file():
            section.report("no such file in prompts/", "template", "add the file", rule.template)
        found[rule.name] = rule
    if not found:
        problems.append(Problem("no conditions", file=SUITE_FILE, column="conditions", remedy="declare at least one"))
    if problems:
        raise InputError(problems)
    return found


def read_prompt_files(suite: Suite) -> PromptFiles:
    """The section ``prompt`` of the suite.

    Raises:
        InputError: a key is unknown or a file does not exist.
    """
    problems: list[Problem] = []
    section = Section(suite.sections.get("prompt", {}), "prompt", problems)
    names = {key: section.take(key, str, f"{key}.jinja2") for key in ("system", "user", "question", "vignette")}
    section.close()
    for key, name in names.items():
        if not (suite.folder / "prompts" / name).is_file():
            section.report("no such file in prompts/", key, "add the file", name)
    if problems:
        raise InputError(problems)
    return PromptFiles(suite.folder / "prompts", **names)
