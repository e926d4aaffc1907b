"""Predictive distributions of the score-based methods."""

from itertools import product

import numpy as np
import pytest

from ordag.data import OrdinalTable
from ordag.learners.prediction import bde_log_predictive, bge_correlation, tree_log_predictive
from ordag.scores import PCART

DAG = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
LEVELS = (2, 3, 3)


@pytest.fixture
def table(rng):
    codes = np.column_stack([rng.integers(n, size=80) for n in LEVELS])
    codes[:50, 2] = codes[:50, 1]
    return OrdinalTable.from_codes(codes)


@pytest.fixture
def every_cell():
    return OrdinalTable.from_codes(list(product(*(range(n) for n in LEVELS))))


def test_bde_probabilities_sum_to_one_over_all_cells(table, every_cell):
    probability = np.exp(bde_log_predictive(DAG, table, every_cell, chi=1.5))
    assert probability.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("response", ["categorical", "ordinal"])
@pytest.mark.parametrize("reference", [False, True])
def test_tree_probabilities_sum_to_one_over_all_cells(table, every_cell, response, reference):
    score = PCART(table.codes, table.n_levels, alpha=0.5, response=response, reference=reference)
    probability = np.exp(tree_log_predictive(DAG, score, every_cell))
    assert probability.sum() == pytest.approx(1.0, abs=1e-12)


def test_bde_counts_only_combinations_of_parents_that_occur(rng):
    table = OrdinalTable.from_codes(rng.integers(0, 9, size=(50, 21)), levels=[range(9)] * 21)
    dag = np.zeros((21, 21), dtype=int)
    dag[:20, 20] = 1  # 9^20 combinations
    alone = bde_log_predictive(np.zeros_like(dag), table, table, chi=9.0)
    last = OrdinalTable.from_codes(table.codes[:, [20]], levels=[range(9)])
    others = alone - bde_log_predictive(np.zeros((1, 1), dtype=int), last, last, chi=9.0)
    weight = 9.0 / 9**21
    np.testing.assert_allclose(
        bde_log_predictive(dag, table, table, chi=9.0) - others, np.log((1 + weight) / (1 + 9 * weight)), atol=1e-9
    )


def test_bde_without_edges_multiplies_the_smoothed_shares(table):
    total = bde_log_predictive(np.zeros((3, 3), dtype=int), table, table, chi=3.0)
    shares = [(np.bincount(table.codes[:, j], minlength=n) + 3.0 / n) / 83.0 for j, n in enumerate(LEVELS)]
    expected = sum(np.log(shares[j][table.codes[:, j]]) for j in range(3))
    np.testing.assert_allclose(total, expected, rtol=1e-12)


def test_marginal_variances_shrink_the_correlation_of_two_nodes(rng):
    latent = rng.normal(size=(5000, 2))
    codes = np.clip(np.round(3 * np.column_stack([latent[:, 0], 0.8 * latent[:, 0] + 0.6 * latent[:, 1]]) + 9), 0, 18)
    pair = OrdinalTable.from_codes(codes.astype(int))
    dag = np.array([[0, 1], [0, 0]])
    observed = np.corrcoef(pair.codes.T)[0, 1]
    slope = observed * pair.codes[:, 1].std() / pair.codes[:, 0].std()
    assert bge_correlation(dag, pair, a_m=0.05)[0, 1] == pytest.approx(observed, abs=1e-3)
    shrunken = observed / np.sqrt(1 + slope**2 * pair.codes[:, 0].var() / pair.codes[:, 1].var())
    assert bge_correlation(dag, pair, a_m=0.05, reference=True)[0, 1] == pytest.approx(shrunken, abs=1e-3)


def test_bge_correlation_of_a_full_dag_is_that_of_the_data(table):
    full = np.triu(np.ones((3, 3), dtype=int), 1)
    expected = np.corrcoef(table.codes.T)
    np.testing.assert_allclose(bge_correlation(full, table, a_m=1e-9), expected, atol=1e-6)


def test_bge_correlation_is_zero_without_edges(table):
    np.testing.assert_array_equal(bge_correlation(np.zeros((3, 3), dtype=int), table, a_m=0.5), np.eye(3))
