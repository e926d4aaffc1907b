# SPDX-License-Identifier: MIT
"""RPC: the rank PC algorithm (Harris and Drton 2013).

The test counts rows as if there were no ties, as that of the paper does. It therefore finds too many edges between
columns of few levels: at alpha = 0.05 it joins 20 % of pairs of independent binary columns, 16 % with three levels, 10
% with five.
"""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import FisherZ, kendall_correlation
from ordag.learners.constraint import ALPHA, find_class, observed_levels
from ordag.learners.contract import MethodCard, MethodResult
from ordag.search import SearchSpace

CARD = MethodCard(
    name="rpc",
    title="PC with Fisher z on Kendall's rank correlations",
    kinds=("ordinal", "binary", "continuous"),
    missing=True,
    result="cpdag",
    parameters=(ALPHA,),
    random=False,
    reference="Harris and Drton (2013), J. Mach. Learn. Res. 14",
)


def run(table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, alpha: float = 0.05) -> MethodResult:
    """Learn by conservative PC with Fisher's z on sin(π/2 τ_b); missing entries are left out pair by pair."""
    return find_class(FisherZ(*kendall_correlation(*observed_levels(table))), alpha, space, "conservative")
