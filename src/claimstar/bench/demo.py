"""The whole job on a suite: graph, scenarios, several models, reports, and a page that compares them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from claimstar.bench.ask import Progress
from claimstar.bench.begin import slug
from claimstar.bench.prepare import load_or_generate, prepare
from claimstar.bench.provenance import store_run
from claimstar.bench.report import render_index
from claimstar.bench.results import Clock, Results
from claimstar.bench.run import run
from claimstar.bench.run_manifest import OtherRunError
from claimstar.bench.scenario import write_scenarios
from claimstar.bench.task import get_opener
from claimstar.errors import MissingExtraError, UsageError
from claimstar.ingest.suite import Suite
from claimstar.kg.build import BuildReport, build
from claimstar.llm import LanguageModel, load_model
from claimstar.store.snapshot import read_manifest

BASELINES = ("baseline:oracle", "baseline:random", "baseline:context")
LOCAL = "local:smollm2"


@dataclass(frozen=True)
class Demo:
    """What a demo made.

    Attributes:
        build: the report of the build.
        runs: path of each report, relative to the demo's folder, to its results.
        failures: model to why it was not asked.
        index: the page that compares the models.
    """

    build: BuildReport
    runs: dict[str, Results]
    failures: dict[str, str]
    index: Path


def demonstrate(
    suite: Suite,
    out: Path,
    *,
    clock: Clock,
    limit_local: int,
    seed: int = 1,
    asking: Callable[[str], AbstractContextManager[Progress]],
    announce: Callable[[str], None],
    models: Sequence[str] = (*BASELINES, LOCAL),
) -> Demo:
    """Build, cut scenarios, ask the models, report.

    Args:
        suite: the suite; any whose task is known.
        out: the folder for store, scenarios, runs and the comparing page.
        clock: where times come from.
        limit_local: how many prompts a model that is no baseline is asked; 0 leaves it out.
        seed: seed of scenarios and models.
        asking: gives a place to report progress to, by model.
        announce: told of each step.
        models: what to ask.

    Raises:
        UsageError: the suite names no known task, or the folder holds the demo of another suite; nothing was written.
        ClaimstarError: whatever building, generating or asking raises, but for a missing extra: that is told.
    """
    store_dir = out / "store"
    get_opener(suite)
    _check_same_suite(suite, out, store_dir)
    announce(f"building the graph of {suite.name}")
    built = build(suite, store_dir, clock=clock)
    announce("cutting scenarios from the graph")
    scenarios = load_or_generate(suite, store_dir, None, seed)
    write_scenarios(scenarios, out / "scenarios.jsonl")
    announce(f"writing prompts for {len(scenarios)} scenarios")
    prepared = prepare(suite, store_dir, scenarios, seed=seed)
    runs: dict[str, Results] = {}
    failures: dict[str, str] = {}
    for spec in models:
        limit = None if spec in BASELINES else limit_local
        if limit == 0:
            failures[spec] = "left out by --limit-local 0"
            continue
        folder = Path("runs") / slug(spec)
        announce(f"asking {spec}")
        try:
            model: LanguageModel = load_model(spec, seed=seed)
            with asking(spec) as progress:
                try:
                    _, results = run(prepared, model, out / folder, clock=clock, limit=limit, progress=progress)
                except OtherRunError:
                    announce(f"{out / folder} holds a run of another graph or other prompts: begun anew")
                    shutil.rmtree(out / folder)
                    _, results = run(prepared, model, out / folder, clock=clock, limit=limit, progress=progress)
        except MissingExtraError as error:
            failures[spec] = " ".join(str(error).split())
            continue
        store_run(store_dir, results)
        runs[str(folder / "report.html")] = results
    index = out / "index.html"
    index.write_text(render_index(runs, failures), encoding="utf-8")
    return Demo(built, runs, failures, index)


def _check_same_suite(suite: Suite, out: Path, store_dir: Path) -> None:
    """Runs of other prompts are begun anew and graphs of runs carried over; with another suite both would be wrong."""
    there = read_manifest(store_dir).dataset if (store_dir / "CURRENT").is_file() else suite.name
    if there != suite.name:
        raise UsageError(f"{out} holds the demo of suite {there}, not of {suite.name}", remedy="name another --out")
