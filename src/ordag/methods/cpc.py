# SPDX-License-Identifier: MIT
"""CPC: the copula PC algorithm (Cui, Groot and Heskes 2016)."""

import numpy as np

from ordag.data import OrdinalTable
from ordag.errors import InputTypeError
from ordag.independence import FisherZ, copula_correlation
from ordag.methods.constraint import ALPHA, find_class
from ordag.methods.contract import Finding, MethodCard, Parameter
from ordag.search import SearchSpace

CARD = MethodCard(
    name="cpc",
    title="PC with Fisher z on Gaussian copula correlations",
    kinds=("ordinal", "binary", "continuous"),
    missing=True,
    result="cpdag",
    parameters=(
        ALPHA,
        Parameter("n_draws", 1000, "sweeps of the Gibbs sampler"),
        Parameter("n_burn_in", 500, "sweeps left out at the start"),
        Parameter("effective_rows", None, "whether tests use effective sample sizes; None: if values are missing"),
    ),
    random=True,
    reference=(
        "Cui, Groot and Heskes (2016), ECML PKDD; (2019), Stat. Comput. 29 for missing values; "
        "Hoff (2007), Ann. Appl. Stat. 1 for the sampler"
    ),
)


def run(
    table: OrdinalTable,
    space: SearchSpace,
    rng: np.random.Generator,
    *,
    alpha: float = 0.05,
    n_draws: int = 1000,
    n_burn_in: int = 500,
    effective_rows: bool | None = None,
) -> Finding:
    """Learn by conservative PC with Fisher's z on the posterior mean correlations of a Gaussian copula."""
    if not (effective_rows is None or isinstance(effective_rows, bool)):
        raise InputTypeError(f"effective_rows must be True, False or None; found {effective_rows!r}.")
    copula = copula_correlation(table, rng, n_draws=n_draws, n_burn_in=n_burn_in)
    use_effective = bool(table.missing.any()) if effective_rows is None else effective_rows
    n_rows = copula.effective_rows if use_effective else float(table.n_rows)
    return find_class(FisherZ(copula.mean, n_rows), alpha, space, "conservative")
