# SPDX-License-Identifier: MIT
"""`check_fit`: the statistic, its p-value, the size of the misfit, and the pairs that fit worst."""

from dataclasses import replace
from typing import Any

import numpy as np

from ordag.data import OrdinalTable, effective_weights
from ordag.expectation import BoxArrays
from ordag.goodness.bands import bands_of
from ordag.goodness.expected import expect
from ordag.goodness.misfits import Looked, worst_pairs
from ordag.goodness.noncentral import noncentrality
from ordag.goodness.reference import Complement, averages, expected_lengths, scaled_to_chi_squared
from ordag.goodness.rows import completed_bands, drawn_bands, looked_at
from ordag.kernels.tails import chi_squared_tail
from ordag.model import FitCheck, FittedNetwork

# Functions of each column: low against high, and the ends against the middle. Further ones find little and dilute
# these.
_N_FUNCTIONS = 2
# Probabilities of a lower statistic at the ends of the 90 % interval for the size.
_INTERVAL = (0.95, 0.05)


def check_fit(network: FittedNetwork, frame: Any) -> FitCheck:
    """Whether a network fits: tables of its pairs of columns beside those of the data.

    Parameters
    ----------
    network
        The network, fitted to the data or to others.
    frame
        Rows with all columns of the network, in any form that `ordag.data.encode` reads. Of more than 20 000 rows a
        random sample is checked. Missing entries are drawn from the network given the others of their row, so that they
        need not be missing completely at random. A nominal column is checked by its categories.

    Returns
    -------
    FitCheck
        ``.p_value`` says whether the misfit may be chance, ``.size`` whether it is large, ``.acceptable`` combines
        both; ``.pairs`` has every pair, worst first.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 500, levels=4, rng=1)
    >>> network = ordag.OSEM().fit(data.frame).network_
    >>> ordag.check_fit(network, data.frame).acceptable
    True
    """
    return check_table(network, network.encode(frame))


def check_table(
    network: FittedNetwork, table: OrdinalTable, *, n_pairs: int | None = None, boxes: BoxArrays | None = None
) -> FitCheck:
    """The same for encoded rows; `n_pairs` limits the pairs that are kept.

    Parameters
    ----------
    network
        The network.
    table
        Rows in its declared levels; weights count as in a fit.
    n_pairs
        How many of the worst pairs to keep; None for all.
    boxes
        Of the rows, if they are not those of the levels alone but have the shifts of clusters removed. Latent values
        are then drawn within them, and their bands are compared.
    """
    rng = np.random.default_rng(0)  # the same rows are drawn in every check
    if table.weights is not None:
        table = replace(table, weights=effective_weights(table.weights))
    chosen = looked_at(table, rng)
    rows, inner = network.estimated(table).rows(chosen), network.of_coordinates
    n_rows = float(rows.total_weight)
    bands = bands_of(inner.margins, n_rows, _N_FUNCTIONS)
    complement = Complement.of(expect(inner, bands))
    if boxes is None:  # of a nominal column the questions that were not reached are drawn, as missing entries are
        held = completed_bands(inner, bands, network.coordinates.split(rows), rng)
    else:
        held = drawn_bands(inner, bands, boxes.rows(chosen), rng)
    found = np.sqrt(n_rows) * complement.residual(averages(complement.expectation, held, rows.row_weights))
    looked = Looked(network, complement.expectation, rows, held)
    total, of_each = expected_lengths(complement, inner.correlation, n_rows, rng, looked.members)
    tests = scaled_to_chi_squared(np.sum(found**2), total)
    statistic, df = float(tests.statistic), float(tests.df)
    ratio = statistic / df
    # A statistic that chance makes smaller than expected shows no better fit: the upper end is no lower for it.
    bound = max(statistic, df) if statistic else 0.0
    low, high = (noncentrality(each, df, share) for each, share in zip((statistic, bound), _INTERVAL, strict=True))
    return FitCheck(
        statistic,
        df,
        float(chi_squared_tail(statistic, df)),
        ratio,
        float(np.sqrt(max(ratio - 1, 0.0) / n_rows)),
        (float(np.sqrt(low / df / n_rows)), float(np.sqrt(high / df / n_rows))),
        n_rows,
        worst_pairs(looked, found, of_each, n_pairs),
    )
