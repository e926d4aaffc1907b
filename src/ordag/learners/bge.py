# SPDX-License-Identifier: MIT
"""BGe: level numbers taken as Gaussian, normal-Wishart prior, hybrid search from the skeleton of Gaussian PC."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.independence import FisherZ, pearson_correlation
from ordag.learners.constraint import numeric
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.learners.hybrid import SKELETON_ALPHA, search_around_skeleton
from ordag.scores import BGe
from ordag.scores.checks import positive
from ordag.search import SearchSpace

CARD = MethodCard(
    name="bge",
    title="Hybrid search with the BGe score",
    kinds=("ordinal", "binary", "continuous"),
    missing=False,
    result="dag",
    parameters=(
        Parameter(
            "a_m",
            0.05,
            "weight of the prior mean; the prior has n + a_m + 1 degrees of freedom",
            grid=(0.0001, 0.001, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5),
        ),
        SKELETON_ALPHA,
        Parameter("max_parents", None, "most parents of a node; None: no limit"),
    ),
    random=True,
    reference="Geiger, Heckerman (2002), Parameter priors for DAG models; Kuipers, Moffa, Heckerman (2014)",
    constraints=("required", "forbidden", "tiers", "max_parents"),
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    a_m: float = 0.05,
    alpha: float = 0.05,
    max_parents: int | None = None,
) -> MethodResult:
    """Learn with codes taken as numbers."""
    values = numeric(table)
    score = BGe(values, alpha_mu=positive("a_m", a_m))
    test = FisherZ(*pearson_correlation(values))
    return search_around_skeleton(score, test, alpha, space.limited_to(max_parents), rng)
