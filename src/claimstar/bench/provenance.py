"""A run as provenance: run, generations and scores as records in a graph of their own, beside the claims they used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel

from claimstar.bench.results import Results
from claimstar.model.records import Run, Score


def records(results: Results) -> Iterator[BaseModel]:
    """The run, its scenarios, its generations, and a score for each metric of each scored generation."""
    manifest = results.record.manifest
    sessions = manifest.sessions
    ended = [session.ended_at for session in sessions if session.ended_at]
    yield Run(
        id=manifest.run,
        suite=manifest.suite,
        language_model=manifest.model,
        conditions=[note.name for note in manifest.conditions],
        seed=manifest.seed,
        graph_hash=manifest.graph_hash,
        schema_version=manifest.schema_version,
        software_version=results.versions.get("claimstar"),
        settings=json.dumps(manifest.settings, sort_keys=True),
        started_at=datetime.fromisoformat(sessions[0].started_at) if sessions else None,
        ended_at=datetime.fromisoformat(ended[-1]) if ended else None,
    )
    yield from results.record.scenarios.values()
    yield from results.record.generations.values()
    for one in results.scored:
        generation = results.record.generations.get((one.scenario, one.condition))
        if generation is None:
            continue
        for metric, score in one.scores.items():
            yield Score(
                id=f"{generation.id}.{metric}",
                generation=generation.id,
                metric=metric,
                value=score.value,
                score_reason=score.reason,
            )


def store_run(store_dir: Path, results: Results) -> int:
    """Write a run into the store's graph of that run, replacing what the graph held; gives the number of quads.

    Raises:
        StoreError: the store is not there, is being written, or cannot be written.
    """
    from claimstar.model.mapping import load_mapping
    from claimstar.rdf.encode import encode
    from claimstar.rdf.terms import run_graph
    from claimstar.store.snapshot import add_graph

    mapping, graph = load_mapping(), run_graph(results.record.manifest.run)
    quads = [quad for record in records(results) for quad in encode(record, mapping, graph)]
    add_graph(store_dir, quads, replace=graph)
    return len(quads)
