import numpy as np
import pytest

from ordag.search.diagnostics import effective_sample_size, split_r_hat


def autoregressive(rng: np.random.Generator, coefficient: float, n_chains: int, n_draws: int) -> np.ndarray:
    noise = rng.normal(size=(n_chains, n_draws))
    draws = np.empty_like(noise)
    draws[:, 0] = noise[:, 0] / np.sqrt(1 - coefficient**2)
    for t in range(1, n_draws):
        draws[:, t] = coefficient * draws[:, t - 1] + noise[:, t]
    return draws


@pytest.mark.parametrize("coefficient", [0.0, 0.5, 0.9])
def test_effective_size_of_an_autoregression_matches_its_formula(rng: np.random.Generator, coefficient: float) -> None:
    n_total = 4 * 20_000
    expected = n_total * (1 - coefficient) / (1 + coefficient)
    sizes = [effective_sample_size(autoregressive(rng, coefficient, 4, 20_000)) for _ in range(5)]
    assert np.mean(sizes) == pytest.approx(expected, rel=0.08)


def test_entries_are_treated_one_by_one(rng: np.random.Generator) -> None:
    draws = rng.integers(0, 2, size=(3, 401, 2, 3)).astype(float)
    for diagnose in (effective_sample_size, split_r_hat):
        together = diagnose(draws)
        apart = [[diagnose(draws[:, :, i, j]) for j in range(3)] for i in range(2)]
        np.testing.assert_allclose(together, apart, rtol=1e-10)


def test_chains_that_disagree_show() -> None:
    rng = np.random.default_rng(1)
    draws = rng.normal(size=(4, 500))
    assert split_r_hat(draws) < 1.02
    draws[2] += 2.0
    assert split_r_hat(draws) > 1.3
    assert effective_sample_size(draws) < 50


def test_a_drift_within_one_chain_shows() -> None:
    rng = np.random.default_rng(2)
    drifting = rng.normal(size=(1, 1000)) + np.linspace(0, 4, 1000)
    assert split_r_hat(drifting) > 1.5


def test_constant_entries_are_not_numbers_gone_wrong() -> None:
    never = np.zeros((2, 100))
    assert split_r_hat(never) == 1.0
    assert effective_sample_size(never) == 200
    stuck = np.stack([np.zeros(100), np.ones(100)])
    assert split_r_hat(stuck) == np.inf
    assert effective_sample_size(stuck) < 10


def test_too_few_draws_give_nan() -> None:
    assert np.isnan(split_r_hat(np.zeros((2, 3))))
    assert np.isnan(effective_sample_size(np.zeros((2, 3))))
