"""Observed log-likelihood of the OCD data under the R solution (408 rows, 24 items)."""

import json
import time

import numpy as np
import pytest
from scipy.stats import norm

from ordag.expectation import log_probabilities, propagate, start_factors
from reference.latent_boxes import boxes_of


@pytest.fixture(scope="module")
def ocd(undistributed):
    """Boxes between the reference's add-one thresholds, its correlation, its log-likelihood and its seconds."""
    solution = json.loads((undistributed / "reference" / "ocd_osem.json").read_text())
    codes = np.loadtxt(undistributed / "data" / "real" / "datRogers.csv", delimiter=",", skiprows=1, dtype=int)
    thresholds = []
    for column in codes.T:
        counts = np.bincount(column) + 1
        thresholds.append(norm.ppf(np.cumsum(counts)[:-1] / counts.sum()))
    correlation = np.array(solution["Sigma_hat"])
    return boxes_of(codes, thresholds), correlation, solution["observedLL"], solution["observedLL_seconds"]


def test_integrated_log_likelihood_is_that_of_the_reference(ocd):
    boxes, correlation, expected, _ = ocd
    rows = log_probabilities(boxes, correlation, n_points=1024)
    assert rows.total == pytest.approx(expected, abs=1)
    assert rows.total_error < 0.1


def test_a_few_points_suffice_and_take_a_twentieth_of_the_time(ocd):
    boxes, correlation, expected, seconds = ocd
    start = time.perf_counter()
    rows = log_probabilities(boxes, correlation, n_points=64)
    assert time.perf_counter() - start < seconds / 20
    assert rows.total == pytest.approx(expected, abs=1)


def test_propagated_log_likelihood_is_within_two_nats(ocd):
    boxes, correlation, expected, _ = ocd
    _, moments = propagate(start_factors(boxes), boxes, correlation)
    assert moments.log_likelihood == pytest.approx(expected, abs=2)
