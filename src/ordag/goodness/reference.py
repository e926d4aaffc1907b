# SPDX-License-Identifier: MIT
"""How far the averages of a network's own rows stray from what it expects: the reference of the check.

Estimates move with the data. To first order they move expected values along the gradient of the network, so averages
are compared after everything along it is taken out (the orthogonal complement of the Jacobian; Maydeu-Olivares and Joe
2006): what is left does not depend on how the parameters were estimated. Its squared length is a quadratic form, whose
mean and spread are those of tables drawn from the network, of the size of the data.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.goodness.bands import Bands
from ordag.goodness.expected import Expectation

Array = npt.NDArray[np.float64]

_N_TABLES = 200
# Averages of more rows are as good as normal.
_MOST_ROWS = 250
# Tables are drawn in parts of so many entries, which hold little memory.
_ENTRIES_AT_A_TIME = 100_000
# Products of few tables at a time, whose values a cache can hold.
_TABLES_AT_A_TIME = 4
# Directions of the gradient of less than this share of the longest one are none.
_NEGLIGIBLE = 1e-8
# Of what can hardly vary, such as a table with one row of answers; none at all would divide by zero.
_LEAST_DF = 1e-8


@dataclass(frozen=True, eq=False)
class Complement:
    """What the parameters of a network cannot move.

    Attributes
    ----------
    expectation : Expectation
    inverse : (n_parameters, n_parameters)
        Of the products of the columns of the gradient, in the directions that it has.
    """

    expectation: Expectation
    inverse: Array

    @classmethod
    def of(cls, expectation: Expectation) -> "Complement":
        """The complement of the gradient."""
        products = (expectation.gradient.T @ expectation.gradient).toarray()
        return cls(expectation, np.linalg.pinv(products, rcond=_NEGLIGIBLE, hermitian=True))

    def residual(self, averages: Array) -> Array:
        """Averages, one row or several, less what is expected and what parameters explain."""
        apart, gradient = averages - self.expectation.mean, self.expectation.gradient
        return np.asarray(apart - (gradient @ (self.inverse @ (gradient.T @ apart.T))).T)


def averages(expectation: Expectation, bands: npt.NDArray[np.intp], weights: Array | None = None) -> Array:
    """(..., n_coordinates) average products of functions over rows in given bands, (n, ..., n_rows)."""
    of = expectation.bands
    values = of.values(bands)
    weighted = values / bands.shape[-1] if weights is None else values * (weights / weights.sum())
    flat = (*values.shape[:-2], -1)
    products = (values @ np.swapaxes(weighted, -1, -2)).reshape(flat)
    sides = (expectation.first, expectation.second)
    left, right = (side[:, None] * of.n_functions + np.arange(of.n_functions) for side in sides)
    pairs = products[..., (left[:, :, None] * values.shape[-2] + right[:, None, :]).ravel()]
    return np.concatenate([pairs, _single(of, bands, weights).reshape(flat)], axis=-1)


def _single(of: Bands, bands: npt.NDArray[np.intp], weights: Array | None) -> Array:
    """(..., n, n_bands - 1) averages of single functions."""
    by_row = np.full(bands.shape[-1], 1 / bands.shape[-1]) if weights is None else weights / weights.sum()
    shares = np.stack([(bands == band) @ by_row for band in range(of.single.shape[1])])  # (n_bands, n, ...)
    return np.asarray(np.einsum("bn...,nba->...na", shares, of.single))


def drawn_residuals(complement: Complement, correlation: Array, n_rows: float, rng: np.random.Generator) -> Array:
    """(n_tables, n_coordinates) residuals of tables of the network, times the root of their number of rows."""
    n, size = len(correlation), int(min(max(n_rows, 1), _MOST_ROWS))
    root = np.linalg.cholesky(correlation)
    at_a_time = max(1, _ENTRIES_AT_A_TIME // (n * size))
    parts = []
    for first in range(0, _N_TABLES, at_a_time):
        n_tables = min(at_a_time, _N_TABLES - first)
        latent = root @ rng.standard_normal((n, n_tables * size))
        held = complement.expectation.bands.of_latent(latent).reshape(n, n_tables, size)
        parts += [
            averages(complement.expectation, held[:, some : some + _TABLES_AT_A_TIME])
            for some in range(0, n_tables, _TABLES_AT_A_TIME)
        ]
    return np.asarray(np.sqrt(size) * complement.residual(np.concatenate(parts)))


@dataclass(frozen=True, eq=False)
class ChiSquared:
    """Statistics on the scale of chi-squared variables with `df` degrees of freedom."""

    statistic: Array
    df: Array


def scaled_to_chi_squared(found: npt.ArrayLike, drawn: Array) -> ChiSquared:
    """Squared lengths scaled such that mean and variance of the drawn ones are those of chi-squared variables.

    Parameters
    ----------
    found
        Of the data, one or several.
    drawn : (n_tables, ...)
        Of tables of the network.

    Examples
    --------
    >>> drawn = 3 * np.random.default_rng(1).chisquare(5, 100_000)
    >>> scaled = scaled_to_chi_squared(30.0, drawn)
    >>> scaled.statistic.round(1), scaled.df.round(1)
    (np.float64(10.1), np.float64(5.0))
    """
    mean, variance = drawn.mean(axis=0), drawn.var(axis=0, ddof=1)
    scale = np.maximum(variance, np.finfo(float).tiny) / np.maximum(2 * mean, np.finfo(float).tiny)
    return ChiSquared(np.asarray(found) / scale, np.maximum(mean / scale, _LEAST_DF))
