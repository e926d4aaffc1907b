# SPDX-License-Identifier: MIT
"""Correlation matrices from covariance matrices."""

from typing import Any

import numpy as np
import numpy.typing as npt


def as_correlation(covariance: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
    """The matrix rescaled to a unit diagonal, which is exact.

    Examples
    --------
    >>> as_correlation(np.array([[4.0, 1.0], [1.0, 1.0]])).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    scale = np.sqrt(np.diag(covariance))
    correlation: npt.NDArray[np.float64] = covariance / np.outer(scale, scale)
    np.fill_diagonal(correlation, 1.0)
    return correlation
