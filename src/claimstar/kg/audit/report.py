"""What an audit found, as one value; its forms are in :mod:`claimstar.kg.audit.forms`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from claimstar.errors import Problem
from claimstar.kg.audit.checks import CHECKS
from claimstar.kg.audit.finding import Finding, OutsideRow, Verdict
from claimstar.kg.audit.identifiers import Coverage
from claimstar.kg.audit.subject import Place


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
    """An assertion of ours, where it stands, and how the outside tables stand to it; the closest row first."""

    id: str
    place: Place
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
