# SPDX-License-Identifier: MIT
"""The Gaussian copula sampler of ``copula_gibbs.hpp``."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag import _core

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
    columns = np.ascontiguousarray(np.asarray(codes).T, dtype=np.int32)
    values = np.ascontiguousarray(np.asarray(latent, dtype=np.float64).T)
    mean = np.empty((len(columns), len(columns)))
    sd = np.empty_like(mean)
    kept = _core.sample_copula(columns, list(n_levels), values, [int(f) for f in fixed], *prior, *draws, seed, mean, sd)
    return mean, sd, kept
