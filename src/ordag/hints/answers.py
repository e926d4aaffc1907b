# SPDX-License-Identifier: MIT
"""Hints in the answers of rows: one tendency behind all of them, and rows of two kinds."""

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.inference.sample import observe, sample_latent
from ordag.kernels import normal
from ordag.model import FittedNetwork
from ordag.remarks import OneTendency, TwoKindsOfRows

Array = npt.NDArray[np.float64]

# Fewer items may all be correlated for many other reasons.
_FEWEST_ITEMS = 6
# Correlations of at least this in the middle: in a network without a common tendency many pairs are nearly independent,
# however its items are keyed.
_LEAST_SHARED = 0.2
# Pairs that have only the tendency in common have nearly the same correlation, so that the lower quartile is close to
# the median; where all weights are positive, correlations spread upwards from zero. The quartile need not be close if
# some items are correlated negatively, beyond the lowest of as many independent pairs in all but one table of twenty:
# no keying then explains that the rest are correlated positively.
_QUARTILE, _CROWDED, _CHANCE = 0.25, 0.6, 0.05
# Samples of the network with which the spread of scores is compared, and how far outside them it must lie.
_N_SAMPLES, _FAR = 40, 4.0
# By how much scores must be flatter; those of two halves, one standard deviation to either side, are flatter by about
# this.
_FLATTER = 0.25


def one_tendency(network: FittedNetwork, table: OrdinalTable) -> OneTendency | None:
    """A hint if items are correlated as they were keyed, including those that have nothing else in common.

    Parameters
    ----------
    network, table
        The network, and its rows.
    """
    columns = [k for k, kind in enumerate(table.kinds) if kind == "ordinal"]
    if len(columns) < _FEWEST_ITEMS:
        return None
    correlation = np.asarray(np.corrcoef(latent_scores(network, table)[:, columns].T))
    pairs = correlation[np.triu_indices(len(columns), 1)]
    lowest, middle = (float(part) for part in np.quantile(pairs, [_QUARTILE, 0.5]))
    is_mixed = pairs.min() < float(normal.quantile(_CHANCE / len(pairs))) / np.sqrt(table.n_rows)
    if middle < _LEAST_SHARED or not (is_mixed or lowest > _CROWDED * middle):
        return None
    n_items, mean = len(columns), float(pairs.mean())
    reliability = n_items * mean / (1 + (n_items - 1) * mean)
    return OneTendency(n_items, float((pairs > 0).mean()), (lowest, 1 - _QUARTILE), reliability)


def two_kinds_of_rows(network: FittedNetwork, table: OrdinalTable, rng: np.random.Generator) -> TwoKindsOfRows | None:
    """A hint if scores of rows are flatter, as with two heaps, than scores of rows of the network.

    Parameters
    ----------
    network, table
        The network, and its rows.
    rng
        Of the rows that are drawn for comparison.
    """
    ordered = [column for column in range(table.n_columns) if not network.is_nominal(column)]
    if len(ordered) < _FEWEST_ITEMS or table.missing.any():
        return None
    scores = latent_scores(network, table)[:, ordered]
    if not (scores.std(axis=0) > 0).all():
        return None
    direction = np.linalg.eigh(np.corrcoef(scores.T))[1][:, -1] / scores.std(axis=0)
    drawn = observe(network, sample_latent(network, _N_SAMPLES * table.n_rows, {}, rng))
    expected = [_kurtosis(part) for part in np.split(latent_scores(network, drawn)[:, ordered] @ direction, _N_SAMPLES)]
    found, mean, spread = _kurtosis(scores @ direction), float(np.mean(expected)), float(np.std(expected, ddof=1))
    if found > mean - max(_FAR * spread, _FLATTER):
        return None
    return TwoKindsOfRows(found, mean)


def latent_scores(network: FittedNetwork, table: OrdinalTable) -> Array:
    """(n_rows, n) mean latent value of each entry's level, or the standardised value; 0 where it is missing.

    Those of a nominal column mean nothing.
    """
    rows = network.estimated(table)
    scores = np.zeros(rows.codes.shape)
    numbers = iter(network.margins.standardised(rows).T)
    for column, cuts in enumerate(network.margins.cuts):
        if cuts.size:
            ends = np.concatenate([[-np.inf], cuts, [np.inf]])
            means = -np.diff(normal.pdf(ends)) / np.maximum(np.diff(normal.cdf(ends)), np.finfo(float).tiny)
            codes = rows.codes[:, column]
            scores[:, column] = np.where(codes >= 0, means[codes], 0.0)
        else:
            scores[:, column] = np.nan_to_num(next(numbers))
    return scores


def _kurtosis(values: Array) -> float:
    apart = values - values.mean()
    return float(np.mean(apart**4) / np.mean(apart**2) ** 2)
