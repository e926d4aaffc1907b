# SPDX-License-Identifier: MIT
"""Probabilities of the standard bivariate normal distribution, elementwise with broadcasting.

Thresholds may be infinite and correlations take any value in [-1, 1].
"""

import numpy as np
import numpy.typing as npt

from ordag import _core

Floats = npt.NDArray[np.float64]


def cdf(h: npt.ArrayLike, k: npt.ArrayLike, rho: npt.ArrayLike) -> Floats:
    """P(X <= h, Y <= k) with absolute error below 1e-15.

    In the far tails prefer `rectangle` with infinite lower ends, which keeps the relative error small as well.

    Examples
    --------
    >>> cdf(0.0, 0.0, [0.0, 0.5, 1.0])
    array([0.25      , 0.33333333, 0.5       ])
    """
    (x, y, r), out = _broadcast(h, k, rho)
    _core.bivariate_cdf(h=x, k=y, rho=r, out=out.reshape(-1))
    return out


def rectangle(lower: npt.ArrayLike, upper: npt.ArrayLike, rho: npt.ArrayLike) -> Floats:
    """P(lower < (X, Y) <= upper); the last axis of `lower` and `upper` holds the two coordinates.

    Absolute error below 1e-14, relative error below 1e-11 however small the probability; 0 for empty rectangles.
    """
    low, high = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    (a, b, c, d, r), out = _broadcast(low[..., 0], high[..., 0], low[..., 1], high[..., 1], rho)
    _core.bivariate_rectangle(lower_x=a, upper_x=b, lower_y=c, upper_y=d, rho=r, out=out.reshape(-1))
    return out


def _broadcast(*given: npt.ArrayLike) -> tuple[list[Floats], Floats]:
    """The inputs as flat contiguous arrays of one length, and an array for the result."""
    arrays = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in given))
    return [np.ascontiguousarray(x).reshape(-1) for x in arrays], np.empty(arrays[0].shape)
