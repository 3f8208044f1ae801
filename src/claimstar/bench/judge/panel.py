"""What a judge's verdicts come to: criterion × condition with n and interval, and what has no score, by cause."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from claimstar.bench.judge.conduct import docket
from claimstar.bench.judge.folder import JudgeManifest, VerdictFolder
from claimstar.bench.judge.rubric import Rubric
from claimstar.bench.judge.verdict import Verdict, nothing, read_verdict
from claimstar.bench.run_folder import RunFolder
from claimstar.bench.score import RunRecord
from claimstar.bench.statistics import Estimate, estimate
from claimstar.errors import LookupFailure

Pair = tuple[str, str]


@dataclass(frozen=True)
class JudgeCell:
    """A mean score of 1 to 5 over the answers that have one, by criterion and condition."""

    criterion: str
    condition: str
    estimate: Estimate


@dataclass(frozen=True)
class JudgePanel:
    """The verdicts of one judge on one run.

    Attributes:
        manifest: who judged by what.
        conditions: of the run, in order.
        verdicts: of every planned answer.
        cells: criterion × condition.
        causes: criterion, cause, condition and number of what has no score.
        notes: note, condition and number of replies.
    """

    manifest: JudgeManifest
    conditions: tuple[str, ...]
    verdicts: dict[Pair, Verdict]
    cells: tuple[JudgeCell, ...]
    causes: tuple[tuple[str, str, str, int], ...]
    notes: tuple[tuple[str, str, int], ...]

    def to_json(self) -> str:
        """The panel and what it was made of."""
        values = {
            "judge": asdict(self.manifest),
            "panel": [
                {"criterion": one.criterion, "condition": one.condition, **asdict(one.estimate)} for one in self.cells
            ],
            "unscored": [
                {"criterion": name, "cause": cause, "condition": condition, "n": n}
                for name, cause, condition, n in self.causes
            ],
            "notes": [{"note": note, "condition": condition, "n": n} for note, condition, n in self.notes],
            "verdicts": [
                {"scenario": scenario, "condition": condition, **asdict(verdict)}
                for (scenario, condition), verdict in self.verdicts.items()
            ],
        }
        return json.dumps(values, ensure_ascii=False, indent=1, allow_nan=False)

    def to_text(self) -> str:
        """The table, then what has no score, by criterion and cause."""
        return "\n".join(self._text())

    def _text(self) -> Iterator[str]:
        manifest = self.manifest
        yield f"{manifest.judge} on {manifest.run}: {manifest.rubric}"
        if manifest.self_judging:
            yield f"SELF-JUDGED: {manifest.self_judging}"
        yield "mean of 1 to 5 [95 % interval] (n)"
        rows = [["criterion", *self.conditions]]
        rows += [
            [name, *(_cell(one.estimate) for one in self.cells if one.criterion == name)] for name in manifest.criteria
        ]
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        for row in rows:
            yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        if self.causes:
            all_of = len(self.verdicts) * len(manifest.criteria)
            yield f"unscored {sum(n for *_, n in self.causes)} of {all_of} verdicts:"
            for name, cause, condition, n in self.causes:
                yield f"  {name}: {cause} ({condition}) {n}"
        for note, condition, n in self.notes:
            yield f"note: {note} ({condition}) {n}"


def _cell(one: Estimate) -> str:
    mean = "NA" if one.mean is None else f"{one.mean:.2f}"
    bounds = "" if one.low is None or one.high is None else f" [{one.low:.2f}, {one.high:.2f}]"
    return f"{mean}{bounds} ({one.n})"


def _cause(reason: str) -> str:
    """A cause for counting; of an answer that cannot be judged, with the run's own cause."""
    first, _, rest = reason.partition(":")
    return f"{first}: {rest.split(':')[0].strip()}" if first == "no answer to judge" and rest else first


def make_panel(record: RunRecord, rubric: Rubric, judge: str) -> JudgePanel:
    """Read the verdicts of a judge and gather them.

    Raises:
        LookupFailure: this judge has no verdicts here.
        InputError: they cannot be read.
    """
    files = VerdictFolder(RunFolder(record.folder), judge)
    manifest = files.find_manifest()
    if manifest is None:
        raise LookupFailure(f"{judge} has not judged {record.folder}", remedy="claimstar bench judge")
    lines, _ = files.verdicts()
    listed = docket(record, rubric)
    verdicts: dict[Pair, Verdict] = {}
    for pair in record.prompts:
        line = lines.get(pair)
        if pair in listed.without:
            verdicts[pair] = nothing(rubric, listed.without[pair])
        elif line is None:
            verdicts[pair] = nothing(rubric, "not judged yet")
        else:
            verdicts[pair] = read_verdict(rubric, line.raw_text, line.error, line.error_kind, line.finish_reason)
    conditions = tuple(note.name for note in record.manifest.conditions)
    by_condition = {name: [one for pair, one in verdicts.items() if pair[1] == name] for name in conditions}
    cells = [
        JudgeCell(name, condition, estimate([float(v.scores[name]) for v in some if name in v.scores], "mean"))
        for name in rubric.names
        for condition, some in by_condition.items()
    ]
    causes: Counter[tuple[str, str, str]] = Counter()
    notes: Counter[tuple[str, str]] = Counter()
    for condition, some in by_condition.items():
        for verdict in some:
            causes.update((name, _cause(why), condition) for name, why in verdict.unscored.items())
            notes.update((_cause(note), condition) for note in verdict.notes)
    return JudgePanel(
        manifest,
        conditions,
        verdicts,
        tuple(cells),
        tuple((*key, n) for key, n in sorted(causes.items())),
        tuple((*key, n) for key, n in sorted(notes.items())),
    )
