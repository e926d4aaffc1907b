# SPDX-License-Identifier: MIT
"""How much of the latent data the levels show."""

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays
from ordag.kernels import normal

# Of a column that shows next to nothing, against division by it.
_LEAST_SHARE = 1e-3


def information_share(boxes: BoxArrays) -> float:
    """Share of the information about a correlation that is left when both variables are seen as levels.

    The square of the share e of a latent variable's variance that its levels explain (2/π for a median split, 1 for a
    continuous column), averaged over the columns. The expected score counts latent data as seen, so it overstates the
    likelihood by about the inverse.
    """
    return float(np.mean([explained_share(boxes, column) for column in range(boxes.n_columns)])) ** 2


def explained_share(boxes: BoxArrays, column: int) -> float:
    """Share of a latent variable's variance that its observed levels explain."""
    codes = boxes.codes[column]
    observed = float(boxes.weights[codes >= 0].sum() / boxes.total_weight)
    lower, upper = boxes.lower[column, 1:], boxes.upper[column, 1:]
    if boxes.continuous[column]:
        return observed * (1 - _within(lower, upper))
    used = np.isfinite(lower) | np.isfinite(upper)
    lower, upper = lower[used], upper[used]
    mass = normal.cdf(upper) - normal.cdf(lower)
    slope = normal.pdf(lower) - normal.pdf(upper)
    # Where groups have thresholds of their own their levels stand side by side, and this is the mean over groups.
    n_scales = max(round(float(mass.sum())), 1)
    return observed * float(np.sum(slope[mass > 0] ** 2 / mass[mass > 0])) / n_scales


def _within(lower: NDArray[np.float64], upper: NDArray[np.float64]) -> float:
    """Variance of a standard normal variable that is left where it is known outside some boxes."""
    boxed = np.isfinite(lower) | np.isfinite(upper)
    low, high = lower[boxed], upper[boxed]
    mass = np.maximum(normal.cdf(high) - normal.cdf(low), np.finfo(float).tiny)
    slope = normal.pdf(low) - normal.pdf(high)
    turned = [np.where(np.isfinite(end), end, 0.0) * normal.pdf(end) for end in (low, high)]
    return float(np.sum(mass + turned[0] - turned[1] - slope**2 / mass))


def hidden_variances(boxes: BoxArrays) -> NDArray[np.float64]:
    """Variance, for each column, of the error that would hide as much of the latent variable as its levels do."""
    shares = np.array([explained_share(boxes, column) for column in range(boxes.n_columns)])
    hidden: NDArray[np.float64] = (1 - shares) / np.maximum(shares, _LEAST_SHARE)
    return hidden
