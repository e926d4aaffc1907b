# SPDX-License-Identifier: MIT
"""GPC: the PC algorithm on codes taken as numbers."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import FisherZ, pearson_correlation
from ordag.learners.constraint import ALPHA, find_class, numeric
from ordag.learners.contract import MethodCard, MethodResult
from ordag.search import SearchSpace

CARD = MethodCard(
    name="gpc",
    title="PC with Fisher z on Pearson correlations",
    kinds=("ordinal", "binary", "continuous"),
    missing=True,
    result="cpdag",
    parameters=(ALPHA,),
    random=False,
    reference="Kalisch and Bühlmann (2007), J. Mach. Learn. Res. 8; Kalisch et al. (2012), J. Stat. Softw. 47(11)",
)


def run(table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, alpha: float = 0.05) -> MethodResult:
    """Learn by PC with Fisher's z; missing entries are left out pair by pair."""
    return find_class(FisherZ(*pearson_correlation(numeric(table))), alpha, space)
