# SPDX-License-Identifier: MIT
"""Which single change of a graph would raise the criterion most.

All additions, removals and reversals of one arrow are ranked on the surrogate of the likelihood around the graph
(`ordag.maximization.surrogate`), and the most promising are refitted, so that the gains shown are those of the
likelihood itself: the counterpart of modification indices, but computed after the change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ordag.data import OrdinalTable
from ordag.data.checks import no_nominal
from ordag.expectation import BoxArrays, Factors, propagate, start_factors
from ordag.graphs import Adjacency, is_acyclic
from ordag.learning.moves import Arrow, Move
from ordag.maximization.observed import Climb, GraphFit, fit_graph, unit_noise_slopes
from ordag.maximization.surrogate import Surrogate
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted
from ordag.model.hidden_nodes import without_hidden
from ordag.options import as_count
from ordag.strategies.contract import cost_of_an_edge
from ordag.strategies.information import hidden_variances

_CLIMB = Climb(tolerance=1e-3, max_passes=40)
# Changes refitted for each one requested: the surrogate ranks well, but not perfectly.
_REFITTED = 3


@dataclass(frozen=True, eq=False, repr=False)
class ModificationHints(Shown):
    """Single changes of a graph, best first.

    Attributes
    ----------
    frame
        One row per change: change ("add", "drop" or "reverse"), from, to, gain (of BIC, in nats: positive is better),
        log_likelihood_ratio (what the log-likelihood gains), and weight of the arrow after the change (0 if dropped).
    log_likelihood
        Of the graph as it is.
    """

    frame: pd.DataFrame
    log_likelihood: float

    def _shown(self) -> tuple[str, pd.DataFrame]:
        better = int((self.frame["gain"] > 0).sum())
        return f"ModificationHints({counted(better, 'change')} would raise BIC)", self.frame


def modification_hints(network: FittedNetwork, frame: Any, *, n_best: int = 10) -> ModificationHints:
    """Single changes of a network's graph that would raise the criterion most, each with its gain.

    Parameters
    ----------
    network
        A network with its parameters.
    frame
        The rows that it was fitted to.
    n_best
        How many changes to show.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 500, levels=4, rng=3)
    >>> hints = ordag.confirm.modification_hints(ordag.fit_dag(data.frame, "V1 -> V2; V3"), data.frame)
    >>> hints.frame.loc[0, ["change", "from", "to"]].tolist()
    ['add', 'V2', 'V3']
    """
    as_count("n_best", n_best, least=1)
    no_nominal("the search for modifications", network.names, network.kinds)
    without_hidden(network, "modification hints")
    table = frame if isinstance(frame, OrdinalTable) else network.encode(frame)
    boxes = network.boxes(table)
    start = fit_graph(boxes, network.dag, unit_noise_slopes(network.parameters), start_factors(boxes), _CLIMB)
    cost = cost_of_an_edge("bic", boxes.total_weight, boxes.n_columns)
    factors, moments = propagate(start.factors, boxes, start.parameters.correlation)
    surrogate = Surrogate.around(start, moments.second, hidden_variances(boxes), boxes.total_weight)
    promising = sorted(
        single_changes(network.dag), key=lambda move: -_promised(surrogate, move.applied_to(network.dag), cost)
    )
    refitted = [(move, _refit(boxes, move, start, factors)) for move in promising[: _REFITTED * n_best]]
    rows = [_row(network, move, fit, start, cost) for move, fit in refitted]
    columns = ["change", "from", "to", "gain", "log_likelihood_ratio", "weight"]
    ranked = pd.DataFrame(rows, columns=columns).sort_values("gain", ascending=False, kind="stable")
    return ModificationHints(ranked.head(n_best).reset_index(drop=True), start.log_likelihood)


def single_changes(dag: Adjacency) -> Iterator[Move]:
    """Every addition, removal or reversal of one arrow that leaves a graph without cycles."""
    for i, j in np.argwhere(~np.eye(len(dag), dtype=bool)):
        arrow, reverse = (int(i), int(j)), (int(j), int(i))
        if dag[i, j]:
            yield Move((arrow,))
        if dag[i, j] or not dag[j, i]:
            change = Move((arrow,), (reverse,)) if dag[i, j] else Move((), (arrow,))
            if is_acyclic(change.applied_to(dag)):
                yield change


def _promised(surrogate: Surrogate, dag: Adjacency, cost: float) -> float:
    gain, _ = surrogate.predicted_gain(dag, surrogate.centre.slopes)
    return gain - cost * float(dag.sum())


def _refit(boxes: BoxArrays, move: Move, start: GraphFit, factors: Factors) -> GraphFit:
    return fit_graph(boxes, move.applied_to(start.dag), start.slopes, factors, _CLIMB)


def _row(network: FittedNetwork, move: Move, fit: GraphFit, start: GraphFit, cost: float) -> dict[str, object]:
    ratio = fit.log_likelihood - start.log_likelihood
    change = "reverse" if move.added and move.dropped else "add" if move.added else "drop"
    arrow: Arrow = (move.dropped or move.added)[0]
    shown = move.added[0] if move.added else arrow
    return {
        "change": change,
        "from": network.names[arrow[0]],
        "to": network.names[arrow[1]],
        "gain": ratio - cost * (fit.n_edges - start.n_edges),
        "log_likelihood_ratio": ratio,
        "weight": float(fit.parameters.weights[shown]),
    }
