"""Drift: generated files that are not what the schema yields now."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice
from typing import Literal

from claimstar.resources import Layout
from claimstar.schema.build import DOCS, generate, is_checkout, stale_pages, target

DIFF_LINES = 12


@dataclass(frozen=True, slots=True)
class Drift:
    """One file that differs from what the schema yields.

    Attributes:
        file: path relative to the top of the project.
        kind: ``differs``, ``missing``, or ``extra`` (generated once, no longer yielded).
        diff: the start of a unified diff from the file to what it should be; empty unless it differs.
    """

    file: str
    kind: Literal["differs", "missing", "extra"]
    diff: str = ""


def check(layout: Layout) -> list[Drift]:
    """Generate everything afresh and compare bytes.

    A project that keeps no ``docs/schema`` folder is not asked for its pages; a checkout always is.

    Raises:
        InputError: the schema has mistakes.
    """
    made = generate(layout)
    documented = is_checkout(layout) or (layout.root / DOCS).is_dir()
    found: list[Drift] = []
    for name, text in made.items():
        if name.startswith(DOCS) and not documented:
            continue
        path = target(layout, name)
        if not path.is_file():
            found.append(Drift(name, "missing"))
            continue
        there = path.read_bytes()
        if there != text.encode("utf-8"):
            now = there.decode("utf-8", "replace").splitlines()
            lines = unified_diff(now, text.splitlines(), f"{name} as it is", f"{name} from the schema", "", "", 0, "")
            shown = list(islice(lines, DIFF_LINES)) or ["(only line ends differ)"]
            found.append(Drift(name, "differs", "\n".join(line[:160] for line in shown)))
    found += [Drift(f"{DOCS}/{path.name}", "extra") for path in stale_pages(layout, made)]
    return found
