"""What an audit found, as one value, and its forms: text, JSON, Markdown and a page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimstar.errors import Problem
from claimstar.kg.audit.checks import CHECKS
from claimstar.kg.audit.finding import Finding, OutsideRow, Verdict
from claimstar.kg.audit.identifiers import Coverage
from claimstar.resources import page_templates

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
SHOWN_ROWS = 3
"""Outside rows that text and Markdown show beside a finding, and the page beside an assertion; JSON has all."""


@dataclass(frozen=True, slots=True)
class TableNote:
    """An outside table that was read.

    Attributes:
        file: its name.
        title: what it is.
        license: under what its content stands; empty where its profile does not say.
        rows: identifiers or claims that it gave.
        bearing: claims of it that bear on one of ours; None for a table of identifiers.
        distrusted: claims left out because their path contradicts itself.
        unread: predicates, with counts, between entities of ours that the predicate table does not know.
        left_out: rows that could not be read.
        faults: the first of these.
    """

    file: str
    title: str
    license: str
    rows: int
    bearing: int | None = None
    distrusted: int = 0
    unread: tuple[tuple[str, int], ...] = ()
    left_out: int = 0
    faults: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class NotRun:
    """Checks that were not run, and why."""

    checks: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class AssertionNote:
    """An assertion and how the outside tables stand to it; ``rows``: the closest match first."""

    id: str
    sentence: str
    predicate: str
    relation_class: str
    accepted: bool
    verdict: Verdict
    rows: tuple[OutsideRow, ...]

    @property
    def against(self) -> tuple[OutsideRow, ...]:
        """The rows that say the opposite."""
        return tuple(row for row in self.rows if row.relation == "disagrees")

    @property
    def agreeing(self) -> tuple[OutsideRow, ...]:
        """The rows that say the same."""
        return tuple(row for row in self.rows if row.relation == "agrees")

    @property
    def standing(self) -> str:
        """The verdict, or ``disputed`` where it is supported and some row is against it."""
        return "disputed" if self.verdict == "supported" and self.against else self.verdict


@dataclass(frozen=True, slots=True)
class Share:
    """How many assertions of a kind are supported, contradicted or unknown outside; ``n`` is their number.

    ``disputed`` counts those of the supported ones that some outside row, no closer than those that agree, contradicts.
    """

    kind: str
    n: int
    supported: int
    contradicted: int
    unknown: int
    disputed: int

    @property
    def share(self) -> float | None:
        """Supported by all, 0 to 1; None where there is no assertion."""
        return self.supported / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit of a suite found.

    Attributes:
        suite, title: its name and title.
        counts: records by class.
        tables: the outside tables read; ``skipped``: files of a named folder that are none.
        coverage: how far the identifier tables reach, by vocabulary.
        not_run: checks that were not run, and why.
        findings: all, in the order of the checks; those with a reason are excused.
        assertions: all, with what stands outside; empty where no table of claims was given.
    """

    suite: str
    title: str
    counts: Mapping[str, int]
    tables: tuple[TableNote, ...]
    skipped: tuple[str, ...]
    coverage: tuple[Coverage, ...]
    not_run: tuple[NotRun, ...]
    findings: tuple[Finding, ...]
    assertions: tuple[AssertionNote, ...]

    @property
    def open(self) -> tuple[Finding, ...]:
        """The findings that no exception excuses: these make the command end with 1."""
        return tuple(finding for finding in self.findings if not finding.reason)

    @property
    def excused(self) -> tuple[Finding, ...]:
        """The findings that the suite declares to be no faults."""
        return tuple(finding for finding in self.findings if finding.reason)

    def by_check(self) -> dict[str, tuple[int, int]]:
        """Check to its open and its excused findings, for the checks that were run."""
        left_out = {check for each in self.not_run for check in each.checks}
        opened = Counter(finding.check for finding in self.open)
        excused = Counter(finding.check for finding in self.excused)
        return {check: (opened[check], excused[check]) for check in CHECKS if check not in left_out}

    def shares(self, kind: Callable[[AssertionNote], str]) -> tuple[Share, ...]:
        """Shares of the assertions by a kind, in the order in which the kinds first occur."""
        groups: dict[str, list[AssertionNote]] = {}
        for each in self.assertions:
            groups.setdefault(kind(each), []).append(each)
        return tuple(_share(name, notes) for name, notes in groups.items())

    @property
    def total(self) -> Share:
        """The share of all assertions."""
        return _share("all", self.assertions)

    def to_json(self) -> str:
        """All of it as JSON."""
        content = {
            "suite": self.suite,
            "title": self.title,
            "counts": dict(self.counts),
            "findings": {"open": len(self.open), "excused": len(self.excused), "by_check": self.by_check()},
            "shares": {
                "all": _share_json(self.total),
                "relation_class": [_share_json(each) for each in self.shares(by_relation_class)],
                "predicate": [_share_json(each) for each in self.shares(by_predicate)],
            },
            "tables": [asdict(each) for each in self.tables],
            "skipped": self.skipped,
            "vocabularies": [asdict(each) for each in self.coverage],
            "not_run": [asdict(each) for each in self.not_run],
            "list": [asdict(each) for each in self.findings],
            "assertions": [asdict(each) for each in self.assertions],
        }
        return json.dumps(content, indent=1, ensure_ascii=False)

    def to_text(self) -> str:
        """A summary and every open finding; what is excused is counted."""
        lines = [f"{self.suite}: {self.title}", ", ".join(f"{count} {name}" for name, count in self.counts.items())]
        for table in self.tables:
            bearing = "" if table.bearing is None else f", {table.bearing} on claims of the suite"
            lines.append(f"  {table.file}: {table.rows} rows{bearing}{_left_out(table)}")
        lines += [f"  skipped, no table that is understood: {name}" for name in self.skipped]
        lines += [f"not run: {', '.join(each.checks)}: {each.why}" for each in self.not_run]
        if self.assertions:
            lines += ["", "assertions: supported / contradicted / unknown outside"]
            shares = (*self.shares(by_relation_class), self.total)
            width = max(len(each.kind) for each in shares)
            lines += [
                f"  {each.kind:<{width}} {each.supported:>5} {each.contradicted:>5} {each.unknown:>5}   of {each.n}"
                for each in shares
            ]
        for check, (opened, excused) in self.by_check().items():
            if opened:
                lines += ["", f"{check} ({CHECKS[check]}): {opened}, excused {excused}"]
                lines += [line for each in self.open if each.check == check for line in _finding_lines(each)]
        lines += ["", f"{len(self.open)} findings, {len(self.excused)} excused by the suite's exceptions"]
        return "\n".join(lines)

    def to_markdown(self) -> str:
        """A summary for the repository: counts, shares, and every exception with its reason."""
        return _environment(escape=False).get_template("audit.md.jinja").render(self._context())

    def to_html(self) -> str:
        """A page that needs nothing else, neither network nor script."""
        return _environment(escape=True).get_template("audit.html.jinja").render(self._context())

    def _context(self) -> dict[str, Any]:
        return {
            "report": self,
            "checks": CHECKS,
            "shown": SHOWN_ROWS,
            "classes": self.shares(by_relation_class),
            "predicates": self.shares(by_predicate),
            **{
                standing: tuple(note for note in self.assertions if note.standing == standing)
                for standing in ("contradicted", "disputed", "supported", "unknown")
            },
        }


def by_relation_class(note: AssertionNote) -> str:
    """The relation class of an assertion."""
    return note.relation_class


def by_predicate(note: AssertionNote) -> str:
    """The predicate of an assertion."""
    return note.predicate


def _share(kind: str, notes: tuple[AssertionNote, ...] | list[AssertionNote]) -> Share:
    verdicts = Counter(note.verdict for note in notes)
    disputed = sum(note.standing == "disputed" for note in notes)
    return Share(kind, len(notes), verdicts["supported"], verdicts["contradicted"], verdicts["unknown"], disputed)


def _share_json(share: Share) -> dict[str, object]:
    return {**asdict(share), "share": share.share}


def _left_out(table: TableNote) -> str:
    parts = []
    if table.left_out:
        parts.append(f"{table.left_out} rows left out as unreadable")
    if table.distrusted:
        parts.append(f"{table.distrusted} left out with paths that contradict themselves")
    return "".join(f"; {part}" for part in parts)


def _finding_lines(finding: Finding) -> list[str]:
    lines = [f"  {finding.thing} {finding.problem}"]
    lines += [f"      {row.relation} ({row.match}): {row}" for row in finding.outside[:SHOWN_ROWS]]
    if len(finding.outside) > SHOWN_ROWS:
        lines.append(f"      and {len(finding.outside) - SHOWN_ROWS} more rows")
    return lines


def percent(value: float | None) -> str:
    """A share in percent, NA where there is none.

    >>> percent(0.256)
    '26 %'
    """
    return "NA" if value is None else f"{100 * value:.0f} %"


def words(name: str) -> str:
    """A name of the schema in words."""
    return name.replace("_", " ")


def table_cell(text: object) -> str:
    """A text inside a cell of a Markdown table."""
    return " ".join(str(text).replace("|", "\\|").split())


@cache
def _environment(escape: bool) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([TEMPLATES, page_templates()]),
        autoescape=escape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(percent=percent, words=words, cell=table_cell)
    return environment
