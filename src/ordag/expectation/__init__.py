# SPDX-License-Identifier: MIT
"""The E-step: boxes and a latent correlation in, expected second moments out.

Each row of codes confines the latent Gaussian to a box (`boxes`). Three ways give the expected second moments
Σ̂ = E[YYᵀ | x] (paper, eq. for the expected covariance): draws of a truncated Gibbs sampler (`gibbs`), draws as the
paper's authors take them (`cholesky_gibbs`), and expectation propagation (`propagation`), which is free of noise.
`rectangle` gives the observed-data log-probability of every row; `integrals` calls the kernel behind the last two.
"""

from ordag.expectation.boxes import BoxArrays, latent_boxes, level_bounds, repeated_box
from ordag.expectation.cholesky_gibbs import draw_moments
from ordag.expectation.gibbs import GibbsState, advance_chains, sparse_precision, start_chains, sweep_chains
from ordag.expectation.integrals import Points, RowIntegrals, Settling, integrate_rows, rows_at_a_time
from ordag.expectation.moments import Moments
from ordag.expectation.propagation import Factors, propagate, start_factors
from ordag.expectation.rectangle import RowProbabilities, log_probabilities, scattered_points

__all__ = [
    "BoxArrays",
    "Factors",
    "GibbsState",
    "Moments",
    "Points",
    "RowIntegrals",
    "RowProbabilities",
    "Settling",
    "advance_chains",
    "draw_moments",
    "integrate_rows",
    "latent_boxes",
    "level_bounds",
    "log_probabilities",
    "propagate",
    "repeated_box",
    "rows_at_a_time",
    "scattered_points",
    "sparse_precision",
    "start_chains",
    "start_factors",
    "sweep_chains",
]
