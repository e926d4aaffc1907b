# SPDX-License-Identifier: MIT
"""A hidden variable is a column without entries: boxes, factors, surrogate and search space that have some at the end.

The observed likelihood of a graph with hidden nodes is that of rows in which these were never seen, so that the climb
of `ordag.maximization.observed` serves for them as it is. In the surrogate (`ordag.maximization.surrogate`) a column
without entries is one seen with an error of variance D_h → ∞. With D_h large, T_hh = 1 + D_h and T_ho = 0, its
log-likelihood is that of the columns that were seen,

    l(R) = −N/2 (log |R_oo + D_o| + tr (R_oo + D_o)⁻¹ T_oo) + constant + O(N / D_h).
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors
from ordag.kernels.search import SearchSpace as HiddenSearchSpace
from ordag.kernels.search import search_space
from ordag.maximization.surrogate import SurrogateMoments
from ordag.search import SearchSpace

Matrix = NDArray[np.float64]
Entry = TypeVar("Entry", np.float64, np.int16)

# Large enough that the error, N over it, is no nat; small enough that nothing is lost to rounding.
_UNSEEN = 1e5


def with_hidden_columns(boxes: BoxArrays, n_hidden: int) -> BoxArrays:
    """The same rows with columns at the end that have no entry.

    Examples
    --------
    >>> one = np.array([[-np.inf, -np.inf, 0.0]])
    >>> boxes = BoxArrays(np.ones((1, 2)), one, -one[:, ::-1], [0], np.zeros((1, 2)), np.ones(2))
    >>> with_hidden_columns(boxes, 1).codes
    array([[ 1,  1],
           [-1, -1]], dtype=int16)
    """
    return BoxArrays(
        codes=_below(boxes.codes, n_hidden, -1),
        lower=_below(boxes.lower, n_hidden, -np.inf),
        upper=_below(boxes.upper, n_hidden, np.inf),
        continuous=np.concatenate([boxes.continuous, np.zeros(n_hidden, dtype=np.uint8)]),
        observed=_below(boxes.observed, n_hidden, 0.0),
        weights=boxes.weights,
    )


def with_hidden_factors(factors: Factors, n_hidden: int) -> Factors:
    """Factors of the columns that were seen, and none for those that were not."""
    return Factors(_below(factors.shift, n_hidden, 0.0), _below(factors.precision, n_hidden, 0.0))


def with_hidden_moments(seen: SurrogateMoments, n_hidden: int) -> SurrogateMoments:
    """The surrogate of the columns that were seen, with others at the end of which it says nothing."""
    n = len(seen.noise)
    second = np.diag(np.full(n + n_hidden, 1 + _UNSEEN))
    second[:n, :n] = seen.second
    return SurrogateMoments(second, np.concatenate([seen.noise, np.full(n_hidden, _UNSEEN)]), seen.n_rows)


def log_likelihood_of_unseen(n_rows: float, n_hidden: int) -> float:
    """What the columns at the end add to the log-likelihood of the surrogate, whatever the graph."""
    return -n_rows / 2 * n_hidden * float(np.log(1 + _UNSEEN) + 1)


@dataclass(frozen=True)
class HiddenSpace:
    """Graphs over columns and hidden causes: those of a search space among the columns, with hidden causes above them.

    No arrow leads from a column to a hidden cause, and none from a hidden cause to a column that by the given knowledge
    no other column may act on.

    Attributes
    ----------
    columns : ordag.search.SearchSpace
        What is allowed among the columns.
    """

    columns: SearchSpace

    def allowed(self, n_hidden: int) -> NDArray[np.bool_]:
        """(n + k, n + k) arrows that may be there."""
        n = self.columns.n_nodes
        may = ~np.eye(n + n_hidden, dtype=bool)
        may[:n, :n] = self.columns.allowed
        may[:n, n:] = False
        may[n:, :n] = self.columns.allowed.any(axis=0) if n > 1 else True
        return may

    @property
    def may_load(self) -> NDArray[np.bool_]:
        """(n,) columns that a hidden cause may act on."""
        return np.asarray(self.allowed(1)[-1, :-1])

    def native(self, general: NDArray[np.bool_]) -> HiddenSearchSpace:
        """The space as compiled code takes it, for as many hidden causes as there are flags; general ones stay so."""
        n, size = self.columns.n_nodes, self.columns.n_nodes + len(general)
        allowed, must = self.allowed(len(general)), np.zeros((size, size), dtype=bool)
        must[:n, :n] = self.columns.must
        must[n:, :n] = allowed[n:, :n] & general[:, None]
        limit = self.columns.limit if self.columns.limit < n - 1 else size
        return search_space(allowed, must, limit)


def _below(matrix: NDArray[Entry], n_rows: int, value: float) -> NDArray[Entry]:
    """The matrix with some more rows that hold one value."""
    return np.vstack([matrix, np.full((n_rows, matrix.shape[1]), value, dtype=matrix.dtype)])
