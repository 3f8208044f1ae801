"""The forms of an audit report: text, JSON, Markdown and a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from claimstar.kg.audit.checks import CHECKS, CORROBORATION
from claimstar.kg.audit.finding import Finding, OutsideRow
from claimstar.kg.audit.report import AssertionNote, AuditReport, Share, TableNote, by_predicate, by_relation_class
from claimstar.markdown import cell
from claimstar.resources import page_templates

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
SHOWN_ROWS = 3
"""Outside rows that text, Markdown and the page show beside a finding or an assertion; JSON has all."""
STANDINGS = ("contradicted", "disputed", "supported", "unknown")


def to_json(report: AuditReport) -> str:
    """All of it as JSON."""
    content = {
        "suite": report.suite,
        "title": report.title,
        "counts": dict(report.counts),
        "findings": {
            "open": len(report.open),
            "excused": len(report.excused),
            "by_check": {
                check: {"open": opened, "excused": excused} for check, (opened, excused) in report.by_check().items()
            },
            "list": [asdict(each) for each in report.findings],
        },
        "shares": {
            "all": _share_json(report.total),
            "relation_class": [_share_json(each) for each in report.shares(by_relation_class)],
            "predicate": [_share_json(each) for each in report.shares(by_predicate)],
        },
        "assertions": [{**asdict(each), "standing": each.standing} for each in report.assertions],
        "tables": [asdict(each) for each in report.tables],
        "skipped": report.skipped,
        "vocabularies": [asdict(each) for each in report.coverage],
        "not_run": [asdict(each) for each in report.not_run],
    }
    return json.dumps(content, indent=1, ensure_ascii=False)


def _share_json(share: Share) -> dict[str, object]:
    return {**asdict(share), "share": share.share}


def to_text(report: AuditReport) -> str:
    """A summary and every open finding with its rows; what is excused is counted."""
    lines = [f"{report.suite}: {report.title}", ", ".join(f"{count} {name}" for name, count in report.counts.items())]
    lines += [_table_line(table) for table in report.tables]
    lines += [f"  skipped, no table that is understood: {name}" for name in report.skipped]
    lines += [f"not run: {', '.join(each.checks)}: {each.why}" for each in report.not_run]
    if report.assertions:
        lines += _share_lines("class of claim", (*report.shares(by_relation_class), report.total))
        lines += _share_lines("predicate", report.shares(by_predicate))
        for standing in STANDINGS[:2]:
            for note in _standing(report, standing):
                lines += ["", f"{standing}: {note.id} ({note.place.file}:{note.place.row}) {note.sentence}"]
                lines += _row_lines(note.against + note.agreeing, told=True)
        lines += ["", f"{report.total.unknown} assertions are unknown outside; JSON and the page list them"]
    for check, (opened, excused) in report.by_check().items():
        if opened:
            lines += ["", f"{check} ({CHECKS[check]}): {opened}, excused {excused}"]
            lines += [line for each in report.open if each.check == check for line in _finding_lines(each)]
    lines += ["", f"{len(report.open)} findings, {len(report.excused)} excused by the suite's exceptions"]
    return "\n".join(lines)


def _table_line(table: TableNote) -> str:
    parts = [f"  {table.file}: {table.rows} rows"]
    if table.bearing is not None:
        parts.append(f", {table.bearing} on claims of the suite")
    if table.left_out:
        parts.append(f"; {table.left_out} rows left out as unreadable, such as {table.faults[0]}")
    if table.distrusted:
        parts.append(f"; {table.distrusted} left out with paths that contradict themselves")
    return "".join(parts)


_SHARE_COLUMNS = ("supported", "share", "disputed", "contradicted", "unknown", "of")


def _share_lines(kind: str, shares: Sequence[Share]) -> Iterator[str]:
    width = max(len(each) for each in (kind, *(words(share.kind) for share in shares)))
    yield ""
    yield f"  {kind:<{width}} " + " ".join(f"{name:>12}" for name in _SHARE_COLUMNS)
    for each in shares:
        cells = (each.supported, percent(each.share), each.disputed, each.contradicted, each.unknown, each.n)
        yield f"  {words(each.kind):<{width}} " + " ".join(f"{cell:>12}" for cell in cells)


def _finding_lines(finding: Finding) -> Iterator[str]:
    yield f"  {finding.thing} {finding.problem}"
    yield from _row_lines(finding.outside, told=finding.check in CORROBORATION)


def _row_lines(rows: Sequence[OutsideRow], *, told: bool) -> Iterator[str]:
    """Outside rows; where ``told``, with how they stand to the claim."""
    for row in rows[:SHOWN_ROWS]:
        yield f"      {f'{row.relation} ({row.match})' if told else 'outside'}: {row}"
    if len(rows) > SHOWN_ROWS:
        yield f"      and {len(rows) - SHOWN_ROWS} more rows"


def to_markdown(report: AuditReport) -> str:
    """A summary for the repository: counts, shares, and every exception with its reason."""
    return _environment(escape=False).get_template("audit.md.jinja").render(_context(report))


def to_html(report: AuditReport) -> str:
    """A page that needs nothing else, neither network nor script."""
    return _environment(escape=True).get_template("audit.html.jinja").render(_context(report))


FORMS: Mapping[str, Callable[[AuditReport], str]] = MappingProxyType(
    {"text": to_text, "json": to_json, "html": to_html, "markdown": to_markdown}
)
"""The forms by name."""


def _standing(report: AuditReport, standing: str) -> tuple[AssertionNote, ...]:
    return tuple(note for note in report.assertions if note.standing == standing)


def _context(report: AuditReport) -> dict[str, Any]:
    return {
        "report": report,
        "checks": CHECKS,
        "corroboration": CORROBORATION,
        "shown": SHOWN_ROWS,
        "shares": {"class of claim": report.shares(by_relation_class), "predicate": report.shares(by_predicate)},
        "standings": {standing: _standing(report, standing) for standing in STANDINGS},
    }


def percent(value: float | None) -> str:
    """A share in percent, NA where there is none.

    >>> percent(0.256)
    '26 %'
    """
    return "NA" if value is None else f"{100 * value:.0f} %"


def words(name: str) -> str:
    """A name of the schema in words."""
    return name.replace("_", " ")


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
    environment.filters.update(percent=percent, words=words, cell=cell)
    return environment
