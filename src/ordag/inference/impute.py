# SPDX-License-Identifier: MIT
"""Missing entries filled in: by their most likely level, or by draws for multiple imputation."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import OrdinalTable, to_frame
from ordag.data.frames import like_given
from ordag.data.table import NUMBER_KINDS
from ordag.errors import OptionError
from ordag.expectation import sparse_precision, start_chains, sweep_chains
from ordag.inference.predict import conditional_means, level_probabilities
from ordag.inference.query import conditional
from ordag.inference.sample import observe
from ordag.model import FittedNetwork
from ordag.random_state import RandomStateLike, as_generator

# Before the first draw and between draws: rounds of sweeps, after each of which all missing entries of a row are drawn
# at once, since single ones hardly move where correlations are strong. Chains start from independent truncated normals.
_N_ROUNDS, _N_SWEEPS = 10, 10


def impute(network: FittedNetwork, frame: Any, *, n_points: int | None = None, n_threads: int = 1) -> Any:
    """The rows with each missing entry at its most likely level, given the observed entries of the row.

    Entries are filled one at a time, each from the observed entries alone; a continuous entry gets its mean, a
    count the whole number nearest to it. Such a
    table is fit for prediction, not for inference: use `impute_draws` where spread matters. It has the columns of the
    network in their order; others are left out. It is a frame of the kind given (polars from polars, levels of text as
    an enumeration), else one of pandas, with the labels that a pandas frame has for its rows and columns.

    Parameters
    ----------
    network
        The network.
    frame
        Rows in any form that `ordag.data.encode` reads; a column that is absent is missing everywhere.
    n_points, n_threads
        As in `predict`.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> impute(network, [{"sleep": 1, "mood": None}, {"sleep": 0, "mood": 1}])["mood"].tolist()
    [1, 1]
    """
    table = network.encode(frame, allow_absent=True)
    codes, continuous = table.codes.copy(order="F"), table.continuous.copy(order="F")
    for column in np.flatnonzero(table.missing.any(axis=0)):
        rows = np.flatnonzero(table.missing[:, column])
        holes = table.rows(rows)
        if network.levels[column]:
            shares = level_probabilities(network, holes, int(column), n_points=n_points, n_threads=n_threads)
            codes[rows, column] = shares.argmax(axis=1)
        else:
            codes[rows, column] = 0
            position = sum(kind in NUMBER_KINDS for kind in table.kinds[:column])
            means = conditional_means(network, holes, int(column), n_threads=n_threads)
            continuous[rows, position] = np.round(means) if table.kinds[column] == "count" else means
    return _frame(replace(table, codes=codes, continuous=continuous), frame)


def impute_draws(
    network: FittedNetwork,
    frame: Any,
    n_draws: int = 5,
    *,
    random_state: RandomStateLike = None,
    n_threads: int = 1,
) -> list[Any]:
    """Completed tables in which missing entries are draws from their joint distribution given the observed ones.

    One Gibbs chain per row runs 100 sweeps before each draw; after every tenth all missing entries of a row are drawn
    at once, given the latent variables of the others. Analyse every table and pool the results by Rubin's rules. The
    frames are of the kind given, as from `impute`.

    Parameters
    ----------
    network
        The network.
    frame
        Rows in any form that `ordag.data.encode` reads.
    n_draws
        Number of tables.
    random_state
        Seed or generator.
    n_threads
        Threads to use; the result does not depend on it.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> tables = impute_draws(network, [{"sleep": 1, "mood": None}] * 400, n_draws=2, random_state=1)
    >>> bool(abs((tables[0]["mood"] == 1).mean() - 0.75) < 0.08)
    True
    """
    if n_draws < 1:
        raise OptionError("n_draws", n_draws, "at least 1")
    table = network.encode(frame, allow_absent=True)
    incomplete = np.flatnonzero(table.missing.any(axis=1))
    if not len(incomplete):
        return [_frame(table, frame) for _ in range(n_draws)]
    rng = as_generator(random_state)
    boxes = network.boxes(table.rows(incomplete))
    correlation = network.of_coordinates.correlation
    alike = _alike_rows(boxes.codes.T < 0, correlation)
    state = start_chains(boxes, int(rng.integers(2**63)), n_threads=n_threads)
    precision = sparse_precision(correlation)
    completed = []
    for _ in range(n_draws):
        for _ in range(_N_ROUNDS):
            state = sweep_chains(state, boxes, precision, _N_SWEEPS, n_threads=n_threads)
            for rows in alike:
                rows.redraw(state.latent, rng)
        completed.append(_frame(_filled(network, table, incomplete, state.latent.T), frame))
    return completed


@dataclass(frozen=True)
class _Alike:
    """Rows with the same missing entries: their positions, their observed columns and the others.

    Given the latent variables observed, the others are normal: `slope` (observed, hidden) gives their means, and
    `root` times its transpose is their covariance.
    """

    rows: npt.NDArray[np.intp]
    seen: npt.NDArray[np.intp]
    hidden: npt.NDArray[np.intp]
    slope: npt.NDArray[np.float64]
    root: npt.NDArray[np.float64]

    def redraw(self, latent: npt.NDArray[np.float64], rng: np.random.Generator) -> None:
        """Draw the hidden among latent variables, (n, n_rows), anew, all of a row at once."""
        noise = rng.standard_normal((self.hidden.size, self.rows.size))
        known = latent[np.ix_(self.seen, self.rows)]
        latent[np.ix_(self.hidden, self.rows)] = self.slope.T @ known + self.root @ noise


def _alike_rows(missing: npt.NDArray[np.bool_], correlation: npt.NDArray[np.float64]) -> list[_Alike]:
    patterns, which, counts = np.unique(missing, axis=0, return_inverse=True, return_counts=True)
    groups = np.split(np.argsort(which.reshape(-1), kind="stable"), np.cumsum(counts)[:-1])
    found = []
    for pattern, rows in zip(patterns, groups, strict=True):
        seen, hidden = np.flatnonzero(~pattern), np.flatnonzero(pattern)
        slope, covariance = conditional(correlation, hidden.tolist(), seen.tolist())
        variances, axes = np.linalg.eigh(covariance)
        found.append(_Alike(rows, seen, hidden, slope, axes * np.sqrt(np.maximum(variances, 0.0))))
    return found


def as_array(completed: pd.DataFrame, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """The entries of a completed table, in the type of the array that it came from where they are numbers."""
    categorical = completed.select_dtypes("category")
    values = completed.astype({name: categorical[name].cat.categories.dtype for name in categorical}).to_numpy()
    return values.astype(dtype) if {values.dtype.kind, dtype.kind} <= set("biuf") else values


def _filled(
    network: FittedNetwork, table: OrdinalTable, rows: npt.NDArray[np.intp], latent: npt.NDArray[np.float64]
) -> OrdinalTable:
    """The table with the missing entries of some rows filled from their latent variables."""
    drawn = observe(network, latent)
    codes, continuous = table.codes.copy(order="F"), table.continuous.copy(order="F")
    codes[rows] = np.where(codes[rows] < 0, drawn.codes, codes[rows])
    continuous[rows] = np.where(np.isnan(continuous[rows]), drawn.continuous, continuous[rows])
    return replace(table, codes=codes, continuous=continuous)


def _frame(table: OrdinalTable, like: Any) -> Any:
    """Frame of a table, of the kind that it came from; a pandas one has its labels, which may be numbers."""
    out = to_frame(table)
    if not isinstance(like, pd.DataFrame):
        return like_given(out, like)
    return out.set_axis(like.index).rename(columns={str(label): label for label in like.columns})
