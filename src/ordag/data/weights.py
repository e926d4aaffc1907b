# SPDX-License-Identifier: MIT
"""Row weights as numbers of rows."""

import numpy as np
import numpy.typing as npt


def effective_weights(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Row weights that count rows: whole numbers as they are, others scaled to sum to (Σw)² / Σw² (Kish 1965).

    Examples
    --------
    >>> effective_weights(np.array([1.0, 2.0]))
    array([1., 2.])
    >>> effective_weights(np.array([0.5, 1.5])).sum()
    np.float64(1.6)
    """
    if not np.all(np.isfinite(weights)) or np.all(weights == np.round(weights)) or not (weights > 0).any():
        return weights
    # Squares of very small weights vanish; powers of two round nothing.
    scaled = np.ldexp(weights, -np.frexp(weights.max())[1])
    return np.asarray(scaled * scaled.sum() / np.sum(scaled**2))
