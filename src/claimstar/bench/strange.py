"""Names in a suite's rules that its graph does not have: they would silently not apply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimstar.bench.findings import FindingRule
from claimstar.bench.standing import Judge
from claimstar.bench.vignette import Phrase
from claimstar.errors import Problem
from claimstar.query.catalogue import get_template
from claimstar.query.template import Template

_BY_OPTION = ("used_for", "only_for", "known_effects", "settled_effects", "avoided_in")
"""Keys of the section ``scenarios`` that say something of options."""


def strange_names(
    judge: Judge, phrases: Mapping[str, Sequence[Phrase]], findings: Sequence[FindingRule] = ()
) -> list[Problem]:
    """Entities and contexts that rules, phrases or findings name and the graph lacks, so that they would silently not
    apply."""
    rules = judge.rules
    named = {
        "demographics": [each.entity for each in rules.demographics],
        "never_targets": sorted(rules.never_targets),
        "never_together": [each for group in rules.never_together for each in group],
        "contexts": [each for needs in rules.contexts.values() for each in needs],
        "modified_outcomes": [each for outcomes in rules.modified_outcomes.values() for each in outcomes],
    }
    strangers: list[Problem] = []
    for key in ("implied", *_BY_OPTION):
        lists: Mapping[str, tuple[str, ...]] = getattr(rules, key)
        named[key] = [each for name, others in lists.items() for each in (name, *others)]
        strangers += [
            Problem(
                f"no option: it is of the class {entity.category}, which is none of scenarios.option_classes",
                name,
                "suite.yaml",
                None,
                f"scenarios.{key}",
                "begin with the option: option: [what holds of it]",
            )
            for name in (lists if key in _BY_OPTION else ())
            if (entity := judge.facts.entities.get(name)) and entity.category not in rules.option_classes
        ]
    claims = judge.facts.claims.values()
    known = {claim.context for claim in claims}
    problems = strangers + [
        Problem("no claim has this context", each, "suite.yaml", None, "scenarios.contexts", "copy it from a claim")
        for each in rules.contexts
        if each not in known
    ]
    modifying = {claim.context for claim in claims if claim.relation_class == "effect_modification"}
    problems += [
        Problem(
            "no claim that modifies an effect has this context",
            each,
            "suite.yaml",
            None,
            "scenarios.modified_outcomes",
            "copy it from such a claim",
        )
        for each in rules.modified_outcomes
        if each not in modifying
    ]
    for key, ids in named.items():
        problems += [
            Problem("no such entity in the graph", each, "suite.yaml", None, f"scenarios.{key}", "mend or remove it")
            for each in sorted(set(ids) - set(judge.facts.entities))
        ]
    rows = [(rules.phrases, each.entity, each.row) for those in phrases.values() for each in those]
    rows += [(rules.findings, each.entity, each.row) for each in findings if rules.findings and each.entity]
    problems += [
        Problem("no such entity in the graph", entity, path.name, row, "entity", "mend it or remove the row")
        for path, entity, row in rows
        if entity not in judge.facts.entities
    ]
    return problems


def strange_hinges(judge: Judge, catalogue: dict[str, Template]) -> list[Problem]:
    """Categories whose hinge is no column of their query."""
    problems: list[Problem] = []
    for name, rule in judge.rules.categories.items():
        columns = [column.name for column in get_template(catalogue, rule.query).columns]
        if rule.hinge and rule.hinge not in columns:
            place, remedy = f"scenarios.categories.{name}.hinge", f"one of {', '.join(columns)}"
            problems.append(Problem(f"{rule.query} has no such column", rule.hinge, "suite.yaml", None, place, remedy))
    return problems
