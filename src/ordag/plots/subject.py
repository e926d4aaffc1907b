# SPDX-License-Identifier: MIT
"""What is drawn of a result: its graph, and its names, signs and support."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ordag.errors import NotFittedError, RequirementTypeError
from ordag.messages import InPython, OptionName
from ordag.model import FittedNetwork, supported_graph


@dataclass(frozen=True, eq=False)
class Subject:
    """A graph with what is known of its nodes and edges; weak links are drawn faint.

    The last `n_hidden` nodes are hidden causes; the weights of links with `nominal` nodes are sizes.
    """

    graph: npt.ArrayLike
    names: Sequence[str] | None = None
    support: npt.ArrayLike | None = None
    weights: npt.ArrayLike | None = None
    weak: npt.ArrayLike | None = None
    n_hidden: int = 0
    nominal: npt.ArrayLike | None = None


def subject_of(source: Any) -> Subject:
    """What to draw of an adjacency matrix, a network, a fitted estimator, a learned network or a bootstrap.

    The classes of the last three come later in the flow than the drawings, so they are recognised by their attributes.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> subject_of(network).names
    ('sleep', 'mood')
    """
    if hasattr(source, "__array__") or hasattr(source, "__len__"):
        return Subject(source)
    if isinstance(source, FittedNetwork):
        return _of_network(source)
    if hasattr(source, "fit"):
        return _of_network(_fitted(source))
    if hasattr(source, "averaged"):
        return Subject(source.averaged(), source.names, support=source.direction)
    if hasattr(source, "cpdag"):
        return Subject(source.cpdag, source.names)
    raise RequirementTypeError(
        OptionName("graph"),
        "be an adjacency matrix, a network, a fitted estimator, a learned network or a bootstrap",
        f"found {type(source).__name__}",
    )


def _fitted(estimator: Any) -> FittedNetwork:
    if not hasattr(estimator, "network_"):
        raise NotFittedError(
            f"this {type(estimator).__name__}", "has no network to draw", remedies=[InPython("call fit first")]
        )
    network: FittedNetwork = estimator.network_
    return network


def _of_network(network: FittedNetwork) -> Subject:
    support = None if network.support is None else network.support.direction
    graph, stands = supported_graph(network)
    weak = (graph | graph.T).astype(bool) & ~stands
    if network.hidden is None:
        nominal = [network.is_nominal(column) for column in range(network.n_columns)]
        return Subject(graph, network.names, support, network.weights, weak, nominal=nominal)
    n_hidden = network.hidden.n_hidden
    whole = network.whole_dag.copy()
    whole[: network.n_columns, : network.n_columns] = graph
    if support is not None:  # shares of replicates are known among the columns alone
        support = np.pad(support, (0, n_hidden), constant_values=1.0)
    names, weights = (*network.names, *network.hidden.names), network.whole_parameters.weights
    return Subject(whole, names, support, weights, np.pad(weak, (0, n_hidden)), n_hidden)
