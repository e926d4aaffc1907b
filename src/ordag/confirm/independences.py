# SPDX-License-Identifier: MIT
"""The independences that a graph implies, each tested on the latent scale.

Two variables that no arrow joins are independent given the parents of both, and these statements together imply all
others (Pearl 1988; the basis set of Shipley 2000). Each is tested by the partial correlation of the latent variables
(`ordag.independence.LatentPartialCorrelation`). A p-value is adjusted for the number of tests by Holm's method, and
Fisher's C = −2 Σ log p, on 2k degrees of freedom for k statements, tests all of them at once (Shipley 2000).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.confirm.reading import named_graph, placed
from ordag.data import OrdinalTable, encode
from ordag.graphs import as_dag
from ordag.independence import LatentPartialCorrelation
from ordag.kernels.tails import chi_squared_tail
from ordag.model import FittedNetwork
from ordag.model.display import Shown, counted

_LEAST_P = 1e-300  # its logarithm is finite


@dataclass(frozen=True)
class Independence:
    """A statement of a graph: `first` and `second` are independent given `given` (columns by number)."""

    first: int
    second: int
    given: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class ImpliedIndependences(Shown):
    """Tests of the independences that a graph implies.

    Attributes
    ----------
    frame
        One row per statement, most doubtful first: first, second, given, partial_correlation, standard_error, p_value,
        and p_holm, which is adjusted for the number of statements.
    statistic, df, p_value
        Fisher's C of all statements together; NaN where there is none.
    """

    frame: pd.DataFrame
    statistic: float
    df: int
    p_value: float

    def rejected(self, alpha: float = 0.05) -> pd.DataFrame:
        """The statements that the data contradict at a level that holds for all of them together."""
        return self.frame[self.frame["p_holm"] < alpha]

    def _shown(self) -> tuple[str, pd.DataFrame]:
        heading = f"ImpliedIndependences({counted(len(self.frame), 'statement')}"
        if self.df:
            heading += f", {len(self.rejected())} rejected at 5%: C = {self.statistic:.1f}, df = {self.df}"
            heading += f", p {_p_text(self.p_value)}"
        shown = self.frame.assign(given=[", ".join(given) for given in self.frame["given"]])
        return f"{heading})", shown


def implied_independences(dag: npt.ArrayLike) -> Iterator[Independence]:
    """A statement for each pair of nodes that no arrow joins: independent given the parents of both.

    Examples
    --------
    >>> [statement.given for statement in implied_independences([[0, 1, 0], [0, 0, 1], [0, 0, 0]])]
    [(1,)]
    """
    adjacency = as_dag(dag)
    for first, second in combinations(range(len(adjacency)), 2):
        if not adjacency[first, second] and not adjacency[second, first]:
            parents = np.flatnonzero(adjacency[:, first] | adjacency[:, second])
            yield Independence(first, second, tuple(int(node) for node in parents))


def test_independences(network: Any, frame: Any) -> ImpliedIndependences:
    """Each independence that a graph implies, tested on the latent scale.

    Parameters
    ----------
    network
        A network, or a graph in any form that `ordag.fit_dag` takes.
    frame
        Rows in any form that `ordag.data.encode` reads; entries may be missing completely at random.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 500, levels=4, rng=3)
    >>> tested = ordag.confirm.test_independences("V1 -> V2; V3", data.frame)
    >>> tested.rejected()[["first", "second"]].values.tolist()
    [['V2', 'V3'], ['V1', 'V3']]
    """
    table = _table_of(network, frame)
    dag = placed(named_graph(network, table.names), table.names)
    test = LatentPartialCorrelation(table.merged().table)
    rows = []
    for statement in implied_independences(dag):
        found = test.partial_correlation(statement.first, statement.second, statement.given)
        rows.append(
            {
                "first": table.names[statement.first],
                "second": table.names[statement.second],
                "given": tuple(table.names[node] for node in statement.given),
                "partial_correlation": found.estimate,
                "standard_error": found.standard_error,
                "p_value": found.p_value,
            }
        )
    columns = ["first", "second", "given", "partial_correlation", "standard_error", "p_value"]
    tested = pd.DataFrame(rows, columns=columns).sort_values("p_value", kind="stable", ignore_index=True)
    p_values = tested["p_value"].to_numpy(float)
    statistic = float(-2 * np.log(np.maximum(p_values, _LEAST_P)).sum())
    df = 2 * len(tested)
    p_value = float(chi_squared_tail(statistic, df)) if df else np.nan
    return ImpliedIndependences(tested.assign(p_holm=_holm(p_values)), statistic if df else np.nan, df, p_value)


def _table_of(network: Any, frame: Any) -> OrdinalTable:
    """The rows, as the network takes them where it is one."""
    if isinstance(frame, OrdinalTable):
        return frame
    network = getattr(network, "network_", network)
    return network.encode(frame) if isinstance(network, FittedNetwork) else encode(frame)


def _holm(p_values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """P-values in increasing order, adjusted for their number (Holm 1979)."""
    remaining = np.arange(len(p_values), 0, -1)
    return np.minimum(np.maximum.accumulate(p_values * remaining), 1.0) if len(p_values) else p_values


def _p_text(p_value: float) -> str:
    return "< 0.001" if p_value < 1e-3 else f"= {p_value:.3f}"


test_independences.__test__ = False  # type: ignore[attr-defined]  # its name is no test of pytest
