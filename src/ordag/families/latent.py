# SPDX-License-Identifier: MIT
"""*latent*: latent Gaussian variables that act on one another, seen through thresholds; what `OSEM` learns.

Rows are integrated over the latent variables. A graph has one parameter for each threshold and each edge, between
nominal variables one for each slope.
"""

import numpy as np

from ordag import model
from ordag.data import Codes, OrdinalTable
from ordag.families.contract import FamilyFit, LogProbabilities
from ordag.model import FittedNetwork
from ordag.osem import OSEM
from ordag.search import SearchSpace


def fit(table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, thorough: bool = True) -> FamilyFit:
    """The network that the estimator learns by default, thorough or not."""
    del thorough
    network = OSEM(random_state=rng).fit_within(table, space).network_
    assert network.criteria.log_likelihood is not None, "the default knows its log-likelihood"
    return fit_of(network, table, network.criteria.log_likelihood)


def fit_of(network: FittedNetwork, table: OrdinalTable, log_likelihood: float) -> FamilyFit:
    """A fitted network as one of the family, with the log-likelihood of the rows compared on."""

    def log_probabilities(codes: Codes) -> LogProbabilities:
        return model.log_likelihood(network, table.with_rows(codes))

    return FamilyFit(
        "latent",
        network.dag,
        network.cpdag,
        log_likelihood,
        sum(n_levels - 1 for n_levels in table.n_levels) + network.n_slopes,
        log_probabilities,
    )
