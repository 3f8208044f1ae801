"""The whole audit of a suite: identifiers, evidence, corroboration and structure, against the outside tables given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from claimstar.errors import Problem
from claimstar.ingest.suite import Suite
from claimstar.kg.audit import checks
from claimstar.kg.audit.against import Against, sort_files
from claimstar.kg.audit.corroboration import Corroborated, corroborate
from claimstar.kg.audit.evidence import check_evidence
from claimstar.kg.audit.exceptions import Exempt, excuse, read_exceptions
from claimstar.kg.audit.finding import Corroboration, Finding, OutsideRow
from claimstar.kg.audit.identifiers import XREF_DISAGREES, XREF_UNKNOWN, check_identifiers, coverage
from claimstar.kg.audit.names import Identifiers
from claimstar.kg.audit.names_profile import load_profiles as load_name_profiles
from claimstar.kg.audit.names_table import read_identifiers
from claimstar.kg.audit.outside import OutsideClaim, read_outside
from claimstar.kg.audit.outside_profile import load_profiles as load_claim_profiles
from claimstar.kg.audit.predicate_table import load_predicates
from claimstar.kg.audit.report import AssertionNote, AuditReport, NotRun, TableNote
from claimstar.kg.audit.structure import audit_store, check_structure
from claimstar.kg.audit.subject import Audited, read_subject
from claimstar.resources import layout

Announce = Callable[[str], None]

_FAULTS = 3
"""Unreadable rows of a table that are kept as examples."""
_NEED_NAMES = (
    "identifier_unknown",
    "identifier_obsolete",
    "label_differs",
    "label_own",
    "xref_unknown",
    "xref_disagrees",
)


@dataclass
class _Faults:
    """The rows of outside tables that could not be read: how many, and the first of each table."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    first: dict[str, list[Problem]] = field(default_factory=lambda: defaultdict(list))

    def report(self, problem: Problem) -> None:
        self.counts[problem.file] += 1
        if len(self.first[problem.file]) < _FAULTS:
            self.first[problem.file].append(problem)


def _outside_claims(against: Against, faults: _Faults, announce: Announce) -> Iterator[OutsideClaim]:
    for path, profile in against.claims:
        announce(f"reading {path.name}")
        yield from read_outside(path, profile, faults.report)


def _contradictions(audited: Audited, found: Sequence[Corroboration]) -> Iterator[Finding]:
    """One finding for each assertion and outside table that is against it, so that an exception names the table."""
    for each in found:
        check = checks.DISPUTED if each.verdict == "supported" else checks.CONTRADICTED
        claim = audited.claims[each.assertion]
        tables: dict[str, list[OutsideRow]] = {}
        for row in each.rows:
            if row.relation == "disagrees":
                tables.setdefault(row.table, []).append(row)
        for table, rows in tables.items():
            message = f"{len(rows)} row{'s' * (len(rows) > 1)} outside against: {audited.sentence(claim)}"
            remedy = "mend the claim, or declare an exception that says why the outside row does not count"
            problem = claim.place.problem(message, table, None, remedy)
            yield Finding(check, each.assertion, problem, tuple(rows))


def _notes(audited: Audited, found: Sequence[Corroboration]) -> tuple[AssertionNote, ...]:
    return tuple(
        AssertionNote(
            id=each.assertion,
            place=audited.claims[each.assertion].place,
            sentence=audited.sentence(audited.claims[each.assertion]),
            predicate=each.predicate,
            relation_class=audited.claims[each.assertion].relation_class,
            accepted=audited.claims[each.assertion].accepted,
            verdict=each.verdict,
            rows=each.rows,
        )
        for each in found
    )


def _table_notes(
    against: Against, identifiers: Identifiers, corroborated: Corroborated | None, faults: _Faults
) -> Iterator[TableNote]:
    for table in identifiers.tables:
        yield TableNote(table.file, table.title, "", table.rows, left_out=table.left_out, faults=table.faults)
    counts = {each.table: each for each in corroborated.tables} if corroborated else {}
    for path, profile in against.claims:
        count = counts.get(path.name)
        yield TableNote(
            file=path.name,
            title=profile.title,
            license=profile.license,
            rows=count.claims if count else 0,
            bearing=count.bearing if count else 0,
            distrusted=count.distrusted if count else 0,
            unread=count.unread if count else (),
            left_out=faults.counts.get(path.name, 0),
            faults=tuple(faults.first.get(path.name, ())),
        )


def _not_run(
    identifiers: Identifiers, against: Against, used: Collection[str] | None, why_not: str
) -> Iterator[NotRun]:
    if not any(table for table in identifiers.tables if table.lists):
        yield NotRun(_NEED_NAMES, "no table that lists identifiers was given")
    if not identifiers.retracted:
        yield NotRun(("retracted",), "no list of retracted publications was given")
    if not against.claims:
        yield NotRun(tuple(checks.CORROBORATION), "no table of outside claims was given")
    if used is None:
        yield NotRun(("contraindication_unused",), why_not)


def _coverage_of_exceptions(
    audited: Audited, identifiers: Identifiers, against: Against, not_run: Sequence[NotRun]
) -> Callable[[Exempt], bool]:
    """Whether an exception could have matched: with fewer outside tables than it was written for it may not."""
    left_out = {check for each in not_run for check in each.checks}
    tables = {path.name for path, _ in against.claims}
    things = {*audited.entities, *audited.claims, *audited.sources}

    def could_match(each: Exempt) -> bool:
        if each.thing not in things:
            return True
        if each.check in left_out:
            return False
        if each.check in checks.CORROBORATION:
            return each.value in tables
        if each.check in checks.IDENTIFIERS:
            is_xref = each.check in (XREF_UNKNOWN, XREF_DISAGREES)
            return bool(identifiers.listing(each.value if is_xref and each.value else each.thing))
        return True

    return could_match


def audit(
    suite: Suite,
    against: Sequence[Path],
    used_contraindications: Collection[str] | None = None,
    *,
    this_year: int,
    why_not_used: str = "the scenarios of the suite are not known",
    announce: Announce = lambda _: None,
) -> AuditReport:
    """Audit a suite.

    Args:
        against: outside tables, or folders of them; see ``ontology/outside`` for those that are understood.
        used_contraindications: ids of the assertions that scenarios use to rule options out; None where unknown.
        this_year: the year that no publication can be later than.
        why_not_used: said of the check of contraindications where they are unknown.
        announce: called with each step in words.

    Raises:
        InputError: the suite, its exceptions or an outside table cannot be read.
        UsageError: a path is no outside table that is understood.
    """
    announce("reading the suite")
    audited = read_subject(suite)
    exceptions = read_exceptions(suite)
    ontology = layout().ontology
    names, profiles = load_name_profiles(ontology), load_claim_profiles(ontology)
    predicates = load_predicates(ontology, audited.schema, {each.source for each in profiles})
    files = sort_files(against, names, profiles)
    identifiers = read_identifiers(files.names, names, announce)

    announce("checking identifiers and evidence")
    findings = [*check_identifiers(audited, identifiers)]
    findings += check_evidence(audited, identifiers.retracted, this_year)
    faults, corroborated = _Faults(), None
    if files.claims:
        outside = _outside_claims(files, faults, announce)
        corroborated = corroborate(audited, outside, predicates, identifiers.equivalents, identifiers.ancestors)
        findings += _contradictions(audited, corroborated.assertions)
    announce("checking the structure")
    findings += check_structure(audited, audit_store(audited), layout().queries, used_contraindications)
    not_run = tuple(_not_run(identifiers, files, used_contraindications, why_not_used))
    order = {check: place for place, check in enumerate(checks.CHECKS)}
    told = excuse(
        sorted(findings, key=lambda each: order[each.check]),
        exceptions,
        _coverage_of_exceptions(audited, identifiers, files, not_run),
    )
    return AuditReport(
        suite=suite.name,
        title=suite.title,
        counts=audited.checked.counts(),
        tables=tuple(_table_notes(files, identifiers, corroborated, faults)),
        skipped=tuple(path.name for path in files.skipped),
        coverage=coverage(audited, identifiers),
        not_run=not_run,
        findings=told,
        assertions=_notes(audited, corroborated.assertions) if corroborated else (),
    )
