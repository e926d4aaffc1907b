# SPDX-License-Identifier: MIT
"""Networks of the psychological data: the graph of each method, and how often bootstrap samples give its edges."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.datasets import describe
from ordag.graphs import Adjacency, averaged_dag, dag_to_cpdag
from ordag.graphs.averaging import direction_shares
from ordag.study.rows import Row

AVERAGE_FROM = 0.85  # share of bootstrap networks from which on McNally et al. (2017) keep an edge
CLUSTERS = ("OCD", "depression")
_OCD_PREFIXES = ("ob", "comp")  # how the names of the Y-BOCS items begin: obsessions, compulsions


@dataclass(frozen=True, eq=False)
class Network:
    """The class that a method finds, and its support.

    Attributes
    ----------
    label, names
        The method; the columns.
    cpdag
        From the data themselves, or, for a method that has bootstrap samples only, the average of their networks.
    support
        (n, n): share of the bootstrap samples whose class has i → j, an undirected edge counting half each way.
    n_samples
        Number of bootstrap samples.
    """

    label: str
    names: tuple[str, ...]
    cpdag: Adjacency
    support: npt.NDArray[np.float64]
    n_samples: int

    @property
    def strength(self) -> npt.NDArray[np.float64]:
        """(n, n): share of the bootstrap samples that join i and j."""
        return self.support + self.support.T


def networks_of(labels: Iterable[str], rows: Sequence[Row]) -> tuple[Network, ...]:
    """The networks of the methods that have any rows, in the order of the labels."""
    networks = (_network(label, [row for row in rows if row.label == label and row.status == "ok"]) for label in labels)
    return tuple(network for network in networks if network is not None)


def clusters_of(names: Iterable[str]) -> tuple[str, ...]:
    """The questionnaire that each symptom belongs to."""
    return tuple(CLUSTERS[0] if name.startswith(_OCD_PREFIXES) else CLUSTERS[1] for name in names)


def edges_table(labels: Iterable[str], rows: Sequence[Row]) -> pd.DataFrame:
    """Every pair that a method joins in its network or in a bootstrap sample."""
    lines = []
    for network in networks_of(labels, rows):
        for i, j in np.argwhere(np.triu(network.strength + network.cpdag + network.cpdag.T) > 0).tolist():
            lines.append(
                {
                    "method": network.label,
                    "a": network.names[i],
                    "b": network.names[j],
                    "edge": _mark(network.cpdag, i, j),
                    "strength": network.strength[i, j],
                    "a_to_b": network.support[i, j],
                    "b_to_a": network.support[j, i],
                    "n_samples": network.n_samples,
                }
            )
    return pd.DataFrame(lines)


def bridges_table(labels: Iterable[str], rows: Sequence[Row]) -> pd.DataFrame:
    """Of the edges, those between the two questionnaires, the strongest of each method first."""
    table = edges_table(labels, rows)
    if table.empty:
        return table
    between = np.array(clusters_of(table["a"])) != np.array(clusters_of(table["b"]))
    bridges: pd.DataFrame = table.loc[between].sort_values(["method", "strength"], ascending=[True, False])
    return bridges


def _network(label: str, rows: Sequence[Row]) -> Network | None:
    if not rows:
        return None
    names = tuple(item.name for item in describe(str(rows[0].problem["dataset"])).items)
    # Replicate 0 of a resampled data set is the data set itself.
    original = [row for row in rows if row.problem["kind"] == "resampled" and row.replicate == 0]
    samples = [_matrix(row, len(names)) for row in rows if row not in original]
    support = np.zeros((len(names), len(names)))
    for cpdag in samples:
        support += direction_shares(cpdag) / len(samples)
    if original:
        cpdag = _matrix(original[0], len(names))
    elif rows[0].problem["kind"] == "whole":
        joined = support + support.T
        cpdag = dag_to_cpdag(averaged_dag(np.where(joined >= AVERAGE_FROM, joined, 0.0), support))
    else:
        return None  # bootstrap samples came first and the run was stopped
    return Network(label, names, cpdag, support, len(samples))


def _matrix(row: Row, n: int) -> Adjacency:
    cpdag = np.zeros((n, n), dtype=np.int8)
    for i, j in row.edges:
        cpdag[i, j] = 1
    return cpdag


def _mark(cpdag: Adjacency, i: int, j: int) -> str:
    return {(0, 0): "", (1, 0): "->", (0, 1): "<-", (1, 1): "--"}[int(cpdag[i, j]), int(cpdag[j, i])]
