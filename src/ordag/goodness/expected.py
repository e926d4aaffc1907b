# SPDX-License-Identifier: MIT
"""What a network expects of every pair of columns, and how that changes with its parameters.

With C(s, t; ρ) the bivariate normal distribution at two cuts, the probability of a cell is the second difference of C
over its corners, and

    ∂C/∂ρ = φ₂(s, t; ρ)      ∂C/∂s = φ(s) Φ((t − ρs) / √(1 − ρ²))

give its derivatives. An expected product of functions is a sum over cells. Correlations follow the slopes of the graph
by `ordag.maximization.correlation_gradient`; cuts of ordinal columns are free, those of a continuous column follow its
mean and its scale.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from ordag.goodness.bands import Bands
from ordag.kernels import bivariate, normal
from ordag.maximization.observed import unit_noise_slopes
from ordag.maximization.standard_errors import correlation_gradient
from ordag.model import FittedNetwork

Array = npt.NDArray[np.float64]
Positions = npt.NDArray[np.intp]

# A correlation of ±1 has no density.
_MOST_CORRELATION = 1 - 1e-9


@dataclass(frozen=True, eq=False)
class Expectation:
    """Expected products of functions of two columns, with their derivatives.

    The coordinates are those of pairs, ``(n_pairs, K, K)`` in the order of `first` and `second`, and after them single
    functions, ``(n, n_bands - 1)``: what they say of the margins keeps cuts from explaining pairs.

    Attributes
    ----------
    bands : Bands
    first, second : (n_pairs,)
        Positions of the columns of each pair.
    cells : (n_pairs, n_bands, n_bands)
        Probabilities.
    mean : (n_coordinates,)
        Expected values; those of single functions are zero.
    variance : (n_coordinates,)
        Of a single row.
    gradient : (n_coordinates, n_parameters), sparse
        By the parameters of graph and margins.
    """

    bands: Bands
    first: Positions
    second: Positions
    cells: Array
    mean: Array
    variance: Array
    gradient: sparse.csr_array


def expect(network: FittedNetwork, bands: Bands) -> Expectation:
    """What a network expects.

    Examples
    --------
    >>> from ordag.goodness.bands import bands_of
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])
    >>> expect(network, bands_of(network.margins, 100, 1)).mean
    array([0.5, 0. , 0. ])
    """
    first, second = np.triu_indices(bands.n_columns, 1)
    rho = np.clip(network.correlation[first, second], -_MOST_CORRELATION, _MOST_CORRELATION)
    left, right = bands.functions[first], bands.functions[second]
    cells = _cells(bands, first, second, rho)
    mean = _products(left, cells, right)
    by_rho = _products(left, _by_correlation(bands, first, second, rho), right)
    by_slope = correlation_gradient(network.dag, unit_noise_slopes(network.parameters))[:, first, second]
    by_slopes = sparse.csr_array((by_rho[..., None] * by_slope.T[:, None, None, :]).reshape(mean.size, len(by_slope)))
    n_single = bands.single.shape[0] * bands.single.shape[2]
    of_pairs, of_single = _by_margins(bands, first, second, rho)
    gradient = sparse.block_array([[by_slopes, of_pairs], [None, of_single]], format="csr")
    return Expectation(
        bands,
        first,
        second,
        cells,
        np.append(mean.ravel(), np.zeros(n_single)),
        np.append((_products(left**2, cells, right**2) - mean**2).ravel(), _variances(bands)),
        gradient,
    )


def _products(left: Array, cells: Array, right: Array) -> Array:
    return np.asarray(left.transpose(0, 2, 1) @ cells @ right)


def _variances(bands: Bands) -> Array:
    """Of single functions, whose mean is zero."""
    return np.asarray(np.einsum("nb,nbf->nf", bands.shares, bands.single**2)).ravel()


def _cells(bands: Bands, first: Positions, second: Positions, rho: Array) -> Array:
    """Probabilities of the cells of each pair."""
    corners = np.zeros((len(rho), bands.cuts.shape[1] + 2, bands.cuts.shape[1] + 2))
    ends = np.column_stack([bands.cuts, np.full(bands.n_columns, np.inf)])
    corners[:, 1:, 1:] = bivariate.cdf(ends[first][:, :, None], ends[second][:, None, :], rho[:, None, None])
    return np.diff(np.diff(corners, axis=1), axis=2)


def _by_correlation(bands: Bands, first: Positions, second: Positions, rho: Array) -> Array:
    """Derivatives of the cells by the correlation."""
    x, y, r = bands.cuts[first][:, :, None], bands.cuts[second][:, None, :], rho[:, None, None]
    finite = np.isfinite(x) & np.isfinite(y)
    u, v = np.where(np.isfinite(x), x, 0.0), np.where(np.isfinite(y), y, 0.0)
    square = (u**2 - 2 * r * u * v + v**2) / (1 - r**2)
    corners = np.where(finite, np.exp(-square / 2) / (2 * np.pi * np.sqrt(1 - r**2)), 0.0)
    return np.diff(np.diff(np.pad(corners, ((0, 0), (1, 1), (1, 1))), axis=1), axis=2)


def _by_margins(
    bands: Bands, first: Positions, second: Positions, rho: Array
) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Derivatives of the coordinates of pairs, and of single functions, by the parameters of the margins.

    These are the cuts of ordinal columns, and mean and scale of continuous ones.
    """
    by_cuts = [_by_cuts(bands, first, second, rho), _by_cuts(bands, second, first, rho).transpose(0, 2, 1, 3)]
    of_pairs = _spread(bands, np.stack(by_cuts, axis=-2), np.column_stack([first, second])[:, None, None])
    density = np.where(np.isfinite(bands.cuts), normal.pdf(bands.cuts), 0.0)
    of_single = _spread(
        bands,
        (-np.diff(bands.single, axis=1).transpose(0, 2, 1) * density[:, None, :])[:, :, None],
        np.arange(bands.n_columns)[:, None, None],
    )
    parameters = sparse.csr_array(_parameters_of_cuts(bands))
    return of_pairs @ parameters, of_single @ parameters


def _spread(bands: Bands, by_cuts: Array, columns: Positions) -> sparse.csr_array:
    """(n_coordinates, n · n_cuts) derivatives by all cuts, of (..., k, n_cuts) those by the cuts of k columns each."""
    n, n_cuts = bands.cuts.shape
    at = np.broadcast_to(columns[..., None] * n_cuts + np.arange(n_cuts), by_cuts.shape)
    n_of_each = by_cuts.shape[-2] * n_cuts
    starts = np.arange(0, by_cuts.size + 1, n_of_each)
    return sparse.csr_array((by_cuts.ravel(), at.ravel(), starts), shape=(len(starts) - 1, n * n_cuts))


def _by_cuts(bands: Bands, moved: Positions, other: Positions, rho: Array) -> Array:
    """(n_pairs, K, K, n_cuts) derivatives of expected products by the cuts of one column of each pair."""
    cuts = np.where(np.isfinite(bands.cuts), bands.cuts, 0.0)[moved]
    density = np.where(np.isfinite(bands.cuts), normal.pdf(bands.cuts), 0.0)[moved]
    scaled = (bands.cuts[other][:, None, :] - (rho[:, None] * cuts)[:, :, None]) / np.sqrt(1 - rho**2)[:, None, None]
    strip = density[:, :, None] * np.diff(normal.cdf(scaled), prepend=0.0, append=1.0, axis=2)
    jump = -np.diff(bands.functions, axis=1)[moved]  # (n_pairs, n_cuts, K)
    return np.asarray(np.einsum("pca,pcb->pabc", jump, strip @ bands.functions[other]))


def _parameters_of_cuts(bands: Bands) -> Array:
    """(n · n_cuts, n_parameters) how cuts follow the parameters of the margins."""
    n, n_cuts = bands.cuts.shape
    found = []
    for column in range(n):
        finite = np.isfinite(bands.cuts[column])
        free = np.eye(n_cuts)[:, finite]
        if bands.is_continuous[column]:
            free = np.column_stack([finite, np.where(finite, bands.cuts[column], 0.0)]).astype(float)
        block = np.zeros((n, n_cuts, free.shape[1]))
        block[column] = free
        found.append(block.reshape(n * n_cuts, -1))
    return np.hstack(found)
