# SPDX-License-Identifier: MIT
"""Estimates with their standard errors: weights, correlations, thresholds and explained variance of a network.

Errors of the slopes come from the covariance of the row scores, those of thresholds from the shares of the levels. They
hold for a graph that was given: that a graph was chosen by the same rows is not allowed for, and makes weights of links
that just came in look better than they are. `ordag.bootstrap` allows for it.

Where variables own several latent coordinates, weights and correlations are sizes (`ordag.model.coordinates`), and what
the categories of a nominal variable do is a table of its own.

Where rows belong to clusters, what these share is taken out first, and errors come from sums over whole clusters, with
Student's t for as many degrees of freedom as there are clusters, less one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.clusters import estimate_shifts, shifted_boxes
from ordag.data import OrdinalTable
from ordag.data.encoding.beside import labels_of_rows, taken_out
from ordag.errors import OptionError
from ordag.expectation import start_factors
from ordag.hidden.columns import with_hidden_columns
from ordag.inference.block_estimates import SlopesBetween
from ordag.kernels import normal
from ordag.maximization.observed import clustered_slope_covariance, slope_covariance, unit_noise_slopes
from ordag.maximization.standard_errors import StandardErrors, standard_errors
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Estimates(Shown):
    """Parameters of a network with standard errors and intervals, as frames.

    Attributes
    ----------
    network
        The network.
    errors
        Standard errors of weights, correlations and explained variance.
    shares
        Per column the standard error of each threshold; empty for a continuous or nominal one.
    level
        Probability that an interval covers.
    blocks
        The slopes behind them, where variables own several latent coordinates.
    df
        Degrees of freedom of intervals and p-values: clusters less one; infinite for rows on their own.
    """

    network: FittedNetwork
    errors: StandardErrors
    shares: tuple[Array, ...]
    level: float
    blocks: SlopesBetween | None = None
    df: float = math.inf

    @cached_property
    def weights(self) -> pd.DataFrame:
        """One row per edge, strongest first: from, to, weight, standard error, interval, and p-value of no weight.

        The weight of an edge from or to a nominal variable is a size, and its p-value that of all slopes together.
        """
        from scipy.special import stdtr

        i, j = np.argwhere(self.network.dag).T
        frame = self._with_interval(self.network.weights[i, j], self.errors.weights[i, j], "weight")
        ratio = np.abs(frame["weight"]) / frame["standard_error"]
        frame["p_value"] = 2 * stdtr(self.df, -ratio.to_numpy())
        if self.blocks is not None:
            sizes = np.array([self._is_size(*pair) for pair in zip(i, j, strict=True)], dtype=bool)
            frame.loc[sizes, "low"] = frame.loc[sizes, "low"].clip(lower=0)
            frame.loc[sizes, "p_value"] = [self.blocks.p_value(*pair) for pair in np.column_stack([i, j])[sizes]]
        frame.insert(0, "from", self._names(i))
        frame.insert(1, "to", self._names(j))
        return frame.sort_values("weight", key=abs, ascending=False, kind="stable", ignore_index=True)

    @cached_property
    def correlations(self) -> pd.DataFrame:
        """One row per pair of variables: the latent correlation that the network implies."""
        i, j = np.triu_indices(self.network.n_columns, 1)
        frame = self._with_interval(self.network.correlation[i, j], self.errors.correlation[i, j], "correlation")
        frame.insert(0, "first", self._names(i))
        frame.insert(1, "second", self._names(j))
        return frame

    @cached_property
    def categories(self) -> pd.DataFrame:
        """One row per category of each nominal variable and each variable with an order that is linked to it.

        `mean` is the latent mean of the `other` variable among rows of the category, in its standard deviations and
        from that of all rows. Cuts and the correlation of questions are taken as known.
        """
        frames = [pd.DataFrame(columns=["variable", "category", "other", "mean", "standard_error", "low", "high"])]
        joined = self.network.dag | self.network.dag.T
        for group, other in np.argwhere(joined).tolist():
            if self.blocks is None or not self.network.is_nominal(group) or self.network.is_nominal(other):
                continue
            frame = self._with_interval(*self.blocks.category_means(self.network, group, other), "mean")
            frame.insert(0, "variable", self.network.names[group])
            labels = self.network.levels[group]
            frame.insert(1, "category", [labels[code] for code in self.network.declared_codes[group]])
            frame.insert(2, "other", self.network.names[other])
            frames.append(frame)
        return pd.concat(frames[1:] or frames, ignore_index=True)

    @cached_property
    def thresholds(self) -> pd.DataFrame:
        """One row per threshold, between the levels `below` and `above`; a nominal variable has none."""
        network, rows = self.network, []
        for j, (cuts, errors) in enumerate(zip(network.thresholds, self.shares, strict=True)):
            if network.is_nominal(j):
                continue
            labels = [network.levels[j][code] for code in network.declared_codes[j]]
            rows += [
                (network.names[j], labels[k], labels[k + 1], cut, error)
                for k, (cut, error) in enumerate(zip(cuts, errors, strict=True))
            ]
        frame = pd.DataFrame(rows, columns=["variable", "below", "above", "threshold", "standard_error"])
        bounds = self._with_interval(frame["threshold"].to_numpy(float), frame["standard_error"].to_numpy(float), "x")
        return frame.assign(low=bounds["low"], high=bounds["high"])

    @cached_property
    def r_squared(self) -> pd.DataFrame:
        """One row per variable: the share of its latent variance that its parents explain, largest first."""
        frame = self._with_interval(1 - self.network.noise, self.errors.r_squared, "r_squared").clip(lower=0)
        frame.insert(0, "variable", self._names(np.arange(self.network.n_columns)))
        frame.insert(1, "n_parents", self.network.whole_dag[:, : self.network.n_columns].sum(axis=0))
        return frame.sort_values("r_squared", ascending=False, kind="stable", ignore_index=True)

    def _is_size(self, first: int, second: int) -> bool:
        return self.network.is_nominal(first) or self.network.is_nominal(second)

    def _names(self, places: Sequence[int] | npt.NDArray[np.intp]) -> list[str]:
        return [self.network.names[place] for place in places]

    def _with_interval(self, values: Array, errors: Array, name: str) -> pd.DataFrame:
        from scipy.special import stdtrit

        half = stdtrit(self.df, (1 + self.level) / 2) * errors
        return pd.DataFrame({name: values, "standard_error": errors, "low": values - half, "high": values + half})

    def _shown(self) -> tuple[str, pd.DataFrame]:
        heading = f"Estimates({counted(self.network.n_edges, 'edge')}, {self.level:.0%} intervals)"
        return heading, self.weights


def estimates(
    network: FittedNetwork, frame: Any, *, level: float = 0.95, clusters: Any = None, n_threads: int = 1
) -> Estimates:
    """Weights, correlations, thresholds and explained variance of a network with standard errors and intervals.

    Parameters
    ----------
    network
        A fitted network.
    frame
        The rows that it was fitted to, in any form that `ordag.data.encode` reads; an encoded table brings its weights.
    level
        Probability that an interval covers, for a graph that was given and not chosen by the same rows.
    clusters
        Rows that belong together, as in `ordag.OSEM.fit`: the name of a column, or one label for each row. Clusters of
        an encoded table count without being named.
    n_threads
        Threads to share the rows.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1], [0, 0]], 500, levels=3, rng=1)
    >>> network = ordag.fit_dag(data.frame, [[0, 1], [0, 0]])
    >>> estimates(network, data.frame).weights.round(2)
      from  to  weight  standard_error   low  high  p_value
    0   V1  V2    0.61            0.08  0.45  0.76      0.0
    """
    if not 0 < level < 1:
        raise OptionError("level", level, "between 0 and 1")
    table = _rows(network, frame, clusters)
    inner = network.of_coordinates
    slopes = unit_noise_slopes(inner.whole_parameters)
    covariance = _slope_covariance(network, table, slopes, n_threads)
    shares = _of_thresholds(network, table)
    df = math.inf if table.clusters is None else max(len(np.unique(table.clusters)) - 1.0, 1.0)
    if network.latent is not None:
        blocks = SlopesBetween.of(network.coordinates, inner.dag, slopes, covariance)
        return Estimates(network, blocks.errors(), shares, level, blocks, df)
    errors = standard_errors(network.whole_dag, slopes, covariance).of_first(network.n_columns)
    return Estimates(network, errors, shares, level, df=df)


def _rows(network: FittedNetwork, frame: Any, clusters: Any) -> OrdinalTable:
    """The encoded rows, with their clusters."""
    rest = frame
    if isinstance(clusters, str):
        rest, clusters = taken_out(frame, clusters, "clusters")
    table = rest if isinstance(rest, OrdinalTable) else network.encode(rest)
    return table if clusters is None else table.with_clusters(labels_of_rows(clusters, rest, table))


def _slope_covariance(network: FittedNetwork, table: OrdinalTable, slopes: Array, n_threads: int) -> Array:
    """Covariance of the slopes of all edges."""
    edges = np.argwhere(network.of_coordinates.whole_dag)
    if not len(edges):
        return np.zeros((0, 0))
    by_edge = slopes[tuple(edges.T)]
    n_hidden = 0 if network.hidden is None else network.hidden.n_hidden
    if table.clusters is None or network.latent is not None:
        boxes = with_hidden_columns(network.boxes(table), n_hidden)
    else:
        rows = network.estimated(table)
        boxes = with_hidden_columns(shifted_boxes(rows, estimate_shifts(rows, network.margins)), n_hidden)
    if table.clusters is None:
        return slope_covariance(boxes, edges, by_edge, start_factors(boxes), n_threads=n_threads)
    numbers = np.unique(table.clusters, return_inverse=True)[1]
    return clustered_slope_covariance(boxes, edges, by_edge, start_factors(boxes), numbers, n_threads=n_threads)


def _of_thresholds(network: FittedNetwork, table: OrdinalTable) -> tuple[Array, ...]:
    """Standard errors of the cuts: √(p (1 − p) / N) / φ(cut) for the share p below it, N rows by weight.

    Of clusters, the variance of the share is that of their sums.
    """
    weights, errors = table.row_weights, []
    for cuts, column in zip(network.thresholds, network.estimated(table).codes.T, strict=True):
        below, there = normal.cdf(cuts), column >= 0
        total = weights[there].sum()
        variance = below * (1 - below) / total
        if table.clusters is not None:
            apart = (column[there, None] <= np.arange(len(cuts))) - below
            sums = np.zeros((int(table.clusters.max()) + 1, len(cuts)))
            np.add.at(sums, table.clusters[there], weights[there, None] * apart)
            n_clusters = len(np.unique(table.clusters))
            sums -= sums.sum(axis=0) / n_clusters
            variance = n_clusters / max(n_clusters - 1, 1) * np.sum(sums**2, axis=0) / total**2
        errors.append(np.sqrt(variance) / np.maximum(normal.pdf(cuts), np.finfo(float).tiny))
    return tuple(errors)
