"""A small run in literal values: two scenarios under three conditions, so that running and reporting need no store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from claimstar.bench.prepared import Prepared
from claimstar.bench.reference import Entity, Reference
from claimstar.bench.run_folder import PromptLine
from claimstar.bench.run_manifest import ConditionNote
from claimstar.bench.scorers import SCORERS
from claimstar.llm.protocol import Prompt
from claimstar.model.records import EvidenceLink, EvidenceSource, Scenario

from .cases import ACE_INHIBITOR, CLAIMS, LISINOPRIL, NAMES, scenario

GROUNDED = ("C2", "C4")
CONDITIONS = (
    ConditionNote("C1", "no context", False),
    ConditionNote("C2", "graph rows", True),
    ConditionNote("C4", "integrated", True),
)
SOURCES = {
    name: EvidenceSource(
        id=name,
        title=title,
        source_type="randomized_trial",
        study_level=True,
        year=2000,
        doi=doi,
        pmid="10639539",
        checked="by hand",
    )
    for name, title, doi in (
        ("EV_0007", "Guideline <b>2014</b>", "10.1001/jama.2013.284427"),
        ("EV_0011", "Trial & outcome", "10.1056/nejm200001203420301"),
    )
}
LINKS = tuple(
    EvidenceLink(
        id=f"{claim}.{source}",
        assertion=claim,
        evidence_source=source,
        relation="supports",
        locator="Table 2",
        shows="It shows the claim.",
    )
    for claim in CLAIMS
    for source in SOURCES
)


def reference(scenarios: list[Scenario]) -> Reference:
    return Reference(
        claims=CLAIMS,
        entities={
            entity: Entity(entity, names[0], "Drug", tuple(names[1:]), (ACE_INHIBITOR,) if entity == LISINOPRIL else ())
            for entity, names in NAMES.items()
        },
        sources=SOURCES,
        links=LINKS,
        predicates={"causes_decrease_in": "causes a decrease in", "targets": "targets"},
        subgraphs={one.id: tuple(CLAIMS) for one in scenarios},
    )


def scenarios() -> list[Scenario]:
    return [
        scenario(),
        scenario(
            id="SCN_0002",
            category="contraindication_sensitive",
            patient_context="A 31-year-old <script>alert(1)</script> who is pregnant.",
            gold_contraindications=["ASR_0150"],
        ),
        scenario(id="SCN_0003", category="incomplete_evidence", expected_uncertainty=True),
    ]


def prepared(**changes: Any) -> Prepared:
    found = scenarios()
    prompts = {}
    for one in found:
        for note in CONDITIONS:
            rows = tuple(CLAIMS.values()) if note.grounded else ()
            context = "\n".join(row.sentence() for row in rows) or "none"
            head = f"{one.patient_context}\n{one.question}\n"
            prompt = Prompt(
                system="Answer in JSON.",
                user=f"{head}{context}\nEnd.",
                response_schema=None,
                scenario=one,
                candidates=tuple((option, NAMES[option][0]) for option in one.candidate_options),
                rows=rows,
                condition=note.name,
            )
            line = PromptLine(
                scenario=one.id,
                condition=note.name,
                sha256=prompt.sha256,
                system=prompt.system,
                user=prompt.user,
                context=(len(head), len(head) + len(context)),
                shown=tuple(row.assertion for row in rows),
                tokens=len(context.split()),
                gold_overlap=1.0 if rows else 0.0,
            )
            prompts[one.id, note.name] = (prompt, line)
    values: dict[str, Any] = {
        "suite": "tiny",
        "suite_title": "Tiny suite",
        "conditions": CONDITIONS,
        "scorers": tuple(SCORERS),
        "graph_hash": "a" * 64,
        "schema_version": "0.1.0",
        "scenarios_hash": "b" * 64,
        "template_hash": "c" * 64,
        "prompt_hash": "d" * 64,
        "seed": 0,
        "scenarios": {one.id: one for one in found},
        "prompts": prompts,
        "reference": reference(found),
    }
    return Prepared(**values | changes)


def ticking() -> Callable[[], datetime]:
    """A clock that moves by one second with each look."""
    now = datetime(2026, 1, 1, tzinfo=UTC)

    def tick() -> datetime:
        nonlocal now
        now += timedelta(seconds=1)
        return now

    return tick
