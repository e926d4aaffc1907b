# SPDX-License-Identifier: MIT
"""New rows from a network, also under interventions (what these mean: `ordag.inference.interventions`)."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import Label, OrdinalTable, to_frame
from ordag.errors import OptionError
from ordag.graphs import topological_order
from ordag.inference.conditions import single_interval
from ordag.kernels import normal
from ordag.model import FittedNetwork
from ordag.random_state import RandomStateLike, as_generator

Latent = npt.NDArray[np.float64]  # (n_rows, n)


def sample(
    network: FittedNetwork,
    n_rows: int,
    *,
    do: Mapping[str, Label] | None = None,
    random_state: RandomStateLike = None,
) -> pd.DataFrame:
    """Rows drawn from the network: ordered categoricals, floats for continuous variables.

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
    """Latent variables of new rows, drawn parents first."""
    set_to = {network.index(name): single_interval(network, name, value) for name, value in do.items()}
    dag, parameters = network.whole_dag, network.whole_parameters
    latent = np.empty((n_rows, len(dag)), order="F")
    for node in topological_order(dag):
        if node in set_to:
            latent[:, node] = _truncated_normal(*set_to[node], rng.random(n_rows))
            continue
        parents = np.flatnonzero(dag[:, node])
        noise = np.sqrt(parameters.noise[node]) * rng.standard_normal(n_rows)
        latent[:, node] = latent[:, parents] @ parameters.weights[parents, node] + noise
    return latent[:, : network.n_columns]


def observe(network: FittedNetwork, latent: Latent) -> OrdinalTable:
    """The table that latent variables show: declared levels, and values of continuous variables."""
    codes = np.zeros(latent.shape, dtype=np.int16, order="F")
    for column, cuts in enumerate(network.margins.cuts):
        if cuts.size:
            codes[:, column] = network.declared_codes[column][np.searchsorted(cuts, latent[:, column])]
    margins = network.margins
    continuous = margins.means + margins.scales * latent
    return OrdinalTable(network.names, network.kinds, network.levels, codes, continuous[:, margins.is_continuous])


def _truncated_normal(lower: float, upper: float, uniform: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Quantiles of a standard normal variable within an interval, taken in the nearer tail."""
    if lower == upper:
        return np.full_like(uniform, lower)
    if lower > 0:
        return -_truncated_normal(-upper, -lower, uniform)
    below, above = normal.cdf([lower, upper])
    return np.clip(normal.quantile(below + uniform * (above - below)), lower, upper)
