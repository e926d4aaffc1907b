# SPDX-License-Identifier: MIT
"""The start: EM on the full graph, held away from singular correlations by a weak Wishart prior.

Without a prior the unrestricted latent EM walks towards a singular correlation when levels are few. The prior counts as
`ridge` rows of independent data, Σ ← (N M + ridge I) / (N + ridge): the Wishart prior of the paper's Discussion.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Points, Settling, propagate, start_factors
from ordag.latent import as_correlation

# A few rows: enough to keep the correlation clear of singularity at 20 variables, too little to shrink it visibly.
RIDGE = 4.0
# The largest change of a correlation at which EM stops, and the same in its standard errors where those are small: what
# EM has left undone is several times the last change, and shows as edges that are not there (docs/decisions/many-rows).
_TOLERANCE = 2e-3
_TOLERANCE_IN_ERRORS = 0.05
_MAX_ITERATIONS = 200
_SETTLING = Settling(tolerance=1e-2)


@dataclass(frozen=True)
class Saturated:
    """Latent correlation of the full graph, and the Gaussian factors that belong to it."""

    correlation: NDArray[np.float64]
    factors: Factors


def fit_saturated(
    boxes: BoxArrays,
    *,
    start: NDArray[np.float64] | None = None,
    ridge: float = RIDGE,
    points: Points | None = None,
    n_threads: int = 1,
) -> Saturated:
    """Latent correlation by EM with expectation propagation or integration points, from a start or independence on."""
    n, total = boxes.n_columns, boxes.total_weight
    tolerance = min(_TOLERANCE, _TOLERANCE_IN_ERRORS / np.sqrt(total))
    correlation, factors = np.eye(n) if start is None else start, start_factors(boxes)
    for _ in range(_MAX_ITERATIONS):
        factors, moments = propagate(
            factors, boxes, correlation, points=points, settling=_SETTLING, n_threads=n_threads
        )
        updated = shrink(moments.second, total, ridge)
        change = np.abs(updated - correlation).max()
        correlation = updated
        if change < tolerance:
            break
    return Saturated(correlation, factors)


def shrink(second: NDArray[np.float64], total: float, ridge: float) -> NDArray[np.float64]:
    """Moments pulled towards independence by the prior, as a correlation matrix."""
    return as_correlation((total * second + ridge * np.eye(len(second))) / (total + ridge))
