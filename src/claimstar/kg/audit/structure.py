"""What the graph as a whole lacks or contradicts: entities without claims, ends without chains, cycles, signs.

The questions are the queries in ``queries/audit``; the header of each has the message and the remedy of its findings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from claimstar.errors import QueryError
from claimstar.kg.audit.causal import LONGEST_CHAIN, Conflict, Step, conflicts, cycles
from claimstar.kg.audit.finding import Finding
from claimstar.kg.audit.subject import Audited
from claimstar.kg.encoding import Build, dataset_quads
from claimstar.query.catalogue import load_template
from claimstar.query.run import run
from claimstar.query.template import Template
from claimstar.store.embedded import EmbeddedStore
from claimstar.store.protocol import GraphStore

FOLDER = "audit"
CHECKS = ("entity_without_claim", "drug_without_chain", "effect_no_option_has", "target_no_option_reaches")
"""Checks that are one query each, and are named like it."""
UNUSED = "contraindication_unused"
CYCLE = "causal_cycle"
SIGN = "chain_sign"
SHOWN_CHAINS = 3

_SIGNS = {"claimstar:increased": 1, "claimstar:decreased": -1}
_WORDS = {1: "raises", -1: "lowers", 0: "acts on"}


def audit_store(audited: Audited) -> EmbeddedStore:
    """The quads of a suite in memory."""
    store = EmbeddedStore()
    # no build is recorded here, so any moment does
    moment = datetime.fromtimestamp(0, UTC)
    store.load(dataset_quads(Build(audited.suite, audited.checked, audited.schema, moment)))
    return store


def check_structure(
    audited: Audited, store: GraphStore, queries: Path, used_contraindications: Collection[str] | None = None
) -> tuple[Finding, ...]:
    """The findings on the structure of a suite, check by check, in the order of the tables.

    Args:
        store: the suite's quads, see :func:`audit_store`.
        queries: the folder of the query templates.
        used_contraindications: the assertions that rule an option out in a scenario; None where no scenarios are at
            hand, and then nothing is said of contraindications.

    Raises:
        QueryError: a query of the folder is malformed.
        LookupFailure: a query is missing.
    """
    found = [finding for check in CHECKS for finding in _listed(audited, store, queries, check, check)]
    if used_contraindications is not None:
        ruling = _listed(audited, store, queries, "contraindications", UNUSED)
        found += [finding for finding in ruling if finding.thing not in used_contraindications]
    steps = causal_steps(store, queries)
    return (*found, *_cycle_findings(audited, steps), *_sign_findings(audited, steps))


def causal_steps(store: GraphStore, queries: Path) -> tuple[Step, ...]:
    """The validated causal claims of a store with their signs.

    A mechanism without a direction hands on the direction that it meets.
    """
    steps = []
    for row in run(store, load_template(queries, f"{FOLDER}/causal_steps")).records():
        direct = row["relation_class"] == "claimstar:effect"
        start = _SIGNS.get(row["subject_direction"] or "", 0)
        sign = _SIGNS.get(row["direction"] or "", 0 if direct else 1)
        steps.append(
            Step(
                assertion=row["assertion"] or "",
                subject=row["subject"] or "",
                object=row["object"] or "",
                sign=sign * (start or 1),
                start=start,
                direct=direct,
                negated=row["negated"] == "true",
            )
        )
    return tuple(steps)


def _listed(audited: Audited, store: GraphStore, queries: Path, query: str, check: str) -> Iterator[Finding]:
    """One finding for each thing that a query lists, in the order of the tables."""
    template = load_template(queries, f"{FOLDER}/{query}")
    message, remedy = _texts(template)
    things = {row["focus"] for row in run(store, template).records()}
    for entity in audited.entities.values():
        if entity.id in things:
            yield Finding(check, entity.id, entity.place.problem(message, entity.name, "id", remedy))
    for claim in audited.claims.values():
        if claim.id in things:
            yield Finding(check, claim.id, claim.place.problem(message, audited.sentence(claim), "id", remedy))


def _texts(template: Template) -> tuple[str, str]:
    message, remedy = (str(template.extra.get(key) or "") for key in ("message", "remedy"))
    if not message or not remedy or "focus" not in [column.name for column in template.columns]:
        raise QueryError(
            f"{template.path}:1: an audit query has the column focus, a message and a remedy",
            remedy="see another query of the folder",
        )
    return message, remedy


def _words(audited: Audited, chain: Sequence[Step]) -> str:
    """A chain in words, with the assertion behind each arrow."""
    name = audited.entity(chain[0].subject).name
    steps = [f" {_WORDS[step.sign]} {audited.entity(step.object).name} ({step.assertion})" for step in chain]
    return name + ",".join(steps)


def _cycle_findings(audited: Audited, steps: Sequence[Step]) -> Iterator[Finding]:
    for cycle in cycles(steps):
        sign = 1
        for step in cycle:
            sign *= step.sign
        kind = {1: "strengthens itself", -1: "damps itself", 0: "has no sign"}[sign]
        claim = audited.claims[cycle[0].assertion]
        problem = claim.place.problem(
            f"causal claims form a circle that {kind}",
            _words(audited, cycle),
            "object",
            "remove the claim that is not meant causally, or say in an exception what feeds back",
        )
        yield Finding(CYCLE, claim.id, problem)


def _sign_findings(audited: Audited, steps: Sequence[Step]) -> Iterator[Finding]:
    for conflict in conflicts(steps):
        claim = audited.claims[conflict.claim.assertion]
        problem = claim.place.problem(
            "a chain of accepted claims says the opposite", _both_ways(audited, conflict), "direction", _REMEDY
        )
        yield Finding(SIGN, claim.id, problem)


_REMEDY = (
    "mend the direction that is wrong; where both hold, say in the context of the claims when, and declare an exception"
)


def _both_ways(audited: Audited, conflict: Conflict) -> str:
    shown = [_words(audited, chain) for chain in conflict.chains[:SHOWN_CHAINS]]
    more = len(conflict.chains) - len(shown)
    claim = audited.claims[conflict.claim.assertion]
    rest = f"; and {more} more of up to {LONGEST_CHAIN} claims" if more else ""
    return f"{audited.sentence(claim)} ({claim.id}); but {'; '.join(shown)}{rest}"
