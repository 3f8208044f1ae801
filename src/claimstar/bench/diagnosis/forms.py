"""A diagnosis as text, Markdown or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from claimstar.bench.diagnosis.diagnose import Count, Diagnosis
from claimstar.bench.diagnosis.kinds import FIELDS, GIVEN, MISSED, Kind
from claimstar.markdown import cell
from claimstar.plain import plain

Row = tuple[str, ...]


def to_json(diagnosis: Diagnosis) -> str:
    """The diagnosis as JSON text, with what each kind means."""
    values = asdict(diagnosis)
    for side, kinds in (("missed", MISSED), ("given", GIVEN)):
        for count in values[side]:
            count["kind"], kind = count["kind"] or "found", kinds.get(count["kind"])
            count["group"] = kind.group if kind else "found"
    values["unscored"] = [{"cause": cause, "condition": name, "n": n} for cause, name, n in diagnosis.unscored]
    values["kinds"] = {
        side: {kind.name: {"group": kind.group, "meaning": kind.meaning} for kind in kinds.values()}
        for side, kinds in (("missed", MISSED), ("given", GIVEN))
    }
    return json.dumps(values, indent=1, ensure_ascii=False)


def _table(counts: Sequence[Count], kinds: dict[str, Kind], conditions: Sequence[str], all_name: str) -> Iterator[Row]:
    """A row for each field and kind that occurs, a column for each condition: count of n."""
    cells = {(one.field, one.kind, one.condition): one for one in counts}
    yield ("field", "kind", "group", *conditions)
    for field in FIELDS:
        sums = {one.condition: one.n for one in counts if one.field == field}
        if not sums:
            continue
        yield (field, all_name, "", *(str(sums.get(condition, 0)) for condition in conditions))
        for kind in kinds.values():
            row = [cells.get((field, kind.name, condition)) for condition in conditions]
            if any(row):
                yield ("", kind.name, kind.group, *(str(one.count) if one else "0" for one in row))


def _sections(diagnosis: Diagnosis) -> Iterator[tuple[str, list[Row]]]:
    conditions = list(diagnosis.answers)
    yield "Scored answers", [("", *conditions), ("answers", *(str(n) for n in diagnosis.answers.values()))]
    if diagnosis.unscored:
        causes = [(cause, name, str(n)) for cause, name, n in diagnosis.unscored]
        yield "Unscored answers, in no other count", [("cause", "condition", "answers"), *causes]
    if diagnosis.notes:
        notes = [(one.kind, one.condition, str(one.n), str(one.answers)) for one in diagnosis.notes]
        yield (
            "Notes on ids, which are counted below as they were read",
            [("note", "condition", "ids", "answers"), *notes],
        )
    yield "Gold that answers missed", list(_table(diagnosis.missed, MISSED, conditions, "gold items (n)"))
    yield "Ids that answers gave", list(_table(diagnosis.given, GIVEN, conditions, "ids (n)"))
    used = {(side, one.kind) for side in ("missed", "given") for one in getattr(diagnosis, side)}
    meanings = [
        (side, kind.name, kind.meaning)
        for side, kinds in (("missed", MISSED), ("given", GIVEN))
        for kind in kinds.values()
        if (side, kind.name) in used
    ]
    yield "What the kinds mean", [("side", "kind", "meaning"), *meanings]
    if diagnosis.examples:
        rows: list[Row] = [("scenario", "condition", "side", "field", "kind", "id", "statement", "answer")]
        rows += [
            (e.scenario, e.condition, e.side, e.field, e.kind, e.id, e.statement, e.excerpt) for e in diagnosis.examples
        ]
        yield "Examples", rows


def _title(diagnosis: Diagnosis) -> str:
    return f"Diagnosis of {diagnosis.run} ({diagnosis.model})"


def _note(diagnosis: Diagnosis) -> str:
    if diagnosis.whole_graph:
        return "Ids were looked up in the run and in the whole graph."
    return "Ids were looked up in the run alone: one that only the graph has counts as invented (give --store)."


def to_markdown(diagnosis: Diagnosis) -> str:
    """The diagnosis as Markdown."""
    lines = [f"# {_title(diagnosis)}", "", _note(diagnosis)]
    for title, rows in _sections(diagnosis):
        lines += ["", f"## {title}", ""]
        for number, row in enumerate(rows):
            lines.append("| " + " | ".join(cell(text) for text in row) + " |")
            if number == 0:
                lines.append("|" + "---|" * len(row))
    return "\n".join(lines)


def to_text(diagnosis: Diagnosis) -> str:
    """The diagnosis as lines for a terminal."""
    lines = [_title(diagnosis), _note(diagnosis)]
    for title, rows in _sections(diagnosis):
        lines += ["", title]
        if title == "Examples":
            for scenario, condition, side, field, kind, identifier, statement, answer in rows[1:]:
                lines.append(f"  {scenario} {condition} {side} {field} {kind}: {identifier} {statement}".rstrip())
                lines.append(f"    {answer}")
            continue
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        lines += ["  " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return plain("\n".join(lines))


FORMS = {"text": to_text, "json": to_json, "markdown": to_markdown}
"""Form to its writer."""
