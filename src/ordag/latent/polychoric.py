# SPDX-License-Identifier: MIT
"""From codes and margins to the correlations of the latent Gaussian, pair by pair.

Each correlation maximises the likelihood of its two columns with the margins held at their estimates (Olsson 1979 for
two ordinal columns; Olsson, Drasgow and Dorans 1982 for an ordinal and a continuous one; Pearson's for two continuous
ones), from the rows in which both are observed. The estimates by likelihood stay within ±0.999: a table with an empty
cell may have its maximum at ±1.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable, encode
from ordag.data.declarations import DeclaredKinds, DeclaredLevels
from ordag.errors import InputValueError, unknown_option, warn
from ordag.kernels.correlations import CORRELATION_LIMIT, CellSmoothing, pairwise_correlations
from ordag.latent.levels import in_levels
from ordag.latent.repair import Correlation, Repair, repair_correlation
from ordag.latent.thresholds import Margins, estimate_thresholds
from ordag.messages import Advise
from ordag.remarks import CorrelationsHeld

if TYPE_CHECKING:
    import pandas as pd

Smoothing = Literal["none", "add_one", "independence"]


@dataclass(frozen=True, eq=False)
class PolychoricResult:
    """Latent correlations of all pairs of columns.

    Attributes
    ----------
    names
        Column names, in the order of the matrices.
    correlation
        The matrix to use: `raw`, or its repair.
    raw
        The pairwise estimates.
    standard_errors
        Of the pairwise estimates, allowing for the estimated margins; NaN on the diagonal and for estimates at the
        bounds. With cell smoothing they take the pseudo-counts for no more than a small shift.
    n_pairs
        Number of rows (sum of their weights) behind each pairwise estimate; on the diagonal those of the column.
    margins
        The cuts, means and scales that the estimates rest on.
    repaired
        Whether `correlation` differs from `raw`.
    smallest_eigenvalue
        Of `raw`.
    """

    names: tuple[str, ...]
    correlation: Correlation
    raw: Correlation
    standard_errors: npt.NDArray[np.float64]
    n_pairs: npt.NDArray[np.float64]
    margins: Margins
    repaired: bool
    smallest_eigenvalue: float


def polychoric(
    frame: Any,
    *,
    smoothing: Smoothing = "none",
    repair: Repair = "nearest",
    levels: DeclaredLevels | None = None,
    kinds: DeclaredKinds | None = None,
    weights: npt.ArrayLike | str | None = None,
    n_threads: int = 1,
) -> "pd.DataFrame":
    """Polychoric correlation matrix of a table, with polyserial and Pearson entries where columns are continuous.

    `ordag.latent.estimate_correlations` gives the standard errors, the unrepaired matrix and the cuts as well.

    Parameters
    ----------
    frame
        Data frame, array or `OrdinalTable`; missing entries are left out pair by pair.
    smoothing
        Pseudo-counts against empty cells. ``"none"``: plain maximum likelihood, kept within ±0.999; a warning names the
        pairs that end there. ``"independence"``: one extra row per pair, spread over the cells as if the two columns
        were independent; a weak prior that keeps estimates off the bounds. ``"add_one"``: one in every cell of every
        table and one in every level before the cuts, as in the paper's own code; it pulls towards 0 in small tables.
        (Other programs put 0.5 into the empty cells of 2 x 2 tables; ``"independence"`` has a similar effect.)
    repair
        What to do when the matrix is not positive definite: ``"nearest"``, ``"eigenvalue"`` or ``"none"``; see
        `ordag.latent.repair_correlation`. A repair is reported by a `RepairWarning`.
    levels, kinds, weights
        As in `ordag.data.encode`. Weights count as frequencies.
    n_threads
        Threads to share the pairs; the result does not depend on it.

    Returns
    -------
    pandas.DataFrame
        Symmetric, rows and columns labelled by the column names.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"sleep": [0, 0, 1, 1, 2, 2, 2, 0], "mood": [0, 1, 0, 1, 1, 2, 2, 0]})
    >>> levels = {"sleep": [0, 1, 2], "mood": [0, 1, 2]}
    >>> polychoric(frame, levels=levels).round(3)
           sleep   mood
    sleep  1.000  0.867
    mood   0.867  1.000
    """
    import pandas as pd

    table = encode(frame, levels=levels, kinds=kinds, weights=weights, weights_are="frequencies")
    result = estimate_correlations(
        table, smoothing=smoothing, repair=repair, standard_errors=False, n_threads=n_threads
    )
    return pd.DataFrame(result.correlation, index=list(result.names), columns=list(result.names))


def estimate_correlations(
    table: OrdinalTable,
    margins: Margins | None = None,
    *,
    smoothing: Smoothing = "none",
    repair: Repair = "nearest",
    standard_errors: bool = True,
    n_threads: int = 1,
) -> PolychoricResult:
    """Latent correlations of all pairs of columns with their standard errors.

    Parameters
    ----------
    table
        The encoded data.
    margins
        Cuts, means and scales to hold fixed. None, or where a column has boxes (which is cut into levels): estimated
        from the table, with one added to every level when `smoothing` is ``"add_one"``.
    smoothing, repair, n_threads
        As for `polychoric`.
    standard_errors
        Whether to compute them; without, they are NaN and the work is a little less.
    """
    if smoothing not in get_args(Smoothing):
        raise unknown_option("smoothing", smoothing, get_args(Smoothing))
    if (cut := in_levels(table)) is not table:
        table, margins = cut, None
    if margins is None:
        margins = estimate_thresholds(table, smoothing=1.0 if smoothing == "add_one" else 0.0)
    found = pairwise_correlations(
        table.codes,
        margins.standardised(table),
        table.weights,
        margins.cuts,
        smoothing=CellSmoothing[smoothing.upper()],
        standard_errors=standard_errors,
        n_threads=n_threads,
    )
    _require_all_pairs(found.correlation, table.names)
    _report_bounds(found.correlation, table.names)
    fixed = repair_correlation(found.correlation, repair)
    observed = ~table.missing
    np.fill_diagonal(found.n_pairs, observed.sum(axis=0) if table.weights is None else table.weights @ observed)
    return PolychoricResult(
        names=table.names,
        correlation=fixed.correlation,
        raw=found.correlation,
        standard_errors=found.standard_errors,
        n_pairs=found.n_pairs,
        margins=margins,
        repaired=fixed.repaired,
        smallest_eigenvalue=fixed.smallest_eigenvalue,
    )


def _require_all_pairs(correlation: Correlation, names: tuple[str, ...]) -> None:
    first, second = np.nonzero(np.triu(np.isnan(correlation), 1))
    if first.size:
        raise InputValueError(
            f"columns {names[first[0]]!r} and {names[second[0]]!r}",
            f"are not observed together in a way that determines their correlation{_and_others(first.size)}",
            "each pair needs rows with both entries, and each column two levels or values",
            remedies=[Advise("drop one of them")],
        )


def _report_bounds(correlation: Correlation, names: tuple[str, ...]) -> None:
    first, second = np.nonzero(np.triu(np.abs(correlation) >= CORRELATION_LIMIT, 1))
    if first.size:
        held = [(names[i], names[j]) for i, j in zip(first.tolist(), second.tolist(), strict=True)]
        warn(CorrelationsHeld(held, CORRELATION_LIMIT))


def _and_others(count: int) -> str:
    return f" (and {count - 1} more)" if count > 1 else ""
