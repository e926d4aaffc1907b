"""Posterior over all DAGs of a few ordinal columns with given thresholds, each class weighed by integration.

The marginal likelihood of a class is an integral over the slopes β of one member, with unit noise, by importance
sampling around the top of the likelihood: the likelihood from integrated row probabilities, the prior that the Wishart
distribution with n + 2 degrees of freedom and T = I induces. Of the latter, v_j ~ IG((3 + p_j)/2, 1/2) and
b_ji ~ N(0, v_i) give β_ji = b_ji √(v_j / v_i) = z_ji √v_j: the slopes that leave j are multivariate t.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from ordag.expectation import log_probabilities, start_factors
from ordag.graphs import dag_to_cpdag
from ordag.maximization.observed import Climb, fit_graph, slope_covariance
from reference.dags import all_dags
from reference.graph_climb import correlation_of

N_POINTS = 128  # of the integral of each row; below four dimensions its error is far below that of the slopes
CLIMB = Climb(tolerance=1e-3, max_passes=40)  # to where slopes are proposed
DEGREES = 5.0  # of the t distribution that slopes are proposed from


@dataclass(frozen=True)
class ExactPosterior:
    dags: tuple[np.ndarray, ...]
    log_marginals: np.ndarray  # (k,)
    errors: np.ndarray  # (k,) standard errors of them

    def arrow_probabilities(self, arrow_log_odds=0.0):
        """(n, n) with the given log odds of every arrow."""
        return np.tensordot(self._weights(self.log_marginals, arrow_log_odds), np.stack(self.dags), axes=(0, 0))

    def error_of_probabilities(self, rng, n_repeats=50):
        """(n, n) standard error of arrow probabilities by the integration."""
        keys = [dag_to_cpdag(dag).tobytes() for dag in self.dags]
        _, member = np.unique(keys, return_inverse=True)
        shaken = []
        for _ in range(n_repeats):
            noise = rng.standard_normal(member.max() + 1)[member] * self.errors
            shaken.append(
                np.tensordot(self._weights(self.log_marginals + noise, 0.0), np.stack(self.dags), axes=(0, 0))
            )
        return np.std(shaken, axis=0)

    def _weights(self, log_marginals, arrow_log_odds):
        log_weights = log_marginals + [np.sum(arrow_log_odds * dag) for dag in self.dags]
        weights = np.exp(log_weights - log_weights.max())
        return weights / weights.sum()


def enumerate_posterior(boxes, rng, n_slopes=200):
    """All DAGs over the columns of the boxes."""
    found = {}
    dags = all_dags(boxes.n_columns)
    for dag in dags:
        key = dag_to_cpdag(dag).tobytes()
        if key not in found:
            found[key] = log_marginal(boxes, dag, rng, n_slopes)
    verdicts = [found[dag_to_cpdag(dag).tobytes()] for dag in dags]
    return ExactPosterior(dags, *np.array(verdicts).T)


def log_marginal(boxes, dag, rng, n_slopes):
    """Log of the integral, and the standard error of that."""
    edges = tuple(np.argwhere(dag).T)
    n_edges = len(edges[0])

    def log_integrand(values):
        slopes = np.zeros(dag.shape)
        slopes[edges] = values
        rows = log_probabilities(boxes, correlation_of(slopes), n_points=N_POINTS)
        return rows.total + log_prior(dag, slopes)

    if n_edges == 0:
        return log_integrand(np.zeros(0)), 0.0
    fit = fit_graph(boxes, dag, np.zeros(dag.shape), start_factors(boxes), CLIMB)
    scatter = slope_covariance(boxes, np.argwhere(dag), fit.slopes[edges], fit.factors, CLIMB)
    proposal = stats.multivariate_t(fit.slopes[edges], scatter, df=DEGREES, seed=rng)
    draws = np.atleast_2d(proposal.rvs(n_slopes).reshape(n_slopes, n_edges))
    log_ratios = np.array([log_integrand(draw) for draw in draws]) - proposal.logpdf(draws)
    ratios = np.exp(log_ratios - log_ratios.max())
    return log_ratios.max() + np.log(ratios.mean()), ratios.std() / ratios.mean() / np.sqrt(n_slopes)


def log_prior(dag, slopes):
    total = 0.0
    for node in range(len(dag)):
        children = np.flatnonzero(dag[node])
        if len(children):
            degrees = 3 + dag[:, node].sum()
            total += stats.multivariate_t(np.zeros(len(children)), np.eye(len(children)) / degrees, df=degrees).logpdf(
                slopes[node, children]
            )
    return total
