# SPDX-License-Identifier: MIT
"""What a family of models is given and what it returns.

Each family is one module of this package with one function, ``fit(table, space, rng, thorough=True) -> FamilyFit``. The
table is complete, without continuous columns, and every declared level occurs in it, so that all families describe the
same rows and the same events.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ordag.data import Codes, OrdinalTable
from ordag.graphs import Adjacency
from ordag.search import SearchSpace

LogProbabilities: TypeAlias = npt.NDArray[np.float64]  # one per row


@dataclass(frozen=True, eq=False)
class FamilyFit:
    """The best graph of a family of models, fitted.

    Attributes
    ----------
    model
        Name of the family.
    adjacency
        (n, n) 0/1 matrix of the DAG; ``[i, j] == 1`` means i → j.
    cpdag
        (n, n) what the family says of directions: the equivalence class where graphs of a class fit alike, otherwise
        the DAG.
    log_likelihood
        Of all rows, by weight, at the fitted parameters.
    n_parameters
        Number of free parameters.
    log_probabilities
        From complete codes to the log-probability of each row under the fitted model, smoothed so that no row that the
        levels allow is impossible.
    """

    model: str
    adjacency: Adjacency
    cpdag: Adjacency
    log_likelihood: float
    n_parameters: int
    log_probabilities: Callable[[Codes], LogProbabilities]

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        return int(self.adjacency.sum())

    def bic(self, n_rows: float) -> float:
        """Log-likelihood less log(n_rows) / 2 for each parameter; higher is better."""
        return self.log_likelihood - float(np.log(n_rows)) / 2 * self.n_parameters


class Family(Protocol):
    """The learning function of a family's module."""

    def __call__(
        self, table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, thorough: bool = True
    ) -> FamilyFit:
        """Learn graph and parameters of ``table`` within ``space``; if not thorough, by a first quick search."""
