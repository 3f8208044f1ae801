"""The mini suite, whole and broken in every way that a table or suite.yaml can be."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import yaml

MINI = Path(__file__).parents[1] / "cases" / "mini_suite"
ENTITIES, CLAIMS = "tables/entities.csv", "tables/assertions.csv"
SOURCES, LINKS = "tables/evidence_sources.csv", "tables/assertion_evidence.csv"
SUITE = "suite.yaml"


def copy_mini(destination: Path) -> Path:
    """A copy of the mini suite to break."""
    return Path(shutil.copytree(MINI, destination / "mini"))


def replace(suite: Path, file: str, old: bytes, new: bytes) -> None:
    """Replace the first occurrence of some bytes, which must be there."""
    data = (suite / file).read_bytes()
    assert old in data, (file, old)
    (suite / file).write_bytes(data.replace(old, new, 1))


@dataclass(frozen=True)
class Broken:
    """One way to break the suite, and what must be said: place, value and a part of the remedy."""

    name: str
    file: str
    old: bytes
    new: bytes
    place: str
    message: str
    value: str
    remedy: str
    also: int = 0
    """Further problems that the same fault brings with it."""

    def apply(self, suite: Path) -> None:
        replace(suite, self.file, self.old, self.new)


def _load() -> dict[str, tuple[Broken, ...]]:
    content = yaml.safe_load((MINI.parent / "broken_input.yaml").read_text(encoding="utf-8"))
    groups = {}
    for group, entries in content.items():
        cases = []
        for entry in entries:
            encoding = entry.pop("encoding", "utf-8")
            changed = {"old": entry["old"].encode(), "new": entry["new"].encode(encoding)}
            cases.append(Broken(**{**entry, **changed}))
        groups[group] = tuple(cases)
    return groups


_CASES = _load()
CELLS, SUITE_FILE = _CASES["tables"], _CASES["suite_file"]
