# SPDX-License-Identifier: MIT
"""Digital nets: points that fill the unit cube more evenly than random ones do.

A net of 2^m points has an m × m matrix over the numbers 0 and 1 for each coordinate: the binary digits of a point's
number, times the matrix, are the binary digits of its coordinate. Triangular matrices with ones on the diagonal put one
point into each of the 2^m equal intervals of every coordinate. Which matrices fit together is found one coordinate
after the other (Dick and Pillichshammer 2010): of some that are drawn at random, that one is kept whose net so far has
the smallest worst error over functions with square-integrable mixed derivatives, which for a net with a random digital
shift is the mean over its points of

    ∏_j (1 + γ_j φ(x_j)) − 1        φ(x) = 1/6 − 2^(⌊log₂ x⌋ − 1),  φ(0) = 1/6

with weights γ_j that fall, because the coordinates that are drawn first matter for all others.
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_N_TRIED = 32  # matrices for each coordinate


def digital_net(n_columns: int, n_points: int, rng: np.random.Generator) -> Array:
    """(n_columns, n_points) points of a net; the number of points is a power of two.

    Examples
    --------
    >>> net = digital_net(3, 8, np.random.default_rng(0))
    >>> np.sort(net, axis=1)[2]
    array([0.   , 0.125, 0.25 , 0.375, 0.5  , 0.625, 0.75 , 0.875])
    """
    n_digits = n_points.bit_length() - 1
    unevenness = _unevenness(n_points)
    error, net = np.ones(n_points), np.empty((n_columns, n_points))
    for column in range(n_columns):
        drawn = _coordinates(_triangular(n_digits, rng))
        factors = 1 + unevenness[drawn] / (column + 1)
        best = int(np.argmin(factors @ error))
        error *= factors[best]
        net[column] = drawn[best] / n_points
    return net


def _triangular(n_digits: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """(n_tried, n_digits) matrices; each column is one number, whose highest digit stands in the first row."""
    places = n_digits - 1 - np.arange(n_digits)
    above = rng.integers(0, 1 << np.arange(n_digits), (_N_TRIED, n_digits)) << (places + 1)
    return above | (1 << places)


def _coordinates(columns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(n_tried, n_points) coordinates times the number of points: columns that a point's digits choose, added mod 2."""
    found = np.zeros((len(columns), 1), dtype=np.int64)
    for column in columns.T:
        found = np.concatenate([found, found ^ column[:, None]], axis=1)
    return found


def _unevenness(n_points: int) -> Array:
    """φ of each multiple of 1 / n_points."""
    _, exponents = np.frexp(np.arange(n_points) / n_points)  # ⌊log₂ x⌋ + 1
    return 1 / 6 - np.where(np.arange(n_points) > 0, np.ldexp(1.0, exponents - 2), 0.0)
