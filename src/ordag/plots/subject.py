# SPDX-License-Identifier: MIT
"""What is drawn of a result: its graph, and its names, signs and support."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from ordag.errors import NotFittedError, RequirementTypeError
from ordag.messages import InPython, OptionName
from ordag.model import FittedNetwork, supported_graph


@dataclass(frozen=True, eq=False)
class Subject:
    """A graph with what is known of its nodes and edges; weak links are drawn faint."""

    graph: npt.ArrayLike
    names: Sequence[str] | None = None
    support: npt.ArrayLike | None = None
    weights: npt.ArrayLike | None = None
    weak: npt.ArrayLike | None = None


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
    return Subject(graph, network.names, support, network.weights, (graph | graph.T).astype(bool) & ~stands)
