"""The metrics: the paper's worked example, and what is undefined when."""

from __future__ import annotations

import pytest

from claimstar.bench.case import Case
from claimstar.bench.scorers import SCORERS, choose
from claimstar.errors import LookupFailure

from .cases import ACE_INHIBITOR, LISINOPRIL, PREGNANCY, TABLE_1, THIAZIDE, rows, vary


def value(metric: str, case: Case) -> float | None:
    return SCORERS[metric].score(case).value


def test_table_1_of_the_paper_to_three_decimals() -> None:
    expected = {
        "intervention_accuracy": 1.0,
        "preferred_accuracy": 1.0,
        "causal_precision": 1.0,
        "causal_recall": 0.75,
        "causal_f1": 0.857,
        "causal_f1_strict": 0.857,
        "adverse_effect_f1": 0.667,
        "adverse_effect_f1_strict": 0.667,
        "contraindication_recall": None,
        "contraindication_recall_narrow": None,
        "evidence_accuracy": 1.0,
        "evidence_accuracy_strict": 1.0,
        "unsupported_rate_shown": 0.25,
        "unsupported_rate_full": 0.25,
        "uncertainty_correct": 1.0,
        "abstention_credit_accuracy": 1.0,
        "path_order": 1.0,
        "uncertainty_paper_policy": 0.0,
        "hedge_sensitivity": None,
        "false_hedge_rate": 0.0,
    }
    found = {name: scorer.score(TABLE_1).value for name, scorer in SCORERS.items()}
    assert {name: None if v is None else round(v, 3) for name, v in found.items()} == expected


def test_every_score_has_a_reason_and_every_metric_a_source() -> None:
    for scorer in SCORERS.values():
        assert scorer.score(TABLE_1).reason
        assert scorer.citation
        assert scorer.definition
        assert scorer.direction in {"higher", "lower"}


def test_without_grounding_what_needs_ids_is_undefined_and_recall_is_zero() -> None:
    bare = vary(grounded=False, shown=())
    undefined = {name for name in SCORERS if value(name, bare) is None}
    assert undefined == {
        "causal_precision",
        "causal_f1",
        "causal_f1_strict",
        "path_order",
        "adverse_effect_f1",
        "adverse_effect_f1_strict",
        "contraindication_recall",
        "contraindication_recall_narrow",
        "evidence_accuracy",
        "evidence_accuracy_strict",
        "unsupported_rate_shown",
        "unsupported_rate_full",
        "hedge_sensitivity",
    }
    assert value("causal_recall", bare) == 0.0
    assert value("intervention_accuracy", bare) == 1.0


def test_without_a_path_recall_is_zero_and_precision_undefined() -> None:
    silent = vary(causal_path=[])
    assert value("causal_recall", silent) == 0.0
    assert value("causal_precision", silent) is None
    assert value("causal_f1", silent) is None


def test_unknown_ids_count_as_claimed_and_as_unsupported() -> None:
    made_up = vary(causal_path=["ASR_0019", "ASR_9999"], free_claims=[])
    assert value("causal_precision", made_up) == 0.5
    assert value("unsupported_rate_full", made_up) == 0.5


def test_a_repeated_id_counts_once() -> None:
    repeated = vary(causal_path=["ASR_0019"] * 5 + ["ASR_9999"])
    assert value("causal_precision", repeated) == 0.5
    assert value("causal_recall", repeated) == 0.25


def test_f1_is_zero_where_nothing_matches() -> None:
    assert value("causal_f1", vary(causal_path=["ASR_9999"])) == 0.0


@pytest.mark.parametrize(
    ("path", "tau"),
    [
        (["ASR_0019", "ASR_0010", "ASR_0011", "ASR_0013"], 1.0),
        (["ASR_0013", "ASR_0011", "ASR_0010", "ASR_0019"], -1.0),
        (["ASR_0010", "ASR_0019", "ASR_0011", "ASR_0013"], 2 / 3),
        (["ASR_0019", "ASR_9999"], None),
    ],
)
def test_path_order_is_kendalls_tau_of_the_matched_ids(path: list[str], tau: float | None) -> None:
    assert value("path_order", vary(causal_path=path)) == (None if tau is None else pytest.approx(tau))


def test_silence_about_harms_is_undefined_or_zero_by_policy() -> None:
    silent = vary(adverse_effects=[])
    assert value("adverse_effect_f1", silent) is None
    assert value("adverse_effect_f1_strict", silent) == 0.0
    harmless = vary(gold_adverse_effects=[])
    assert value("adverse_effect_f1", harmless) is None
    assert value("adverse_effect_f1_strict", harmless) is None


@pytest.mark.parametrize("text", ["ASR_0150", "claim:ASR_0150", PREGNANCY, "Pregnancy", " gravidity. "])
def test_contraindications_are_matched_by_concept_in_either_field(text: str) -> None:
    sensitive = vary(category="contraindication_sensitive", gold_contraindications=["ASR_0150"])
    of_others = vary(sensitive, contraindications_of_others=[text])
    assert value("contraindication_recall", of_others) == 1.0
    assert value("contraindication_recall_narrow", of_others) == 0.0
    assert value("contraindication_recall_narrow", vary(sensitive, contraindications_of_option=[text])) == 1.0
    assert value("contraindication_recall", vary(of_others, grounded=False)) == 1.0


def test_another_contraindication_does_not_count() -> None:
    sensitive = vary(category="contraindication_sensitive", gold_contraindications=["ASR_0150"])
    assert (
        value(
            "contraindication_recall",
            vary(sensitive, contraindications_of_others=["gout", "ASR_0015", "ASR_0150\u200b"]),
        )
        == 0.0
    )


def test_silence_about_paths_and_sources_is_undefined_or_zero_by_policy() -> None:
    silent = vary(causal_path=[], cited_evidence=[])
    assert [value(name, silent) for name in ("causal_f1", "evidence_accuracy")] == [None, None]
    assert [value(name, silent) for name in ("causal_f1_strict", "evidence_accuracy_strict")] == [0.0, 0.0]
    # where gold has nothing to cite or to claim, silence is no miss
    sourceless = vary(silent, gold_evidence=[], gold_path=[])
    assert [value(name, sourceless) for name in ("causal_f1_strict", "evidence_accuracy_strict")] == [None, None]


def test_policies_of_one_measure_have_names_that_tell_them_apart() -> None:
    titles = [scorer.title for scorer in SCORERS.values()]
    assert len(set(titles)) == len(titles)
    assert not [(one, two) for one in titles for two in titles if one != two and two.startswith(one)]


def test_evidence_must_support_what_the_answer_relied_on() -> None:
    assert value("evidence_accuracy", vary(cited_evidence=["EV_0011", "EV_0003"])) == 0.5
    assert value("evidence_accuracy", vary(causal_path=["ASR_0019"])) == 0.0
    assert value("evidence_accuracy", vary(cited_evidence=[])) is None
    of_harm = vary(causal_path=[], evidence_of={"ASR_0087": frozenset({"EV_0011"})})
    assert value("evidence_accuracy", of_harm) == 1.0


def test_free_claims_are_matched_by_names_synonyms_and_predicate_titles() -> None:
    def free(*parts: str) -> list[dict[str, str]]:
        return [dict(zip(("claim_subject", "claim_predicate", "claim_object"), parts, strict=True))]

    def rate(*parts: str) -> float | None:
        return value("unsupported_rate_shown", vary(causal_path=[], free_claims=free(*parts)))

    assert rate("RAAS activity", "causes a decrease in", "Blood Pressure") == 0.0
    assert rate("GO:0002018", "causes_decrease_in", "EFO:0004325") == 0.0
    assert rate("angiotensin converting enzyme inhibitor", "targets", "HGNC:2707") == 0.0
    assert rate("RAAS activity", "causes an increase in", "blood pressure") == 1.0
    assert rate("blood pressure", "causes a decrease in", "RAAS activity") == 1.0
    # a negated row says that the effect is absent; it cannot support the effect
    assert rate("thiazide diuretic", "causes a decrease in", "cardiovascular event risk") == 1.0


def test_the_two_references_of_the_unsupported_rate_differ() -> None:
    narrow = vary(shown=rows(["ASR_0019"]), free_claims=[])
    assert value("unsupported_rate_shown", narrow) == pytest.approx(2 / 3)
    assert value("unsupported_rate_full", narrow) == 0.0


def test_no_claim_has_no_unsupported_rate() -> None:
    assert value("unsupported_rate_shown", vary(causal_path=[], free_claims=[])) is None


def test_class_members_count_for_the_preferred_option_only_where_gold_is_a_class() -> None:
    assert value("preferred_accuracy", vary(members={})) == 0.0
    assert value("intervention_accuracy", vary(members={})) == 1.0
    drug = vary(gold_option=LISINOPRIL, acceptable_options=[LISINOPRIL, ACE_INHIBITOR], chosen=ACE_INHIBITOR)
    assert value("intervention_accuracy", drug) == 1.0
    assert value("preferred_accuracy", drug) == 0.0


def test_an_abstention_is_wrong_strictly_and_credited_where_expected() -> None:
    abstains = vary(chosen=None, chosen_option="", insufficient_evidence=True, expected_uncertainty=True)
    assert value("intervention_accuracy", abstains) == 0.0
    assert value("abstention_credit_accuracy", abstains) == 1.0
    assert value("abstention_credit_accuracy", vary(abstains, expected_uncertainty=False)) == 0.0
    assert value("abstention_credit_accuracy", vary(abstains, insufficient_evidence=False)) == 0.0


def test_hedges_are_counted_by_three_policies() -> None:
    hedged = vary(insufficient_evidence=True)
    expected = vary(hedged, expected_uncertainty=True)
    assert [value(name, hedged) for name in ("uncertainty_correct", "false_hedge_rate")] == [0.0, 1.0]
    assert [value(name, expected) for name in ("uncertainty_correct", "hedge_sensitivity")] == [1.0, 1.0]
    assert value("uncertainty_paper_policy", expected) == 1.0
    assert value("false_hedge_rate", expected) is None


def test_a_wrong_option_is_wrong() -> None:
    assert value("intervention_accuracy", vary(chosen=THIAZIDE)) == 0.0


def test_unknown_metrics_are_named_together() -> None:
    with pytest.raises(LookupFailure, match="'bleu', 'rouge'"):
        choose(["bleu", "causal_f1", "rouge"])
