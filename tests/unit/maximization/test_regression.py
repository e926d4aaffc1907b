import json

import numpy as np
import pytest

from ordag.maximization import maximize, maximize_best_subset, standardize

GOLDEN_TOLERANCE = 1e-6  # of the stored digits


def test_paper_m_step_equals_the_reference_given_the_same_moments(golden_data):
    golden = json.loads((golden_data / "updateparam.json").read_text())
    for case in golden["cases"]:
        moments = golden["moments"][case["bank"]]
        second = np.array(moments["second"])
        dag = np.array(case["dag"], dtype=np.int8)
        if case["regsubsets"]:
            found = maximize_best_subset(second, dag, case["lambda"], moments["n_draws"])
        else:
            found = maximize(second, dag)
        np.testing.assert_allclose(found.correlation, case["Sigma"], atol=GOLDEN_TOLERANCE)


def test_a_full_graph_keeps_the_correlation(rng):
    draws = rng.normal(size=(50, 4)) @ rng.normal(size=(4, 4))
    correlation = np.corrcoef(draws.T)
    full = np.triu(np.ones((4, 4), dtype=np.int8), 1)
    np.testing.assert_allclose(maximize(correlation, full).correlation, correlation, atol=1e-12)


def test_standardizing_twice_changes_nothing(rng):
    weights = np.triu(rng.normal(size=(5, 5)), 1)
    once = standardize(weights, rng.uniform(0.5, 2, size=5))
    twice = standardize(once.weights, once.noise)
    np.testing.assert_allclose(twice.weights, once.weights, atol=1e-12)
    np.testing.assert_allclose(twice.noise, once.noise, atol=1e-12)


@pytest.mark.parametrize("penalty", [0.0, 1e6])
def test_best_subset_keeps_all_parents_for_free_and_none_at_any_price(rng, penalty):
    draws = rng.normal(size=(200, 3)) @ rng.normal(size=(3, 3))
    full = np.triu(np.ones((3, 3), dtype=np.int8), 1)
    kept = np.count_nonzero(maximize_best_subset(draws.T @ draws / 200, full, penalty, 200).weights)
    assert kept == (0 if penalty else 3)


@pytest.mark.parametrize("correlation", [1.0, 1.1])
def test_best_subset_leaves_out_parents_that_leave_no_variance(correlation):
    second = np.array([[1.0, 0.5, correlation], [0.5, 1.0, 0.6], [correlation, 0.6, 1.0]])
    dag = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    weights = maximize_best_subset(second, dag, 1.0, 100).weights
    np.testing.assert_allclose(weights[:, 2], [0, 0.6, 0])


def test_best_subset_follows_the_criterion(rng):
    # A weak parent that is worth 2 per edge (AIC) but not log(400).
    cause = rng.normal(size=400)
    draws = np.column_stack([cause, 0.1 * cause + rng.normal(size=400)])
    second, dag = draws.T @ draws / 400, np.array([[0, 1], [0, 0]], dtype=np.int8)
    gain = 400 * np.log(second[1, 1] / (second[1, 1] - second[0, 1] ** 2 / second[0, 0]))
    penalty = gain / 3  # between the two prices
    assert maximize_best_subset(second, dag, penalty, 400, "aic").weights[0, 1] != 0
    assert maximize_best_subset(second, dag, penalty, 400).weights[0, 1] == 0
