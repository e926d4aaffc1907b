import pickle

import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.scores import GaussianBIC


def random_covariance(rng, n):
    factor = rng.standard_normal((3 * n, n))
    return factor.T @ factor / (3 * n)


def plain_local(covariance, n_rows, penalties, node, parents):
    p = list(parents)
    slope = np.linalg.solve(covariance[np.ix_(p, p)], covariance[p, node]) if p else np.zeros(0)
    variance = covariance[node, node] - covariance[node, p] @ slope
    return -n_rows / 2 * np.log(variance) - sum(penalties[i, node] for i in p)


@pytest.mark.parametrize("n_parents", range(8))
def test_local_score_follows_the_formula(rng, n_parents):
    covariance, factors = random_covariance(rng, 8), rng.uniform(0, 2, (8, 8))
    score = GaussianBIC(covariance, 200, 1.5, penalty_factors=factors)
    family = rng.permutation(8)
    node, parents = int(family[0]), family[1 : n_parents + 1].tolist()
    expected = plain_local(covariance, 200, 1.5 * np.log(200) / 2 * factors, node, parents)
    assert score.local(node, parents) == pytest.approx(expected, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("n_parents", range(7))
def test_gains_are_differences_of_local_scores_where_positive(rng, n_parents):
    score = GaussianBIC(random_covariance(rng, 9), 40)
    parents, candidates = list(range(n_parents)), list(range(n_parents, 8))
    gains = score.native().gains(8, parents, candidates)
    for candidate, gain in zip(candidates, gains, strict=True):
        expected = score.local(8, [*parents, candidate]) - score.local(8, parents)
        assert gain == pytest.approx(expected, abs=1e-9) if expected > 0 else gain <= 0


@pytest.mark.parametrize(("criterion", "cost"), [("bic", np.log(50) / 2), ("aic", 1.0), ("ebic", np.log(50 * 2) / 2)])
def test_criteria_charge_each_edge(criterion, cost):
    score = GaussianBIC(np.eye(3), 50, 2.0, criterion=criterion)
    assert score.local(2, [0, 1]) == pytest.approx(-2 * 2 * cost)


def test_infinite_factor_rules_an_edge_out():
    score = GaussianBIC([[1, 0.9], [0.9, 1]], 100, penalty_factors=[[0, np.inf], [1, 0]])
    assert score.local(1, [0]) == -np.inf
    assert score.native().gains(1, [], [0])[0] <= 0


def test_pickled_score_scores_alike(rng):
    score = GaussianBIC(random_covariance(rng, 4), 100)
    before = score.local(0, [1, 2])
    assert pickle.loads(pickle.dumps(score)).local(0, [1, 2]) == before


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 2], [2, 1]], "positive definite; its smallest eigenvalue is -1"),
        ([[1, 0.5], [0.2, 1]], "must be symmetric"),
        ([[1, np.nan], [np.nan, 1]], "must be finite"),
        ([[1, 0]], "square matrix"),
    ],
)
def test_unusable_matrices_are_refused(matrix, message):
    with pytest.raises(InputValueError, match=message):
        GaussianBIC(matrix, 10)


def test_unknown_criterion_is_refused():
    with pytest.raises(InputValueError, match="did you mean 'bic'"):
        GaussianBIC(np.eye(2), 10, criterion="bics")


@pytest.mark.parametrize("family", [(0, [0]), (0, [1, 1]), (0, [5]), (7, [])])
def test_families_that_are_none_are_refused(family):
    with pytest.raises(InputValueError, match="no family"):
        GaussianBIC(np.eye(3), 10).local(*family)


@pytest.mark.parametrize("options", [{"n_rows": 100, "penalty": 0.0}, {"n_rows": 1}])
def test_a_ruled_out_edge_stays_so_where_edges_are_free(options):
    score = GaussianBIC([[1, 0.9], [0.9, 1]], **options, penalty_factors=[[0, np.inf], [0, 0]])
    assert score.local(1, [0]) == -np.inf


def test_fewer_rows_than_one_would_pay_for_edges():
    with pytest.raises(InputValueError, match=r"n_rows is 0\.5; it must be 1 or more and finite"):
        GaussianBIC(np.eye(2), 0.5)


def test_factors_below_zero_are_refused():
    with pytest.raises(InputValueError, match=r"penalty_factors must be zero or more; entry \[0, 1\] is -1"):
        GaussianBIC(np.eye(2), 10, penalty_factors=[[0, -1], [0, 0]])
