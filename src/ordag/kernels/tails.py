# SPDX-License-Identifier: MIT
"""Upper tails of the distributions that tests refer to, and the logarithm of the gamma function."""

import numpy as np
import numpy.typing as npt

from ordag import _core

Floats = npt.NDArray[np.float64]


def chi_squared_tail(x: npt.ArrayLike, df: npt.ArrayLike) -> Floats:
    """P(X > x), X chi-squared with so many degrees of freedom; broadcast.

    Examples
    --------
    >>> chi_squared_tail([3.841459, 5.991465], [1, 2]).round(6)
    array([0.05, 0.05])
    """
    values, degrees = np.broadcast_arrays(np.asarray(x, np.float64), np.asarray(df, np.float64))
    out = np.empty(values.shape)
    _core.chi_squared_tail(x=values.ravel(), df=degrees.ravel(), out=out.reshape(-1))
    return out


def f_tail(x: float, df1: float, df2: float) -> float:
    """P(X > x), X F-distributed with so many degrees of freedom of numerator and denominator.

    Examples
    --------
    >>> round(f_tail(161.4476, 1, 1), 6)
    0.05
    """
    return _core.f_tail(x=x, df1=df1, df2=df2)


def log_gamma(x: npt.ArrayLike) -> Floats:
    """Logarithm of Γ(x), for x > 0.

    Examples
    --------
    >>> np.exp(log_gamma([1, 5])).round(9)
    array([ 1., 24.])
    """
    values = np.asarray(x, np.float64, order="C")
    out = np.empty_like(values)
    _core.log_gamma(x=values.reshape(-1), out=out.reshape(-1))
    return out
