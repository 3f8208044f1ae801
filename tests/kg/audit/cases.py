"""The mini suite to audit, and outside tables to audit it against."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from ingest.broken import CLAIMS, ENTITIES, LINKS, SOURCES, SUITE, copy_mini, replace

from claimstar.ingest.suite import load_suite
from claimstar.kg.audit.audit import audit
from claimstar.kg.audit.report import AuditReport

__all__ = ["CLAIMS", "ENTITIES", "LINKS", "SOURCES", "SUITE", "copy_mini", "replace"]

OUTSIDE = Path(__file__).parents[2] / "cases" / "outside"
NAMES, GENES, DRUGBANK = OUTSIDE / "names.tsv", OUTSIDE / "genes.tsv", OUTSIDE / "drugbank.tsv"
RETRACTED, EDGES = OUTSIDE / "retracted.txt", OUTSIDE / "edges.csv"
IDENTIFIERS = (NAMES, GENES, DRUGBANK)
THIS_YEAR = 2026


def audited(
    suite: Path, against: Sequence[Path] = IDENTIFIERS, used_contraindications: Collection[str] | None = None
) -> AuditReport:
    """The audit of a suite's folder."""
    return audit(load_suite(suite), against, used_contraindications, this_year=THIS_YEAR)


def found(report: AuditReport, check: str) -> list[str]:
    """The things that a check names, excused ones included."""
    return [each.thing for each in report.findings if each.check == check]


def write_exceptions(suite: Path, *rows: str) -> None:
    """Give a suite a table of exceptions."""
    (suite / "tables" / "audit_exceptions.csv").write_text(
        "check,thing,value,reason\n" + "".join(f"{r}\n" for r in rows)
    )
    with (suite / SUITE).open("a", encoding="utf-8") as file:
        file.write("audit: {exceptions: tables/audit_exceptions.csv}\n")


def write_edges(folder: Path, *edges: tuple[str, ...], name: str = "edges.tsv") -> Path:
    """A table of edges: subject, predicate, object, and where given the direction and the negation."""
    header = ("subject", "predicate", "object", "object_direction_qualifier", "negated")
    lines = ["\t".join((*edge, *[""] * (len(header) - len(edge)))) for edge in (header, *edges)]
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
