# SPDX-License-Identifier: MIT
"""OPCART: as PCART, with leaves that may give neighbouring levels of the response the same probability."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.learners.hybrid import search_trees
from ordag.learners.pcart import ALPHA, MAX_PARENTS, PREDICTORS
from ordag.scores import PCART
from ordag.scores.pcart import Kind
from ordag.search import SearchSpace

CARD = MethodCard(
    name="opcart",
    title="Decision trees with ordinal response",
    kinds=("ordinal", "binary"),
    missing=False,
    result="dag",
    parameters=(
        ALPHA,
        Parameter("kappa", 0.25, "weight of a segment of neighbouring response levels"),
        PREDICTORS,
        MAX_PARENTS,
        Parameter("reference", False, "weight merged segments as the reference does, which leaves graphs very sparse"),
    ),
    random=True,
    reference="Talvitie, Eggeling, Koivisto (2019), Learning Bayesian networks with local structure, mixed variables, "
    "and exact algorithms; ordinal response as in the paper's supplement",
    constraints=("required", "forbidden", "tiers", "max_parents"),
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    alpha: float = 1.5,
    kappa: float = 0.25,
    predictors: Kind = "categorical",
    max_parents: int = 3,
    reference: bool = False,
) -> MethodResult:
    """Learn with the order of the response's levels."""
    score = PCART(
        table.codes,
        table.n_levels,
        alpha=alpha,
        kappa=kappa,
        response="ordinal",
        predictors=predictors,
        reference=reference,
    )
    return search_trees(score, table.names, space, max_parents, rng)
