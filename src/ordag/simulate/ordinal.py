# SPDX-License-Identifier: MIT
"""Ordinal data from a DAG: Gaussian data, standardised, then cut at random thresholds.

As in the simulations of Luo, Moffa and Kuipers (2021): the number of levels of a column is uniform, the shares of its
levels come from a symmetric Dirichlet distribution, and the thresholds are the normal quantiles of their sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import ndtri

from ordag.errors import InputValueError, OptionError, RequirementError
from ordag.graphs import Adjacency, as_dag
from ordag.messages import Advise, OptionName
from ordag.options import as_count, as_number
from ordag.simulate.missing import Missing, missing_probabilities
from ordag.simulate.parameters import Covariance, Noise, Weights, gaussian_data, implied_covariance, random_weights

Latent = npt.NDArray[np.float64]  # (n_rows, n), standardised by the true standard deviations
Codes = npt.NDArray[np.int16]  # (n_rows, n), levels from 0, −1 for missing, 0 in continuous columns
Thresholds = npt.NDArray[np.float64]  # (n_levels − 1,), ascending

MAX_DRAWS = 1000  # thresholds, or masks, that are tried for one column before giving up


@dataclass(frozen=True, eq=False)
class SimulatedData:
    """A table and the truth behind it.

    The model is y = y @ weights + ε with variances `noise`; the table was cut from y divided by the true standard
    deviations, so that `thresholds` and `correlation` are on that standard scale.

    Attributes
    ----------
    frame : pandas.DataFrame
        Ordered categoricals with levels 0 … L − 1; floats where continuous; NaN where missing.
    codes : (n_rows, n)
        Levels as numbers, −1 where missing.
    latent : (n_rows, n)
        The values that were cut; complete, also where the table has missing entries.
    dag, weights, noise : arrays
        The true graph and its parameters.
    correlation : (n, n)
        Of the latent variables.
    thresholds : tuple of arrays
        Inner cut points; empty for a continuous column.
    """

    frame: pd.DataFrame
    codes: Codes
    latent: Latent
    dag: Adjacency
    weights: Weights
    noise: Noise
    correlation: Covariance
    thresholds: tuple[Thresholds, ...]

    @property
    def n_levels(self) -> tuple[int, ...]:
        """Number of levels of each column, 0 for a continuous one."""
        return tuple(len(cuts) + 1 if len(cuts) else 0 for cuts in self.thresholds)


def ordinal_data(
    dag: npt.ArrayLike,
    n_rows: int,
    levels: float | Sequence[int] = 3,
    concentration: float = 2.0,
    rng: np.random.Generator | int | None = None,
    *,
    weights: Weights | None = None,
    continuous: Sequence[int] = (),
    missing: Missing | float | None = None,
) -> SimulatedData:
    """Ordinal data whose latent Gaussian variables follow the DAG, with noise of variance 1.

    Parameters
    ----------
    dag
        (n, n) adjacency matrix.
    n_rows
        Number of rows; every level of every column is observed at least once.
    levels
        One number E: each column gets L levels, uniform on the whole numbers from 2 to 2 E − 2, E on average. Or one
        count per column, 0 for a continuous one.
    concentration
        ν of the Dirichlet distribution of level shares: below 1 a few levels hold most rows, far above 1 all are alike.
    rng
        Generator, or a seed for one.
    weights
        (n, n) weights of the edges; random of size 0.4 to 1 when None.
    continuous
        Columns that are not cut.
    missing
        Share and mechanism of missing entries; a number is the share that is missing completely at random, None none.

    Raises
    ------
    InputValueError
        If an input is out of range, or the rows are too few for every level to appear.

    Examples
    --------
    >>> data = ordinal_data([[0, 1], [0, 0]], n_rows=100, levels=[2, 4], rng=1)
    >>> data.frame.shape, data.n_levels
    ((100, 2), (2, 4))
    """
    adjacency = as_dag(dag)
    generator = np.random.default_rng(rng)
    n_rows = as_count("n_rows", n_rows, least=2)
    if not as_number("concentration", concentration) > 0:
        raise OptionError("concentration", concentration, "positive")
    weights = random_weights(adjacency, generator) if weights is None else _weights_of(weights, adjacency)
    noise = np.ones(len(adjacency))
    covariance = implied_covariance(weights, noise)
    scale = np.sqrt(np.diagonal(covariance))
    n_levels = _n_levels(levels, continuous, len(adjacency), generator)
    latent = gaussian_data(weights, noise, n_rows, generator) / scale
    cut = [_cut(latent[:, k], n_levels[k], concentration, generator, k) for k in range(len(adjacency))]
    codes = np.column_stack([column for column, _ in cut]) if cut else np.empty((n_rows, 0), dtype=np.int16)
    if missing is not None:
        holes = missing if isinstance(missing, Missing) else Missing(as_number("missing", missing))
        observed = np.where(n_levels == 0, latent, codes)
        codes[_draw_mask(holes, observed, codes, generator)] = -1
    return SimulatedData(
        frame=_frame(codes, latent, n_levels),
        codes=codes,
        latent=latent,
        dag=adjacency,
        weights=weights,
        noise=noise,
        correlation=covariance / np.outer(scale, scale),
        thresholds=tuple(thresholds for _, thresholds in cut),
    )


def _weights_of(weights: Weights, dag: Adjacency) -> Weights:
    matrix = np.asarray(weights, dtype=np.float64)
    if matrix.shape != dag.shape or not np.array_equal(matrix != 0, dag != 0) or not np.isfinite(matrix).all():
        raise RequirementError(
            OptionName("weights"), "be finite, and non-zero exactly where the DAG has an edge i → j at [i, j]"
        )
    return matrix


def _n_levels(
    levels: float | Sequence[int], continuous: Sequence[int], n: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    if np.ndim(levels) == 0:
        top = 2 * as_number("levels", levels) - 2
        if not (top >= 2 and top.is_integer()):
            raise OptionError("levels", levels, "2, 2.5, 3, … (2·levels − 2 is the largest count)")
        counts = rng.integers(2, int(top), size=n, endpoint=True)
    else:
        counts = np.array([as_count("levels", count, least=0) for count in levels], dtype=np.int64)  # type: ignore[union-attr]
        if counts.shape != (n,) or (counts == 1).any() or (counts < 0).any():
            raise OptionError(
                "levels",
                levels,
                f"one number, or one count per column ({n}), each at least 2 or 0 for a continuous column",
            )
    for column in continuous:
        if not 0 <= column < n:
            raise InputValueError(OptionName("continuous"), f"names column {column}", f"the columns are 0 to {n - 1}")
        counts[column] = 0
    return counts


def _cut(
    latent: npt.NDArray[np.float64], n_levels: int, concentration: float, rng: np.random.Generator, column: int
) -> tuple[npt.NDArray[np.int16], Thresholds]:
    """Codes and thresholds of one column, redrawn until every level is observed."""
    if n_levels == 0:
        return np.zeros(len(latent), dtype=np.int16), np.empty(0)
    for _ in range(MAX_DRAWS):
        shares = rng.dirichlet(np.full(n_levels, concentration))
        thresholds = ndtri(np.cumsum(shares)[:-1])
        codes = np.searchsorted(thresholds, latent).astype(np.int16)
        if len(np.unique(codes)) == n_levels:
            return codes, thresholds
    raise InputValueError(
        f"column {column}: none of {MAX_DRAWS} draws of thresholds",
        f"showed all {n_levels} levels in {len(latent)} rows",
        remedies=[Advise("ask for more rows, fewer levels, or a larger concentration")],
    )


def _draw_mask(
    missing: Missing, observed: npt.NDArray[np.float64], codes: Codes, rng: np.random.Generator
) -> npt.NDArray[np.bool_]:
    """Which entries are missing; each column keeps all its levels, each row at least one entry."""
    probabilities = missing_probabilities(missing, observed, rng)
    mask = np.column_stack([_mask_column(p, c, rng) for p, c in zip(probabilities.T, codes.T, strict=True)])
    lost = np.flatnonzero(mask.all(axis=1))
    mask[lost, rng.integers(mask.shape[1], size=len(lost))] = False
    return mask


def _mask_column(
    probabilities: npt.NDArray[np.float64], codes: npt.NDArray[np.int16], rng: np.random.Generator
) -> npt.NDArray[np.bool_]:
    n_levels = len(np.unique(codes))
    for _ in range(MAX_DRAWS):
        mask = rng.random(len(codes)) < probabilities
        if len(np.unique(codes[~mask])) == n_levels:
            return mask
    raise InputValueError(
        f"none of {MAX_DRAWS} draws of missing entries",
        "left every level of a column observed",
        remedies=[Advise("ask for more rows, fewer levels, or a smaller share of missing entries")],
    )


def _frame(codes: Codes, latent: Latent, n_levels: npt.NDArray[np.int64]) -> pd.DataFrame:
    columns: dict[str, object] = {}
    for k, count in enumerate(n_levels):
        if count:
            columns[f"V{k + 1}"] = pd.Categorical.from_codes(codes[:, k], categories=pd.RangeIndex(count), ordered=True)
        else:
            columns[f"V{k + 1}"] = np.where(codes[:, k] < 0, np.nan, latent[:, k])
    return pd.DataFrame(columns, index=range(len(codes)))
