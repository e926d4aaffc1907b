# SPDX-License-Identifier: MIT
"""Expected second moments of the latent variables, with what is known of their error."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.latent import as_correlation


@dataclass(frozen=True)
class Moments:
    """Expected second moments Σ̂ given the observed levels.

    Attributes
    ----------
    second : (n, n)
        Weighted mean over rows of E[YYᵀ | x].
    error : (n, n)
        Monte Carlo standard error of each entry; zero where the moments were not sampled, NaN where it is not known.
    total_weight : float
        Sum of the row weights, N without weights.
    log_likelihood : float or None
        Observed-data log-likelihood where the method gives it.
    mean : (n,) or None
        Weighted mean over rows of E[Y | x], where the correlation is to be that about the mean; else None.
    """

    second: NDArray[np.float64]
    error: NDArray[np.float64]
    total_weight: float
    log_likelihood: float | None = None
    mean: NDArray[np.float64] | None = None

    @property
    def correlation(self) -> NDArray[np.float64]:
        """The moments, about `mean` where it is given, rescaled to a unit diagonal."""
        return as_correlation(self.second if self.mean is None else self.second - np.outer(self.mean, self.mean))
