"""Which contraindications the scenarios of a suite use: from a file, else cut from the suite's store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from claimstar.ingest.suite import Suite


def used_contraindications(
    suite: Suite, store_dir: Path | None, file: Path | None, announce: Callable[[str], None] = lambda _: None
) -> tuple[frozenset[str] | None, str]:
    """The assertions that scenarios use to rule options out.

    Args:
        store_dir: the store to cut scenarios from; without it the suite's own, where it was built.
        file: scenarios as JSONL, to be read in place of cutting any.

    Returns:
        Their ids, or None where no scenarios are at hand; and in words why not.

    Raises:
        StoreError: the store that is named is none.
        InputError: the suite cuts no scenarios as it stands, or the file has mistakes.
        UsageError: the file cannot be read.
    """
    from claimstar.bench.scenario import read_scenarios
    from claimstar.bench.task import open_task
    from claimstar.query.catalogue import load_catalogue
    from claimstar.resources import layout
    from claimstar.store.snapshot import default_store, open_current

    if file is not None:
        scenarios = read_scenarios(file)
    elif suite.task is None:
        return None, "the suite declares no task, so it has no scenarios"
    else:
        chosen = store_dir or default_store(suite.name)
        if store_dir is None and not (chosen / "CURRENT").is_file():
            return None, "no store of the suite is built here; build it, or name a file with --scenarios"
        announce("cutting scenarios")
        task = open_task(suite, open_current(chosen), load_catalogue(layout().queries))
        scenarios = tuple(task.generate(1).scenarios)
    return frozenset(each for scenario in scenarios for each in scenario.gold_contraindications or ()), ""
