"""The conditional logit: how the features of alternatives speak for the one that is right.

D. McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in Econometrics, 1974.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

RIDGE = 1.0
"""The penalty on half the squared coefficients of standardised features, which is a standard normal prior. It only
keeps coefficients finite where a feature tells the right candidate every time."""


STEPS, EXACT = 25, 1e-7
"""Newton steps that are taken at most for fits that leave one out, and the slope at which they are exact enough."""


@dataclass(frozen=True)
class Choices:
    """Scenarios as arrays, filled up to the largest number of candidates.

    Attributes:
        values: scenario × candidate × feature, standardised within each scenario; zero where there is no candidate.
        right: scenario × candidate, the share that a right candidate has of the right ones; a row sums to 1, or to 0
            where no candidate is right.
        present: scenario × candidate, whether there is one.
    """

    values: Array
    right: Array
    present: NDArray[np.bool_]


def standardise(values: Sequence[Sequence[float]]) -> Array:
    """Candidates × features with mean 0 and standard deviation 1 in each feature; a feature in which the candidates
    are equal is 0.

    >>> standardise([(1, 5), (3, 5)]).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    table = np.asarray(values, dtype=float)
    spread = table.std(axis=0)
    centred: Array = table - table.mean(axis=0)
    return np.where(spread > 0, centred / np.where(spread > 0, spread, 1.0), 0.0)


def make_choices(scenarios: Sequence[tuple[Sequence[Sequence[float]], Sequence[bool]]]) -> Choices:
    """Arrays of scenarios, each given as its candidates' features and which of the candidates are right.

    At least one scenario, all with the same number of features.
    """
    most = max(len(right) for _, right in scenarios)
    width = len(scenarios[0][0][0])
    found = Choices(
        np.zeros((len(scenarios), most, width)),
        np.zeros((len(scenarios), most)),
        np.zeros((len(scenarios), most), dtype=bool),
    )
    for place, (values, right) in enumerate(scenarios):
        found.values[place, : len(right)] = standardise(values)
        found.right[place, : len(right)] = np.asarray(right, dtype=float) / max(sum(right), 1)
        found.present[place, : len(right)] = True
    return found


def fit(choices: Choices, weights: Array, ridge: float = RIDGE, start: Array | None = None) -> Array:
    """The coefficients with the greatest penalised likelihood; one a feature.

    Where several candidates are right, the likelihood is that of choosing each of them as often. The problem is
    concave, and with a ridge above 0 its solution is unique.

    Args:
        choices: the scenarios.
        weights: how much each scenario counts; 0 leaves it out.
        ridge: the penalty on half the squared coefficients.
        start: where to start; it decides how long the search takes and not what it finds.
    """
    from scipy.optimize import minimize

    x, present = choices.values, choices.present
    right = choices.right * weights[:, None]
    total = right.sum(axis=1)

    def probabilities(beta: Array) -> tuple[Array, Array]:
        scores = np.where(present, x @ beta, -np.inf)
        top = scores.max(axis=1, keepdims=True)
        raised = np.exp(scores - top)
        whole = raised.sum(axis=1, keepdims=True)
        return raised / whole, (top + np.log(whole))[:, 0]

    def loss(beta: Array) -> tuple[float, Array]:
        chosen, whole = probabilities(beta)
        value = total @ whole - (right * (x @ beta)).sum() + ridge / 2 * beta @ beta
        slope = np.einsum("ij,ijk->k", chosen * total[:, None] - right, x) + ridge * beta
        return float(value), slope

    def curvature(beta: Array) -> Array:
        chosen, _ = probabilities(beta)
        weighted = chosen * total[:, None]
        means = np.einsum("ij,ijk->ik", chosen, x)
        spread = np.einsum("ij,ijk,ijl->kl", weighted, x, x) - np.einsum("i,ik,il->kl", total, means, means)
        return np.asarray(spread + ridge * np.eye(len(beta)))

    first = np.zeros(x.shape[2]) if start is None else start
    done = minimize(loss, first, jac=True, hess=curvature, method="trust-exact", options={"gtol": 1e-7})
    return np.asarray(done.x, dtype=float)


def leave_one_out(choices: Choices, ridge: float = RIDGE) -> Array:
    """The score of each candidate by coefficients that were fitted to all other scenarios.

    Returns:
        scenario × candidate, −∞ where there is no candidate. A scenario without others gets zeros.
    """
    x, present = choices.values, choices.present
    number, width = len(x), x.shape[2]
    kept = 1.0 - np.eye(number)  # fit × scenario
    total = kept * choices.right.sum(axis=1)
    flat = x.reshape(-1, width)
    squares = (flat[:, :, None] * flat[:, None, :]).reshape(-1, width * width)
    betas = np.tile(fit(choices, np.ones(number), ridge), (number, 1))
    # near the solution of all of them together each is a few Newton steps away, so all are taken at once
    for _ in range(STEPS):
        raised = np.where(present, np.einsum("ijk,lk->lij", x, betas), -np.inf)
        raised = np.exp(raised - raised.max(axis=2, keepdims=True))
        chosen = raised / raised.sum(axis=2, keepdims=True)
        missed = chosen * total[:, :, None] - choices.right * kept[:, :, None]
        slope = missed.reshape(number, -1) @ flat + ridge * betas
        if np.abs(slope).max() < EXACT:
            break
        means = np.einsum("lij,ijk->lik", chosen, x)
        spread = ((chosen * total[:, :, None]).reshape(number, -1) @ squares).reshape(number, width, width)
        spread -= np.einsum("li,lik,lim->lkm", total, means, means)
        betas -= np.linalg.solve(spread + ridge * np.eye(width), slope[:, :, None])[:, :, 0]
    for place in np.flatnonzero(np.abs(slope).max(axis=1) >= EXACT):
        betas[place] = fit(choices, kept[place], ridge)
    scores: Array = np.where(present, np.einsum("ijk,ik->ij", x, betas), -np.inf)
    return scores
