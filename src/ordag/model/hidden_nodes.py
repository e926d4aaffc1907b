# SPDX-License-Identifier: MIT
"""The hidden causes of a network, as its file holds them."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ordag.errors import InputValueError, RequirementError
from ordag.graphs import Adjacency, as_dag, dag_to_cpdag, orient
from ordag.graphs.dag import reached_from
from ordag.hidden import CauseEvidence, HiddenFit
from ordag.hidden.columns import HiddenSpace
from ordag.hidden.graph import HiddenGraph
from ordag.maximization import Parameters, standardize
from ordag.messages import Advise
from ordag.model.checks import CORRELATION_TOLERANCE, frozen_array, implied_by
from ordag.model.display import counted
from ordag.model.hidden_support import HiddenSupport
from ordag.search import SearchSpace

if TYPE_CHECKING:
    from ordag.model.network import FittedNetwork

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HiddenNodes:
    """Hidden causes beside the columns of a network. Nodes are the columns, in their order, and then the hidden causes.

    Attributes
    ----------
    names : tuple of str
        Of the hidden causes.
    dag, weights, errors : (n + k, n + k)
        Arrows, their weights, and the standard errors of these; 0 where there is no arrow or none is known.
    noise : (n + k,)
        Residual variances.
    evidence : tuple of CauseEvidence
        For each hidden cause, where it was judged.
    support : HiddenSupport or None
        How often resamples find them again.
    """

    names: tuple[str, ...]
    dag: Adjacency
    weights: Matrix
    errors: Matrix
    noise: npt.NDArray[np.float64]
    evidence: tuple[CauseEvidence, ...] = ()
    support: HiddenSupport | None = None

    def __post_init__(self) -> None:
        for name, dtype in (("dag", np.int8), ("weights", float), ("errors", float), ("noise", float)):
            object.__setattr__(self, name, frozen_array(getattr(self, name), dtype))

    @classmethod
    def of(cls, fit: HiddenFit, columns: tuple[str, ...]) -> "HiddenNodes":
        """The hidden causes of a fit to some columns, under names that no column has."""
        names = hidden_names(fit.n_hidden, columns)
        return cls(names, fit.dag, fit.parameters.weights, fit.errors, fit.parameters.noise, fit.evidence)

    @property
    def n_hidden(self) -> int:
        """Number of hidden causes."""
        return len(self.names)

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return len(self.dag) - len(self.names)

    @property
    def parameters(self) -> Parameters:
        """Of columns and hidden causes."""
        return standardize(self.weights, self.noise)

    @property
    def loadings(self) -> Matrix:
        """(k, n) weights of the hidden causes in the columns."""
        return self.weights[self.n_columns :, : self.n_columns]

    def items(self, cause: int) -> npt.NDArray[np.intp]:
        """The columns that a hidden cause acts on, the strongest weight first."""
        row = np.abs(self.loadings[cause])
        return np.argsort(-row, kind="stable")[: np.count_nonzero(self.dag[self.n_columns + cause, : self.n_columns])]

    def class_with(self, cpdag: Adjacency) -> Adjacency:
        """The class of the whole graph in which hidden causes act on columns, and settled arrows are as they are."""
        n = self.n_columns
        known = (cpdag > 0) & (cpdag.T == 0)
        given = np.argwhere(self.dag[n:, :n]) + np.array([n, 0])
        arrows = [*map(tuple, given.tolist()), *map(tuple, np.argwhere(known).tolist())]
        return orient(dag_to_cpdag(self.dag), arrows)

    def check(self, dag: Adjacency, weights: Matrix, correlation: Matrix, names: tuple[str, ...]) -> None:
        """Raise an error unless the part among the columns is that of a network."""
        n, size = len(dag), len(dag) + self.n_hidden
        shapes = {self.dag.shape, self.weights.shape, self.errors.shape, (len(self.noise), size)}
        if shapes != {(size, size)} or len({*names, *self.names}) != size:
            raise RequirementError("hidden causes", f"have matrices of {size} rows and names of their own")
        as_dag(self.dag, "graph with hidden causes")
        if (self.weights[self.dag == 0] != 0).any() or (self.noise <= 0).any():
            raise RequirementError(
                "weights with hidden causes", "be zero wherever there is no arrow, and noise positive"
            )
        if self.evidence and len(self.evidence) != self.n_hidden:
            raise RequirementError("evidence", "be there for each hidden cause")
        if self.support is not None and self.support.loads.shape != self.loadings.shape:
            raise RequirementError("support of hidden causes", "be there for each of them and each column")
        alike = np.array_equal(self.dag[:n, :n], dag) and np.array_equal(self.weights[:n, :n], weights)
        gap = float(np.abs(implied_by(self.weights, self.noise).correlation[:n, :n] - correlation).max())
        if not alike or self.dag[:n, n:].any() or not gap <= CORRELATION_TOLERANCE:
            raise RequirementError("hidden causes", "go with graph, weights and correlation of the columns")


class BesideHidden:
    """What a network is together with its hidden causes."""

    dag: Adjacency
    cpdag: Adjacency
    hidden: HiddenNodes | None

    @property
    @abstractmethod
    def parameters(self) -> Parameters:
        """Weights, noise and correlation of the columns."""

    def and_hidden(self) -> str:
        """How many hidden causes there are, at the end of a list; nothing where there are none."""
        return "" if self.hidden is None else f", {counted(self.hidden.n_hidden, 'hidden cause')}"

    @property
    def n_whole_edges(self) -> int:
        """Number of edges with those from hidden causes, 0 without hidden causes."""
        return 0 if self.hidden is None else int(self.hidden.dag.sum())

    @property
    def whole_dag(self) -> Adjacency:
        """(n + k, n + k) graph of columns and hidden causes, in this order; `dag` where there are none."""
        return self.dag if self.hidden is None else self.hidden.dag

    @property
    def whole_cpdag(self) -> Adjacency:
        """(n + k, n + k) class of `whole_dag`, no hidden cause having a column as its parent; `cpdag` without any."""
        return self.cpdag if self.hidden is None else self.hidden.class_with(self.cpdag)

    @property
    def whole_parameters(self) -> Parameters:
        """Weights, noise and correlation of columns and hidden causes; `parameters` where there are none."""
        return self.parameters if self.hidden is None else self.hidden.parameters


def class_beside_hidden(dag: Adjacency, space: SearchSpace) -> Adjacency:
    """The equivalence class among the columns of a graph with hidden causes, as far as it is known.

    Nodes are the columns of the space and then hidden causes. An arrow is settled where knowledge settles it. Where all
    hidden causes are general, of all columns that may have one, an arrow is also settled where the class of the links
    settles it: what remains of the correlations without the causes decides, as if there were none. Beside other hidden
    causes it is settled where the class of the whole graph settles it and neither of its ends is an effect of a hidden
    cause: a direction that is read off next to a cause of a few items stands and falls with it.

    Examples
    --------
    >>> dag = np.zeros((4, 4), dtype=np.int8)  # 0 → 2 ← 1, and a hidden cause of 2
    >>> dag[[0, 1, 3], 2] = 1
    >>> class_beside_hidden(dag, SearchSpace(range(3))).tolist()
    [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    """
    n = space.n_nodes
    inner = np.ascontiguousarray(dag[:n, :n])
    general = HiddenGraph(dag, np.zeros(dag.shape), n).acts_on_all(HiddenSpace(space).may_load)
    if general.all():
        return space.class_of(inner)
    effects = reached_from(dag, np.arange(len(dag)) >= n)[:n]
    settled = (dag_to_cpdag(dag).T[:n, :n] == 0) & ~effects[:, None] & ~effects
    known = (space.must > 0) | (space.allowed.T == 0)
    undirected = inner & ~(settled | known)
    return np.asarray(inner | undirected.T, dtype=np.int8)


def without_hidden(network: "FittedNetwork", what: str) -> None:
    """Raise an error if a network has hidden causes, for something that needs a graph of columns alone."""
    if network.hidden is not None:
        raise InputValueError(
            what,
            "needs a network whose graph among the columns is all there is",
            f"this one has {len(network.hidden.names)} hidden causes",
            remedies=[Advise("fit it without hidden causes")],
        )


def hidden_names(n_hidden: int, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Names H1, H2, … for hidden causes, with more letters H where a column has such a name.

    Examples
    --------
    >>> hidden_names(2, ("H1", "x"))
    ('HH1', 'HH2')
    """
    letters = "H"
    while any(f"{letters}{k + 1}" in columns for k in range(n_hidden)):
        letters += "H"
    return tuple(f"{letters}{k + 1}" for k in range(n_hidden))
