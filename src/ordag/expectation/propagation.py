# SPDX-License-Identifier: MIT
"""E-step without noise: expectation propagation of E[YYᵀ | x], row by row.

Every side of a row's box is replaced by a Gaussian factor that keeps the mean and variance of its coordinate (Minka
2001; for boxes Cunningham, Hennig and Lacoste-Julien 2011). The factors of one iteration are the start of the next. The
log-likelihood that comes with the moments is that of the approximation: its error is nearly the same for all graphs on
the same data, so differences between graphs are far better than the value itself. It grows with the number of rows, and
matters with tens of thousands of rows of few levels; there `integrate_rows` takes points (docs/decisions/e-step.md).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.expectation.boxes import BoxArrays
from ordag.expectation.integrals import Points, Settling, integrate_rows
from ordag.expectation.moments import Moments

_SETTLING = Settling()


@dataclass(frozen=True)
class Factors:
    """Gaussian factors exp(shift·y − precision·y²/2), one per entry; arrays are ``(n, n_rows)``."""

    shift: NDArray[np.float64]
    precision: NDArray[np.float64]

    def copies(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Fresh arrays that a kernel may write to."""
        return self.shift.copy(), self.precision.copy()


def start_factors(boxes: BoxArrays) -> Factors:
    """Factors that carry no information yet."""
    return Factors(np.zeros(boxes.codes.shape), np.zeros(boxes.codes.shape))


def propagate(
    factors: Factors,
    boxes: BoxArrays,
    correlation: NDArray[np.float64],
    *,
    points: Points | None = None,
    settling: Settling = _SETTLING,
    n_threads: int = 1,
) -> tuple[Factors, Moments]:
    """Settled factors and expected second moments under the given latent correlation.

    With `points` moments and log-likelihood are integrated, the factors serving to place them.

    Examples
    --------
    >>> boxes = BoxArrays(np.ones((2, 1)), [[-np.inf, -np.inf, 0]] * 2, [[np.inf, 0, np.inf]] * 2, [0, 0],
    ...                   np.zeros((2, 1)), np.ones(1))
    >>> _, moments = propagate(start_factors(boxes), boxes, np.array([[1, 0.5], [0.5, 1]]))
    >>> round(float(np.exp(moments.log_likelihood)), 3)  # exactly 1/3
    0.333
    """
    arrays = factors.copies()
    rows = integrate_rows(boxes, correlation, arrays, points, settling=settling, n_threads=n_threads)
    assert rows.moments is not None
    total = boxes.total_weight
    log_likelihood = float(boxes.weights @ rows.log_probability)
    moments = Moments(rows.moments / total, np.zeros_like(rows.moments), total, log_likelihood)
    return Factors(*arrays), moments
