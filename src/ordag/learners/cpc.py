# SPDX-License-Identifier: MIT
"""CPC: the copula PC algorithm (Cui, Groot and Heskes 2016).

Without missing values tests count all rows, as the authors' do. Too many edges are therefore found between columns with
few levels: at alpha = 0.05, 20 % of pairs of independent binary columns are joined and 11 % with three levels; with
``effective_rows=True`` 5 and 6 %.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.errors import warn
from ordag.independence import FisherZ, copula_correlation
from ordag.learners.constraint import ALPHA, find_class
from ordag.learners.contract import MethodCard, MethodResult, Parameter
from ordag.options import as_flag
from ordag.remarks import FewSharedRows
from ordag.search import SearchSpace

# Columns that share fewer rows than this need so many draws: of 40 pairs of independent columns that share 4 of 300
# rows, 9 are joined after 1,000 draws.
_FEW_ROWS, _ENOUGH_DRAWS = 10, 20_000

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
) -> MethodResult:
    """Learn by conservative PC with Fisher's z on the posterior mean correlations of a Gaussian copula."""
    copula = copula_correlation(table, rng, n_draws=n_draws, n_burn_in=n_burn_in)
    use_effective = table.missing.any() if effective_rows is None else as_flag("effective_rows", effective_rows)
    # No correlation is known better than from the rows in which both columns are observed. Where they are few, the
    # sampler moves slowly, and what it has seen of a correlation looks surer than it is.
    shared = _rows_shared(table)
    n_rows = np.minimum(copula.effective_rows, shared) if use_effective else float(table.n_rows)
    if n_draws < _ENOUGH_DRAWS:
        _warn_of_few_rows(table.names, shared)
    return find_class(FisherZ(copula.mean, n_rows), alpha, space, "conservative")


def _rows_shared(table: OrdinalTable) -> npt.NDArray[np.int_]:
    """(n, n) numbers of rows in which both columns are observed."""
    seen = (~table.missing).astype(np.int_)
    return seen.T @ seen


def _warn_of_few_rows(names: Sequence[str], shared: npt.NDArray[np.int_]) -> None:
    """Warn of the pair with the fewest rows if these are so few that the sampler should run longer."""
    first, second = map(int, np.unravel_index(np.argmin(shared), shared.shape))
    if shared[first, second] < _FEW_ROWS <= min(shared[first, first], shared[second, second]):
        warn(FewSharedRows((names[first], names[second]), int(shared[first, second]), _ENOUGH_DRAWS))
