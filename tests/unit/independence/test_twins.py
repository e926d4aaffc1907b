"""Compiled tests of conditional independence against their plain twins, on ordinary and degenerate tables."""

import numpy as np
import pytest
from scipy import stats

from ordag.data import OrdinalTable, encode
from ordag.independence import (
    FisherZ,
    GSquared,
    JonckheereTerpstra,
    SymmetricLRT,
    kendall_correlation,
    pearson_correlation,
)
from reference import independence as twin

CASES = [(0, 1, []), (2, 0, [1]), (1, 3, [0, 2]), (4, 0, [1, 2, 3])]


@pytest.fixture
def codes(rng: np.random.Generator) -> np.ndarray:
    latent = rng.normal(size=(250, 5))
    latent[:, 1] += latent[:, 0]
    latent[:, 2] -= latent[:, 1]
    latent[:, 4] += latent[:, 3]
    cuts = [[0], [-1, 1], [-1, 0, 1], [0.5], [-2, 0]]
    return np.column_stack([np.digitize(latent[:, k], cuts[k]) for k in range(5)])


@pytest.mark.parametrize(("x", "y", "given"), CASES)
def test_fisher_z_agrees_with_its_twin(codes: np.ndarray, x: int, y: int, given: list[int]) -> None:
    correlation = np.corrcoef(codes.T)
    assert FisherZ(correlation, 250).p_value(x, y, given) == pytest.approx(
        twin.fisher_z(correlation, 250, x, y, given), abs=1e-12
    )


@pytest.mark.parametrize("adaptive", [False, True])
@pytest.mark.parametrize(("x", "y", "given"), CASES)
def test_g_squared_agrees_with_its_twin(codes: np.ndarray, x: int, y: int, given: list[int], adaptive: bool) -> None:
    levels = [int(k) for k in codes.max(axis=0) + 1]
    test = GSquared(codes, levels, adaptive=adaptive, min_rows_per_df=0)
    assert test.p_value(x, y, given) == pytest.approx(twin.g_squared(codes, levels, x, y, given, adaptive), abs=1e-12)


@pytest.mark.parametrize(("x", "y", "given"), CASES)
def test_jonckheere_terpstra_agrees_with_its_twin(codes: np.ndarray, x: int, y: int, given: list[int]) -> None:
    statistic = twin.jonckheere(codes, x, y, given)
    test = JonckheereTerpstra(codes)
    assert test.statistic(x, y, given) == pytest.approx(statistic, abs=1e-10)
    assert test.p_value(x, y, given) == pytest.approx(2 * stats.norm.sf(abs(statistic)), abs=1e-12)


@pytest.mark.parametrize(("x", "y", "given"), CASES[:3])
def test_symmetric_likelihood_ratio_agrees_with_its_twin(codes: np.ndarray, x: int, y: int, given: list[int]) -> None:
    ours = SymmetricLRT(OrdinalTable.from_codes(codes)).p_value(x, y, given)
    # The general optimiser of the twin finds the maximum to about 1e-9.
    assert ours == pytest.approx(twin.symmetric_lrt(codes, x, y, given), abs=1e-6)


def test_symmetric_test_of_continuous_columns_is_the_f_test(rng: np.random.Generator) -> None:
    values = rng.normal(size=(80, 3))
    values[:, 1] += 0.3 * values[:, 0]
    table = encode(values, kinds=dict.fromkeys(("x0", "x1", "x2"), "continuous"))
    ours = SymmetricLRT(table).p_value(0, 1, [2])
    # Between continuous variables both regressions test the same partial correlation.
    residuals = [values[:, k] - np.polyval(np.polyfit(values[:, 2], values[:, k], 1), values[:, 2]) for k in (0, 1)]
    r = np.corrcoef(residuals)[0, 1]
    assert ours == pytest.approx(stats.f.sf(r**2 * 77 / (1 - r**2), 1, 77), rel=1e-9)


def test_separated_regressions_end_at_their_supremum(rng: np.random.Generator) -> None:
    x = np.repeat([0, 1, 2], 30)
    y = np.where(x == 2, 2, rng.integers(0, 2, 90))  # level 2 of y is certain where x is 2
    likelihood = SymmetricLRT(OrdinalTable.from_codes(np.column_stack([x, y]))).log_likelihood(1, [0])
    inner = OrdinalTable.from_codes(np.column_stack([x, y])[x < 2])
    assert likelihood == pytest.approx(SymmetricLRT(inner).log_likelihood(1, [0]), abs=1e-6)


def test_a_predictor_that_repeats_another_adds_nothing(codes: np.ndarray) -> None:
    doubled = np.column_stack([codes[:, :2], codes[:, 1]])
    test = SymmetricLRT(OrdinalTable.from_codes(doubled))
    assert test.p_value(0, 1, [2]) == 1.0


@pytest.mark.parametrize("n_levels", [3, 200])
def test_kendall_correlation_for_few_and_many_levels(rng: np.random.Generator, n_levels: int) -> None:
    x = rng.integers(0, n_levels, 150)
    y = np.clip(x + rng.integers(-n_levels // 2, n_levels // 2 + 1, 150), 0, n_levels - 1)
    correlation, n_rows = kendall_correlation(np.column_stack([x, y]))
    assert correlation[0, 1] == pytest.approx(np.sin(np.pi / 2 * stats.kendalltau(x, y).statistic), abs=1e-12)
    assert n_rows[0, 1] == 150


def test_correlations_use_the_rows_where_both_are_observed(rng: np.random.Generator) -> None:
    values = rng.integers(0, 4, (60, 2)).astype(float)
    values[:20, 0] = np.nan
    values[50:, 1] = np.nan
    both = values[20:50]
    pearson, n_rows = pearson_correlation(values)
    assert pearson[0, 1] == pytest.approx(np.corrcoef(both.T)[0, 1], abs=1e-12)
    assert n_rows.tolist() == [[40, 30], [30, 50]]
    kendall, kendall_rows = kendall_correlation(np.nan_to_num(values, nan=-1).astype(int))
    assert kendall[0, 1] == pytest.approx(np.sin(np.pi / 2 * stats.kendalltau(*both.T).statistic), abs=1e-12)
    np.testing.assert_array_equal(kendall_rows, n_rows)


@pytest.mark.parametrize("make", [GSquared, JonckheereTerpstra, lambda c: SymmetricLRT(OrdinalTable.from_codes(c))])
def test_rows_with_a_missing_entry_are_left_out_of_the_test(codes: np.ndarray, make: type) -> None:
    holes = codes.copy()
    holes[::7, 0] = -1
    holes[::5, 2] = -1
    complete = codes[(holes[:, 0] >= 0) & (holes[:, 2] >= 0)]
    assert make(holes).p_value(0, 1, [2]) == pytest.approx(make(complete).p_value(0, 1, [2]), abs=1e-9)
