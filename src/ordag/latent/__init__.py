# SPDX-License-Identifier: MIT
"""The latent Gaussian behind an ordinal table: its margins and its pairwise correlations.

The public `ordag.polychoric` lives in `ordag.latent.polychoric`.
"""

from ordag.latent.coordinates import Coordinates
from ordag.latent.correlation import as_correlation
from ordag.latent.polychoric import PolychoricResult, estimate_correlations
from ordag.latent.repair import RepairedCorrelation, repair_correlation
from ordag.latent.thresholds import Margins, estimate_thresholds

__all__ = [
    "Coordinates",
    "Margins",
    "PolychoricResult",
    "RepairedCorrelation",
    "as_correlation",
    "estimate_correlations",
    "estimate_thresholds",
    "repair_correlation",
]
