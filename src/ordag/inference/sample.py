# SPDX-License-Identifier: MIT
"""New rows from a network, also under interventions (what these mean: `ordag.inference.interventions`)."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import Kind, Label, OrdinalTable, to_frame
from ordag.errors import OptionError
from ordag.expectation import repeated_box, sparse_precision, start_chains, sweep_chains
from ordag.graphs import topological_order
from ordag.inference.conditions import Box, single_box
from ordag.kernels import normal
from ordag.model import FittedNetwork
from ordag.random_state import RandomStateLike, as_generator

Latent = npt.NDArray[np.float64]  # (n_rows, n_coordinates)

# Coordinates of one variable are nearly independent, so that chains forget where they started at once.
_N_SWEEPS = 20


def sample(
    network: FittedNetwork,
    n_rows: int,
    *,
    do: Mapping[str, Label] | None = None,
    random_state: RandomStateLike = None,
) -> pd.DataFrame:
    """Rows drawn from the network: categoricals, ordered unless nominal, and floats for continuous variables.

    Parameters
    ----------
    network
        The network.
    n_rows
        How many rows.
    do
        Variables to set, each to a level (a value if continuous).
    random_state
        Seed or generator.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> frame = sample(network, 1000, do={"mood": 1}, random_state=1)
    >>> frame["mood"].unique().tolist(), bool(abs((frame["sleep"] == 1).mean() - 0.5) < 0.06)
    ([1], True)
    """
    if not isinstance(n_rows, int | np.integer) or n_rows < 1:
        raise OptionError("n_rows", n_rows, "a whole number from 1 on")
    latent = sample_latent(network, n_rows, {} if do is None else do, as_generator(random_state))
    return to_frame(observe(network, latent))


def sample_latent(network: FittedNetwork, n_rows: int, do: Mapping[str, Label], rng: np.random.Generator) -> Latent:
    """Latent coordinates of new rows, drawn parents first."""
    blocks, behind = network.coordinates.blocks, network.of_coordinates
    boxes = {network.index(name): single_box(network, name, value) for name, value in do.items()}
    set_to = {blocks.of(column)[0]: box[0] for column, box in boxes.items() if len(box) == 1}
    dag, whole = behind.whole_dag, behind.whole_parameters
    latent = np.empty((n_rows, len(dag)), order="F")
    drawn = np.zeros(len(dag), dtype=bool)
    for column in [column for column, box in boxes.items() if len(box) > 1]:
        own = list(blocks.of(column))
        latent[:, own] = _truncated_block(boxes[column], behind.correlation[np.ix_(own, own)], n_rows, rng)
        drawn[own] = True
    for node in topological_order(dag):
        if node in set_to:
            latent[:, node] = _truncated_normal(*set_to[node], rng.random(n_rows))
        elif not drawn[node]:
            parents = np.flatnonzero(dag[:, node])
            noise = np.sqrt(whole.noise[node]) * rng.standard_normal(n_rows)
            latent[:, node] = latent[:, parents] @ whole.weights[parents, node] + noise
    return latent[:, : behind.n_columns]


def observe(network: FittedNetwork, latent: Latent) -> OrdinalTable:
    """The table that latent variables show: declared levels, and values of continuous variables."""
    margins, answers = network.margins, np.zeros(latent.shape, dtype=np.int16, order="F")
    for place, cuts in enumerate(network.of_coordinates.margins.cuts):
        answers[:, place] = np.searchsorted(cuts, latent[:, place])
    codes = network.coordinates.joined(answers)
    for column, declared in enumerate(network.declared_codes):
        if declared.size:
            codes[:, column] = declared[codes[:, column]]
    starts = network.coordinates.blocks.starts
    values = [
        _whole(network.kinds[j], margins.values_of(j, latent[:, starts[j]]))
        for j in np.flatnonzero(margins.is_continuous).tolist()
    ]
    continuous = np.column_stack(values) if values else np.empty((len(latent), 0))
    return OrdinalTable(network.names, network.kinds, network.levels, codes, continuous)


def _whole(kind: Kind, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Values of a column; counts are whole, and the curve between two of them is not."""
    return np.asarray(np.round(values)) if kind == "count" else values


def _truncated_block(
    box: Box, covariance: npt.NDArray[np.float64], n_rows: int, rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """(n_rows, n) draws of a normal vector within a box, each from a chain of its own."""
    boxes = repeated_box(np.array(box), n_rows)
    state = start_chains(boxes, int(rng.integers(2**63)))
    return sweep_chains(state, boxes, sparse_precision(covariance), _N_SWEEPS).latent.T


def _truncated_normal(lower: float, upper: float, uniform: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Quantiles of a standard normal variable within an interval, taken in the nearer tail."""
    if lower == upper:
        return np.full_like(uniform, lower)
    if lower > 0:
        return -_truncated_normal(-upper, -lower, uniform)
    below, above = normal.cdf([lower, upper])
    return np.clip(normal.quantile(below + uniform * (above - below)), lower, upper)
