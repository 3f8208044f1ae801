"""Reading answers: what is tolerated, and what is unscored with a reason."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimstar.bench.parse import ParsedResponse, Unscored, parse

from .cases import ACE_INHIBITOR, LISINOPRIL, NAMES, folded, response, scenario

FOLDED = folded(NAMES)


def answer(**changes: object) -> str:
    return json.dumps(response(**changes).model_dump())


def read(text: str) -> ParsedResponse:
    parsed = parse(text, scenario(), FOLDED)
    assert isinstance(parsed, ParsedResponse), parsed
    return parsed


def refuse(text: str) -> Unscored:
    unscored = parse(text, scenario(), FOLDED)
    assert isinstance(unscored, Unscored)
    return unscored


@pytest.mark.parametrize(
    "wrap",
    [
        "{}",
        "  {}\n",
        "```json\n{}\n```",
        "```\n{}\n```",
        "Here is my answer:\n{}\nI hope it helps.",
        "Sure {{as asked}}: {} and {{more}}",
        "<think>perhaps</think>\n```json\n{}\n```\nDone.",
    ],
)
def test_an_answer_is_found_in_its_wrapping(wrap: str) -> None:
    text = wrap.replace("{{", "\x00").replace("}}", "\x01").replace("{}", answer())
    parsed = read(text.replace("\x00", "{").replace("\x01", "}"))
    assert parsed.response.causal_path == ["ASR_0019", "ASR_0011", "ASR_0013"]


def test_braces_in_strings_do_not_end_an_object() -> None:
    assert read("x " + answer(rationale='a "}" and a \\ {')).chosen == LISINOPRIL


@pytest.mark.parametrize(
    ("option", "chosen"),
    [
        ("lisinopril", LISINOPRIL),
        (" LISINOPRIL ", LISINOPRIL),
        ("ACE inhibitor", ACE_INHIBITOR),
        ("ace-inhibitor", ACE_INHIBITOR),
        ("angiotensin converting enzyme inhibitor", ACE_INHIBITOR),
        (f"[{ACE_INHIBITOR}]", ACE_INHIBITOR),
        ("", None),
    ],
)
def test_options_are_read_by_name_synonym_and_id(option: str, chosen: str | None) -> None:
    assert read(answer(chosen_option=option)).chosen == chosen


def test_an_option_that_is_no_candidate_is_parsed_and_said_to_be_none() -> None:
    parsed = read(answer(chosen_option="aspirin"))
    assert parsed.chosen is None
    assert "'aspirin' is not a candidate" in parsed.reason


def test_an_ambiguous_option_is_no_choice() -> None:
    names = {**FOLDED, LISINOPRIL: frozenset({"ace inhibitor"})}
    parsed = parse(answer(chosen_option="ACE inhibitor"), scenario(), names)
    assert isinstance(parsed, ParsedResponse)
    assert parsed.chosen is None
    assert "ambiguous" in parsed.reason


def test_ids_lose_prefix_iri_and_brackets() -> None:
    parsed = read(
        answer(
            causal_path=[
                "claim:ASR_0019",
                "[ASR_0010]",
                "https://w3id.org/claimstar/claim/ASR_0011",
                "<ASR_0013>",
                " ",
            ],
            cited_evidence=["ev:EV_0007", "(EV_0011)"],
        )
    )
    assert parsed.response.causal_path == ["ASR_0019", "ASR_0010", "ASR_0011", "ASR_0013"]
    assert parsed.response.cited_evidence == ["EV_0007", "EV_0011"]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "empty answer"),
        ("I recommend lisinopril.", "no JSON object"),
        (answer()[:-40], "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ("{}", "does not fit the response schema"),
        (answer().replace("false", '"perhaps"'), "does not fit the response schema"),
        (answer().replace('"rationale"', '"reason"'), "does not fit the response schema"),
    ],
)
def test_what_cannot_be_read_is_unscored_with_its_cause(text: str, cause: str) -> None:
    assert refuse(text).cause == cause


def test_a_schema_failure_names_the_field() -> None:
    assert "insufficient_evidence" in refuse(answer().replace("false", '"perhaps"')).reason


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    assert isinstance(parse(text, scenario(), FOLDED), ParsedResponse | Unscored)


def test_a_text_of_braces_is_read_in_reasonable_time() -> None:
    assert refuse("{" * 20_000).cause == "no JSON object"


LOOKS = {"asr_0019": "ASR_0019", "asr_0150": "ASR_0150", "ev_0007": "EV_0007"}


@pytest.mark.parametrize(
    ("written", "read_as", "notes"),
    [
        (["asr_0150"], ["ASR_0150"], ("id of another case: asr_0150",)),
        (["[claim:ASR_0150]", "ASR_0150"], ["ASR_0150"], ("duplicate id: ASR_0150",)),
        (["\u0410SR_0150"], ["\u0410SR_0150"], ("lookalike id: \u0410SR_0150",)),
        (["ASR_0150\u200b"], ["ASR_0150\u200b"], ("lookalike id: ASR_0150\u200b",)),
    ],
)
@pytest.mark.parametrize(
    "field",
    [
        "causal_path",
        "adverse_effects",
        "cited_evidence",
        "contraindications_of_option",
        "contraindications_of_others",
    ],
)
def test_every_field_of_ids_passes_the_same_rules(
    field: str, written: list[str], read_as: list[str], notes: tuple[str, ...]
) -> None:
    parsed = parse(answer(**{field: written}), scenario(), FOLDED, LOOKS)
    assert isinstance(parsed, ParsedResponse)
    assert getattr(parsed.response, field) == read_as
    assert tuple(note for note in parsed.notes if note.endswith(f" ({field})")) == tuple(
        f"{note} ({field})" for note in notes
    )


def test_words_in_a_field_of_ids_or_names_stay_as_they_are() -> None:
    words = ["Heart failure (severe)", "pregnancy", "pregnancy", "see ASR_0150."]
    parsed = parse(answer(contraindications_of_others=words), scenario(), FOLDED, LOOKS)
    assert isinstance(parsed, ParsedResponse)
    assert parsed.response.contraindications_of_others == words
    assert not any("contraindications" in note for note in parsed.notes)
