# SPDX-License-Identifier: MIT
"""A sketch of the data around a fitted graph: what the rows would say of other graphs, without asking them.

Levels hide part of every latent variable. To the likelihood of graphs that is much the same as if each column had been
seen with an independent error of variance D_i in a Gaussian sample with second moments T. A network of correlation R
then has the log-likelihood, and the latent variables the expected second moments,

    l(R) = −N/2 (log |R + D| + tr (R + D)⁻¹ T)        E[YYᵀ] = R − K R + K T Kᵀ,   K = R (R + D)⁻¹.

T is chosen such that under the fitted graph, of correlation Σ, the latter are the moments M of the rows:

    T = Σ + D + (I + D Σ⁻¹) (M − Σ) (I + Σ⁻¹ D),

so that the sketch has the likelihood's own slope there, while D stands for its curvature. A graph takes a tenth of a
millisecond at 20 variables instead of ten (docs/decisions/structure-update.md).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency
from ordag.kernels.latent import Climb, climb_sketch
from ordag.maximization.observed import GraphFit

Matrix = NDArray[np.float64]

_CLIMB = Climb(tolerance=0.1, max_passes=30)
# Least share of the information of a new slope that the slopes of the graph leave, against division by nothing.
LEAST_INFORMATION = 1e-3


@dataclass(frozen=True)
class Sketch:
    """Second moments of a Gaussian sample, and the variances of the errors with which its columns were seen.

    Attributes
    ----------
    centre : GraphFit
        The graph around which it was drawn.
    second : (n, n)
    noise : (n,)
    n_rows : float
    """

    centre: GraphFit
    second: Matrix
    noise: NDArray[np.float64]
    n_rows: float

    @classmethod
    def around(cls, fit: GraphFit, moments: Matrix, noise: NDArray[np.float64], n_rows: float) -> "Sketch":
        """The sketch that has the given moments under a fitted graph."""
        correlation = fit.parameters.correlation
        spread = np.eye(len(noise)) + noise[:, None] * np.linalg.inv(correlation)
        second = correlation + np.diag(noise) + spread @ (moments - correlation) @ spread.T
        return cls(fit, (second + second.T) / 2, noise, n_rows)

    def foresee(self, dag: Adjacency, slopes: Matrix, hopeless: float = -np.inf) -> tuple[float, Matrix]:
        """How far the log-likelihood of a graph lies above that of the centre, and its slopes, climbed from others.

        The climb of a graph that seems to stay below `hopeless` is cut short.
        """
        log_likelihood, climbed = self._climb(dag, slopes, hopeless + self._at_the_centre)
        return log_likelihood - self._at_the_centre, climbed

    @cached_property
    def _at_the_centre(self) -> float:
        return self._climb(self.centre.dag, self.centre.slopes, -np.inf)[0]

    def _climb(self, dag: Adjacency, slopes: Matrix, hopeless: float) -> tuple[float, Matrix]:
        climbed = slopes.copy()
        return climb_sketch(self.second, self.noise, self.n_rows, dag, climbed, _CLIMB, hopeless), climbed


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
class _Curvature:
    """Score and expected information, under a sketch, of the slopes of arrows.

    The derivative of R in the slope of an arrow is X + Xᵀ with X = a bᵀ − diag(d) R and d = a ∘ b, where a depends on
    the end of the arrow and b on its start. With P = (R + D)⁻¹, Q = P R and G = −N/2 (P − P T P),

        ∂l/∂β = 2 aᵀ G b − 2 dᵀ diag(R G)        u = (P b) ∘ (Qᵀ a) + (P a) ∘ (Qᵀ b)
        I_ef = N (bₑᵀ P a_f · b_fᵀ P aₑ + bₑᵀ P b_f · aₑᵀ P a_f − uₑᵀ d_f − dₑᵀ u_f + dₑᵀ (Q ∘ Qᵀ + P ∘ R Q) d_f).

    Attributes
    ----------
    source, target : (n_arrows,)
    mixed, starts, ends : (n, n)
        bᵀ P a, bᵀ P b and aᵀ P a of all starts and ends.
    both, pulled : (n_arrows, n)
        d and u.
    shared : (n, n)
        Q ∘ Qᵀ + P ∘ R Q.
    score : (n_arrows,)
    n_rows : float
    """

    source: NDArray[np.intp]
    target: NDArray[np.intp]
    mixed: Matrix
    starts: Matrix
    ends: Matrix
    both: Matrix
    pulled: Matrix
    shared: Matrix
    score: NDArray[np.float64]
    n_rows: float

    @classmethod
    def of(cls, sketch: Sketch, arrows: NDArray[np.intp]) -> "_Curvature":
        """That of some arrows at the centre of a sketch."""
        slopes = sketch.centre.slopes
        effects = np.linalg.inv(np.eye(len(slopes)) - slopes)
        covariance = effects.T @ effects
        scale = 1 / np.sqrt(np.diag(covariance))
        correlation = covariance * np.outer(scale, scale)
        precision = np.linalg.inv(correlation + np.diag(sketch.noise))
        gradient = -sketch.n_rows / 2 * (precision - precision @ sketch.second @ precision)

        behind, before = effects * scale, covariance * scale  # a of every end, b of every start
        behind_seen, before_seen = behind @ precision, before @ precision
        fitted = precision @ correlation
        behind_fitted, before_fitted = behind @ fitted, before @ fitted
        source, target = arrows.T
        both = behind[target] * before[source]
        return cls(
            source,
            target,
            mixed=before @ behind_seen.T,
            starts=before @ before_seen.T,
            ends=behind @ behind_seen.T,
            both=both,
            pulled=before_seen[source] * behind_fitted[target] + behind_seen[target] * before_fitted[source],
            shared=fitted * fitted.T + precision * (correlation @ fitted),
            score=2 * (behind @ gradient @ before.T)[target, source] - 2 * both @ np.diag(correlation @ gradient),
            n_rows=sketch.n_rows,
        )

    def information(self, rows: slice | NDArray[np.intp], columns: slice | NDArray[np.intp]) -> Matrix:
        """Of some arrows with others."""
        source, target = self.source[rows][:, None], self.target[rows][:, None]
        other_source, other_target = self.source[columns], self.target[columns]
        products = self.mixed[source, other_target] * self.mixed[other_source, target]
        products += self.starts[source, other_source] * self.ends[target, other_target]
        products += (self.both[rows] @ self.shared - self.pulled[rows]) @ self.both[columns].T
        products -= self.both[rows] @ self.pulled[columns].T
        return self.n_rows * products

    def own_information(self) -> NDArray[np.float64]:
        """Of each arrow."""
        ends = self.starts[self.source, self.source] * self.ends[self.target, self.target]
        rest = np.einsum("ij,ij->i", self.both @ self.shared - 2 * self.pulled, self.both)
        own: NDArray[np.float64] = self.n_rows * (self.mixed[self.source, self.target] ** 2 + ends + rest)
        return own


@dataclass(frozen=True)
class Picture:
    """The log-likelihood of a sketch to second order in the slopes of edges and of arrows that are not there.

    With I the expected information of all slopes, E the edges and V = I_EE⁻¹, a score g is left for the slope of an
    absent arrow f when those of the edges follow, and an information s_f:

        u_f = V I_Ef        g_f = ∂l/∂β_f − u_fᵀ ∂l/∂β_E        s_f = I_ff − I_fEᵀ u_f

    Attributes
    ----------
    present, absent : (n_edges, 2), (n_others, 2)
        Edges of the graph; arrows that it does not have.
    slopes : (n_edges,)
        Of the edges at the top of the picture.
    variance : (n_edges, n_edges)
        V.
    cross, moved : (n_edges, n_others)
        The columns I_Ef and u_f.
    score, left : (n_others,)
        g_f and s_f.
    own : (n_edges + n_others,)
        The diagonal of I.
    """

    present: NDArray[np.intp]
    absent: NDArray[np.intp]
    slopes: NDArray[np.float64]
    variance: Matrix
    cross: Matrix
    moved: Matrix
    score: NDArray[np.float64]
    left: NDArray[np.float64]
    own: NDArray[np.float64]
    _curvature: _Curvature

    def changes(self) -> EdgeChanges:
        """What it would add to drop an edge e, to add an arrow f, and to replace one by the other.

        −β_e² / 2V_ee,  g_f² / 2s_f,  and  g_f² / 2s_f − (β_e − u_ef g_f / s_f)² / 2(V_ee + u_ef² / s_f).
        """
        step, alone = self.score / self.left, np.diag(self.variance)
        adding = self.score * step / 2
        lost = (self.slopes[:, None] - self.moved * step) ** 2
        replacing = adding - lost / (2 * (alone[:, None] + self.moved**2 / self.left))
        return EdgeChanges(-(self.slopes**2) / (2 * alone), adding, replacing)

    def swept(self, edges: NDArray[np.intp], others: NDArray[np.intp]) -> Matrix:
        """The matrix [I h; hᵀ 0], h the score without any edge, swept on E: rows of some edges and of some arrows."""
        size, n_edges, places = len(edges) + len(others) + 1, len(edges), len(self.present) + others
        among = self._curvature.information(places, places) - self.cross[:, others].T @ self.moved[:, others]
        swept = np.zeros((size, size))
        swept[:n_edges, :n_edges] = -self.variance[np.ix_(edges, edges)]
        swept[:n_edges, n_edges:-1] = self.moved[np.ix_(edges, others)]
        swept[n_edges:-1, :n_edges] = swept[:n_edges, n_edges:-1].T
        swept[n_edges:-1, n_edges:-1] = among
        swept[-1, :-1] = swept[:-1, -1] = np.concatenate([self.slopes[edges], self.score[others]])
        return swept


def picture_of(sketch: Sketch, absent: NDArray[np.intp] | None = None, ridge: float = _CLIMB.ridge) -> Picture:
    """The picture around the centre of a sketch, with all absent arrows (the reversed edges among them) or some."""
    dag = sketch.centre.dag
    if absent is None:
        absent = np.argwhere((dag == 0) & ~np.eye(len(dag), dtype=bool))
    present = np.argwhere(dag)
    curvature = _Curvature.of(sketch, np.concatenate([present, absent]))
    n_edges, edges, others = len(present), slice(len(present)), slice(len(present), None)

    information = curvature.information(edges, edges)
    information[np.diag_indices(n_edges)] += ridge
    variance = np.asarray(np.linalg.inv(information), dtype=np.float64)
    cross = curvature.information(edges, others)
    moved = variance @ cross
    own = curvature.own_information()
    left = np.maximum(own[others] - np.einsum("ij,ij->j", cross, moved), LEAST_INFORMATION * own[others])
    slopes = sketch.centre.slopes[tuple(present.T)] + variance @ curvature.score[edges]
    score = curvature.score[others] - moved.T @ curvature.score[edges]
    return Picture(present, absent, slopes, variance, cross, moved, score, left, own, curvature)
