# SPDX-License-Identifier: MIT
"""Bayesian Gaussian score: the marginal likelihood of a linear Gaussian network under a normal-Wishart prior.

Geiger and Heckerman (2002), "Parameter priors for directed acyclic graphical models and the characterization of several
probability distributions", with the correction of Kuipers, Moffa and Heckerman (2014), "Addendum on the scoring of
Gaussian directed acyclic graphical models". The prior scale matrix is t I with t = alpha_mu (alpha_w - n - 1) /
(alpha_mu + 1) and the prior mean zero.
"""

import numpy as np
import numpy.typing as npt

from ordag.errors import OptionError, RequirementError
from ordag.kernels import scores as kernels
from ordag.kernels.scores import LocalScore
from ordag.kernels.tails import log_gamma
from ordag.messages import Advise, OptionName
from ordag.scores.checks import covariance, edge_values, log_edge_penalty, positive
from ordag.scores.contract import NativeScore


class BGe(NativeScore):
    """Bayesian Gaussian equivalent score.

    Parameters
    ----------
    values
        (N, n) numeric data without missing entries; ordinal codes serve as they are.
    alpha_mu
        Prior rows behind the mean.
    alpha_w
        Prior degrees of freedom, above n + 1; None stands for n + alpha_mu + 1.
    edge_penalty
        Every edge divides the prior probability of a graph by this factor.

    Examples
    --------
    >>> values = np.array([[0.0, 0.1], [1.0, 0.9], [2.0, 2.2], [3.0, 2.9]])
    >>> score = BGe(values)
    >>> bool(score.total([[0, 1], [0, 0]]) > score.total([[0, 0], [0, 0]]))
    True
    """

    def __init__(
        self, values: npt.ArrayLike, *, alpha_mu: float = 1.0, alpha_w: float | None = None, edge_penalty: float = 1.0
    ) -> None:
        data = _checked_values(values)
        n_rows, n_nodes = data.shape
        alpha_mu = positive("alpha_mu", alpha_mu)
        degrees = n_nodes + alpha_mu + 1 if alpha_w is None else float(alpha_w)
        if degrees <= n_nodes + 1:
            raise OptionError("alpha_w", alpha_w, f"above {n_nodes + 1} with {n_nodes} columns")
        prior = alpha_mu * (degrees - n_nodes - 1) / (alpha_mu + 1)
        mean = data.mean(axis=0)
        centred = data - mean
        scatter = centred.T @ centred + alpha_mu * n_rows / (alpha_mu + n_rows) * np.outer(mean, mean)
        self.penalties = np.full((n_nodes, n_nodes), log_edge_penalty(edge_penalty))
        self._set(scatter, float(n_rows), degrees, prior)
        self.constants += np.log(alpha_mu / (alpha_mu + n_rows)) / 2

    @classmethod
    def from_moments(
        cls, second: npt.ArrayLike, n_rows: float, *, prior: float = 1.0, penalties: npt.ArrayLike | None = None
    ) -> "BGe":
        """The score of variables with mean zero known by their second moments alone.

        Parameters
        ----------
        second
            (n, n) mean second moments.
        n_rows
            Rows that they stand for; need not be whole.
        prior
            Entries t of the prior scale matrix t I.
        penalties
            (n, n); entry [i, j] is taken from the score for i → j, minus the log odds of the edge in the prior.

        The Wishart prior has n + 2 degrees of freedom; with `prior` 1 its scale matrix weighs as one row of independent
        variables of variance one.

        Examples
        --------
        >>> score = BGe.from_moments([[1.0, 0.6], [0.6, 1.0]], 100)
        >>> bool(score.total([[0, 1], [0, 0]]) > score.total([[0, 0], [0, 0]]))
        True
        """
        score = cls.__new__(cls)
        n_rows, prior = positive("n_rows", n_rows), positive("prior", prior)
        matrix = covariance("second", second, added=prior / n_rows)
        n_nodes = len(matrix)
        score.penalties = np.zeros_like(matrix)
        if penalties is not None:
            score.penalties = edge_values("penalties", penalties, n_nodes, negative=True)
        score._set(n_rows * matrix, n_rows, n_nodes + 2.0, prior)
        return score

    def _set(self, scatter: npt.NDArray[np.float64], n_rows: float, degrees: float, prior: float) -> None:
        """Posterior scale matrix, and what depends on the number of parents alone."""
        n_nodes = len(scatter)
        n_parents = np.arange(n_nodes)
        family = degrees - n_nodes + n_parents + 1
        self.exponents = (n_rows + family) / 2
        # Matrices of counts overflow determinants; dividing by the rows is made good in the constants.
        unit = max(n_rows, 1.0)
        self.scale = (prior * np.eye(n_nodes) + scatter) / unit
        self.constants = (
            log_gamma(self.exponents)
            - log_gamma(family / 2)
            - n_rows / 2 * np.log(np.pi)
            + (family + n_parents) / 2 * np.log(prior)
            - (n_parents / 2 + self.exponents) * np.log(unit)
        )

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.scale)

    def native(self) -> LocalScore:
        """A fresh handle for one run of a compiled search."""
        return kernels.bge(self.scale, self.constants, self.exponents, self.penalties)


def _checked_values(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    data = np.array(values, dtype=np.float64)
    if data.ndim != 2 or data.size == 0:
        raise RequirementError(OptionName("values"), "be a table of rows and columns", f"found shape {data.shape}")
    if not np.isfinite(data).all():
        row, column = np.argwhere(~np.isfinite(data))[0]
        raise RequirementError(
            OptionName("values"),
            "be finite",
            f"row {row}, column {column} holds {data[row, column]}",
            remedies=[Advise("impute or drop missing rows")],
        )
    return data
