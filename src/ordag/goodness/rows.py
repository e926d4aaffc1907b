# SPDX-License-Identifier: MIT
"""The rows of the data in bands, with missing entries drawn from the network given the others of their row.

If entries are missing at random but not completely so, neither the rows nor the pairs that are observed are a random
sample. Rows that are completed from a network that holds follow it, whatever at random decided what is missing.
"""

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.expectation import BoxArrays, latent_boxes
from ordag.expectation.gibbs import sparse_precision, start_chains, sweep_chains
from ordag.goodness.bands import Bands
from ordag.model import FittedNetwork

# More rows than these would show no relevant misfit that these do not.
_MOST_ROWS = 20_000
_N_SWEEPS = 60
_LARGEST_SEED = 2**63


def looked_at(table: OrdinalTable, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    """Which rows the check looks at: those with a weight, or a random sample of them."""
    rows = np.flatnonzero(table.row_weights > 0)
    if rows.size > _MOST_ROWS:
        rows = np.sort(rng.choice(rows, _MOST_ROWS, replace=False))
    return np.isin(np.arange(table.n_rows), rows)


def completed_bands(
    network: FittedNetwork, bands: Bands, table: OrdinalTable, rng: np.random.Generator
) -> npt.NDArray[np.intp]:
    """(n, n_rows) band of each entry of a table with estimated levels.

    Parameters
    ----------
    network, bands
        The network, and the bands of its columns.
    table
        The rows.
    rng
        Source of missing entries.
    """
    held = np.empty((table.n_columns, table.n_rows), dtype=np.intp)
    continuous = iter(network.margins.standardised(table).T)
    for column, cuts in enumerate(network.margins.cuts):
        within = bands.cuts[column]
        if cuts.size:
            of_level = np.searchsorted(within, [*cuts, np.inf])
            held[column] = of_level[table.codes[:, column]]
        else:
            held[column] = np.searchsorted(within, np.nan_to_num(next(continuous)))
    incomplete = np.flatnonzero(table.missing.any(axis=1))
    if incomplete.size:
        drawn = drawn_bands(network, bands, latent_boxes(table.rows(incomplete), network.margins), rng)
        held[:, incomplete] = np.where(table.missing[incomplete].T, drawn, held[:, incomplete])
    return held


def drawn_bands(
    network: FittedNetwork, bands: Bands, boxes: BoxArrays, rng: np.random.Generator
) -> npt.NDArray[np.intp]:
    """(n, n_rows) bands of latent values, drawn from the network within the box of each row."""
    state = start_chains(boxes, int(rng.integers(_LARGEST_SEED)))
    return bands.of_latent(sweep_chains(state, boxes, sparse_precision(network.correlation), _N_SWEEPS).latent)
