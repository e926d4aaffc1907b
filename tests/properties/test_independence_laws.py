"""Laws of the conditional-independence tests."""

import signal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from ordag.data import OrdinalTable
from ordag.errors import ConvergenceWarning
from ordag.independence import FisherZ, GSquared, JonckheereTerpstra, SymmetricLRT, copula_correlation

TESTS = {
    "fisher": lambda codes: FisherZ(np.corrcoef(codes.T + 0.0), len(codes)),
    "g_squared": lambda codes: GSquared(codes, min_rows_per_df=0),
    "jonckheere": JonckheereTerpstra,
    "symmetric": lambda codes: SymmetricLRT(OrdinalTable.from_codes(codes)),
}


def random_codes(seed: int, n_rows: int, n_levels: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, n_levels, (n_rows, 4))
    codes[:, 1] = np.clip(codes[:, 0] + rng.integers(-1, 2, n_rows), 0, n_levels - 1)
    codes[:n_levels] = np.arange(n_levels)[:, None]  # every level occurs
    return codes


def common_cause(rng: np.random.Generator) -> np.ndarray:
    """Columns 0 and 1 depend on column 2 and not otherwise on each other; every level occurs with every other."""
    cause = rng.integers(0, 2, 400)
    copies = np.where(rng.random((400, 2)) < 0.4, cause[:, None], rng.integers(0, 3, (400, 2)))
    return np.column_stack([copies, cause])


@pytest.mark.parametrize("name", TESTS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), n_rows=st.integers(8, 120), n_levels=st.integers(2, 5))
def test_p_values_are_probabilities_and_symmetric(name: str, seed: int, n_rows: int, n_levels: int) -> None:
    test = TESTS[name](random_codes(seed, n_rows, n_levels))
    for conditioning in ([], [2], [2, 3]):
        p = test.p_value(0, 1, conditioning)
        assert 0 <= p <= 1
        assert test.p_value(1, 0, conditioning) == pytest.approx(p, abs=1e-9)
        assert test.p_value(0, 1, conditioning[::-1]) == pytest.approx(p, abs=1e-9)


@pytest.mark.parametrize("name", ["g_squared", "jonckheere", "symmetric"])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_reversing_the_levels_of_a_column_changes_no_p_value(name: str, seed: int) -> None:
    codes = random_codes(seed, 100, 3)
    reversed_codes = codes.copy()
    reversed_codes[:, 0] = 2 - codes[:, 0]
    first, second = (TESTS[name](c).p_value(0, 1, [2]) for c in (codes, reversed_codes))
    assert first == pytest.approx(second, abs=1e-8)


@pytest.mark.parametrize("name", TESTS)
def test_p_values_are_uniform_under_independence(name: str, rng: np.random.Generator) -> None:
    # Conditionally independent given the third column, and not marginally so.
    ps = []
    for _ in range(300):
        ps.append(TESTS[name](common_cause(rng)).p_value(0, 1, [2]))
    if name == "symmetric":  # its combination is conservative: small p-values are not more frequent than they should be
        assert np.mean(np.array(ps) < 0.05) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
    else:
        assert stats.kstest(ps, "uniform").pvalue > 1e-3


def test_a_test_that_ignores_the_conditioning_node_is_not_uniform(rng: np.random.Generator) -> None:
    ps = [JonckheereTerpstra(common_cause(rng)).p_value(0, 1) for _ in range(100)]
    assert stats.kstest(ps, "uniform").pvalue < 1e-6


def test_copula_correlation_recovers_the_latent_one(rng: np.random.Generator) -> None:
    truth = np.array([[1, 0.6, 0.3], [0.6, 1, -0.4], [0.3, -0.4, 1]])
    codes = np.digitize(rng.multivariate_normal(np.zeros(3), truth, 1500), [-0.8, 0.0, 0.7])
    posterior = copula_correlation(OrdinalTable.from_codes(codes), np.random.default_rng(1))
    inside = ~np.eye(3, dtype=bool)
    assert np.abs(posterior.mean - truth)[inside].max() < 0.07  # three standard errors of 1500 rows
    assert (posterior.effective_rows[inside] < 1500).all()
    assert (posterior.effective_rows[inside] > 500).all()


def test_copula_sees_only_the_order_of_levels_and_is_deterministic(rng: np.random.Generator) -> None:
    codes = np.digitize(rng.normal(size=(200, 3)) @ np.array([[1, 0.5, 0], [0, 1, 0.5], [0, 0, 1]]), [0.0, 1.0])
    stretched = OrdinalTable.from_codes(3 * codes, levels=[tuple(range(7))] * 3)
    short = {"n_draws": 60, "n_burn_in": 20}
    first = copula_correlation(OrdinalTable.from_codes(codes), np.random.default_rng(5), **short)
    second = copula_correlation(stretched, np.random.default_rng(5), **short)
    np.testing.assert_array_equal(first.mean, second.mean)


def test_missing_entries_lower_the_effective_number_of_rows(rng: np.random.Generator) -> None:
    codes = np.digitize(rng.normal(size=(600, 2)) @ np.array([[1, 0.7], [0, 1]]), [-0.5, 0.5])
    holes = np.where(rng.random(codes.shape) < 0.4, -1, codes)
    full, partial = (
        copula_correlation(OrdinalTable.from_codes(c), np.random.default_rng(2)).effective_rows[0, 1]
        for c in (codes, holes)
    )
    assert partial < 0.7 * full


def test_an_interrupted_copula_sampler_returns_its_mean_so_far(rng: np.random.Generator) -> None:
    codes = OrdinalTable.from_codes(rng.integers(0, 3, (500, 4)))
    before = signal.signal(signal.SIGALRM, signal.getsignal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.warns(ConvergenceWarning, match="copula sampler interrupted after"):
            posterior = copula_correlation(codes, rng, n_draws=10**7, n_burn_in=10)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert np.abs(posterior.mean - np.eye(4)).max() < 0.3
