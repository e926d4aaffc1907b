# SPDX-License-Identifier: MIT
"""OSEM behind the contract of all methods; `ordag.OSEM` is the estimator with everything else it can do."""

from typing import Any

import numpy as np

from ordag.data import OrdinalTable
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.osem import OSEM
from ordag.osem_options import OPTIONS
from ordag.search import SearchSpace

DEFAULTS: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}

CARD = MethodCard(
    name="osem",
    title="Ordinal structural EM",
    kinds=("ordinal", "binary", "continuous", "nominal"),
    missing=True,
    weights=True,
    result="dag",
    parameters=(
        Parameter(
            "penalty",
            DEFAULTS["penalty"],
            "'auto', or the coefficient of the BIC penalty",
            grid=(1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 30.0),
        ),
        Parameter(
            "mode", DEFAULTS["mode"], "'default', 'paper' for the algorithm as its authors run it, or 'paper-fast'"
        ),
        Parameter(
            "criterion", DEFAULTS["criterion"], "what 'auto' chooses by: 'evidence', 'ebic', 'bic', 'aic' or 'cv'"
        ),
        Parameter("search", DEFAULTS["search"], "structure search; None: the mode's own"),
        Parameter("n_draws", DEFAULTS["n_draws"], "draws a row in the paper modes"),
        Parameter("max_parents", DEFAULTS["max_parents"], "most parents of a node; None: no limit"),
        Parameter("hidden", DEFAULTS["hidden"], "hidden causes beside the links: 'auto', or how many"),
    ),
    random=True,
    reference="Luo, Moffa, Kuipers (2021), Learning Bayesian networks from ordinal data",
    nominal_with=(("mode", "default"), ("hidden", 0)),
    constraints=("required", "forbidden", "tiers", "max_parents"),
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    penalty: float | str = DEFAULTS["penalty"],
    mode: str = DEFAULTS["mode"],
    criterion: str = DEFAULTS["criterion"],
    search: str | None = DEFAULTS["search"],
    n_draws: int = DEFAULTS["n_draws"],
    max_parents: int | None = DEFAULTS["max_parents"],
    hidden: int | str = DEFAULTS["hidden"],
) -> MethodResult:
    """Learn with the estimator."""
    model = OSEM(
        penalty, mode=mode, criterion=criterion, search=search, n_draws=n_draws, hidden=hidden, random_state=rng
    )
    model.fit_within(table, space.limited_to(max_parents))
    return MethodResult(model.cpdag_, model.adjacency_, model.criterion_, detail=model.network_)
