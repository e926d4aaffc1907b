# SPDX-License-Identifier: MIT
"""OSEM behind the contract of all methods; `ordag.OSEM` is the estimator with everything else it can do."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.learners.contract import Finding, MethodCard, Parameter
from ordag.osem import OSEM
from ordag.search import SearchSpace

CARD = MethodCard(
    name="osem",
    title="Ordinal structural EM",
    kinds=("ordinal", "binary", "continuous"),
    missing=True,
    weights=True,
    result="dag",
    parameters=(
        Parameter(
            "penalty",
            "auto",
            "'auto', or the coefficient of the BIC penalty",
            grid=(1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 30.0),
        ),
        Parameter("mode", "default", "'default', or 'paper' for the algorithm as its authors run it"),
        Parameter("criterion", "evidence", "what 'auto' chooses by: 'evidence', 'ebic', 'bic', 'aic' or 'cv'"),
        Parameter("search", None, "structure search; None: the mode's own"),
        Parameter("n_draws", 5, "draws a row in the paper mode"),
        Parameter("max_parents", None, "at most so many parents a node; None: no limit"),
    ),
    random=True,
    reference="Luo, Moffa, Kuipers (2021), Learning Bayesian networks from ordinal data",
    constraints=("required", "forbidden", "tiers", "max_parents"),
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    penalty: float | str = "auto",
    mode: str = "default",
    criterion: str = "evidence",
    search: str | None = None,
    n_draws: int = 5,
    max_parents: int | None = None,
) -> Finding:
    """Learn with the estimator."""
    model = OSEM(penalty, mode=mode, criterion=criterion, search=search, n_draws=n_draws, random_state=rng)
    model.fit_within(table, space.limited_to(max_parents))
    return Finding(model.cpdag_, model.adjacency_, model.criterion_, detail=model.network_)
