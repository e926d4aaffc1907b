# SPDX-License-Identifier: MIT
"""The network that remains when variables are set from outside.

``do(x = level)`` cuts the edges into x and keeps its latent variable within the level's interval, distributed as it is
in the population: standard normal truncated to that interval. A level of an ordinal variable does not determine the
latent value that is set, nor does a category of a nominal one, and this is the choice under which intervening on a
variable without causes equals observing it. A continuous variable is set to the value itself. So P(y | do(x = level))
is P(y | x = level) in the network without the edges into x.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from ordag.graphs import dag_to_cpdag
from ordag.maximization import maximize, standardize
from ordag.model import FittedNetwork
from ordag.model.coordinates import among_variables
from ordag.model.hidden_nodes import HiddenNodes


def without_causes(network: FittedNetwork, names: Iterable[str]) -> FittedNetwork:
    """The network with all edges into some variables cut; these keep their margins.

    Latent variables further down then vary more or less than before. They are rescaled to variance one, and their cuts
    and units with them.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> without_causes(network, ["mood"]).n_edges
    0
    """
    columns = [network.index(name) for name in names]
    blocks = network.coordinates.blocks
    cut = _cut(network.of_coordinates, [list(blocks.of(column)) for column in columns])
    if network.latent is None:
        return cut
    dag = network.dag.copy()
    dag[:, columns] = 0
    parameters = among_variables(cut.parameters, network.coordinates)
    return replace(
        network,
        margins=network.coordinates.margins(cut.margins),
        dag=dag,
        cpdag=dag_to_cpdag(dag),
        weights=parameters.weights,
        noise=parameters.noise,
        correlation=parameters.correlation,
        latent=replace(network.latent, network=cut),
        doubted=None,
    )


def _cut(network: FittedNetwork, blocks: Sequence[list[int]]) -> FittedNetwork:
    """The network of coordinates in which some blocks have no causes, and keep the covariance inside."""
    n, whole = network.n_columns, network.whole_parameters
    dag, weights, noise = network.whole_dag.copy(), whole.weights.copy(), whole.noise.copy()
    for own in blocks:
        inside = np.triu(np.ones((len(own), len(own)), dtype=np.int8), 1)
        kept = maximize(network.correlation[np.ix_(own, own)], inside)
        dag[:, own], weights[:, own] = 0, 0.0
        dag[np.ix_(own, own)], weights[np.ix_(own, own)], noise[own] = inside, kept.weights, kept.noise
    total = np.linalg.inv(np.eye(len(noise)) - weights)
    deviation = np.sqrt(noise @ total**2)[:n]
    cut = standardize(weights, noise)
    cuts = tuple(cuts / scale for cuts, scale in zip(network.margins.cuts, deviation, strict=True))
    scales = np.where(network.margins.is_continuous, network.margins.scales * deviation, 1.0)
    hidden = network.hidden
    if hidden is not None:  # standard errors and evidence are those of the network before
        hidden = HiddenNodes(hidden.names, dag, cut.weights, np.zeros_like(cut.weights), cut.noise)
    return replace(
        network,
        margins=replace(network.margins, cuts=cuts, scales=scales),
        dag=dag[:n, :n],
        cpdag=dag_to_cpdag(np.ascontiguousarray(dag[:n, :n])),
        weights=cut.weights[:n, :n],
        noise=cut.noise[:n],
        correlation=cut.correlation[:n, :n],
        hidden=hidden,
        doubted=None,
    )
