# SPDX-License-Identifier: MIT
"""What a bootstrap found: edge support, directions, and the averaged network."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.errors import InputValueError, OptionError
from ordag.graphs import Adjacency, averaged_dag
from ordag.graphs.marks import ARROW, NONE, TAIL
from ordag.inference import EffectInterval, effect_interval
from ordag.messages import InPython
from ordag.model import EdgeSupport, FittedNetwork
from ordag.model.display import Shown, counted
from ordag.model.hidden_support import HiddenSupport
from ordag.options import as_number

# An edge of the averaged network stands in more than half of the replicates. The threshold of Scutari and Nagarajan
# (2013) minimises ∫|F(x) − t| dx over t, F being the distribution function of the strengths on [0, 1]; as F increases,
# the minimum is its value at one half, so that their rule too keeps the edges with strength above one half.
MAJORITY = 0.5


@dataclass(frozen=True, eq=False, repr=False)
class Bootstrap(Shown):
    """Graphs learned from resampled rows, summed up.

    Attributes
    ----------
    names : tuple of str
        The columns.
    support : (n, n)
        Share of replicates with an edge between i and j, in either direction.
    direction : (n, n)
        Share of replicates with i → j; an undirected edge counts half for each direction, as in the paper.
    n_boot : int
        Finished replicates.
    cpdags : (n_boot, n, n)
        The equivalence class that each replicate found.
    n_merged : int
        Replicates in which a level was not drawn and was merged with its neighbour.
    n_redrawn : int
        Resamples drawn anew because a column held a single level.
    n_unsettled : int
        Replicates whose learner stopped before it settled.
    networks : tuple of `ordag.FittedNetwork`
        What each replicate fitted, if ``keep_networks`` asked for it.
    marks : (n_boot, n, n), or None
        The marks that each replicate found (`ordag.graphs.Pag`), from methods that allow for hidden causes.
    loadings : tuple of (k, n)
        Of the hidden causes that each replicate found, from an `ordag.OSEM` that looks for such; else empty.
    """

    names: tuple[str, ...]
    support: npt.NDArray[np.float64]
    direction: npt.NDArray[np.float64]
    n_boot: int
    cpdags: npt.NDArray[np.int8]
    n_merged: int = 0
    n_redrawn: int = 0
    n_unsettled: int = 0
    networks: tuple[FittedNetwork, ...] = ()
    marks: npt.NDArray[np.int8] | None = None
    loadings: tuple[npt.NDArray[np.float64], ...] = ()

    @property
    def edge_support(self) -> EdgeSupport:
        """Support and direction as a `FittedNetwork` holds them."""
        return EdgeSupport(self.support, self.direction, self.n_boot)

    def edges_frame(self) -> pd.DataFrame:
        """One row per pair that some replicate joined, most often joined first, with the shares of its directions.

        Examples
        --------
        >>> support, direction = np.array([[0, 0.9], [0.9, 0]]), np.array([[0, 0.7], [0.2, 0]])
        >>> Bootstrap(("sleep", "mood"), support, direction, 10, np.zeros((10, 2, 2), np.int8)).edges_frame()
            from    to  support  direction  reverse
        0  sleep  mood      0.9        0.7      0.2
        """
        return self.edge_support.to_frame(self.names)

    def marks_frame(self) -> pd.DataFrame:
        """One row per pair that some replicate joined: how often it is joined, and in which way, of all replicates.

        Examples
        --------
        >>> marks = np.array([[[0, 2], [1, 0]], [[0, 2], [2, 0]]], dtype=np.int8)
        >>> shares = np.ones((2, 2))
        >>> Bootstrap(("diet", "mood"), shares, shares, 2, np.zeros((2, 2, 2), np.int8), marks=marks).marks_frame()
           from    to  joined  causes  is caused  hidden cause  open
        0  diet  mood     1.0     0.0        0.0           0.5   0.5
        """
        if self.marks is None:
            raise InputValueError(
                "this bootstrap", "has no marks", remedies=[InPython("use a method that finds them, such as 'fci'")]
            )
        joined = self.marks != NONE
        causes = (self.marks == ARROW) & (self.marks.transpose(0, 2, 1) == TAIL)
        hidden = (self.marks == ARROW) & (self.marks.transpose(0, 2, 1) == ARROW)
        rows = []
        for i, j in np.argwhere(np.triu(joined.any(axis=0))).tolist():
            shares = [float(flags[:, a, b].mean()) for flags, a, b in _ways(joined, causes, hidden, i, j)]
            rows.append((self.names[i], self.names[j], *shares, max(0.0, shares[0] - sum(shares[1:]))))
        frame = pd.DataFrame(rows, columns=["from", "to", "joined", "causes", "is caused", "hidden cause", "open"])
        return frame.sort_values("joined", ascending=False, kind="stable", ignore_index=True)

    def attached(self, network: FittedNetwork) -> FittedNetwork:
        """The network with the support of its edges, and of its hidden causes if replicates looked for such."""
        if network.names != self.names:
            raise InputValueError(
                "the network",
                f"has the variables {', '.join(network.names)}",
                f"the bootstrap has {', '.join(self.names)}",
            )
        hidden = network.hidden
        if hidden is not None and self.loadings:
            hidden = replace(hidden, support=HiddenSupport.of(hidden.loadings, self.loadings))
        return replace(network, support=self.edge_support, hidden=hidden)

    def effect(self, cause: str, outcome: str, **options: Any) -> EffectInterval:
        """Interval of a causal effect over the replicates; options are those of `ordag.inference.effect_interval`."""
        if not self.networks:
            raise InputValueError(
                "this bootstrap",
                "kept no networks",
                remedies=[InPython("call ordag.bootstrap with an OSEM and keep_networks=True")],
            )
        return effect_interval(self.networks, cause, outcome, **options)

    def averaged(self, threshold: float = MAJORITY) -> Adjacency:
        """DAG of the edges with support above a threshold, each in its more frequent direction.

        An edge that every replicate has is above any threshold, so that 1 asks for those alone.
        Edges enter from the best supported one on; one that would close a cycle enters the other way round, if any
        replicate has it so, which keeps to knowledge that they were learned with.

        Examples
        --------
        >>> support = np.array([[0, 0.9, 0.2], [0.9, 0, 0.8], [0.2, 0.8, 0]])
        >>> direction = np.array([[0, 0.7, 0.1], [0.2, 0, 0.3], [0.1, 0.5, 0]])
        >>> Bootstrap(("a", "b", "c"), support, direction, 10, np.zeros((10, 3, 3), np.int8)).averaged().tolist()
        [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
        """
        if not 0 <= as_number("threshold", threshold) <= 1:
            raise OptionError("threshold", threshold, "between 0 and 1")
        kept = (self.support > threshold) | (self.support == 1)
        return averaged_dag(np.where(kept, self.support, 0.0), self.direction, allowed=self.direction > 0)

    def _shown(self) -> tuple[str, pd.DataFrame]:
        size = f"{counted(self.n_boot, 'replicate')}, {counted(len(self.names), 'variable')}"
        return f"Bootstrap({size})", self.edges_frame()


def _ways(
    joined: npt.NDArray[np.bool_], causes: npt.NDArray[np.bool_], hidden: npt.NDArray[np.bool_], i: int, j: int
) -> list[tuple[npt.NDArray[np.bool_], int, int]]:
    """What is counted of a pair, in the order of the columns of `Bootstrap.marks_frame`."""
    return [(joined, i, j), (causes, i, j), (causes, j, i), (hidden, i, j)]
