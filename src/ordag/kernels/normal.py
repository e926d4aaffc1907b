# SPDX-License-Identifier: MIT
"""The standard normal distribution, elementwise, exact in relative terms in both tails."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ordag import _core

Floats = npt.NDArray[np.float64]


def pdf(x: npt.ArrayLike) -> Floats:
    """Density at `x`."""
    return _elementwise(_core.normal_pdf, x)


def cdf(x: npt.ArrayLike) -> Floats:
    """Probability of a value up to `x`."""
    return _elementwise(_core.normal_cdf, x)


def log_cdf(x: npt.ArrayLike) -> Floats:
    """Logarithm of `cdf`, also where that is too small for a double."""
    return _elementwise(_core.normal_log_cdf, x)


def quantile(p: npt.ArrayLike) -> Floats:
    """Inverse of `cdf`: infinite at 0 and 1, NaN outside.

    Examples
    --------
    >>> quantile([0.025, 0.5]).round(6)
    array([-1.959964,  0.      ])
    """
    return _elementwise(_core.normal_quantile, p)


def _elementwise(kernel: Callable[[Floats, Floats], None], x: npt.ArrayLike) -> Floats:
    values = np.asarray(x, dtype=np.float64, order="C")
    out = np.empty_like(values)
    kernel(values.reshape(-1), out.reshape(-1))
    return out
