"""A comparison as JSON: everything, whatever a text shows of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from claimstar.bench.comparison.axes import axes_of, main_metrics
from claimstar.bench.comparison.compare import Comparison, Contrast, Coverage, SideSummary, WithinRuns
from claimstar.bench.comparison.standing import ALPHA, MEANINGS, standing
from claimstar.bench.results import versions
from claimstar.bench.run_manifest import COMPARABLE, RunManifest
from claimstar.bench.scorers import Scorer


def to_json(found: Comparison | WithinRuns) -> str:
    """The comparison as JSON text; the same runs give the same text."""
    values = _comparison(found) if isinstance(found, Comparison) else _within(found)
    return json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False)


def _comparison(found: Comparison) -> dict[str, Any]:
    return {
        "kind": "sides",
        **_common(found.sides[0].side.runs[0].manifest, found.scorers, found.conditions),
        "metrics_left_out": list(found.left_out),
        "sides": [_side(one) for one in found.sides],
        "contrasts": [_contrast(one) for one in found.contrasts],
    }


def _within(found: WithinRuns) -> dict[str, Any]:
    first = found.runs[0]
    return {
        "kind": "within",
        **_common(first.coverage.run.manifest, first.scorers, found.conditions),
        "runs": [{**_run(one.coverage), "contrast": _contrast(one.contrast)} for one in found.runs],
    }


def _common(manifest: RunManifest, scorers: Sequence[Scorer], conditions: Mapping[str, str]) -> dict[str, Any]:
    values = json.loads(manifest.to_json())
    main, axis = main_metrics(scorers), {s.name: axis.name for axis in axes_of(scorers) for s in axis.scorers}
    kept = ("name", "title", "direction", "kind", "definition")
    return {
        "asked": {key: values[key] for key in COMPARABLE},
        "versions": versions(),
        "alpha": ALPHA,
        "standings": dict(MEANINGS),
        "conditions": [{"name": name, "title": title} for name, title in conditions.items()],
        "metrics": [
            {key: getattr(scorer, key) for key in kept} | {"axis": axis[scorer.name], "main": scorer.name in main}
            for scorer in scorers
        ],
    }


def _run(found: Coverage) -> dict[str, Any]:
    manifest = found.run.manifest
    return {
        "run": manifest.run,
        "folder": str(found.run.folder),
        "model": manifest.model,
        "settings": dict(manifest.settings),
        "seed": manifest.seed,
        "limit": manifest.limit,
        "planned": found.planned,
        "scored": found.scored,
        "unscored": [{"cause": cause, "condition": condition, "n": n} for cause, condition, n in found.unscored],
    }


def _side(one: SideSummary) -> dict[str, Any]:
    side = one.side
    return {
        "key": side.key,
        "label": side.label,
        "model": side.model,
        "settings": dict(side.settings),
        "repeats": len(side.runs),
        "copies": side.copies,
        "runs": [_run(coverage) for coverage in one.coverage],
        "panel": [{"condition": cell.condition, "metric": cell.metric, **asdict(cell.estimate)} for cell in one.panel],
    }


def _contrast(contrast: Contrast) -> dict[str, Any]:
    where = {} if contrast.condition is None else {"condition": contrast.condition}
    return {
        "a": contrast.a,
        "b": contrast.b,
        **where,
        "family": {"metrics": len(contrast.deltas), "tests": contrast.tests},
        "deltas": [
            {**delta.to_dict(), "standing": (stand := standing(delta)).kind, "better": stand.side}
            for delta in contrast.deltas
        ],
        "outcomes": asdict(contrast.outcomes),
        "flips": [asdict(flip) for flip in contrast.flips],
    }
