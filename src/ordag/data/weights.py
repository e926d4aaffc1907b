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
    if not np.all(np.isfinite(weights)) or np.all(weights == np.round(weights)) or weights.sum() <= 0:
        return weights
    return np.asarray(weights * weights.sum() / np.sum(weights**2))
