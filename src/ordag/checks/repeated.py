# SPDX-License-Identifier: MIT
"""Rows that occur more than once in the data, far beyond chance.

Rows with few entries, or with the answers that everybody gives, repeat by chance. The network says how often a row is
expected; rows count as copies if that many equal ones would hardly occur anywhere in the data. A row that the network
expects more than once identifies nobody, however often it occurs: there the network may be wrong.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.model import FittedNetwork, log_likelihood

# Probability that any row of data without copies is taken for one.
_FALSE_ALARM = 0.01
# Most further equal rows that may be expected of a row that identifies a respondent.
_MOST_EXPECTED = 1.0


def copies(network: FittedNetwork, table: OrdinalTable, *, n_threads: int = 1) -> npt.NDArray[np.bool_]:
    """Rows that equal an earlier one, if that is far beyond chance; the first of them is no copy.

    Parameters
    ----------
    network
        Says how probable each row is.
    table
        The rows. Weights that count equal rows say nothing of copies.
    n_threads
        Threads to use; the result does not depend on it.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters(np.zeros((20, 20)), [[0.0]] * 20)
    >>> table = OrdinalTable.from_codes(np.eye(20, dtype=int)[[0, 1, 2, 1]], levels=[(0, 1)] * 20)
    >>> copies(network, table).tolist()
    [False, False, False, True]
    """
    from scipy.special import pdtrc

    groups = table.distinct()
    n_equal = np.bincount(groups.inverse)
    several = np.flatnonzero(n_equal > 1)
    found = np.zeros(table.n_rows, dtype=bool)
    if not several.size:
        return found
    # Of continuous entries only densities are known: without them a row is more probable, and copies are rarer.
    firsts = table.rows(groups.index[several])
    firsts = replace(firsts, continuous=np.full_like(firsts.continuous, np.nan))
    firsts = replace(firsts, codes=np.where([not levels for levels in table.levels], np.int16(-1), firsts.codes))
    expected = table.n_rows * np.exp(log_likelihood(network, firsts, n_threads=n_threads))
    chance = pdtrc(n_equal[several] - 2, expected)
    beyond = several[(chance <= _FALSE_ALARM / len(groups.index)) & (expected <= _MOST_EXPECTED)]
    found[np.isin(groups.inverse, beyond)] = True
    found[groups.index] = False
    return found
