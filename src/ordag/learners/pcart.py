# SPDX-License-Identifier: MIT
"""PCART: every node follows a decision tree on its parents; iterative search from an empty space."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.learners.hybrid import search_trees
from ordag.scores import PCART
from ordag.scores.pcart import Kind
from ordag.search import SearchSpace

# The paper names no grid for trees; this one spans graphs from dense to sparse.
ALPHA = Parameter(
    "alpha",
    1.5,
    "Dirichlet weight of each level in a leaf",
    grid=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0, 10.0),
)
PREDICTORS = Parameter(
    "predictors", "categorical", "categorical: a split divides levels in any way; ordinal: by their order"
)
MAX_PARENTS = Parameter("max_parents", 3, "most parents of a node")

CARD = MethodCard(
    name="pcart",
    title="Decision trees with categorical response",
    kinds=("ordinal", "binary", "nominal"),
    unordered=(("predictors", "categorical"),),
    missing=False,
    result="dag",
    parameters=(ALPHA, PREDICTORS, MAX_PARENTS),
    random=True,
    reference="Talvitie, Eggeling, Koivisto (2019), Learning Bayesian networks with local structure, mixed variables, "
    "and exact algorithms",
    constraints=("required", "forbidden", "tiers", "max_parents"),
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    alpha: float = 1.5,
    predictors: Kind = "categorical",
    max_parents: int = 3,
) -> MethodResult:
    """Learn with levels of the response taken as names without order."""
    score = PCART(table.codes, table.n_levels, alpha=alpha, predictors=predictors)
    return search_trees(score, table.names, space, max_parents, rng)
