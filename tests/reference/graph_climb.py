"""A plain twin of the climb: likelihood, score and information of the slopes of one graph, from the formulas.

The equations are those of `ordag.maximization.observed`. Rows are integrated one by one in dense algebra, Jacobians
are filled entry by entry, and the top is left to SciPy.
"""

from dataclasses import dataclass

import numpy as np
from scipy import optimize

from reference.latent_boxes import bounds_of, propagate_row


@dataclass(frozen=True)
class Rows:
    """Log-probability (n_rows,) and second moments (n_rows, n, n) of every row."""

    log_probability: np.ndarray
    second: np.ndarray


def scales_of(slopes):
    """Total effects A (A[k, i] is that of i on k) and covariance AAᵀ of the variables with unit noise."""
    effects = np.linalg.inv(np.eye(len(slopes)) - slopes.T)
    return effects, effects @ effects.T


def correlation_of(slopes):
    _, covariance = scales_of(slopes)
    d = np.sqrt(np.diag(covariance))
    return covariance / np.outer(d, d)


def integrate(boxes, correlation):
    lower, upper = bounds_of(boxes)
    found = [propagate_row(correlation, lower[:, r], upper[:, r]) for r in range(boxes.n_rows)]
    return Rows(
        np.array([log_z for log_z, _, _ in found]),
        np.array([covariance + np.outer(mean, mean) for _, mean, covariance in found]),
    )


def log_prior(correlation):
    """One row's worth of the Wishart prior, zero at independence."""
    trace = np.trace(np.linalg.inv(correlation))
    return -0.5 * (np.linalg.slogdet(correlation)[1] + trace - len(correlation))


def objective(boxes, slopes, ridge):
    correlation = correlation_of(slopes)
    return boxes.weights @ integrate(boxes, correlation).log_probability + ridge * log_prior(correlation)


def score_of(second, dag, slopes):
    """Score of the slopes of all edges, in the order of ``np.argwhere(dag)``, for one matrix of second moments."""
    effects, covariance = scales_of(slopes)
    d = np.sqrt(np.diag(covariance))
    weights, noise = slopes * d[:, None] / d, 1 / d**2
    edges = np.argwhere(dag)
    by_weight = np.array([(second[j, i] - weights[:, i] @ second[j]) / noise[i] for j, i in edges])
    residual = np.array([(np.eye(len(d))[i] - weights[:, i]) for i in range(len(d))])
    square = np.einsum("ij,jk,ik->i", residual, second, residual)
    by_noise = (square / noise - 1) / (2 * noise)
    score = np.zeros(len(edges))
    for e, (j, i) in enumerate(edges):
        log_d = effects[:, i] * covariance[j] / np.diag(covariance)
        for f, (a, c) in enumerate(edges):
            moved = d[a] / d[c] * (e == f) + weights[a, c] * (log_d[a] - log_d[c])
            score[e] += by_weight[f] * moved
        score[e] += by_noise @ (-2 * noise * log_d)
    return score


def score_and_information(boxes, dag, slopes, ridge):
    """Penalised score, and the covariance of the row scores with the prior's weight on its diagonal."""
    second = integrate(boxes, correlation_of(slopes)).second
    rows = np.array([score_of(moments, dag, slopes) for moments in second])
    prior = score_of(np.eye(len(dag)), dag, slopes)
    centred = rows - np.average(rows, axis=0, weights=boxes.weights)
    information = (centred * boxes.weights[:, None]).T @ centred + ridge * np.eye(rows.shape[1])
    return boxes.weights @ rows + ridge * prior, information


def top(boxes, dag, ridge):
    """Slopes that maximise the penalised likelihood."""
    edges = tuple(np.argwhere(dag).T)

    def slopes_at(values):
        slopes = np.zeros(dag.shape)
        slopes[edges] = values
        return slopes

    found = optimize.minimize(
        lambda values: -objective(boxes, slopes_at(values), ridge),
        np.zeros(len(edges[0])),
        jac=lambda values: -score_and_information(boxes, dag, slopes_at(values), ridge)[0],
    )
    return slopes_at(found.x)
