# SPDX-License-Identifier: MIT
"""Moments moved on in the direction of EM, to where the observed likelihood peaks.

EM goes only part of the way, the share of information that the levels leave. Moments taken under a graph therefore
resemble the graph: they overstate the edges that it has and understate those that it lacks.
"""

import numpy as np
from numpy.typing import NDArray

from ordag.latent import as_correlation

# A search needs a correlation that is clear of singularity.
_SMALLEST_EIGENVALUE = 0.01


def extrapolate(correlation: NDArray[np.float64], second: NDArray[np.float64], kappa: float) -> NDArray[np.float64]:
    """Correlation of Σ + κ (M − Σ), with κ lowered where it would come too close to a singular matrix.

    Where Σ itself is too close to one, the variances are raised.
    """
    direction = second - correlation
    moved = correlation + kappa * direction
    while (smallest := np.linalg.eigvalsh(moved)[0]) < _SMALLEST_EIGENVALUE and kappa > 0.1:
        kappa *= 0.8
        moved = correlation + kappa * direction
    lacking = max(0.0, _SMALLEST_EIGENVALUE - float(smallest))
    return as_correlation(moved + lacking * np.eye(len(moved)))
