# SPDX-License-Identifier: MIT
"""Bayesian Dirichlet score: the marginal likelihood of a categorical network.

Heckerman, Geiger and Chickering (1995), "Learning Bayesian networks: the combination of knowledge and statistical
data". The pseudo-counts of a family are equal and sum to the equivalent sample size (the uniform BDe score, BDeu).
"""

import numpy as np
import numpy.typing as npt

from ordag.errors import InputTypeError, InputValueError
from ordag.kernels import scores as kernels
from ordag.kernels.scores import LocalScore
from ordag.scores.checks import log_edge_penalty, positive
from ordag.scores.contract import NativeScore

_LARGEST_CODE = np.iinfo(np.int16).max  # what the kernel holds


class BDe(NativeScore):
    """Bayesian Dirichlet equivalent score.

    Parameters
    ----------
    codes
        (N, n) integer codes from 0, without missing entries.
    n_levels
        Number of levels of each column; None counts up to the largest code.
    sample_size
        Equivalent sample size, the paper's chi.
    weights
        (N,) count of each row; None counts every row once.
    edge_penalty
        Every edge divides the prior probability of a graph by this factor.

    Examples
    --------
    >>> score = BDe([[0, 0], [1, 1], [0, 0], [1, 1]], sample_size=1.0)
    >>> bool(score.local(1, [0]) > score.local(1, []))
    True
    """

    def __init__(
        self,
        codes: npt.ArrayLike,
        n_levels: npt.ArrayLike | None = None,
        *,
        sample_size: float = 1.0,
        weights: npt.ArrayLike | None = None,
        edge_penalty: float = 1.0,
    ) -> None:
        table = _checked_codes(codes)
        self.n_levels = _checked_levels(table, n_levels)
        self.sample_size = positive("sample_size", sample_size)
        self.edge_penalty = log_edge_penalty(edge_penalty)
        counts = np.ones(len(table)) if weights is None else np.array(weights, dtype=np.float64)
        if counts.shape != (len(table),) or not ((counts >= 0) & (counts < np.inf)).all():
            raise InputValueError(f"weights must be {len(table)} finite numbers of zero or more, one for each row.")
        # Equal rows are counted once: every local score then passes over fewer rows.
        self.codes, place = np.unique(table, axis=0, return_inverse=True)
        self.weights = np.zeros(len(self.codes))
        np.add.at(self.weights, place.ravel(), counts)

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.n_levels)

    def native(self) -> LocalScore:
        """A fresh handle for one run of a compiled search."""
        handle = kernels.bde(self.codes, self.weights, self.n_levels, self.sample_size, self.edge_penalty)
        return kernels.cached(handle)


def _checked_codes(codes: npt.ArrayLike) -> npt.NDArray[np.int16]:
    table = np.asarray(codes)
    if table.dtype.kind not in "iub":
        raise InputTypeError(f"codes must be whole numbers; found entries of type {table.dtype}.")
    if table.ndim != 2 or table.size == 0:
        raise InputValueError(f"codes must be a table of rows and columns; found shape {table.shape}.")
    if table.min() < 0:
        row, column = np.argwhere(table < 0)[0]
        raise InputValueError(
            f"codes must be 0 or more; row {row}, column {column} holds {table[row, column]}. "
            "Impute or drop rows with missing entries."
        )
    if table.max() > _LARGEST_CODE:
        raise InputValueError(f"codes must be at most {_LARGEST_CODE}; found {table.max()}. Merge levels.")
    return table.astype(np.int16)


def _checked_levels(table: npt.NDArray[np.int16], n_levels: npt.ArrayLike | None) -> tuple[int, ...]:
    needed = table.max(axis=0).astype(int) + 1
    if n_levels is None:
        return tuple(needed.tolist())
    given = np.array(n_levels, dtype=int)
    if given.shape != needed.shape:
        raise InputValueError(f"n_levels must have one entry for each of {len(needed)} columns; found {given.shape}.")
    if (given < needed).any():
        column = int((given < needed).argmax())
        raise InputValueError(
            f"n_levels says that column {column} has {given[column]} levels; it holds the code {needed[column] - 1}."
        )
    return tuple(given.tolist())
