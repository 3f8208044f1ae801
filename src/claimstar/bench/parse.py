"""From the text of a model to a checked answer.

The contract is the schema's Response. A text counts as parsed when it holds one JSON object that fits it: alone, in a
code fence, or with words around it (the first balanced object). What cannot be read is `Unscored` with its reason,
which is not a score of zero. An option that is none of the candidates is parsed, and wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from claimstar.bench.case import fold
from claimstar.bench.ids import settle, skeleton
from claimstar.llm.protocol import storable
from claimstar.model.records import Response, Scenario
from claimstar.names import find_prefix, local_id

_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(.*?)```", re.DOTALL)
_STARTS = 50
"""So many opening braces are tried; a text of nothing but braces must not take for ever."""
_ID_FIELDS = ("causal_path", "adverse_effects", "cited_evidence")
_ID_OR_NAME_FIELDS = ("contraindications_of_option", "contraindications_of_others")
_WRAPPING = " \t\r\n[](){}<>\"'`.,;"


@dataclass(frozen=True)
class ParsedResponse:
    """A checked answer.

    Attributes:
        response: the answer with its ids normalised.
        chosen: the CURIE of the chosen option, None for an abstention or something that is no option.
        reason: how the choice was read, in words.
        notes: what was changed in its ids or looks wrong there, each with its cause before the colon.
    """

    response: Response
    chosen: str | None
    reason: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unscored:
    """Why a text holds no answer that could be scored. ``reason`` starts with a cause up to the first colon."""

    reason: str

    @property
    def cause(self) -> str:
        """The kind of failure, for counting."""
        return self.reason.partition(":")[0]


def normalise_id(text: str) -> str:
    """An id as records write it, whatever brackets, prefix or IRI it came in.

    >>> [normalise_id(text) for text in ("[ASR_0033]", "claim:ASR_0033", "https://w3id.org/claimstar/claim/ASR_0033")]
    ['ASR_0033', 'ASR_0033', 'ASR_0033']
    """
    plain = text.strip(_WRAPPING)
    if plain.startswith(("http://", "https://")):
        return local_id(plain)
    prefix, _, rest = plain.partition(":")
    return rest if rest and find_prefix(plain) and prefix in {"claim", "ev"} else plain


def _end(text: str, start: int) -> int | None:
    """The place after the brace that closes the one at ``start``; braces in JSON strings do not count."""
    depth, in_string, escaped = 0, False, False
    for place in range(start, len(text)):
        character = text[place]
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "{}":
            depth += 1 if character == "{" else -1
            if not depth:
                return place + 1
    return None


def balanced(text: str) -> Iterator[str]:
    """The balanced ``{…}`` spans of a text from left to right, none inside another."""
    start = text.find("{")
    for _ in range(_STARTS):
        if start < 0:
            return
        end = _end(text, start)
        if end is not None:
            yield text[start:end]
        start = text.find("{", start + 1 if end is None else end)


def _value(text: str) -> Any:
    """The value of a JSON text. An escaped half of a surrogate pair, which no file could hold, becomes U+FFFD.

    Raises:
        ValueError: it is not JSON.
    """
    value = json.loads(text)
    return json.loads(storable(json.dumps(value, ensure_ascii=False))) if "\\u" in text else value


def find_object(text: str, keys: Collection[str]) -> dict[str, object] | None:
    """The first JSON object of the text that could be an answer, None where there is none.

    Args:
        keys: an object with words around it must have one of these, or it is a part of an answer that was cut off.
    """
    for candidate in (text.strip(), *(block.strip() for block in _FENCE.findall(text))):
        try:
            loaded = _value(candidate)
        except (ValueError, RecursionError):
            continue
        if isinstance(loaded, dict):
            return loaded
    for candidate in balanced(text):
        try:
            found = dict(_value(candidate))
        except (ValueError, RecursionError):
            continue
        if any(key in found for key in keys):
            return found
    return None


def _choose(option: str, scenario: Scenario, names: Mapping[str, frozenset[str]]) -> tuple[str | None, str]:
    """The entity that an option text names among the candidates and the acceptable options, with the reason."""
    if not option.strip():
        return None, "no option chosen"
    options = tuple(dict.fromkeys([*scenario.candidate_options, *scenario.acceptable_options]))
    bare = option.strip(_WRAPPING)
    if bare in options:
        return bare, "named by id"
    named = [entity for entity in options if fold(option) in names.get(entity, frozenset())]
    if len(named) == 1:
        return named[0], "named by name or synonym"
    if named:
        return None, f"the chosen option {option!r} is ambiguous: {', '.join(named)}"
    return None, f"the chosen option {option!r} is not a candidate"


def _complaint(error: ValidationError) -> str:
    """The complaints of a check as one line."""
    return "; ".join(f"{'.'.join(map(str, part['loc']))} {part['msg'].lower()}" for part in error.errors()[:4])


def _normalised(ids: Sequence[str]) -> list[str]:
    return [normal for normal in map(normalise_id, ids) if normal]


def _ids_normalised(texts: Sequence[str], ids: Mapping[str, str]) -> list[str]:
    """Texts of which those that look like ids are normalised; brackets in words are the writer's."""
    return [normal if skeleton(normal := normalise_id(text)) in ids else text for text in texts]


def parse(
    text: str, scenario: Scenario, names: Mapping[str, frozenset[str]], ids: Mapping[str, str] | None = None
) -> ParsedResponse | Unscored:
    """Read an answer.

    Args:
        text: what the model returned.
        scenario: the scenario it was asked about.
        names: entity to its folded names and synonyms.
        ids: what each id of the graph looks like, to the id (see `claimstar.bench.ids`).
    """
    if not text.strip():
        return Unscored("empty answer: the model returned no text")
    loaded = find_object(text, Response.model_fields.keys())
    if loaded is None:
        end = "" if "}" in text else ", and no object ends (cut off?)"
        return Unscored(f"no JSON object: the text holds none that parses{end}")
    try:
        response = Response.model_validate(loaded)
    except ValidationError as error:
        return Unscored(f"does not fit the response schema: {_complaint(error)}")
    known = ids or {}
    settled = {name: settle(_normalised(getattr(response, name)), known) for name in _ID_FIELDS}
    for name in _ID_OR_NAME_FIELDS:
        settled[name] = settle(_ids_normalised(getattr(response, name), known), known, words=True)
    response = response.model_copy(update={name: found for name, (found, _) in settled.items()})
    chosen, reason = _choose(response.chosen_option, scenario, names)
    notes = tuple(f"{note} ({name})" for name, (_, some) in settled.items() for note in some)
    return ParsedResponse(response, chosen, reason, notes)
