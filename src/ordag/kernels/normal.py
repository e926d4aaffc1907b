# SPDX-License-Identifier: MIT
"""The standard normal distribution, elementwise, exact in relative terms in both tails."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from ordag import _core

Floats = npt.NDArray[np.float64]


class _Kernel(Protocol):
    def __call__(self, x: Floats, out: Floats) -> None: ...


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


def _elementwise(kernel: _Kernel, x: npt.ArrayLike) -> Floats:
    values = np.asarray(x, dtype=np.float64, order="C")
    out = np.empty_like(values)
    kernel(x=values.reshape(-1), out=out.reshape(-1))
    return out
