"""Whether the contraindications that decide the scenario were named, in either field of the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimstar.bench.case import Case
from claimstar.bench.ids import INVISIBLE
from claimstar.bench.scorers.scorer import PAPER, Scorer, ScoreValue, listed

CATEGORY = "contraindication_sensitive"


def _names(case: Case, text: str, assertion: str) -> bool:
    """Whether a text names the contraindication of an assertion: by its id, or by its concept's id, name or synonym."""
    if re.search(rf"(?<![\w{INVISIBLE}]){re.escape(assertion)}(?![\w{INVISIBLE}])", text):
        return True
    claim = case.claims.get(assertion)
    return claim is not None and (case.means(text, claim.object) or claim.object in text.split())


def recall(case: Case, texts: Sequence[str]) -> ScoreValue:
    """The share of the gold contraindications that the texts name; NA outside the contraindication-sensitive items."""
    if case.scenario.category != CATEGORY:
        return ScoreValue(None, "NA: not a contraindication-sensitive scenario")
    gold = tuple(dict.fromkeys(case.scenario.gold_contraindications or ()))
    if not gold:
        return ScoreValue(None, "NA: the scenario has no gold contraindication")
    missed = tuple(assertion for assertion in gold if not any(_names(case, text, assertion) for text in texts))
    found = tuple(assertion for assertion in gold if assertion not in missed)
    reason = f"{len(found)} of {len(gold)} named; missed: {listed(missed)}"
    return ScoreValue(len(found) / len(gold), reason, found, missed)


def _score(case: Case) -> ScoreValue:
    return recall(case, [*case.response.contraindications_of_option, *case.response.contraindications_of_others])


SCORER = Scorer(
    name="contraindication_recall",
    title="Contraindication recall, broad",
    direction="higher",
    kind="mean",
    definition=(
        "Gold contraindications named in either field / gold, on contraindication-sensitive items. Matched by concept: "
        "the assertion's id, or the concept's id, name or synonym."
    ),
    citation=PAPER,
    compute=_score,
)
