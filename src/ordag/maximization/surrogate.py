# SPDX-License-Identifier: MIT
"""A surrogate of the likelihood around a fitted graph: how likely other graphs are, without a pass over the rows.

Levels hide part of every latent variable. For the likelihood of graphs this is much the same as if each column had been
observed with an independent error of variance D_i in a Gaussian sample with second moments T. A network of correlation
R then has the log-likelihood, and the latent variables the expected second moments,

    l(R) = −N/2 (log |R + D| + tr (R + D)⁻¹ T)        E[YYᵀ] = R − K R + K T Kᵀ,   K = R (R + D)⁻¹.

T is chosen such that under the fitted graph, of correlation Σ, the latter are the moments M of the rows:

    T = Σ + D + (I + D Σ⁻¹) (M − Σ) (I + Σ⁻¹ D),

so that the surrogate has the likelihood's own slope there, while D stands for its curvature. A graph takes 0.1
milliseconds at 20 variables, a refit five (docs/decisions/structure-update.md).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency
from ordag.kernels import surrogate as kernels
from ordag.kernels.search import SearchSpace
from ordag.maximization.observed import Climb, GraphFit

Matrix = NDArray[np.float64]

_CLIMB = Climb(tolerance=0.1, max_passes=30)
_CLIMB_OPTIONS = _CLIMB.native()
# A change of the graph is made if it gains so many nats; what this spends and misses is in
# docs/decisions/structure-update.md.
_HILL_CLIMB = kernels.SurrogateSearchOptions(least_gain=0.2, max_changes=10, n_tries=3, climb=_CLIMB_OPTIONS)


@dataclass(frozen=True)
class SurrogateMoments:
    """A Gaussian sample whose columns were observed with errors.

    Attributes
    ----------
    second : (n, n)
        Second moments, T.
    noise : (n,)
        Variances of the errors, D.
    n_rows : float
    """

    second: Matrix
    noise: NDArray[np.float64]
    n_rows: float

    @classmethod
    def around(
        cls, correlation: Matrix, expected: Matrix, noise: NDArray[np.float64], n_rows: float
    ) -> "SurrogateMoments":
        """The sample under which the latent variables have the given moments at a correlation."""
        spread = np.eye(len(noise)) + noise[:, None] * np.linalg.inv(correlation)
        second = correlation + np.diag(noise) + spread @ (expected - correlation) @ spread.T
        return cls((second + second.T) / 2, noise, n_rows)

    @cached_property
    def native(self) -> kernels.GaussianSurrogate:
        """As the kernels take it."""
        return kernels.gaussian_surrogate(self.second, self.noise, self.n_rows)


@dataclass(frozen=True)
class Surrogate:
    """The likelihood of a Gaussian sample that stands for the rows around a fitted graph.

    Attributes
    ----------
    centre : GraphFit
        The graph around which it was made.
    moments : SurrogateMoments
    """

    centre: GraphFit
    moments: SurrogateMoments

    @classmethod
    def around(cls, fit: GraphFit, expected: Matrix, noise: NDArray[np.float64], n_rows: float) -> "Surrogate":
        """The surrogate under which the latent variables have the given moments at a fitted graph."""
        return cls(fit, SurrogateMoments.around(fit.parameters.correlation, expected, noise, n_rows))

    def predicted_gain(self, dag: Adjacency, slopes: Matrix, cutoff: float = -np.inf) -> tuple[float, Matrix]:
        """How far the log-likelihood of a graph lies above that of the centre, and its slopes, climbed from others.

        The climb of a graph that seems to stay below `cutoff` is cut short.
        """
        log_likelihood, climbed = self._climb(dag, slopes, cutoff + self._log_likelihood_at_centre)
        return log_likelihood - self._log_likelihood_at_centre, climbed

    def hill_climb(
        self, gain: float, dag: Adjacency, slopes: Matrix, space: SearchSpace, edge_cost: float
    ) -> tuple[float, Adjacency, Matrix]:
        """The graph at the end of a hill climb over single edges, each at the given cost, from another.

        What the graphs add to the penalised log-likelihood of the centre, and the slopes, are as `predicted_gain` has
        them.
        """
        centre = self._log_likelihood_at_centre - edge_cost * self.centre.n_edges
        reached, dag, slopes = kernels.surrogate_search(
            self.moments.native, space, _HILL_CLIMB, edge_cost, gain + centre, dag, slopes
        )
        return reached - centre, dag, slopes

    def unexplained(self) -> Matrix:
        """Partial correlations, ``(n, n)``, that the sample has beyond those that the centre gives it."""
        seen = self.centre.parameters.correlation + np.diag(self.moments.noise)
        precision = np.linalg.inv(seen)
        root = np.sqrt(np.diag(precision))
        beyond = precision @ (self.moments.second - seen) @ precision
        return np.asarray(beyond / np.outer(root, root))

    @cached_property
    def _log_likelihood_at_centre(self) -> float:
        return self._climb(self.centre.dag, self.centre.slopes, -np.inf)[0]

    def _climb(self, dag: Adjacency, slopes: Matrix, cutoff: float) -> tuple[float, Matrix]:
        climbed = slopes.copy()
        return kernels.surrogate_climb(self.moments.native, dag, climbed, _CLIMB_OPTIONS, cutoff), climbed


@dataclass(frozen=True)
class EdgeChanges:
    """What changes of single edges would add to the log-likelihood of a graph, to second order.

    Attributes
    ----------
    dropping : (n_edges,)
    adding : (n_others,)
    replacing : (n_edges, n_others)
        Of an edge by an arrow.
    """

    dropping: NDArray[np.float64]
    adding: NDArray[np.float64]
    replacing: Matrix


@dataclass(frozen=True)
class QuadraticModel:
    """The log-likelihood of a surrogate to second order in the slopes of edges and of arrows that are not there.

    ``cpp/include/ordag/quadratic_model.hpp`` has the equations.

    Attributes
    ----------
    present, absent : (n_edges, 2), (n_others, 2)
        Edges of the graph; arrows that it does not have.
    slopes : (n_edges,)
        Of the edges at the top of the model.
    variance : (n_edges, n_edges)
        V, their inverse information.
    moved : (n_edges, n_others)
        How the edges follow the slope of each arrow, with the sign turned: the columns u_f.
    score, left : (n_others,)
        Score and information of each arrow that are left when the edges follow, g_f and s_f.
    own : (n_edges + n_others,)
        The diagonal of the information.
    """

    present: NDArray[np.intp]
    absent: NDArray[np.intp]
    slopes: NDArray[np.float64]
    variance: Matrix
    moved: Matrix
    score: NDArray[np.float64]
    left: NDArray[np.float64]
    own: NDArray[np.float64]
    _native: kernels.NativeModel

    def changes(self) -> EdgeChanges:
        """What it would add to drop an edge e, to add an arrow f, and to replace one by the other.

        −β_e² / 2V_ee,  g_f² / 2s_f,  and  g_f² / 2s_f − (β_e − u_ef g_f / s_f)² / 2(V_ee + u_ef² / s_f).
        """
        return EdgeChanges(*kernels.single_changes(self._native))

    def information_among(self, others: NDArray[np.intp]) -> Matrix:
        """Information of some absent arrows with each other that is left when the edges follow."""
        return kernels.information_among(self._native, others)

    def swept(self, edges: NDArray[np.intp], others: NDArray[np.intp]) -> Matrix:
        """The matrix [I h; hᵀ 0], h the score without any edge, swept on E: rows of some edges and of some arrows."""
        size, n_edges = len(edges) + len(others) + 1, len(edges)
        swept = np.zeros((size, size))
        swept[:n_edges, :n_edges] = -self.variance[np.ix_(edges, edges)]
        swept[:n_edges, n_edges:-1] = self.moved[np.ix_(edges, others)]
        swept[n_edges:-1, :n_edges] = swept[:n_edges, n_edges:-1].T
        swept[n_edges:-1, n_edges:-1] = self.information_among(others)
        swept[-1, :-1] = swept[:-1, -1] = np.concatenate([self.slopes[edges], self.score[others]])
        return swept


def quadratic_model_of(surrogate: Surrogate, absent: NDArray[np.intp] | None = None) -> QuadraticModel:
    """The model around the centre of a surrogate, with all absent arrows (reversed edges among them) or some."""
    dag = surrogate.centre.dag
    if absent is None:
        absent = np.argwhere((dag == 0) & ~np.eye(len(dag), dtype=bool))
    present = np.argwhere(dag)
    native = kernels.quadratic_model(surrogate.moments.native, surrogate.centre.slopes, present, absent, _CLIMB.ridge)
    return QuadraticModel(
        present,
        absent,
        slopes=native.slopes,
        variance=native.variance,
        moved=native.moved,
        score=native.score,
        left=native.left,
        own=native.own_information,
        _native=native,
    )
