"""Contraindication recall against the field of the chosen option alone: the paper's schema artefact, kept in sight."""

from __future__ import annotations

from claimstar.bench.case import Case
from claimstar.bench.scorers.contraindication_recall import recall
from claimstar.bench.scorers.scorer import Scorer, ScoreValue


def _score(case: Case) -> ScoreValue:
    return recall(case, case.response.contraindications_of_option)


SCORER = Scorer(
    name="contraindication_recall_narrow",
    title="Contraindication recall, narrow",
    direction="higher",
    kind="mean",
    definition="As contraindication recall, but only the field for contraindications of the chosen option is read.",
    citation="Causal knowledge graph grounding paper, contraindication diagnostic; methods A4 and A5",
    compute=_score,
)
