# SPDX-License-Identifier: MIT
"""Correlations for Fisher's z: Pearson's, and the sine transform of Kendall's."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag.independence.contract import checked_codes
from ordag.kernels import independence as kernels

# With less of its square left around the mean of the rows of a pair, a column is constant there but for rounding.
_CONSTANT = 1e-12

Matrix = npt.NDArray[np.float64]  # (n, n), symmetric


def pearson_correlation(values: npt.ArrayLike) -> tuple[Matrix, Matrix]:
    """Pearson correlations of the columns, and the number of rows behind each.

    Parameters
    ----------
    values
        (rows, columns), NaN where missing; pairs use the rows where both are observed. A constant column has
        correlation 0 with all others, and so has one that is missing everywhere.

    Examples
    --------
    >>> correlation, n_rows = pearson_correlation([[0, 1], [1, 2], [2, 4], [3, np.nan]])
    >>> round(float(correlation[0, 1]), 3), int(n_rows[0, 1])
    (0.982, 3)
    """
    matrix = np.asarray(values, dtype=np.float64)
    seen = ~np.isnan(matrix)
    # Centred first: what is left of the means cancels without loss.
    weight = seen.astype(np.float64)
    mean = np.where(seen, matrix, 0).sum(axis=0) / np.maximum(seen.sum(axis=0), 1)
    centred = np.where(seen, matrix - mean, 0)
    n_rows = weight.T @ weight
    count = np.maximum(n_rows, 1)
    sums = centred.T @ weight  # sums[i, j]: of column i over the rows where i and j are observed
    squares = (centred**2).T @ weight
    variance = squares - sums**2 / count
    variance[variance <= _CONSTANT * squares] = 0.0
    scale = np.sqrt(np.clip(variance * variance.T, 0, None))
    covariance = centred.T @ centred - sums * sums.T / count
    correlation = np.divide(covariance, scale, out=np.zeros_like(scale), where=scale > 0)
    np.fill_diagonal(correlation, 1.0)
    return correlation, n_rows


def kendall_correlation(codes: npt.ArrayLike, n_levels: Sequence[int] | None = None) -> tuple[Matrix, Matrix]:
    """Correlations sin(π/2 τ) from Kendall's τ_b, and the number of rows behind each.

    For increasing functions of normal variables this estimates the latent correlation (Harris and Drton
    2013); with ties, as in ordinal data, it is shrunk. A constant column has correlation 0 with all others.

    Parameters
    ----------
    codes
        (rows, columns) codes or ranks from 0, −1 where missing; pairs use the rows where both are observed.
    n_levels
        Number of levels of each column; by default up to the largest code.

    Examples
    --------
    >>> correlation, _ = kendall_correlation([[0, 0], [0, 1], [1, 0], [1, 1], [1, 1]])
    >>> round(float(correlation[0, 1]), 4)
    0.2588
    """
    tau, n_rows = kernels.kendall(*checked_codes(codes, n_levels))
    correlation = np.sin(0.5 * np.pi * np.nan_to_num(tau))
    np.fill_diagonal(correlation, 1.0)
    return correlation, n_rows
