# SPDX-License-Identifier: MIT
"""OPC: the PC algorithm with a test of ordinal trend (Musella 2013)."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import JonckheereTerpstra
from ordag.learners.constraint import ALPHA, find_class, observed_levels
from ordag.learners.contract import MethodCard, MethodResult
from ordag.search import SearchSpace

CARD = MethodCard(
    name="opc",
    title="PC with the Jonckheere–Terpstra test",
    kinds=("ordinal", "binary"),
    missing=True,
    result="cpdag",
    parameters=(ALPHA,),
    random=False,
    reference="Musella (2013), Comput. Stat. 28; conflicts as in bnlearn (Scutari 2010, J. Stat. Softw. 35(3))",
)


def run(table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, alpha: float = 0.05) -> MethodResult:
    """Learn by PC with the Jonckheere–Terpstra test; colliders in the order of their p-values."""
    return find_class(JonckheereTerpstra(*observed_levels(table)), alpha, space, "ranked")
