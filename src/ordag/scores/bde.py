# SPDX-License-Identifier: MIT
"""Bayesian Dirichlet score: the marginal likelihood of a categorical network.

Heckerman, Geiger and Chickering (1995), "Learning Bayesian networks: the combination of knowledge and statistical
data". The pseudo-counts of a family are equal and sum to the equivalent sample size (the uniform BDe score, BDeu).
"""

import numpy as np
import numpy.typing as npt

from ordag.data import checks
from ordag.errors import RequirementError
from ordag.kernels import scores as kernels
from ordag.kernels.scores import LocalScore
from ordag.messages import OptionName
from ordag.scores.checks import log_edge_penalty, positive
from ordag.scores.contract import NativeScore


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
        table = checks.complete_codes(codes)
        self.n_levels = checks.level_counts(table, n_levels)
        self.sample_size = positive("sample_size", sample_size)
        self.edge_penalty = log_edge_penalty(edge_penalty)
        counts = np.ones(len(table)) if weights is None else np.array(weights, dtype=np.float64)
        if counts.shape != (len(table),) or not ((counts >= 0) & (counts < np.inf)).all():
            raise RequirementError(
                OptionName("weights"), f"be {len(table)} finite numbers of zero or more, one for each row"
            )
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
