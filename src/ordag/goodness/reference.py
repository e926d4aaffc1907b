# SPDX-License-Identifier: MIT
"""How far the averages of a network's own rows deviate from what it expects: the reference of the check.

Estimates depend on the data. To first order they move expected values along the gradient of the network, so that
averages are compared after everything along it is projected out (the orthogonal complement of the Jacobian;
Maydeu-Olivares and Joe 2006): the remainder does not depend on how the parameters were estimated. Let r be the
remainder of a single row, with covariance Γ. Over n independent rows the squared length of their sum, divided by n, has

    mean tr Γ        variance 2 (n − 1) / n · tr Γ² + Var(|r|²) / n

and is scaled to a chi-squared variable with these. Rows drawn from the network give tr Γ² and Var(|r|²). Before the
projection the mean follows from the network, so that drawn rows are needed only for what the gradient removes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.goodness.bands import Bands
from ordag.goodness.expected import Expectation

Array = npt.NDArray[np.float64]

# Rows drawn, and products in all of them; with more columns a single row holds more information.
_FEWEST_ROWS, _MOST_ROWS = 100, 4_000
_N_PRODUCTS = 250_000
# Directions of the gradient shorter than this share of the longest one are taken for zero.
_NEGLIGIBLE = 1e-8
# Least variance, of what can hardly vary, such as a table with one row of answers; with none we would divide by zero.
_LEAST_DF = 1e-8


@dataclass(frozen=True, eq=False)
class Complement:
    """What the parameters of a network cannot move.

    Attributes
    ----------
    expectation : Expectation
    inverse : (n_parameters, n_parameters)
        Of the matrix of products of the columns of the gradient, in the directions that it has.
    """

    expectation: Expectation
    inverse: Array

    @classmethod
    def of(cls, expectation: Expectation) -> "Complement":
        """The complement of the gradient."""
        products = (expectation.gradient.T @ expectation.gradient).toarray()
        return cls(expectation, np.linalg.pinv(products, rcond=_NEGLIGIBLE, hermitian=True))

    def residual(self, averages: Array) -> Array:
        """Averages, in one row or several, less what is expected and what the parameters explain."""
        apart, gradient = averages - self.expectation.mean, self.expectation.gradient
        return np.asarray(apart - (gradient @ (self.inverse @ (gradient.T @ apart.T))).T)


def averages(expectation: Expectation, bands: npt.NDArray[np.intp], weights: Array) -> Array:
    """(n_coordinates,) weighted averages of products of functions over rows in given bands, (n, n_rows)."""
    of, share = expectation.bands, weights / weights.sum()
    values = of.values(bands)
    left, right = _sides(expectation)
    pairs = (values @ (values * share).T)[left[:, :, None], right[:, None, :]]
    return np.concatenate([pairs.ravel(), (_single(of, bands) @ share)])


def products(expectation: Expectation, bands: npt.NDArray[np.intp]) -> Array:
    """(n_rows, n_coordinates) the products of functions in each row."""
    of = expectation.bands
    values = of.values(bands)
    left, right = _sides(expectation)
    pairs = values[left][:, :, None, :] * values[right][:, None, :, :]
    return np.concatenate([pairs.reshape(-1, bands.shape[-1]), _single(of, bands)]).T


def _sides(expectation: Expectation) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """(n_pairs, K) twice: where the functions of each side of a pair stand among all."""
    k = expectation.bands.n_functions
    left, right = (side[:, None] * k + np.arange(k) for side in (expectation.first, expectation.second))
    return left, right


def _single(of: Bands, bands: npt.NDArray[np.intp]) -> Array:
    """(n · (n_bands - 1), n_rows) values of single functions."""
    by_column = [functions[held].T for functions, held in zip(of.single, bands, strict=True)]
    return np.concatenate(by_column)


@dataclass(frozen=True, eq=False)
class Length:
    """Mean and variance of squared lengths of the remainders of a network's rows, over the root of their number."""

    mean: Array
    variance: Array


def expected_lengths(
    complement: Complement,
    correlation: Array,
    n_rows: float,
    rng: np.random.Generator,
    members: Sequence[npt.NDArray[np.intp]],
) -> tuple[Length, Length]:
    """Squared lengths of what the network's own rows leave: of all coordinates, and of those of each pair of columns.

    Parameters
    ----------
    complement
        Of the gradient of the network.
    correlation
        Of its latent variables.
    n_rows
        Of the data.
    rng
        Source of the rows that are drawn.
    members
        The pairs of latent coordinates that each pair of columns consists of.
    """
    expectation = complement.expectation
    n_drawn = int(np.clip(_N_PRODUCTS // len(expectation.mean), _FEWEST_ROWS, _MOST_ROWS))
    latent = np.linalg.cholesky(correlation) @ rng.standard_normal((len(correlation), n_drawn))
    apart = products(expectation, expectation.bands.of_latent(latent)) - expectation.mean
    left = complement.residual(apart)
    # Drawn rows deviate from the network before and after the projection; the former deviation is known, and removed.
    known = expectation.variance - np.mean(apart**2, axis=0)
    total = _length(left[:, None, :], np.array([known.sum()]), n_rows)
    pairs, known_of_pairs = of_pairs(expectation, left), of_pairs(expectation, known).sum(axis=-1)
    of_each = Length(np.empty(len(members)), np.empty(len(members)))
    for size in {len(own) for own in members}:
        chosen = np.array([number for number, own in enumerate(members) if len(own) == size])
        together = np.array([members[number] for number in chosen])
        rows = pairs[:, together].reshape(n_drawn, len(chosen), -1)
        found = _length(rows, known_of_pairs[together].sum(axis=1), n_rows)
        of_each.mean[chosen], of_each.variance[chosen] = found.mean, found.variance
    return Length(total.mean[0], total.variance[0]), of_each


def _length(rows: Array, known: Array, n_rows: float) -> Length:
    """The same from (n_drawn, k, d) remainders of drawn rows; `known` is to be added to the mean of each of the k."""
    n_drawn, d = len(rows), rows.shape[-1]
    squares = np.einsum("rkd,rkd->rk", rows, rows)
    by_part = rows.transpose(1, 0, 2)
    gram = by_part @ by_part.transpose(0, 2, 1) if d > n_drawn else by_part.transpose(0, 2, 1) @ by_part
    # Over pairs of different rows: a row with itself gives no estimate of tr Γ².
    crossed = (np.einsum("kij,kij->k", gram, gram) - np.sum(squares**2, axis=0)) / (n_drawn * (n_drawn - 1))
    n = max(n_rows, 1.0)
    return Length(
        np.maximum(squares.mean(axis=0) + known, 0.0),
        2 * (n - 1) / n * np.maximum(crossed, 0.0) + squares.var(axis=0, ddof=1) / n,
    )


def of_pairs(expectation: Expectation, coordinates: Array) -> Array:
    """(..., n_pairs, K · K) the coordinates of pairs."""
    n_pairs = len(expectation.first)
    n_of_pairs = n_pairs * expectation.bands.n_functions**2
    return coordinates[..., :n_of_pairs].reshape(*coordinates.shape[:-1], n_pairs, -1)


@dataclass(frozen=True, eq=False)
class ChiSquared:
    """Statistics on the scale of chi-squared variables with `df` degrees of freedom."""

    statistic: Array
    df: Array


def scaled_to_chi_squared(found: npt.ArrayLike, expected: Length) -> ChiSquared:
    """Squared lengths scaled so that mean and variance of the expected ones are those of chi-squared variables.

    Where no misfit is possible, as for two binary columns that are joined, what rounding leaves is set to 0.

    Parameters
    ----------
    found
        Of the data, one or several.
    expected
        Of rows of the network.

    Examples
    --------
    >>> scaled = scaled_to_chi_squared(30.0, Length(np.array(15.0), np.array(90.0)))
    >>> float(scaled.statistic), float(scaled.df)
    (10.0, 5.0)
    """
    mean, variance = np.asarray(expected.mean), np.asarray(expected.variance)
    varies = (mean > _NEGLIGIBLE) & (variance > _NEGLIGIBLE**2)
    scale = np.where(varies, variance, 1.0) / np.where(varies, 2 * mean, 1.0)
    statistic = np.where(varies, np.asarray(found) / scale, 0.0)
    return ChiSquared(statistic, np.maximum(mean / scale, _LEAST_DF))
