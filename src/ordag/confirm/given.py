# SPDX-License-Identifier: MIT
"""A given graph fitted to data: its parameters, and the questions that are asked of a theory."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.confirm.hints import ModificationHints, modification_hints
from ordag.confirm.independences import ImpliedIndependences, test_independences
from ordag.confirm.reading import named_graph, placed
from ordag.data import DeclaredColumns, OrdinalTable, encode
from ordag.data.declarations import DeclaredKinds, DeclaredLevels
from ordag.errors import InputValueError, warn
from ordag.graphs import Adjacency
from ordag.inference.estimates import Estimates, estimates
from ordag.model import FittedNetwork
from ordag.osem import OSEM
from ordag.remarks import ColumnsNotInGraph
from ordag.search import SearchSpace


class GivenNetwork(FittedNetwork):
    """A network whose graph was given: an `ordag.FittedNetwork` that can also be tested as a theory.

    Its arrows stay as they were given: its class (`cpdag`) holds the graph alone.
    """

    def estimates(self, frame: Any, *, level: float = 0.95) -> Estimates:
        """Parameters with standard errors and intervals: `ordag.inference.estimates`."""
        return estimates(self, frame, level=level)

    def r_squared_frame(self) -> pd.DataFrame:
        """One row per variable: the share of its latent variance that its parents explain, largest first."""
        frame = pd.DataFrame(
            {"variable": self.names, "n_parents": self.dag.sum(axis=0), "r_squared": np.clip(1 - self.noise, 0, 1)}
        )
        return frame.sort_values("r_squared", ascending=False, kind="stable", ignore_index=True)

    def test_independences(self, frame: Any) -> ImpliedIndependences:
        """Each independence that the graph implies, tested: `ordag.confirm.test_independences`."""
        return test_independences(self, frame)

    def modification_hints(self, frame: Any, *, n_best: int = 10) -> ModificationHints:
        """Single changes that would raise the criterion most: `ordag.confirm.modification_hints`."""
        return modification_hints(self, frame, n_best=n_best)


def fit_dag(
    frame: Any,
    dag: Any,
    *,
    levels: DeclaredLevels | None = None,
    kinds: DeclaredKinds | None = None,
    columns: DeclaredColumns | None = None,
    weights: npt.ArrayLike | str | None = None,
    n_jobs: int | None = None,
) -> GivenNetwork:
    """A given graph with the parameters of highest observed-data likelihood.

    Parameters
    ----------
    frame
        Rows in any form that `ordag.data.encode` reads, or an encoded table. Columns that the graph does not name are
        left out, with a remark.
    dag
        The graph: an adjacency matrix over the columns, a data frame or a networkx graph with their names, a network
        or estimator, a text (``"age -> vote"`` by line, dagitty, DOT, lavaan's ``vote ~ age``, bnlearn's
        ``[age][vote|age]``), or the path of a file that holds one.
    levels, kinds, columns, weights
        Declarations for `ordag.data.encode`.
    n_jobs
        Threads to share the rows; the result does not depend on it.

    Returns
    -------
    GivenNetwork

    Examples
    --------
    >>> import ordag
    >>> truth = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> data = ordag.simulate.ordinal_data(truth, 500, levels=4, rng=3)
    >>> network = ordag.fit_dag(data.frame, "V1 -> V2 -> V3")
    >>> network.r_squared_frame().round(2)
      variable  n_parents  r_squared
    0       V3          1       0.21
    1       V2          1       0.15
    2       V1          0       0.00
    """
    table = frame if isinstance(frame, OrdinalTable) else None
    if table is None:
        table = encode(frame, levels=levels, kinds=kinds, columns=columns, weights=weights)
    graph = named_graph(dag, table.names)
    adjacency = placed(graph, table.names)
    if len(graph.nodes) < 2:
        raise InputValueError("the graph", f"names {len(graph.nodes)} columns", "it must name at least 2")
    if others := [name for name in table.names if name not in set(graph.nodes)]:
        warn(ColumnsNotInGraph(others))
        kept = [j for j, name in enumerate(table.names) if name not in set(others)]
        table, adjacency = table.only(graph.nodes), adjacency[np.ix_(kept, kept)]
    network = fit_graph_of(OSEM(n_jobs=n_jobs), table, adjacency).network_
    return GivenNetwork(**{name: getattr(network, name) for name in FittedNetwork.__dataclass_fields__})


def fit_graph_of(estimator: OSEM, table: OrdinalTable, dag: Adjacency) -> OSEM:
    """The estimator, fitted with one graph alone."""
    names = table.names
    edges = [(names[i], names[j]) for i, j in np.argwhere(dag)]
    others = [(names[i], names[j]) for i, j in np.argwhere(dag == 0) if i != j]
    return estimator.fit_within(table, SearchSpace(names, required=edges, forbidden=others))
