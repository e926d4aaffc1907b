# SPDX-License-Identifier: MIT
"""MMPC, in the sense of the paper: the PC algorithm with a symmetric test of mixed variables (Tsagris et al. 2018).

The test is the one that they describe, with proportional odds. The graphs of the R package MXM differ: it fits the
cumulative logits one by one instead, with as many times the degrees of freedom, removes edges in an order that depends
on the data, and its orientation step may add edges that are not in the skeleton.
"""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import SymmetricLRT
from ordag.learners.constraint import ALPHA, find_class
from ordag.learners.contract import MethodCard, MethodResult
from ordag.search import SearchSpace

CARD = MethodCard(
    name="mmpc",
    title="PC with the symmetric likelihood-ratio test of ordinal regressions",
    kinds=("ordinal", "binary", "continuous"),
    missing=True,
    result="cpdag",
    parameters=(ALPHA,),
    random=False,
    reference="Tsagris, Borboudakis, Lagani and Tsamardinos (2018), Int. J. Data Sci. Anal. 6",
)


def run(table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, alpha: float = 0.05) -> MethodResult:
    """Learn by PC with the symmetric test."""
    return find_class(SymmetricLRT(table), alpha, space)
