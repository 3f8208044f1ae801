"""The diagnosis of one answer: its missed gold items and the ids that it gave, each with its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from claimstar.bench.case import Case
from claimstar.bench.diagnosis.known import Known
from claimstar.bench.named import fields_of_ids, ids_in
from claimstar.bench.scorers.contraindication_recall import CATEGORY, recall

_OF_RELATION = {"adverse_effect": "adverse_effects", "contraindication": "contraindications"}


@dataclass(frozen=True)
class Found:
    """One gold item or one id of an answer.

    Attributes:
        field: what it is gold of, or stands in; one of `claimstar.bench.diagnosis.kinds.FIELDS`.
        id: the id, as the answer wrote it where it is one of the answer.
        kind: None for a gold item that the answer has.
        means: the id that a variant stands for.
    """

    field: str
    id: str
    kind: str | None
    means: str = ""


def place(name: str) -> str:
    """The field of gold that a field of the answer is for."""
    return "contraindications" if name.startswith("contraindications_") else name


@dataclass(frozen=True)
class Answer:
    """An answer beside what is known of ids; ``prompt`` is the text that the model was put."""

    case: Case
    known: Known
    prompt: str

    @cached_property
    def gold(self) -> dict[str, tuple[str, ...]]:
        """Field to its gold items. Contraindications are looked for where the metric looks for them."""
        scenario = self.case.scenario
        against = scenario.gold_contraindications or () if str(scenario.category) == CATEGORY else ()
        found = {
            "causal_path": scenario.gold_path,
            "adverse_effects": scenario.gold_adverse_effects or (),
            "contraindications": against,
            "contraindications_narrow": against,
            "cited_evidence": scenario.gold_evidence or (),
        }
        return {name: tuple(dict.fromkeys(ids)) for name, ids in found.items()}

    @cached_property
    def _written(self) -> dict[str, list[str]]:
        return fields_of_ids(self.case.response)

    @cached_property
    def _words(self) -> str:
        """All that the answer says in words, fields that take words included."""
        response = self.case.response
        claims = [f"{c.claim_subject} {c.claim_predicate} {c.claim_object}" for c in response.free_claims]
        against = [*response.contraindications_of_option, *response.contraindications_of_others]
        return " \n ".join([response.rationale, *claims, *against])

    def missed(self) -> Iterator[Found]:
        """Every gold item with what became of it."""
        for name, gold in self.gold.items():
            has = self._has(name)
            for identifier in gold:
                yield Found(name, identifier, None if identifier in has else self._why_missed(name, identifier))

    def _has(self, name: str) -> frozenset[str]:
        """The gold items of a field that the answer has, as the metric of the field counts them."""
        response = self.case.response
        if name == "contraindications":
            texts = [*response.contraindications_of_option, *response.contraindications_of_others]
            return frozenset(recall(self.case, texts).matched)
        if name == "contraindications_narrow":
            return frozenset(recall(self.case, response.contraindications_of_option).matched)
        return frozenset(self._written[name])

    def _why_missed(self, name: str, identifier: str) -> str:
        everywhere = [text for texts in self._written.values() for text in texts]
        if any(identifier in ids_in(text, {identifier}) for text in everywhere):
            return "other_field"
        if name == "contraindications_narrow" and identifier in self._has("contraindications"):
            return "other_field"  # by name, which the metric takes as well
        variants = self.known.variants
        for text in everywhere:
            if identifier in (variants.find_case_variant(text), variants.find_look_alike(text)):
                return "variant"
        if ids_in(self._words, {identifier}):
            return "id_in_words"
        if self._named(name, identifier):
            return "named_in_words"
        return self._why_unknown(identifier)

    def _named(self, name: str, identifier: str) -> bool:
        claim = self.known.find_claim(identifier)
        if claim is not None and name != "causal_path":  # a harm or a contraindication is named by what it is
            return self.known.names_object(claim, self._words)
        return self.known.is_named(identifier, self._words)

    def _why_unknown(self, identifier: str) -> str:
        level = self._level(identifier)
        if level == "graph_only":
            return "not_retrieved"
        return {"shown": "in_context", "invented": "not_in_graph"}.get(level, level)

    @cached_property
    def _shown(self) -> frozenset[str]:
        return frozenset(row.assertion for row in self.case.shown)

    @cached_property
    def _retrieved(self) -> frozenset[str]:
        claims = {row.assertion for row in self.case.full}
        return frozenset(claims.union(*(self.case.evidence_of.get(claim, frozenset()) for claim in claims)))

    def _level(self, identifier: str) -> str:
        """How far from the prompt an id is: shown, not_shown, not_retrieved, graph_only or invented."""
        if identifier in self._shown or (self.known.is_source(identifier) and ids_in(self.prompt, {identifier})):
            return "shown"
        if identifier in self._retrieved:
            return "not_shown"
        if self.known.in_run(identifier):
            return "not_retrieved"
        return "graph_only" if self.known.in_graph(identifier) else "invented"

    def given(self) -> Iterator[Found]:
        """Every id of the answer's fields of ids, each once a field, with what it is."""
        for name, texts in self._written.items():
            ids: dict[str, None] = {}
            for text in texts:
                ids |= dict.fromkeys(self._ids(name, text))
            for identifier in ids:
                yield self._judge(name, identifier)

    def _ids(self, name: str, text: str) -> tuple[str, ...]:
        if self.known.in_graph(text) or place(name) != "contraindications":
            return (text,)
        known = {*self.known.run.claims, *self.known.graph.claims}
        return ids_in(text, known) or (text,)

    def _judge(self, name: str, identifier: str) -> Found:
        field = place(name)
        gold = self.gold[field]
        if identifier in gold or (field == "contraindications" and recall(self.case, [identifier]).matched):
            return Found(field, identifier, "right")
        if any(identifier in ids for ids in self.gold.values()):
            return Found(field, identifier, "other_field")
        if not self.known.in_graph(identifier):
            return self._judge_unknown(field, identifier)
        if field == "cited_evidence" and any(
            identifier in self.case.evidence_of.get(claim, frozenset())
            for claim in (*self.case.path, *self.case.adverse_effects)
        ):
            return Found(field, identifier, "supporting")
        level = self._level(identifier)
        if self._field_of(identifier) != field and level in ("shown", "not_shown"):
            return Found(field, identifier, "wrong_field")
        return Found(field, identifier, level)

    def _judge_unknown(self, field: str, text: str) -> Found:
        variants = self.known.variants
        meant = variants.find_case_variant(text)
        if meant is not None:
            return Found(field, text, "case_variant", meant)
        meant = variants.find_look_alike(text)
        if meant is not None:
            return Found(field, text, "look_alike", meant)
        an_id = any(character.isdigit() for character in text) and not any(character.isspace() for character in text)
        is_name = text in self.known.run.entities or not an_id
        if field == "contraindications" and is_name:
            return Found(field, text, "words")
        return Found(field, text, "invented")

    def _field_of(self, identifier: str) -> str:
        """The field that a known id is for."""
        claim = self.known.find_claim(identifier)
        return "cited_evidence" if claim is None else _OF_RELATION.get(claim.relation_class, "causal_path")
