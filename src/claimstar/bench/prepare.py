"""From suite, store and scenarios to prompts that can be put to any model. All queries of a run are made here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from claimstar.bench.capped import MATCHED, Variant, read_variant
from claimstar.bench.collect import collect
from claimstar.bench.context import Context
from claimstar.bench.prepared import Prepared
from claimstar.bench.prompt import split_context
from claimstar.bench.rules import read_conditions
from claimstar.bench.run_folder import PromptLine
from claimstar.bench.run_manifest import ConditionNote
from claimstar.bench.scenario import read_scenarios
from claimstar.bench.scorers import SCORERS, choose
from claimstar.bench.task import open_task
from claimstar.errors import UsageError
from claimstar.ingest.suite import Suite
from claimstar.llm.protocol import Prompt
from claimstar.model.records import Scenario
from claimstar.query.catalogue import get_template, load_catalogue
from claimstar.resources import layout
from claimstar.store.snapshot import open_current, read_manifest


def hash_files(files: Iterable[tuple[str, Path]]) -> str:
    """SHA-256 over names and bytes of files, whatever their order."""
    digest = hashlib.sha256()
    for name, path in sorted(files):
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def hash_scenarios(scenarios: Iterable[Scenario]) -> str:
    """SHA-256 over scenarios as JSON, in order."""
    lines = [json.dumps(one.model_dump(mode="json", exclude_none=True), sort_keys=True) for one in scenarios]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def choose_conditions(suite: Suite, names: Sequence[str]) -> tuple[ConditionNote, ...]:
    """The conditions of the given names, in the order of the suite; all of them where none is named.

    Raises:
        UsageError: the suite has no condition of that name; all such names are told.
    """
    rules = read_conditions(suite)
    unknown = [name for name in names if name not in rules]
    if unknown:
        raise UsageError(
            f"the suite {suite.name} has no condition {', '.join(map(repr, unknown))}",
            remedy=f"choose from: {', '.join(rules)}",
        )
    return tuple(
        ConditionNote(name, rule.title, bool(rule.queries))
        for name, rule in rules.items()
        if not names or name in names
    )


def with_variants(notes: Sequence[ConditionNote], budget: int | str) -> tuple[ConditionNote, ...]:
    """The conditions, and after them a capped variant of each that shows a context.

    Args:
        budget: approximate tokens, or ``matched``: those of the scenario's smallest grounded context.

    Raises:
        UsageError: none of the conditions shows a context.
    """
    words = "its scenario's smallest context" if budget == MATCHED else f"{budget} tokens"
    capped = tuple(
        ConditionNote(Variant(note.name, budget).name, f"{note.title}, cut to {words}", True, budget)
        for note in notes
        if note.grounded
    )
    if not capped:
        named = ", ".join(note.name for note in notes)
        raise UsageError(f"no token-matched variant of {named}: nothing is shown", remedy="add a grounded condition")
    return (*notes, *capped)


def _check_budget(lines: Iterable[PromptLine], budget: int) -> None:
    """Refuse a budget that a context cannot be cut down to."""
    over = [line for line in lines if read_variant(line.condition).budget == budget and line.tokens > budget]
    if over:
        worst = max(over, key=lambda line: line.tokens)
        raise UsageError(
            f"a budget of {budget} tokens is too small for {len(over)} contexts: {worst.scenario} under "
            f"{read_variant(worst.condition).condition} has {worst.tokens} without a single row",
            remedy=f"take at least {worst.tokens}, or --token-matched auto",
        )


def _line(prompt: Prompt, context: Context) -> PromptLine:
    scenario = prompt.scenario
    shown = tuple(row.assertion for row in context.rows)
    before, within, _ = split_context(prompt)
    gold = set(scenario.gold_path)
    return PromptLine(
        scenario=scenario.id,
        condition=prompt.condition,
        sha256=prompt.sha256,
        system=prompt.system,
        user=prompt.user,
        context=(len(before), len(before) + len(within)),
        shown=shown,
        tokens=context.tokens,
        gold_overlap=len(gold & set(shown)) / len(gold) if gold else None,
        dropped=context.dropped,
    )


def load_or_generate(suite: Suite, store_dir: Path, file: Path | None, seed: int) -> tuple[Scenario, ...]:
    """The scenarios of a file, or those that the suite's graph yields.

    Raises:
        InputError: the file has mistakes, or the graph yields too few.
        StoreError: there is no store.
    """
    task = open_task(suite, open_current(store_dir), load_catalogue(layout().queries))
    return read_scenarios(file, task.look) if file is not None else task.generate(seed).scenarios


def prepare(
    suite: Suite,
    store_dir: Path,
    scenarios: Sequence[Scenario],
    conditions: Sequence[str] = (),
    *,
    seed: int = 0,
    token_budget: int | str | None = None,
) -> Prepared:
    """Build the contexts and prompts of a run.

    The full subgraph of a scenario is the union over every condition of the suite, asked or not.

    Args:
        suite: the suite.
        store_dir: the store folder.
        scenarios: the scenarios to ask.
        conditions: names of the conditions to ask under; none for all.
        seed: the run's seed.
        token_budget: ask each grounded condition a second time, its context cut to so many approximate tokens; with
            ``matched`` to those of the scenario's smallest grounded context. None for no second time.

    Raises:
        UsageError: an unknown condition, or a budget that some context cannot be cut down to.
        InputError: the suite or the scenarios have mistakes.
        StoreError: there is no store.
    """
    notes = choose_conditions(suite, conditions)
    if token_budget is not None:
        notes = with_variants(notes, token_budget)
    metrics = choose(suite.sections.get("scorers") or tuple(SCORERS))
    store, manifest = open_current(store_dir), read_manifest(store_dir)
    catalogue = load_catalogue(layout().queries)
    task = open_task(suite, store, catalogue)
    prompts: dict[tuple[str, str], tuple[Prompt, PromptLine]] = {}
    subgraphs: dict[str, tuple[str, ...]] = {}
    for scenario in scenarios:
        subgraphs[scenario.id] = tuple(sorted(row.assertion for row in task.full_subgraph(scenario)))
        shown = task.prompts(scenario, [note.name for note in notes], seed=seed)
        for condition, each in shown.items():
            prompts[scenario.id, condition] = (each.prompt, _line(each.prompt, each.context))
    if isinstance(token_budget, int):
        _check_budget((line for _, line in prompts.values()), token_budget)
    templates = {query: catalogue[query].path for query in task.queries}
    templates["extract/claims"] = get_template(catalogue, "extract/claims").path
    texts = suite.folder / "prompts"
    return Prepared(
        suite=suite.name,
        suite_title=suite.title,
        conditions=notes,
        scorers=tuple(metric.name for metric in metrics),
        graph_hash=manifest.graph_hash,
        schema_version=manifest.schema_version,
        scenarios_hash=hash_scenarios(scenarios),
        template_hash=hash_files(templates.items()),
        prompt_hash=hash_files((str(path.relative_to(texts)), path) for path in texts.rglob("*.jinja2")),
        seed=seed,
        scenarios={scenario.id: scenario for scenario in scenarios},
        prompts=prompts,
        reference=collect(store, catalogue, scenarios, subgraphs),
    )
