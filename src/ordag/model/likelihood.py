# SPDX-License-Identifier: MIT
"""Log-probability of rows under a network: the mass of the latent Gaussian in each row's box."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.expectation import log_probabilities
from ordag.model.network import FittedNetwork

# Rows integrated at a time, so that scratch arrays stay small whatever the size of the table.
ROWS_AT_A_TIME = 1 << 15


def log_likelihood(
    network: FittedNetwork, frame: Any, *, n_points: int | None = None, n_threads: int = 1
) -> npt.NDArray[np.float64]:
    """Observed-data log-probability of every row, by integration over the latent variables.

    Missing entries are integrated out. Observed continuous entries contribute their density, in the units of the data.
    Equal rows are integrated once and get the same value; integration points are fixed, so that calls agree.

    Parameters
    ----------
    network
        The network.
    frame
        Rows with all columns of the network, in any form that `ordag.data.encode` reads.
    n_points
        Integration points per row, a power of two from 64 on. None: 256, and more for networks of few levels and
        columns, whose rows repeat so that errors add up instead of averaging out.
    n_threads
        Threads to use; the result does not depend on it.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])
    >>> np.exp(log_likelihood(network, [[1, 1], [1, 0], [1, None]])).round(3)
    array([0.375, 0.125, 0.5  ])
    """
    n_points = n_points or _n_points(network)
    table = network.encode(frame)
    groups = table.distinct()
    kept = table.rows(groups.index)
    values = np.empty(kept.n_rows)
    behind = network.of_coordinates
    for part in row_parts(kept):
        boxes = network.boxes(kept.rows(part))
        rows = log_probabilities(boxes, behind.correlation, n_points=n_points, n_threads=n_threads)
        values[part] = rows.log_probability - np.log(behind.margins.scales) @ boxes.exact
    return values[groups.inverse]


def _n_points(network: FittedNetwork) -> int:
    """Integration points such that all rows there can be take at most 2^20, but 256 to 8,192 for each."""
    log_cells = (
        math.inf
        if network.margins.is_continuous.any()
        else sum(math.log2(len(cuts) + 1) for cuts in network.thresholds)
    )
    return 1 << int(min(max(20 - log_cells, 8), 13))


def row_parts(table: OrdinalTable, n_rows: int = ROWS_AT_A_TIME) -> Iterator[npt.NDArray[np.intp]]:
    """Positions of the rows of a table, at most `n_rows` at a time."""
    for start in range(0, table.n_rows, n_rows):
        yield np.arange(start, min(start + n_rows, table.n_rows))
