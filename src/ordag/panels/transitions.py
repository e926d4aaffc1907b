# SPDX-License-Identifier: MIT
"""A network that repeats from wave to wave, and the correlation of all items at all waves that it implies.

Within a person, w_t = w_t A + w_{t−1} B + ε_t with the same contemporaneous weights A and lagged weights B at each
step; the first wave has any correlation. Side by side these are the weights of a network of all waves, tied from step
to step, which gives the correlation Σ_w within persons (`ordag.maximization.tied`). With intercepts, an item is the
person's level, the same at all waves, plus the within-person part: Σ = D Σ_w D + Ψ at every pair of waves, Ψ = F Fᵀ the
covariance of the levels, F lower triangular, and D² = 1 − diag Ψ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ordag.graphs import Adjacency
from ordag.maximization.tied import LEAST_VARIANCE, TiedCorrelation, TiedWeights

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TransitionGraph:
    """Which items act on which: a wave later, and in the same wave.

    Attributes
    ----------
    lagged : (n, n)
        ``[i, j]`` is 1 where item i at a wave acts on item j at the next.
    contemporaneous : (n, n)
        A DAG.

    Examples
    --------
    >>> graph = TransitionGraph(np.eye(2, dtype=np.int8), np.array([[0, 1], [0, 0]], dtype=np.int8))
    >>> graph.n_edges
    3
    >>> graph.two_waves
    array([[0, 0, 1, 0],
           [0, 0, 0, 1],
           [0, 0, 0, 1],
           [0, 0, 0, 0]], dtype=int8)
    """

    lagged: Adjacency
    contemporaneous: Adjacency

    @property
    def n_items(self) -> int:
        """Number of items."""
        return len(self.lagged)

    @property
    def n_edges(self) -> int:
        """Number of links of one step."""
        return int(self.lagged.sum() + self.contemporaneous.sum())

    @property
    def two_waves(self) -> Adjacency:
        """(2n, 2n): the items of a wave, then those of the next."""
        n = self.n_items
        dag = np.zeros((2 * n, 2 * n), dtype=np.int8)
        dag[:n, n:], dag[n:, n:] = self.lagged, self.contemporaneous
        return dag

    @classmethod
    def of_two_waves(cls, dag: Adjacency) -> "TransitionGraph":
        """From the graph of two waves."""
        n = len(dag) // 2
        return cls(dag[:n, n:].astype(np.int8), dag[n:, n:].astype(np.int8))

    @classmethod
    def full(cls, n_items: int) -> "TransitionGraph":
        """All lagged links, and all contemporaneous ones in the order of the items."""
        everything = np.ones((n_items, n_items), dtype=np.int8)
        return cls(everything, np.triu(everything, 1))


@dataclass(frozen=True, eq=False)
class WaveCorrelation:
    """Correlation of all items at all waves, and what it is computed from.

    Attributes
    ----------
    correlation : (n_waves · n, n_waves · n)
        Wave after wave.
    within_persons : TiedCorrelation
    within_scale : (n_waves · n,)
        The diagonal of D.
    """

    correlation: Matrix
    within_persons: TiedCorrelation
    within_scale: Vector

    @property
    def within(self) -> Matrix:
        """The correlation within persons."""
        return self.within_persons.correlation


@dataclass(frozen=True, eq=False)
class WaveLayout:
    """The parameters of a network of all waves: which there are, and the position of each.

    Attributes
    ----------
    steps : tuple of TransitionGraph
        One graph with one set of weights for all steps from a wave to the next, or one for each.
    n_waves : int
    has_intercepts : bool

    Examples
    --------
    >>> graph = TransitionGraph(np.eye(1, dtype=np.int8), np.zeros((1, 1), dtype=np.int8))
    >>> layout = WaveLayout((graph,), n_waves=3)
    >>> layout.correlation(np.array([0.5])).correlation
    array([[1.  , 0.5 , 0.25],
           [0.5 , 1.  , 0.5 ],
           [0.25, 0.5 , 1.  ]])
    """

    steps: tuple[TransitionGraph, ...]
    n_waves: int
    has_intercepts: bool = False

    @property
    def n_items(self) -> int:
        """Number of items."""
        return self.steps[0].n_items

    @property
    def n_columns(self) -> int:
        """Items times waves."""
        return self.n_items * self.n_waves

    @cached_property
    def links(self) -> tuple[npt.NDArray[np.intp], ...]:
        """(n_links, 2) for each of `steps`: start and end of each weight, in the graph of two waves."""
        return tuple(np.argwhere(step.two_waves) for step in self.steps)

    @cached_property
    def tied(self) -> TiedWeights:
        """The edges among all waves; first those of the first wave, which is full."""
        first = np.array(list(combinations(range(self.n_items), 2)), dtype=np.intp).reshape(-1, 2)
        edges, numbers = [first], [np.arange(len(first))]
        for step in range(self.n_waves - 1):
            which = step % len(self.steps)
            edges.append(self.links[which] + step * self.n_items)
            numbers.append(self._first_of(which) + np.arange(len(self.links[which])))
        starts, ends = np.vstack(edges).T
        return TiedWeights(starts, ends, np.concatenate(numbers), self.n_columns, self.n_weights)

    def _first_of(self, step: int) -> int:
        """Number of the first weight of a step; those of the first wave come before."""
        n_first = self.n_items * (self.n_items - 1) // 2
        return n_first + sum(len(links) for links in self.links[:step])

    @property
    def n_weights(self) -> int:
        """Number of weights in all."""
        return self._first_of(len(self.steps))

    @cached_property
    def _triangle(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Positions of the entries of F."""
        return np.tril_indices(self.n_items if self.has_intercepts else 0)

    @property
    def n_parameters(self) -> int:
        """All weights, and the entries of F."""
        return self.n_weights + len(self._triangle[0])

    def weights(self, parameters: Vector) -> Matrix:
        """W: the weights among all waves."""
        return self.tied.weights(parameters[: self.n_weights])

    def of_step(self, parameters: Vector, step: int = 0) -> Matrix:
        """(2n, 2n): what belongs to the weights of one step, such as the weights or their errors."""
        first = self._first_of(step)
        matrix = np.zeros((2 * self.n_items, 2 * self.n_items))
        matrix[tuple(self.links[step].T)] = parameters[first : first + len(self.links[step])]
        return matrix

    def started(self, first_wave: Matrix, of_steps: Sequence[Matrix], loadings: Matrix | None = None) -> Vector:
        """Parameters from the weights of the first wave, (n, n), of the steps, (2n, 2n) each, and F."""
        parts = [first_wave[np.triu_indices(self.n_items, 1)]]
        parts += [weights[tuple(links.T)] for weights, links in zip(of_steps, self.links, strict=True)]
        parts += [loadings[self._triangle]] if loadings is not None else [np.zeros(len(self._triangle[0]))]
        return np.concatenate(parts)

    def loadings(self, parameters: Vector) -> Matrix:
        """F."""
        matrix = np.zeros((self.n_items, self.n_items))
        matrix[self._triangle] = parameters[self.n_weights :]
        return matrix

    def between(self, parameters: Vector) -> Matrix:
        """Ψ: the covariance of the persons' levels."""
        loadings = self.loadings(parameters)
        return np.asarray(loadings @ loadings.T)

    def correlation(self, parameters: Vector) -> WaveCorrelation | None:
        """The correlation, or None where no process has these parameters."""
        at, between = self.tied.correlation(parameters[: self.n_weights]), self.between(parameters)
        left = 1 - np.diag(between)
        if at is None or left.min() < LEAST_VARIANCE:
            return None
        scale = np.tile(np.sqrt(left), self.n_waves)
        whole: Matrix = at.correlation * np.outer(scale, scale)
        if self.has_intercepts:
            whole = whole + np.tile(between, (self.n_waves, self.n_waves))
        return WaveCorrelation(whole, at, scale)

    def gradient(self, parameters: Vector, at: WaveCorrelation, by_correlation: Matrix) -> Vector:
        """Derivatives by the parameters of what has the symmetric derivative `by_correlation` by the correlation."""
        scale = at.within_scale
        inner = by_correlation * np.outer(scale, scale)
        by_weight = self.tied.gradient(at.within_persons, inner)
        if not self.has_intercepts:
            return by_weight
        blocks = by_correlation.reshape(self.n_waves, self.n_items, self.n_waves, self.n_items)
        lost = np.sum(at.within * inner, axis=1).reshape(self.n_waves, self.n_items).sum(axis=0)
        by_between = blocks.sum(axis=(0, 2)) - np.diag(lost / scale[: self.n_items] ** 2)
        return np.concatenate([by_weight, (2 * by_between @ self.loadings(parameters))[self._triangle]])

    def derivatives(self, parameters: Vector, at: WaveCorrelation) -> npt.NDArray[np.float64]:
        """(n_parameters, n_columns, n_columns): derivatives of the correlation."""
        moved = self.tied.derivatives(at.within_persons) * np.outer(at.within_scale, at.within_scale)
        return np.concatenate([moved, self._between_derivatives(parameters, at)]) if self.has_intercepts else moved

    def _between_derivatives(self, parameters: Vector, at: WaveCorrelation) -> npt.NDArray[np.float64]:
        rows, columns = self._triangle
        loadings = self.loadings(parameters)
        between = np.zeros((len(rows), self.n_items, self.n_items))
        between[np.arange(len(rows)), rows] = loadings[:, columns].T
        between = between + between.transpose(0, 2, 1)
        shares = np.tile(np.diagonal(between, axis1=1, axis2=2), self.n_waves)  # of D²
        scale = at.within_scale
        relative = -shares / (2 * scale**2)
        inner = at.within * np.outer(scale, scale)
        shrunk = inner * (relative[:, :, None] + relative[:, None, :])
        return np.asarray(shrunk + np.tile(between, (1, self.n_waves, self.n_waves)))
