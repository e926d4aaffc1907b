# SPDX-License-Identifier: MIT
"""The Gaussian copula sampler of ``copula_gibbs.hpp``."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag.kernels.arrays import as_doubles, as_indices

Matrix = npt.NDArray[np.float64]


def sample_copula(
    codes: npt.ArrayLike,
    n_levels: Sequence[int],
    latent: npt.ArrayLike,
    fixed: Sequence[bool],
    prior: tuple[float, float],
    draws: tuple[int, int],
    seed: int,
) -> tuple[Matrix, Matrix, int]:
    """Posterior mean and standard deviation of the correlations, and the number of draws behind them.

    ``codes`` and ``latent`` are (rows, columns); ``prior`` holds degrees of freedom and scale, ``draws`` the number of
    draws and how many of them are burn-in.
    """
    columns = as_indices(np.asarray(codes).T)
    mean = np.empty((len(columns), len(columns)))
    sd = np.empty_like(mean)
    prior_rows, prior_scale = prior
    n_draws, n_burn_in = draws
    kept = _core.sample_copula(
        codes=columns,
        n_levels=list(n_levels),
        latent=as_doubles(np.asarray(latent).T),
        fixed=[int(f) for f in fixed],
        prior_rows=prior_rows,
        prior_scale=prior_scale,
        n_draws=n_draws,
        n_burn_in=n_burn_in,
        seed=seed,
        mean=mean,
        sd=sd,
    )
    return mean, sd, kept
