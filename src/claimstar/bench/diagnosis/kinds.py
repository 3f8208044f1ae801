"""What can become of a gold item that an answer missed, and what an id that an answer gave can be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A finding's kind.

    Attributes:
        name: as it stands in JSON.
        group: ``artefact`` where the answer has it and the form hid it; ``overlooked`` where the prompt showed it;
            ``context`` where the prompt could not tell it; ``right`` and ``wrong`` for ids that were given.
        meaning: in words.
    """

    name: str
    group: str
    meaning: str


MISSED = {
    kind.name: kind
    for kind in (
        Kind("other_field", "artefact", "the right id stands in another field of ids"),
        Kind("variant", "artefact", "the id stands there in another case or as a look-alike"),
        Kind("id_in_words", "artefact", "the id stands only in the rationale or in a free claim"),
        Kind("named_in_words", "artefact", "it is named in words, and by no id"),
        Kind("in_context", "overlooked", "the prompt showed it, and the answer has it in no field"),
        Kind("not_shown", "context", "it is in the scenario's retrieved subgraph, and this prompt did not show it"),
        Kind("not_retrieved", "context", "it is in the graph, and not in the scenario's retrieved subgraph"),
        Kind("not_in_graph", "context", "the graph does not have it"),
    )
}
"""Kinds of missed gold items; the first that fits is taken."""

GIVEN = {
    kind.name: kind
    for kind in (
        Kind("right", "right", "gold of this field"),
        Kind("supporting", "right", "a source that is not gold and supports a claim that the answer relied on"),
        Kind("other_field", "artefact", "gold of another field"),
        Kind("wrong_field", "wrong", "known, not gold, and of a kind that another field asks for"),
        Kind("shown", "wrong", "shown by the prompt, and not gold"),
        Kind("not_shown", "wrong", "in the scenario's retrieved subgraph, not shown by the prompt, and not gold"),
        Kind("not_retrieved", "wrong", "known to the run, and not in the scenario's retrieved subgraph"),
        Kind("graph_only", "wrong", "in the graph, and not known to the run"),
        Kind("case_variant", "artefact", "a known id in another case"),
        Kind("look_alike", "artefact", "a known id in other characters: look-alikes, joints, leading zeros"),
        Kind("words", "wrong", "words in a field that takes ids or names, and no gold concept"),
        Kind("invented", "wrong", "no id that is known"),
    )
}
"""Kinds of ids that an answer gave; the first that fits is taken."""

FIELDS = ("causal_path", "adverse_effects", "contraindications", "contraindications_narrow", "cited_evidence")
"""What gold is looked for in. The narrow field is the one for contraindications of the chosen option alone, which the
narrow metric reads although gold names what rules the other options out."""
