"""A larger suite made of the mini suite, and how fast it is read and encoded: ``python tests/kg/scale.py [COPIES]``."""

from __future__ import annotations

import csv
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from ingest.broken import CLAIMS, ENTITIES, LINKS, copy_mini

IDS = {ENTITIES: ("id", "member_of"), CLAIMS: ("id", "subject", "object", "population"), LINKS: ("assertion",)}
"""The columns whose ids get the number of the copy; the sources stay the same."""


def multiply(suite: Path, copies: int) -> int:
    """Repeat entities, claims and evidence links under new ids. Returns the number of claims."""
    counts = {}
    for file, columns in IDS.items():
        with (suite / file).open(encoding="utf-8", newline="") as source:
            rows = list(csv.DictReader(source))
        with (suite / file).open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            for copy in range(copies):
                for row in rows:
                    writer.writerow({**row, **{name: f"{row[name]}_{copy}" for name in columns if row[name]}})
        counts[file] = copies * len(rows)
    return counts[CLAIMS]


def measure(copies: int) -> None:
    """Print rows a second of reading with checking, and of encoding with hashing."""
    from claimstar.ingest.suite import load_suite
    from claimstar.ingest.tables import read_tables
    from claimstar.kg.encoding import Build, dataset_quads, split_graph
    from claimstar.model.mapping import load_mapping
    from claimstar.rdf.canonical import graph_hash
    from claimstar.rdf.terms import dataset_graph

    with tempfile.TemporaryDirectory() as scratch:
        folder = copy_mini(Path(scratch))
        claims = multiply(folder, copies)
        suite = load_suite(folder)
        start = time.perf_counter()
        checked = read_tables(suite)
        read = time.perf_counter() - start
        start = time.perf_counter()
        build = Build(suite, checked, load_mapping(), datetime.now(UTC))
        inside, _ = split_graph(dataset_quads(build), dataset_graph(suite.name))
        encoded = time.perf_counter() - start
        start = time.perf_counter()
        graph_hash(inside)
        hashed = time.perf_counter() - start
    rows = len(checked.records)
    print(f"{claims} assertions, {rows} rows, {len(inside)} quads")
    print(f"reading and checking {read:.2f} s, {rows / read:.0f} rows/s")
    print(f"encoding {encoded:.2f} s, {rows / encoded:.0f} rows/s; hashing {hashed:.2f} s")


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 900)
