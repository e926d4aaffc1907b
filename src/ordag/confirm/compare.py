# SPDX-License-Identifier: MIT
"""Several given graphs, and perhaps a learned one, compared on the same rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.confirm.given import GivenNetwork, fit_dag
from ordag.data import OrdinalTable, encode
from ordag.errors import InputValueError, unknown_option
from ordag.graphs import dag_to_cpdag
from ordag.kernels import normal
from ordag.kernels.tails import chi_squared_tail
from ordag.messages import OptionName
from ordag.model import FittedNetwork, log_likelihood
from ordag.model.display import Shown, counted

# Below this, the likelihoods of rows under two graphs vary too little for the test.
_LEAST_SPREAD = 1e-8


@dataclass(frozen=True, eq=False, repr=False)
class GraphComparison(Shown):
    """Given graphs by how well they describe the same rows.

    Attributes
    ----------
    networks
        Fitted graphs by name.
    frame
        One row per graph, best first: graph, n_edges, log_likelihood, bic, behind (of the best, in nats of BIC), test
        ("nested" or "Vuong"; empty for the best and for graphs equivalent to it) and p_value against the best.
    """

    networks: Mapping[str, GivenNetwork]
    frame: pd.DataFrame

    def __getitem__(self, graph: str) -> GivenNetwork:
        if graph not in self.networks:
            raise unknown_option("graph", graph, self.networks)
        return self.networks[graph]

    def _shown(self) -> tuple[str, pd.DataFrame]:
        return f"GraphComparison({counted(len(self.frame), 'graph')})", self.frame.set_index("graph")


def compare_graphs(frame: Any, graphs: Mapping[str, Any], **declarations: Any) -> GraphComparison:
    """Given graphs fitted to the same rows and compared by BIC and by tests.

    A graph whose arrows are all in the other is tested against it by the likelihood ratio, others by Vuong's test
    (1989) of equal distance from the truth, with BIC's cost of the arrows. Equivalent graphs fit equally well, and no
    test can tell them apart.

    Parameters
    ----------
    frame
        Rows in any form that `ordag.data.encode` reads.
    graphs
        By name, in any form that `ordag.fit_dag` takes. They must name the same columns.
    **declarations
        ``levels``, ``kinds``, ``columns``, ``weights`` of `ordag.data.encode`.

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 500, levels=4, rng=3)
    >>> table = ordag.confirm.compare_graphs(data.frame, {"chain": "V1 -> V2 -> V3", "fork": "V2 <- V1 -> V3"})
    >>> table.frame["graph"].tolist()
    ['chain', 'fork']
    """
    if len(graphs) < 2:
        raise InputValueError(OptionName("graphs"), f"holds {len(graphs)} graph", "a comparison needs at least 2")
    table = frame if isinstance(frame, OrdinalTable) else encode(frame, **declarations)
    networks = {name: fit_dag(table, graph) for name, graph in graphs.items()}
    shared = {network.names for network in networks.values()}
    if len(shared) > 1:
        raise InputValueError(OptionName("graphs"), "name different columns", "all must name the same")
    rows = {name: log_likelihood(network, table.only(network.names)) for name, network in networks.items()}
    return GraphComparison(MappingProxyType(networks), _frame(networks, rows, table.row_weights))


def _frame(
    networks: Mapping[str, GivenNetwork],
    rows: Mapping[str, npt.NDArray[np.float64]],
    weights: npt.NDArray[np.float64],
) -> pd.DataFrame:
    totals = {name: float(weights @ rows[name]) for name in networks}
    price = float(np.log(weights.sum())) / 2
    bic = {name: totals[name] - price * network.n_slopes for name, network in networks.items()}
    ranked = sorted(networks, key=lambda name: -bic[name])
    best = ranked[0]
    entries = []
    for name in ranked:
        test, p_value = _against(networks[best], networks[name], rows[best] - rows[name], weights)
        entries.append(
            {
                "graph": name,
                "n_edges": networks[name].n_edges,
                "log_likelihood": totals[name],
                "bic": bic[name],
                "behind": bic[best] - bic[name],
                "test": test,
                "p_value": p_value,
            }
        )
    return pd.DataFrame(entries)


def _against(
    best: FittedNetwork, other: FittedNetwork, differences: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> tuple[str, float]:
    """Name and p-value of the test of one graph against the best."""
    if np.array_equal(dag_to_cpdag(best.dag), dag_to_cpdag(other.dag)):
        return "", np.nan
    more = best.n_slopes - other.n_slopes
    total = float(weights @ differences)
    smaller, larger = sorted((best.dag, other.dag), key=np.sum)
    if more and not (smaller & ~larger).any():
        return "nested", float(chi_squared_tail(max(2 * np.sign(more) * total, 0.0), abs(more)))
    n_rows = float(weights.sum())
    spread = float(np.sqrt(weights @ (differences - total / n_rows) ** 2))
    if spread < _LEAST_SPREAD:
        return "Vuong", 1.0
    z = (total - np.log(n_rows) / 2 * more) / spread
    return "Vuong", float(2 * normal.cdf(-abs(z)))
