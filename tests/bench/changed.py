"""Runs whose folders are changed by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from claimstar.bench.run_folder import RunFolder

Change = Mapping[str, Any] | str | None
"""Other fields of an answer, another text, or None for no line at all."""


def changed_run(folder: Path, into: Path, changes: Mapping[tuple[str, str], Change]) -> Path:
    """Copy the run of ``folder``, with other answers to the prompts (scenario, condition) that are named."""
    into.mkdir()
    for file in folder.iterdir():
        if file.is_file():
            (into / file.name).write_bytes(file.read_bytes())
    log, kept = into / "generations.jsonl", []
    for line in map(json.loads, log.read_text(encoding="utf-8").splitlines()):
        change = changes.get((line["scenario"], line["condition"]), {})
        if change is None:
            continue
        old = line["raw_text"]
        line["raw_text"] = change if isinstance(change, str) else json.dumps({**json.loads(old), **change})
        kept.append(json.dumps(line) + "\n")
    log.write_text("".join(kept), encoding="utf-8")
    return into


def accept_changes(path: Path) -> None:
    """Let the manifest of a run name its files as they are now, or scoring refuses what was changed in them."""
    folder = RunFolder(path)
    folder.write_manifest(replace(folder.manifest(), files=folder.hashes()))
