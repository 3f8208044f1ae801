"""Models that are no models: what scoring must reach, what chance reaches, and what a plain rule reaches."""

from __future__ import annotations

import hashlib
import random
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimstar.llm.protocol import Completion, Prompt
from claimstar.model.claims import ClaimRow, distinct
from claimstar.model.records import Response

_EFFECT, _ADVERSE, _CONTRAINDICATION = "effect", "adverse_effect", "contraindication"
_CAUSAL = frozenset({"mechanism", _EFFECT})
_LONGEST_PATH = 4
"""Steps of the longest path of the task: option, target, process, intermediate, outcome."""
_ASKED = {
    "decreased": re.compile(r"\b(lower|reduce|decrease|prevent)", re.IGNORECASE),
    "increased": re.compile(r"\b(raise|increase|improve)", re.IGNORECASE),
}
"""Words of a question that say which way the target is to move."""


def _completion(response: Response, prompt: Prompt, started: float) -> Completion:
    """Tokens are counted as words: a baseline has no tokenizer."""
    text = response.model_dump_json()
    words = len(prompt.system.split()) + len(prompt.user.split())
    return Completion(text, "stop", words, len(text.split()), time.perf_counter() - started)


def _response(
    chosen: str,
    rationale: str,
    *,
    causal_path: Iterable[str] = (),
    adverse_effects: Iterable[str] = (),
    of_option: Iterable[str] = (),
    of_others: Iterable[str] = (),
    evidence: Iterable[str] = (),
    insufficient: bool = False,
) -> Response:
    return Response(
        chosen_option=chosen,
        causal_path=list(causal_path),
        adverse_effects=list(dict.fromkeys(adverse_effects)),
        contraindications_of_option=list(dict.fromkeys(of_option)),
        contraindications_of_others=list(dict.fromkeys(of_others)),
        cited_evidence=list(dict.fromkeys(evidence)),
        free_claims=[],
        insufficient_evidence=insufficient,
        rationale=rationale,
    )


@dataclass(frozen=True)
class Oracle:
    """Answers the gold, whatever the condition shows: the check that scoring can reach 1."""

    spec: str = "baseline:oracle"

    @property
    def settings(self) -> Mapping[str, object]:
        """What it answers from."""
        return {"reads": "gold"}

    def complete(self, prompt: Prompt) -> Completion:
        """The scenario's gold as an answer.

        A contraindication is written by the name of its object where the rows show the claim, else by the claim's id.
        """
        started = time.perf_counter()
        scenario = prompt.scenario
        names = dict(prompt.candidates)
        shown = {row.assertion: row.object_name for row in prompt.rows}
        response = _response(
            names.get(scenario.gold_option, scenario.gold_option),
            "This is the gold answer.",
            causal_path=scenario.gold_path,
            adverse_effects=scenario.gold_adverse_effects or (),
            of_others=[shown.get(claim, claim) for claim in scenario.gold_contraindications or ()],
            evidence=scenario.gold_evidence or (),
            insufficient=scenario.expected_uncertainty,
        )
        return _completion(response, prompt, started)


@dataclass(frozen=True)
class RandomChoice:
    """Chooses among the candidates with equal chance, and cites ids at random from what is shown.

    The draw depends on the seeds, the scenario and the condition alone: not on the order of the prompts, the process
    or the machine.
    """

    seed: int = 0
    spec: str = "baseline:random"

    @property
    def settings(self) -> Mapping[str, object]:
        """The seed."""
        return {"seed": self.seed}

    def complete(self, prompt: Prompt) -> Completion:
        """An answer drawn at random; it never abstains."""
        started = time.perf_counter()
        key = f"{self.seed}|{prompt.seed}|{prompt.scenario.id}|{prompt.condition}"
        draw = random.Random(int.from_bytes(hashlib.sha256(key.encode()).digest()))
        chosen = draw.choice([name for _, name in prompt.candidates])
        claims = sorted({row.assertion for row in prompt.rows})
        harms = sorted({row.assertion for row in prompt.rows if row.relation_class == _ADVERSE})
        scopes = sorted({row.object_name for row in prompt.rows if row.relation_class == _CONTRAINDICATION})
        sources = sorted({source for row in prompt.rows for source in row.evidence})
        response = _response(
            chosen,
            "This answer was drawn at random.",
            causal_path=_some(draw, claims, _LONGEST_PATH),
            adverse_effects=_some(draw, harms, 2),
            of_others=_some(draw, scopes, 1),
            evidence=_some(draw, sources, 2),
            insufficient=draw.random() < 0.5,
        )
        return _completion(response, prompt, started)


def _some(draw: random.Random, values: Sequence[str], most: int) -> list[str]:
    return draw.sample(values, draw.randint(0, min(most, len(values))))


@dataclass(frozen=True)
class ContextRule:
    """A plain rule that answers from the rows and the patient's text alone, and never looks at gold.

    1. For each candidate, the chains of causal rows (mechanisms and effects, no negated ones) from the candidate to
       the target that the rows name, at most four steps; a step continues the one before when its subject is that
       one's object and, where it needs its subject moved in a direction, that is the direction of the claims before.
       Where the question says which way the target is to move (``_ASKED``), chains that move it otherwise are dropped.
    2. A candidate is ruled out when the object's name of one of its contraindication rows stands in the patient's text.
    3. Of the rest (of all, where none is left) the one whose best chain is best is chosen. Accepted claims throughout
       come first, then the higher lowest confidence, then more sources, then more chains, then the order listed.
    4. It answers with the chain's ids, the chosen option's adverse-effect rows, the contraindications of the chosen
       and of the ruled-out options, and the sources of the chain's rows. It hedges when rows are shown but the chosen
       candidate has no chain of accepted claims.
    5. Without rows it takes the first candidate.
    """

    spec: str = "baseline:context"

    @property
    def settings(self) -> Mapping[str, object]:
        """What it answers from."""
        return {"reads": "rows and patient text", "longest_path": _LONGEST_PATH}

    def complete(self, prompt: Prompt) -> Completion:
        """The rule's answer."""
        started = time.perf_counter()
        rows = prompt.rows
        # The patient's text is a part of what the prompt shows; the whole user text is not searched, because it holds
        # the rows themselves and so every contraindication's name.
        patient = _folded(prompt.scenario.patient_context)
        scopes = {
            option: [row.object_name for row in rows if row.relation_class == _CONTRAINDICATION and _about(row, option)]
            for option, _ in prompt.candidates
        }
        ruled_out = {
            option: [scope for scope in found if f" {_folded(scope)} " in f" {patient} "]
            for option, found in scopes.items()
        }
        open_options = [each for each in prompt.candidates if not ruled_out[each[0]]] or list(prompt.candidates)
        asked = {direction for direction, words in _ASKED.items() if words.search(prompt.scenario.question)}
        ranked = [
            (option, name, [chain for chain in chains_of(option, rows) if not asked or chain[-1].direction in asked])
            for option, name in open_options
        ]
        # max() keeps the first of equals, so ties go to the order in which the candidates are listed.
        option, name, chains = max(ranked, key=lambda each: _merit(each[2]))
        chain = chains[0] if chains else ()
        response = _response(
            name,
            "The rows show the best supported chain for it." if chain else "The rows show no chain to the target.",
            causal_path=[row.assertion for row in chain],
            adverse_effects=[
                row.assertion for row in rows if row.relation_class == _ADVERSE and row.accepted and _about(row, option)
            ],
            of_option=scopes[option],
            of_others=[scope for each, found in ruled_out.items() if each != option for scope in found],
            evidence=[source for row in chain for source in row.evidence],
            insufficient=bool(rows) and not (chain and all(row.accepted for row in chain)),
        )
        return _completion(response, prompt, started)


def _about(row: ClaimRow, option: str) -> bool:
    return option in (row.option, row.subject)


def _folded(text: str) -> str:
    """Words in lower case with single blanks between, so that a name is found as whole words."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def chains_of(option: str, rows: Iterable[ClaimRow]) -> list[tuple[ClaimRow, ...]]:
    """The causal chains that the rows show from an option to a target, the best supported first.

    >>> first = ClaimRow("A1", "x:1", "drug", "targets", "p:1", "enzyme", "mechanism", option="x:1", step=1)
    >>> last = ClaimRow("A2", "p:1", "enzyme", "causes_decrease_in", "t:1", "pressure", "effect", target="t:1")
    >>> [[row.assertion for row in chain] for chain in chains_of("x:1", [last, first])]
    [['A1', 'A2']]
    """
    causal = [row for row in rows if row.relation_class in _CAUSAL and not row.negated]
    targets = {row.target for row in causal if row.target}
    starts = [row for row in causal if row.subject == option or (row.option == option and row.step == 1)]
    by_subject: dict[str, list[ClaimRow]] = {}
    # A claim may be shown once a candidate; it is one edge all the same.
    for row in distinct(causal):
        by_subject.setdefault(row.subject, []).append(row)
    chains: dict[tuple[str, ...], tuple[ClaimRow, ...]] = {}
    growing: list[tuple[ClaimRow, ...]] = [(row,) for row in distinct(starts)]
    while growing:
        chain = growing.pop()
        last = chain[-1]
        if last.object in targets and last.relation_class == _EFFECT:
            chains.setdefault(tuple(row.assertion for row in chain), chain)
        elif len(chain) < _LONGEST_PATH:
            passed = {row.subject for row in chain}
            growing += [
                (*chain, row)
                for row in by_subject.get(last.object, ())
                if row.object not in passed and _follows(chain, row)
            ]
    return sorted(
        sorted(chains.values(), key=lambda chain: [row.assertion for row in chain]), key=_support, reverse=True
    )


def _follows(chain: Sequence[ClaimRow], after: ClaimRow) -> bool:
    """Whether a claim continues a chain: the last claim that gave a direction says which way things moved."""
    moved = next((row.direction for row in reversed(chain) if row.direction != "none"), None)
    return None in (moved, after.subject_direction) or moved == after.subject_direction


def _support(chain: Sequence[ClaimRow]) -> tuple[bool, float, int]:
    confidence = min(0.0 if row.confidence is None else row.confidence for row in chain)
    sources = {source for row in chain for source in row.evidence}
    return all(row.accepted for row in chain), confidence, len(sources)


def _merit(chains: Sequence[Sequence[ClaimRow]]) -> tuple[bool, tuple[bool, float, int], int]:
    """How well an option is supported; ``chains`` has its best chain first."""
    return bool(chains), _support(chains[0]) if chains else (False, 0.0, 0), len(chains)
