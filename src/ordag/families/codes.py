# SPDX-License-Identifier: MIT
"""*codes*: each node is a cumulative probit regression on its parents' codes.

One parameter for each threshold and each parent: the observed answer is the cause, and its effect grows by the same
amount from level to level. A nominal parent acts by its category, as in *dummies*.
"""

import numpy as np

from ordag.data import OrdinalTable
from ordag.families.contract import FamilyFit
from ordag.families.regressions import fit_regressions
from ordag.search import SearchSpace


def fit(table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, thorough: bool = True) -> FamilyFit:
    """The best graph by `ordag.scores.CumulativeScore`."""
    return fit_regressions("codes", "codes", table, space, rng, thorough=thorough)
