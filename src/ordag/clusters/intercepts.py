# SPDX-License-Identifier: MIT
"""One column with a random intercept for each cluster, on the scale on which its variance within clusters is one.

    latent value = shift of the cluster + noise        shift ~ N(0, τ²)        noise ~ N(0, 1)

An ordinal column shows the level between two cuts that the latent value falls into. Shifts, cuts and τ² are found in
turns, with the posterior of each shift taken as normal around its mode (Laplace): the shift by Fisher scoring, τ² as
the mean second moment of the shifts, each cut where the expected number of rows below it is the observed one. The share
of the latent variance that lies between clusters, τ² / (1 + τ²), is the intra-class correlation.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.kernels import normal
from ordag.latent import Margins

Array = npt.NDArray[np.float64]

_MOST_ROUNDS = 500
_TOLERANCE = 1e-4
_FIRST_VARIANCE = 0.1
# Largest size of a shift, whatever the rows of the cluster say.
_FURTHEST = 5.0
_LEAST_PROBABILITY = 1e-12


@dataclass(frozen=True, eq=False)
class Intercepts:
    """What a column says of the shifts of the clusters.

    Attributes
    ----------
    cuts
        Of an ordinal column, at a shift of zero; empty for a continuous one.
    mean, scale
        Of a continuous column at a shift of zero, within clusters; 0 and 1 for an ordinal one.
    variance
        τ², of the shifts.
    estimates, precisions : (n_clusters,)
        Each cluster's shift as its own rows give it, and how precisely; 0 and 0 without rows.
    """

    cuts: Array
    mean: float
    scale: float
    variance: float
    estimates: Array
    precisions: Array

    @property
    def intraclass_correlation(self) -> float:
        """Share of the latent variance that lies between clusters."""
        return self.variance / (1 + self.variance)


def estimate_intercepts(table: OrdinalTable, margins: Margins, clusters: npt.NDArray[np.int32]) -> list[Intercepts]:
    """The random intercepts of every column.

    Parameters
    ----------
    table
        Rows whose levels are those of the margins.
    margins
        Of all rows together.
    clusters
        Number of the cluster of each row, from 0.
    """
    n_clusters, weights = int(clusters.max()) + 1, table.row_weights
    numbers = iter(margins.standardised(table).T)
    found = []
    for column, cuts in enumerate(margins.cuts):
        seen = table.codes[:, column] >= 0
        of, by = clusters[seen], weights[seen]
        if cuts.size:
            shape = (n_clusters, cuts.size + 1)
            place = np.ravel_multi_index((of, table.codes[seen, column]), shape)
            counts = np.bincount(place, by, shape[0] * shape[1]).reshape(shape).astype(np.float64)
            found.append(intercepts_of_levels(counts, cuts))
        else:
            one = intercepts_of_numbers(next(numbers)[seen], of, by, n_clusters)
            scale = float(margins.scales[column])
            mean = float(margins.means[column]) + scale * one.mean
            found.append(Intercepts(cuts, mean, scale * one.scale, one.variance, one.estimates, one.precisions))
    return found


def intercepts_of_levels(counts: Array, cuts: Array) -> Intercepts:
    """The random intercepts of an ordinal column.

    Parameters
    ----------
    counts : (n_clusters, n_levels)
        How many rows of each cluster hold each level.
    cuts
        To start from.

    Examples
    --------
    >>> alike = intercepts_of_levels(np.full((10, 2), 50.0), np.zeros(1))
    >>> apart = intercepts_of_levels(np.array([[90.0, 10.0], [10.0, 90.0]] * 5), np.zeros(1))
    >>> alike.intraclass_correlation < 0.01, apart.intraclass_correlation > 0.5
    (True, True)
    """
    n_rows, shares = counts.sum(axis=1), np.cumsum(counts.sum(axis=0))[:-1] / counts.sum()
    shifts, variance, cuts = np.zeros(len(counts)), _FIRST_VARIANCE, cuts.copy()
    for _ in range(_MOST_ROUNDS):
        slope, precisions = _slope_and_precision(counts, cuts, shifts)
        step = (slope - shifts / variance) / (precisions + 1 / variance)
        new_shifts = np.clip(shifts + step, -_FURTHEST, _FURTHEST)
        spread = 1 / (precisions + 1 / variance)
        new_variance = float(np.mean((new_shifts**2 + spread)[n_rows > 0]))
        new_cuts = _moved_cuts(cuts, shares, new_shifts, spread, n_rows)
        moved = max(np.abs(new_shifts - shifts).max(), np.abs(new_cuts - cuts).max(), abs(new_variance - variance))
        shifts, variance, cuts = new_shifts, new_variance, new_cuts
        if moved < _TOLERANCE:
            break
    slope, precisions = _slope_and_precision(counts, cuts, shifts)
    estimates = shifts + slope / np.maximum(precisions, np.finfo(float).tiny)
    return Intercepts(cuts, 0.0, 1.0, variance, np.where(n_rows > 0, estimates, 0.0), precisions)


def intercepts_of_numbers(
    values: Array, clusters: npt.NDArray[np.int32], weights: Array, n_clusters: int
) -> Intercepts:
    """The random intercepts of a continuous column, from its standardised values.

    Parameters
    ----------
    values, clusters, weights
        Of the rows in which it was seen.
    n_clusters
        Number of clusters.
    """
    n_rows = np.bincount(clusters, weights, n_clusters).astype(np.float64)
    at_least = np.maximum(n_rows, np.finfo(float).tiny)
    means = np.bincount(clusters, weights * values, n_clusters) / at_least
    within = float(weights @ (values - means[clusters]) ** 2)
    centre, noise, variance = 0.0, max(within / n_rows.sum(), _LEAST_PROBABILITY), _FIRST_VARIANCE
    for _ in range(_MOST_ROUNDS):
        spread = 1 / (n_rows / noise + 1 / variance)
        shifts = spread * n_rows / noise * (means - centre)
        new_variance = float(np.mean((shifts**2 + spread)[n_rows > 0]))
        new_centre = float(n_rows @ (means - shifts) / n_rows.sum())
        new_noise = (within + float(n_rows @ ((means - new_centre - shifts) ** 2 + spread))) / n_rows.sum()
        moved = max(abs(new_variance - variance), abs(new_centre - centre), abs(new_noise - noise))
        centre, noise, variance = new_centre, max(float(new_noise), _LEAST_PROBABILITY), new_variance
        if moved < _TOLERANCE:
            break
    scale = float(np.sqrt(noise))
    estimates = np.where(n_rows > 0, (means - centre) / scale, 0.0)
    return Intercepts(np.empty(0), centre, scale, variance / noise, estimates, n_rows)


def _slope_and_precision(counts: Array, cuts: Array, shifts: Array) -> tuple[Array, Array]:
    """Of each cluster's log-likelihood by its shift: the derivative, and the expected information."""
    ends = cuts - shifts[:, None]
    below, density = normal.cdf(ends), normal.pdf(ends)
    probability = np.maximum(np.diff(below, axis=1, prepend=0.0, append=1.0), _LEAST_PROBABILITY)
    jump = -np.diff(density, axis=1, prepend=0.0, append=0.0)  # of the probability of a level
    slope = (counts * jump / probability).sum(axis=1)
    return slope, counts.sum(axis=1) * (jump**2 / probability).sum(axis=1)


def _moved_cuts(cuts: Array, shares: Array, shifts: Array, spread: Array, n_rows: Array) -> Array:
    """Cuts after a Newton step towards those at which the expected rows below each are the observed ones."""
    scale, by = np.sqrt(1 + spread)[:, None], n_rows / n_rows.sum()
    z = (cuts - shifts[:, None]) / scale
    density = np.maximum(by @ (normal.pdf(z) / scale), np.finfo(float).tiny)
    return np.asarray(np.sort(cuts + np.clip((shares - by @ normal.cdf(z)) / density, -1.0, 1.0)))
