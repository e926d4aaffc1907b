"""Simulation-based calibration of weights and thresholds given the graph (Talts, Betancourt, Simpson, Vehtari and
Gelman 2018): parameters drawn from the prior have uniform ranks among posterior draws given data made from them."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtri

from ordag.data import encode
from ordag.expectation import latent_boxes, start_factors
from ordag.latent import estimate_thresholds
from ordag.maximization import observed, standardize
from ordag.maximization.observed import Climb
from ordag.posterior import draw_margins

N_ROWS, N_LEVELS, N_DRAWS, N_BINS = 300, 3, 99, 10
TOP = Climb(tolerance=1e-3, max_passes=40)
LEAST_P = 1e-3


def draw_slopes(dag, rng):
    """Slopes with unit noise under the Wishart prior with n + 2 degrees: β_ji = b_ji √(v_j / v_i) = z_ji √v_j."""
    shape = (3 + dag.sum(axis=0)) / 2
    noise = 0.5 / rng.gamma(shape)
    return dag * rng.standard_normal(dag.shape) * np.sqrt(noise)[:, None]


def one_rank(seed):
    """Ranks of a random weight and a random threshold among posterior draws; None if a level was not seen."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 6))
    dag = np.zeros((n, n), dtype=np.int8)
    while not dag.any():
        dag = np.triu(rng.random((n, n)) < 0.6, 1).astype(np.int8)
    truth = standardize(draw_slopes(dag, rng), np.ones(n))
    cuts = [ndtri(np.cumsum(rng.dirichlet(np.ones(N_LEVELS)))[:-1]) for _ in range(n)]
    latent = rng.multivariate_normal(np.zeros(n), truth.correlation, size=N_ROWS, method="cholesky")
    codes = np.column_stack([np.searchsorted(cut, y) for cut, y in zip(cuts, latent.T, strict=True)])
    if any(len(np.unique(column)) < N_LEVELS for column in codes.T):
        return None  # what is seen may decide which sets count: ranks stay uniform
    table = encode(codes)
    margins = estimate_thresholds(table)
    boxes = latent_boxes(table, margins, distinct=True)
    fit = observed.fit_graph(boxes, dag, np.zeros((n, n)), start_factors(boxes), TOP)
    slopes = observed.slope_posterior(boxes, fit)
    weights = [slopes.draw(rng).weights for _ in range(N_DRAWS)]
    drawn = [draw_margins(margins, np.full(n, float(N_ROWS)), rng) for _ in range(N_DRAWS)]
    edges = np.argwhere(dag)
    edge = tuple(edges[rng.integers(len(edges))])
    column, place = int(rng.integers(n)), int(rng.integers(N_LEVELS - 1))
    return (
        sum(w[edge] < truth.weights[edge] for w in weights),
        sum(m.cuts[column][place] < cuts[column][place] for m in drawn),
    )


def ranks(n_sets):
    """(2, sets): ranks of weights and of thresholds, from 0 to `N_DRAWS`."""
    found = [one_rank(seed) for seed in range(n_sets)]
    return np.array([pair for pair in found if pair is not None]).T


def uniformity(values):
    """P-value of the chi-square test."""
    counts = np.bincount(values * N_BINS // (N_DRAWS + 1), minlength=N_BINS)
    return stats.chisquare(counts).pvalue


N_SETS = [300, pytest.param(1500, marks=pytest.mark.slow)]


@pytest.mark.parametrize("n_sets", N_SETS)
def test_ranks_of_weights_and_thresholds_are_uniform(n_sets):
    of_weights, of_thresholds = ranks(n_sets)
    assert uniformity(of_weights) > LEAST_P
    assert uniformity(of_thresholds) > LEAST_P


@pytest.mark.parametrize("n_sets", N_SETS)
@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_wrong_covariance_is_noticed(monkeypatch, factor, n_sets):
    right = observed.slope_covariance
    monkeypatch.setattr(observed, "slope_covariance", lambda *rest, **options: factor * right(*rest, **options))
    assert uniformity(ranks(n_sets)[0]) < LEAST_P
