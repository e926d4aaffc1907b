# SPDX-License-Identifier: MIT
"""Rows drawn from a fitted network, with the gaps of the data, with which single rows are compared.

An index of a row, such as its log-probability, has no scale of its own. Drawn rows provide one: the p-value of an index
is the share of drawn rows in which it is as extreme. Whatever the network, the levels and the pattern of missing
entries, a bound on p-values has a known rate of false alarms, as far as the network is true.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.inference.sample import observe, sample_latent
from ordag.model import FittedNetwork

Chances = npt.NDArray[np.float64]  # (n_rows,)

# Drawn rows for each row of the data, and the bounds of their number, one over which is the smallest p-value.
_DRAWS_PER_ROW, _FEWEST, _MOST = 10, 5_000, 50_000


def drawn_rows(
    network: FittedNetwork, table: OrdinalTable, rng: np.random.Generator, n_drawn: int | None = None
) -> OrdinalTable:
    """Rows of a network, each with the missing entries of some row of a table, whose patterns are used in turn.

    Parameters
    ----------
    network, table
        The network and the table.
    rng
        Source of the rows.
    n_drawn
        How many; None: enough for the p-value of a single row to be small enough for a flag.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])
    >>> table = OrdinalTable.from_codes([[0, 1], [1, -1]])
    >>> drawn = drawn_rows(network, table, np.random.default_rng(1))
    >>> drawn.n_rows, drawn.missing.mean(axis=0).tolist()
    (5000, [0.0, 0.5])
    """
    n_rows = n_drawn or min(max(_DRAWS_PER_ROW * table.n_rows, _FEWEST), _MOST)
    drawn = observe(network, sample_latent(network, n_rows, {}, rng))
    like = np.resize(rng.permutation(table.n_rows), n_rows)
    return _with_gaps(drawn, table.missing[like])


def chances(index: npt.NDArray[np.float64], drawn: npt.NDArray[np.float64]) -> Chances:
    """Probability that a drawn row has an index as high as that of each row of the data.

    Examples
    --------
    >>> chances(np.array([0.0, 5.0]), np.array([1.0, 2.0, 3.0])).tolist()
    [1.0, 0.25]
    """
    as_high = len(drawn) - np.searchsorted(np.sort(drawn), index, side="left")
    return np.asarray((1.0 + as_high) / (1.0 + len(drawn)))


def improbable(of: Chances, share: float) -> npt.NDArray[np.bool_]:
    """Rows with p-values so small that at most a given share of them is expected to be false alarms.

    The step-up rule of Benjamini and Hochberg (1995): where no row is wrong, any is flagged with probability `share`.

    Examples
    --------
    >>> improbable(np.array([0.5, 0.001, 0.02, 0.9]), 0.1).tolist()
    [False, True, True, False]
    """
    ordered = np.sort(of)
    passing = np.flatnonzero(ordered <= share * np.arange(1, len(of) + 1) / len(of))
    return of <= (ordered[passing[-1]] if passing.size else -1.0)


def _with_gaps(table: OrdinalTable, missing: npt.NDArray[np.bool_]) -> OrdinalTable:
    """The table with further entries missing."""
    if not missing.any():
        return table
    is_continuous = np.array([not levels for levels in table.levels])
    codes = np.where(missing, np.int16(-1), table.codes)
    return replace(table, codes=codes, continuous=np.where(missing[:, is_continuous], np.nan, table.continuous))
