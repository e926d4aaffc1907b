# SPDX-License-Identifier: MIT
"""*dummies*: each node is a cumulative probit regression in which every level of a parent has an effect of its own.

One parameter for each threshold and for each level of each parent but its lowest; effects of several parents add up.
"""

import numpy as np

from ordag.data import OrdinalTable
from ordag.families.contract import FamilyFit
from ordag.families.regressions import fit_regressions
from ordag.search import SearchSpace


def fit(table: OrdinalTable, space: SearchSpace, rng: np.random.Generator, *, thorough: bool = True) -> FamilyFit:
    """The best graph by `ordag.scores.CumulativeScore` with a slope for each level."""
    return fit_regressions("dummies", "levels", table, space, rng, thorough=thorough)
