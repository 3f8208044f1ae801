"""The shape of a metric: a small frozen value that turns a case into a number, or into a reason for having none."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from claimstar.bench.case import Case


@dataclass(frozen=True, slots=True)
class ScoreValue:
    """A score with its reason, and the claims or sources that made it so.

    Attributes:
        value: the score; None where the metric is undefined (NA), and then the case is in no mean.
        reason: why, in words.
        matched: ids of the answer that count for it.
        missed: ids that the answer should have had and has not.
        unsupported: what the answer has and should not: ids as it wrote them, and free claims in words.
    """

    value: float | None
    reason: str
    matched: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return self.value is not None


@dataclass(frozen=True)
class Scorer:
    """A metric.

    Attributes:
        name: the key in suite.yaml, results and records.
        title: the name in tables.
        direction: whether higher or lower is better.
        kind: ``proportion`` where a case scores 0 or 1 (Wilson interval), ``mean`` otherwise (bootstrap interval).
        definition: what is computed, in one sentence.
        citation: where the definition comes from.
        compute: case to score.
    """

    name: str
    title: str
    direction: Literal["higher", "lower"]
    kind: Literal["proportion", "mean"]
    definition: str
    citation: str
    compute: Callable[[Case], ScoreValue]

    def score(self, case: Case) -> ScoreValue:
        """The score of a case."""
        return self.compute(case)


PAPER = "Causal knowledge graph grounding paper, section 3.7 and Table 1; methods A5"
OURS = "claimstar, methods A5"
UNGROUNDED = ScoreValue(None, "NA: the prompt showed no context, so no id or source could be known")


def listed(ids: Collection[str]) -> str:
    """Ids for a reason, in the order given."""
    return ", ".join(ids) if ids else "none"


def f1(found: Collection[str], gold: Collection[str]) -> float:
    """Harmonic mean of precision and recall of two non-empty sets; 0 without overlap.

    >>> round(f1({"ASR_0087"}, {"ASR_0087", "ASR_0091"}), 3)
    0.667
    """
    both = len(set(found) & set(gold))
    return 2 * both / (len(set(found)) + len(set(gold)))
