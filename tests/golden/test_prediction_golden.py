"""Predictive distributions against the reference on one split of each real data set."""

import json

import numpy as np
import pytest

import ordag
import stored_files
from ordag.data import OrdinalTable
from ordag.learners.prediction import bde_log_predictive, bge_correlation, bge_log_predictive

SHARED = stored_files.undistributed(allow_module_level=True)

TOLERANCE = 1e-6
INTEGRATION_ERROR = 0.02  # both sides integrate numerically
FILES = {"OCD": "datRogers", "CMC": "datCMC", "Votes": "datVotes", "Tumor": "datTumor", "SPECT": "datSPECT"}


@pytest.fixture(params=sorted(FILES))
def split(request):
    """The golden numbers of one data set with its training and test rows."""
    golden = json.loads((SHARED / "reference" / "prediction.json").read_text())["sets"][request.param]
    file = SHARED / "data" / "real" / f"{FILES[request.param]}.csv"
    codes = np.genfromtxt(file, delimiter=",", skip_header=1)[:, -len(golden["levels"]) :].astype(int)
    table = OrdinalTable.from_codes(codes)
    assert table.n_levels == tuple(golden["levels"])
    return golden, table.rows(np.array(golden["train"]) - 1), table.rows(np.array(golden["test"]) - 1)


def test_bde_predicts_each_row_as_the_reference(split):
    golden, train, test = split
    rows = bde_log_predictive(np.array(golden["dag"]), train, test, golden["bde_chi"])
    np.testing.assert_allclose(rows, golden["bde_rows"], atol=TOLERANCE)
    assert rows.sum() == pytest.approx(golden["bde_total"], abs=TOLERANCE)


def test_bge_correlation_equals_that_of_the_reference_on_request(split):
    golden, train, _ = split
    correlation = bge_correlation(np.array(golden["dag"]), train, golden["bge_am"], reference=True)
    np.testing.assert_allclose(correlation, golden["bge_map_correlation"], atol=TOLERANCE)


def test_rows_have_the_probability_of_the_reference_under_its_correlation(split):
    golden, train, test = split
    rows = bge_log_predictive(np.array(golden["dag"]), train, test, golden["bge_am"], reference=True)
    assert rows[:20].sum() == pytest.approx(golden["loglik_first_20_test_rows_under_bge"], abs=INTEGRATION_ERROR)


def test_residual_variances_predict_better_than_marginal_ones_on_a_good_network(split):
    golden, train, test = split
    dag = ordag.learn(train, "bge", a_m=golden["bge_am"]).adjacency
    ours, theirs = (bge_log_predictive(dag, train, test, golden["bge_am"], reference=r).mean() for r in (False, True))
    assert ours > theirs
