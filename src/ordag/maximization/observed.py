# SPDX-License-Identifier: MIT
"""The observed-data likelihood of one graph, climbed to its top.

The parameters of the climb are slopes β with unit noise: y'_i = Σ_j β_ji y'_j + ε_i, ε_i ~ N(0, 1). Any real slopes are
valid. With Σ' = AAᵀ the covariance of y' and d_i = √Σ'_ii, the latent variables of variance one are y_i = y'_i / d_i,
so that b_ji = β_ji d_j / d_i and v_i = 1 / d_i².

With the moments M_r = E[YYᵀ | x_r] of a row by expectation propagation, Fisher's identity gives the score of the row as
that of its complete data,

    ∂l_r/∂b_ji = (M_r[j, i] − Σ_k b_ki M_r[j, k]) / v_i        ∂l_r/∂v_i = (E_r[(y_i − b_iᵀ y_p)²] / v_i − 1) / 2v_i

and ∂ log d_k / ∂β_ji = A_ki Σ'_jk / Σ'_kk carries both over to β. The climb is quasi-Newton (BFGS), started from the
covariance of the row scores as information (Berndt, Hall, Hall and Hausman 1974). EM would need several times as many
passes over the rows, because its rate is the share of information that the levels hide.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Settling
from ordag.graphs import Adjacency
from ordag.kernels.latent import integrate_rows
from ordag.maximization.regression import Parameters, standardize

Matrix = NDArray[np.float64]

# Expectation propagation stops when its factors change by less: a few thousandths of a nat in the log-likelihood.
_SETTLING = Settling(tolerance=1e-4)


@dataclass(frozen=True)
class GraphFit:
    """One graph with the weights that maximise its observed-data likelihood.

    Attributes
    ----------
    dag : (n, n)
    parameters : Parameters
    log_likelihood : float
        Observed-data log-likelihood by expectation propagation at these parameters.
    expected_gain : float
        What a further step would add to it, to second order.
    factors : Factors
        A warm start for neighbouring graphs.
    n_passes : int
        Passes over the rows.
    """

    dag: Adjacency
    parameters: Parameters
    log_likelihood: float
    expected_gain: float
    factors: Factors
    n_passes: int

    @property
    def slopes(self) -> Matrix:
        """Weights as slopes with unit noise, the start of the next climb."""
        root = np.sqrt(self.parameters.noise)
        return self.parameters.weights * root[:, None] / root

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        return int(self.dag.sum())


@dataclass(frozen=True)
class Climb:
    """How far a graph's likelihood is climbed.

    Attributes
    ----------
    ridge : float
        Weight of the Wishart prior, in rows of independent data: keeps near-singular correlations away.
    tolerance : float
        Stop when the next step promises less than this, in nats.
    max_passes : int
        Passes over the rows.
    """

    ridge: float = 1.0
    tolerance: float = 0.05
    max_passes: int = 15


@dataclass(frozen=True)
class _Point:
    """The penalised likelihood and its derivatives at one set of slopes, one per edge."""

    slopes: NDArray[np.float64]
    parameters: Parameters
    log_likelihood: float
    objective: float
    score: NDArray[np.float64]
    information: Matrix | None


def fit_graph(
    boxes: BoxArrays, dag: Adjacency, slopes: Matrix, factors: Factors, climb: Climb, *, hopeless: float = -np.inf
) -> GraphFit:
    """The graph with its likelihood climbed from the given slopes (those of absent edges are ignored).

    `hopeless` ends the climb early once the log-likelihood with twice the gain that the next step promises stays
    below it.
    """
    edges = np.argwhere(dag)
    arrays = factors.copies()
    best = _evaluate(boxes, edges, slopes[tuple(edges.T)], arrays, climb.ridge, with_information=True)
    inverse = _inverse(best.information)
    gain, passes, shrink = 0.0, 1, 1.0
    while len(edges) and passes < climb.max_passes:
        direction = inverse @ best.score
        gain = float(best.score @ direction) / 2
        if gain < climb.tolerance or best.log_likelihood + 2 * gain < hopeless:
            break
        point = _evaluate(boxes, edges, best.slopes + shrink * direction, arrays, climb.ridge)
        passes += 1
        if point.objective < best.objective:
            shrink /= 2
            continue
        inverse = _bfgs(inverse, point.slopes - best.slopes, best.score - point.score)
        best, shrink = point, 1.0
    return GraphFit(dag, best.parameters, best.log_likelihood, gain, Factors(*arrays), passes)


def _inverse(information: Matrix | None) -> Matrix:
    assert information is not None
    return np.asarray(np.linalg.inv(information))


def _bfgs(inverse: Matrix, step: NDArray[np.float64], change: NDArray[np.float64]) -> Matrix:
    """Inverse information after a step along which the score fell by `change`."""
    curvature = float(step @ change)
    if curvature <= 1e-12:
        return inverse
    left = np.eye(len(step)) - np.outer(step, change) / curvature
    return left @ inverse @ left.T + np.outer(step, step) / curvature


def _evaluate(
    boxes: BoxArrays,
    edges: NDArray[np.intp],
    slopes: NDArray[np.float64],
    arrays: tuple[Matrix, Matrix],
    ridge: float,
    *,
    with_information: bool = False,
) -> _Point:
    """Penalised likelihood and score at the given slopes; one pass over the rows.

    The prior counts as `ridge` rows whose moments are those of independent variables.
    """
    n, total = boxes.n_columns, boxes.weights.sum()
    beta = np.zeros((n, n))
    beta[tuple(edges.T)] = slopes
    effects = np.linalg.inv(np.eye(n) - beta)
    covariance = effects.T @ effects
    parameters = standardize(beta, np.ones(n))
    rows = integrate_rows(boxes, parameters.correlation, arrays, by_row=with_information, settling=_SETTLING)
    log_scale = effects[edges[:, 1]].T * covariance[:, edges[:, 0]] / np.diag(covariance)[:, None]

    triangle = np.tril_indices(n)
    pooled = np.stack([rows.moments[triangle] / total, np.eye(n)[triangle]], axis=1)
    score = _row_scores(pooled, edges, parameters, log_scale) @ [total, ridge]
    information = None
    if rows.second is not None:
        by_row = _row_scores(rows.second, edges, parameters, log_scale)
        mean = by_row @ boxes.weights / total
        information = (by_row * boxes.weights) @ by_row.T - total * np.outer(mean, mean)
        information[np.diag_indices_from(information)] += max(ridge, 1e-6)
    log_likelihood = float(boxes.weights @ rows.log_probability)
    precision_trace = np.sum((1 + np.sum(parameters.weights**2, axis=0)) / parameters.noise)
    log_prior = -0.5 * float(np.sum(np.log(parameters.noise)) + precision_trace - n)
    return _Point(slopes, parameters, log_likelihood, log_likelihood + ridge * log_prior, score, information)


def _row_scores(second: Matrix, edges: NDArray[np.intp], parameters: Parameters, log_scale: Matrix) -> Matrix:
    """Scores of the slopes by row, ``(n_edges, n_rows)``, from the row-wise moments (lower triangle by rows)."""
    weights, noise = parameters.weights, parameters.noise
    by_weight = np.empty((len(edges), second.shape[1]))
    by_scale = np.zeros((len(noise), second.shape[1]))
    for node, v in enumerate(noise):
        mine = np.flatnonzero(edges[:, 1] == node)
        parents = edges[mine, 0]
        b = weights[parents, node]
        cross = second[_entry(parents, node)]
        residual = cross - np.einsum("k,jkr->jr", b, second[_entry(parents[:, None], parents)])
        by_weight[mine] = residual / v
        square = second[_entry(node, node)] - b @ (cross + residual)
        scaled = b[:, None] * by_weight[mine]
        by_scale[node] -= scaled.sum(axis=0) + square / v - 1
        by_scale[parents] += scaled
    by_weight *= np.sqrt(noise[edges[:, 1]] / noise[edges[:, 0]])[:, None]
    return by_weight + log_scale.T @ by_scale


def _entry(i: NDArray[np.intp] | int, j: NDArray[np.intp] | int) -> NDArray[np.intp]:
    """Position of entries (i, j) in a lower triangle laid out row by row."""
    high, low = np.maximum(i, j), np.minimum(i, j)
    return np.asarray(high * (high + 1) // 2 + low, dtype=np.intp)
