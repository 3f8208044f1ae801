"""Which contraindications the scenarios of a suite use: from a file, else cut from the suite's store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from claimstar.errors import InputError
from claimstar.ingest.suite import Suite
from claimstar.store.snapshot import default_store, open_current, read_manifest

if TYPE_CHECKING:
    from claimstar.model.records import Scenario


def used_contraindications(
    suite: Suite, store_dir: Path | None, file: Path | None, announce: Callable[[str], None] = lambda _: None
) -> tuple[frozenset[str] | None, str]:
    """The assertions that scenarios use to rule options out.

    Without a file these are all scenarios that the graph gives, of which a seed chooses some.

    Args:
        store_dir: the store to cut scenarios from; without it the suite's own, where it was built.
        file: scenarios as JSONL, to be read in place of cutting any.

    Returns:
        Their ids, or None where no scenarios of these tables are at hand; and in words why not.

    Raises:
        StoreError: the store that is named is none.
        InputError: the file has mistakes.
        UsageError: the file cannot be read.
    """
    from claimstar.bench.scenario import read_scenarios
    from claimstar.bench.task import open_task
    from claimstar.query.catalogue import load_catalogue
    from claimstar.resources import layout

    if file is not None:
        scenarios = read_scenarios(file)
    elif suite.task is None:
        return None, "the suite declares no task, so it has no scenarios"
    else:
        chosen = store_dir or default_store(suite.name)
        if store_dir is None and not (chosen / "CURRENT").is_file():
            return None, "no store of the suite is built here; build it, or name a file with --scenarios"
        if not _is_built_from(suite, chosen):
            return None, f"the store {chosen} was built from other tables; build it anew"
        store, catalogue = open_current(chosen), load_catalogue(layout().queries)
        try:
            announce("cutting scenarios")
            scenarios = open_task(suite, store, catalogue).possible()
        except InputError as error:
            return None, f"the suite as it stands cuts no scenarios: {error.problems[0]}"
    return _used(scenarios), ""


def _used(scenarios: Iterable[Scenario]) -> frozenset[str]:
    return frozenset(each for scenario in scenarios for each in scenario.gold_contraindications or ())


def _is_built_from(suite: Suite, store_dir: Path) -> bool:
    """Whether the tables are those that the store was built from; what is cut from others says nothing of these."""
    for name, sha256 in read_manifest(store_dir).files.items():
        path = suite.folder / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
            return False
    return True
