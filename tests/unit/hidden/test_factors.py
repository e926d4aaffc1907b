"""Factor analysis: the number of factors, and their loadings."""

import numpy as np
import pytest

from ordag.hidden.factors import number_of_factors, rotated_factors

LOADINGS = np.kron(np.eye(3), np.array([[0.5, 0.6, 0.7, 0.8]])).T  # (12, 3)
FACTORS = np.array([[1.0, 0.3, 0.2], [0.3, 1.0, 0.4], [0.2, 0.4, 1.0]])
COMMON = LOADINGS @ FACTORS @ LOADINGS.T
ITEMS = COMMON - np.diag(np.diag(COMMON)) + np.eye(12)


def test_known_loadings_and_correlations_are_recovered() -> None:
    found = rotated_factors(ITEMS, 3)
    order = [int(np.abs(found.pattern[start : start + 4]).sum(axis=0).argmax()) for start in (0, 4, 8)]
    assert np.abs(found.pattern[:, order]) == pytest.approx(LOADINGS, abs=0.1)
    assert found.pattern @ found.correlation @ found.pattern.T == pytest.approx(COMMON, abs=0.02)


def test_parallel_analysis_counts_the_factors() -> None:
    assert number_of_factors(ITEMS, np.zeros(12), 1000, np.random.default_rng(0)) == 3


def test_independent_items_have_no_factor() -> None:
    rng = np.random.default_rng(1)
    found = [
        number_of_factors(np.corrcoef(rng.standard_normal((12, 500))), np.zeros(12), 500, np.random.default_rng(0))
        for _ in range(10)
    ]
    assert sum(number > 0 for number in found) <= 2


def test_coarse_items_need_larger_eigenvalues() -> None:
    weak = 0.9 * np.eye(12) + 0.1
    fine, coarse = (number_of_factors(weak, np.full(12, error), 200, np.random.default_rng(0)) for error in (0, 8))
    assert fine == 1
    assert coarse == 0
