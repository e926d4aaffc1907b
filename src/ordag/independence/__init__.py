# SPDX-License-Identifier: MIT
"""Tests of conditional independence.

A test answers ``p_value(x, y, conditioning)`` for nodes given by number; a search such as `ordag.search.pc` calls
it. Any object with that method and ``n_nodes`` is a test; those of this package are compiled.
"""

from ordag.independence.contract import CITest, CompiledTest, native_of
from ordag.independence.copula import CopulaCorrelation, copula_correlation
from ordag.independence.correlations import kendall_correlation, pearson_correlation
from ordag.independence.fisher_z import FisherZ
from ordag.independence.g_squared import GSquared
from ordag.independence.jonckheere import JonckheereTerpstra
from ordag.independence.latent_partial import LatentPartialCorrelation, PartialCorrelation
from ordag.independence.rank_partial import RankPartialCorrelation
from ordag.independence.symmetric_lrt import SymmetricLRT

__all__ = [
    "CITest",
    "CompiledTest",
    "CopulaCorrelation",
    "FisherZ",
    "GSquared",
    "JonckheereTerpstra",
    "LatentPartialCorrelation",
    "PartialCorrelation",
    "RankPartialCorrelation",
    "SymmetricLRT",
    "copula_correlation",
    "kendall_correlation",
    "native_of",
    "pearson_correlation",
]
