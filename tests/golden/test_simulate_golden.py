"""The bank was simulated with the authors' scripts; ours must mean the same by weights, scale and levels."""

import json

import numpy as np
import pytest

from ordag import simulate

BANK = ["n12_rep01", "n12_rep02", "n20_rep01", "n20_rep02", "n30_rep01", "n30_rep02"]


@pytest.fixture(params=BANK)
def folder(request, golden_data):
    return golden_data / "bank" / request.param


def read(path):
    return np.loadtxt(path, delimiter=",", skiprows=1)


def test_unit_noise_and_standard_scale_give_the_true_correlation(folder):
    weights = read(folder / "true_dag.csv")
    covariance = simulate.implied_covariance(weights, np.ones(len(weights)))
    scale = np.sqrt(np.diagonal(covariance))
    np.testing.assert_allclose(covariance / np.outer(scale, scale), read(folder / "true_sigma.csv"), atol=1e-12)


def test_a_like_set_can_be_made_here(folder):
    weights = read(folder / "true_dag.csv")
    meta = json.loads((folder / "meta.json").read_text())
    data = simulate.ordinal_data(
        weights != 0, meta["N"], meta["levels"], meta["concent_param"], rng=meta["seed"], weights=weights
    )
    assert data.n_levels == tuple(meta["levels"])
    assert max(meta["levels"]) <= 2 * meta["exp_levels"] - 2
    np.testing.assert_allclose(data.correlation, read(folder / "true_sigma.csv"), atol=1e-12)
    assert data.frame.shape == read(folder / "data.csv").shape
