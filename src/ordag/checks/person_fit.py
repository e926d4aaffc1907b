# SPDX-License-Identifier: MIT
"""How badly a row fits: its log-probability under the network, standardised given which of its entries are observed.

Rows with more entries are less probable, and so are rows whose entries vary more. Mean and spread of the
log-probability given the pattern of entries are therefore taken from drawn rows, by a regression on which entries are
observed, which also serves patterns that occur once.
"""

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.model import FittedNetwork, log_likelihood

Array = npt.NDArray[np.float64]

# Points per row: errors of a single row stay below a hundredth of the spread between rows.
_N_POINTS = 64
# The spread of a pattern that hardly any drawn row has is no smaller than this share of the usual one.
_LEAST_SPREAD = 0.2
# Mean distance of a normal variable from its mean, in standard deviations.
_MEAN_DISTANCE = float(np.sqrt(2 / np.pi))


def misfit(
    network: FittedNetwork, table: OrdinalTable, drawn: OrdinalTable, *, n_threads: int = 1
) -> tuple[Array, Array]:
    """By how many standard deviations rows are less probable than rows of the network with the same entries.

    Parameters
    ----------
    network
        The network.
    table, drawn
        Rows of the data, and rows drawn from the network with the gaps of the data.
    n_threads
        Threads to use; the result does not depend on it.

    Returns
    -------
    tuple of (n_rows,) arrays
        Of the rows of the data, and of the drawn ones.

    Examples
    --------
    >>> from ordag.checks.reference import drawn_rows
    >>> network = FittedNetwork.from_parameters([[0, 3], [0, 0]], [[0], [0]])
    >>> table = OrdinalTable.from_codes([[0, 0], [0, 1]], levels=[(0, 1), (0, 1)])
    >>> misfit(network, table, drawn_rows(network, table, np.random.default_rng(1)))[0].round().tolist()
    [-0.0, 4.0]
    """
    own, others = (log_likelihood(network, rows, n_points=_N_POINTS, n_threads=n_threads) for rows in (table, drawn))
    there, there_drawn = (_with_constant(~rows.missing) for rows in (table, drawn))
    centre = _least_squares(there_drawn, others)
    distance = np.abs(others - there_drawn @ centre)
    spread, usual = _least_squares(there_drawn, distance), _LEAST_SPREAD * float(distance.mean())
    own_misfit, drawn_misfit = (
        (rows @ centre - values) / np.maximum(rows @ spread, max(usual, np.finfo(float).tiny)) * _MEAN_DISTANCE
        for rows, values in ((there, own), (there_drawn, others))
    )
    return own_misfit, drawn_misfit


def _with_constant(there: npt.NDArray[np.bool_]) -> Array:
    return np.column_stack([np.ones(len(there)), there])


def _least_squares(predictors: Array, values: Array) -> Array:
    """Coefficients of smallest norm, since entries that are observed in all rows repeat the constant."""
    return np.asarray(np.linalg.lstsq(predictors, values, rcond=None)[0], dtype=np.float64)
