# SPDX-License-Identifier: MIT
"""BDe: nominal columns, Dirichlet prior, hybrid search from the skeleton of nominal PC.

Rows that occur more than once mislead this score. With enough parents to distinguish all different rows, each copy is
predicted from its original, and a small equivalent sample size hardly penalises the parents. On bootstrap samples of
the OCD data (408 rows, about 260 of them different) graphs of a hundred edges, with eight parents and more to a node,
score some 1,600 nats above those of twenty; a limit of four parents gives the latter. So limit the parents where rows
are resampled.
"""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import GSquared
from ordag.learners.constraint import observed_levels
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.learners.hybrid import SKELETON_ALPHA, search_around_skeleton
from ordag.scores import BDe
from ordag.scores.checks import positive
from ordag.search import SearchSpace

CARD = MethodCard(
    name="bde",
    title="Hybrid search with the BDe score",
    kinds=("ordinal", "binary", "nominal"),
    unordered=(),
    missing=False,
    result="dag",
    parameters=(
        Parameter(
            "chi",
            1.0,
            "equivalent sample size of the Dirichlet prior",
            grid=(0.0001, 0.001, 0.01, 0.1, 1.0, 10.0, 20.0, 40.0, 60.0, 80.0),
        ),
        Parameter("edge_penalty", 2.0, "every edge divides the prior probability of a graph by this; 2 is BiDAG's"),
        SKELETON_ALPHA,
        Parameter("max_parents", None, "most parents of a node; None: no limit. Set it for bootstrap samples"),
    ),
    random=True,
    reference="Heckerman, Geiger, Chickering (1995), Learning Bayesian networks; Kuipers, Suter, Moffa (2022)",
    constraints=("required", "forbidden", "tiers", "max_parents"),
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    chi: float = 1.0,
    edge_penalty: float = 2.0,
    alpha: float = 0.05,
    max_parents: int | None = None,
) -> MethodResult:
    """Learn with levels taken as names without order."""
    score = BDe(table.codes, table.n_levels, sample_size=positive("chi", chi), edge_penalty=edge_penalty)
    test = GSquared(*observed_levels(table))
    return search_around_skeleton(score, test, alpha, space.limited_to(max_parents), rng)
