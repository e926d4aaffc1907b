"""Cuts and correlations of every set of the bank against R; conventions are those of the reference code."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

from ordag.data import OrdinalTable
from ordag.errors import RepairWarning
from ordag.latent import estimate_correlations, estimate_thresholds, repair_correlation

SETS = [f"n{n}_rep{k:02d}" for n, reps in [(12, 2), (20, 6), (30, 2)] for k in range(1, reps + 1)]

# The one-dimensional optimiser there stops at about 1e-4.
OPTIMISER = 2e-4


@pytest.fixture(scope="module", params=SETS)
def folder(request, golden_data):
    return golden_data / "bank" / request.param


@pytest.fixture(scope="module")
def table(folder):
    return OrdinalTable.from_codes(pd.read_csv(folder / "data.csv").to_numpy())


def test_cuts_equal_those_of_the_reference(folder, table):
    cuts = json.loads((folder / "cuts.json").read_text())["cuts"]
    for ours, theirs in zip(estimate_thresholds(table, smoothing=1).cuts, cuts, strict=True):
        np.testing.assert_allclose(ours, np.atleast_1d(theirs), atol=1e-13)


def test_pairwise_correlations_equal_those_of_the_reference(folder, table):
    golden = pd.read_csv(folder / "rho_raw.csv").to_numpy()
    ours = estimate_correlations(table, smoothing="add_one", repair="none")
    np.testing.assert_allclose(ours.raw, golden, atol=OPTIMISER)


def test_repaired_correlations_equal_those_of_the_reference(folder, table):
    golden = pd.read_csv(folder / "rho_smooth.csv").to_numpy()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RepairWarning)
        ours = estimate_correlations(table, smoothing="add_one", repair="eigenvalue")
    np.testing.assert_allclose(ours.correlation, golden, atol=OPTIMISER)


def test_repair_itself_equals_that_of_the_reference(folder):
    raw, smooth = (pd.read_csv(folder / f"rho_{name}.csv").to_numpy() for name in ("raw", "smooth"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RepairWarning)
        ours = repair_correlation(raw, "eigenvalue")
    assert ours.repaired == (np.linalg.eigvalsh(raw)[0] < 0)
    np.testing.assert_allclose(ours.correlation, smooth, atol=1e-12)
