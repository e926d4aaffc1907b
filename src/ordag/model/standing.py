# SPDX-License-Identifier: MIT
"""What is known of a link: whether it stands, and which way it points, by the resamples or draws that agree.

A link that is in most resamples stands, and its arrow does if most of the resamples that have the link point the same
way. A link that points in one direction by knowledge does so in every resample. Where nothing was resampled, the
equivalence class of the estimate is all that is known. Resamples cannot show that something outside acts on both ends:
where a network with hidden causes is better, arrows that it leaves open are lines.
"""

from enum import StrEnum

import numpy as np
import numpy.typing as npt

from ordag.graphs import Adjacency
from ordag.model.edge_support import EdgeSupport
from ordag.model.network import FittedNetwork

# Shares from which on a link is drawn in full, and with its arrow: docs/decisions/support.md.
LINK_SUPPORT, ARROW_SHARE = 0.7, 0.8
_ROUNDING = 1e-9  # 7 of 10 are enough, however shares are rounded


class Standing(StrEnum):
    """How a link is drawn."""

    ARROW = "arrow"  # the link stands, and so does its direction
    LINE = "line"  # the link stands, its direction is open
    WEAK = "weak"  # the link itself is unsure


def standing_of(network: FittedNetwork, i: int, j: int, support: EdgeSupport | None = None) -> Standing:
    """How far the edge i → j of the fitted DAG is supported, by the support given or else that of the network.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> standing_of(network, 0, 1)  # sleep → mood and mood → sleep fit equally well
    <Standing.LINE: 'line'>
    >>> standing_of(network, 0, 1, EdgeSupport(np.full((2, 2), 0.3), np.full((2, 2), 0.15), 100))
    <Standing.WEAK: 'weak'>
    """
    known = network.support if support is None else support
    doubted = network.doubted is not None and network.doubted[i, j]
    directed = not (network.cpdag[j, i] or doubted)
    if known is None:
        return Standing.ARROW if directed else Standing.LINE
    share = float(known.support[i, j])
    if share < LINK_SUPPORT - _ROUNDING:
        return Standing.WEAK
    sure = known.direction[i, j] >= ARROW_SHARE * share - _ROUNDING
    return Standing.ARROW if directed and sure else Standing.LINE


def supported_graph(
    network: FittedNetwork, support: EdgeSupport | None = None
) -> tuple[Adjacency, npt.NDArray[np.bool_]]:
    """The graph as it is drawn, lines being edges in both directions, and which of its edges stand.

    Weak links keep the direction that the equivalence class gives them.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]])
    >>> graph, stands = supported_graph(network)
    >>> graph.tolist(), stands.tolist()
    ([[0, 1], [1, 0]], [[False, True], [True, False]])
    """
    graph, stands = network.cpdag.copy(), np.zeros(network.dag.shape, dtype=bool)
    for i, j in np.argwhere(network.dag).tolist():
        standing = standing_of(network, i, j, support)
        if standing is Standing.LINE or (network.doubted is not None and network.doubted[i, j]):
            graph[j, i] = 1
        stands[i, j] = stands[j, i] = standing is not Standing.WEAK
    return graph, stands
