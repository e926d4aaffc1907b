"""Size and derivatives of the test of rank partial correlations."""

import numpy as np
import pytest

from ordag.errors import InputTypeError
from ordag.independence import FisherZ, RankPartialCorrelation, kendall_correlation
from ordag.independence.rank_partial import _contributions, _slopes

CUTS = {2: [0.0], 3: [-0.4, 0.5], 5: [-1.0, -0.3, 0.3, 1.0]}
ALPHA, N_TABLES = 0.05, 4000
# One per cent, and one and a half standard errors of the share of so many tables.
OFF = 0.015
GIVEN = ([], [2], [2, 3])


def rates(rng, tests_of, levels, n_rows, related=0.0):
    """Share of tables in which each set of conditioning nodes joins the first two columns, the first independent."""
    correlation = np.eye(4)
    correlation[1:, 1:] += related * (1 - np.eye(3))
    factor = np.linalg.cholesky(correlation)
    joined = np.zeros(len(GIVEN))
    for _ in range(N_TABLES):
        latent = rng.normal(size=(n_rows, 4)) @ factor.T
        codes = np.column_stack([np.searchsorted(CUTS[k], z) for k, z in zip(levels, latent.T, strict=True)])
        test = tests_of(codes)
        joined += [test.p_value(0, 1, given) < ALPHA for given in GIVEN]
    return joined / N_TABLES


@pytest.mark.slow
@pytest.mark.parametrize("n_rows", [300, 1000])
@pytest.mark.parametrize(
    ("levels", "related"), [((2, 2, 2, 2), 0.0), ((5, 5, 5, 5), 0.0), ((2, 5, 3, 2), 0.0), ((2, 2, 2, 2), 0.5)]
)
def test_independent_columns_are_joined_in_one_table_of_twenty(rng, levels, related, n_rows):
    assert rates(rng, RankPartialCorrelation, levels, n_rows, related) == pytest.approx(ALPHA, abs=OFF)


@pytest.mark.slow
def test_the_published_test_joins_them_in_one_of_five(rng):
    """The control, and what the documentation says of it."""
    found = rates(rng, lambda codes: FisherZ(*kendall_correlation(codes)), (2, 2, 2, 2), 300)
    assert found == pytest.approx(0.2, abs=0.03)


def test_size_on_a_few_tables(rng):
    p_values = []
    for _ in range(300):
        test = RankPartialCorrelation(rng.integers(0, 2, (300, 3)))
        p_values.append([test.p_value(0, 1), test.p_value(0, 1, [2])])
    # Three standard errors of a share of 300 are 4 %; the published test stands at 20 %.
    assert np.mean(np.array(p_values) < ALPHA, axis=0) == pytest.approx(ALPHA, abs=0.04)


def weighted_correlation(x, y, weights):
    """sin(π/2 τ_b) of weighted rows, from the definition."""
    sign_x, sign_y = (np.sign(column[:, None] - column) for column in (x, y))
    pairs = np.outer(weights, weights)
    tau = (pairs * sign_x * sign_y).sum() / np.sqrt((pairs * sign_x**2).sum() * (pairs * sign_y**2).sum())
    return np.sin(0.5 * np.pi * tau)


def test_contributions_are_derivatives_by_the_weight_of_a_row(rng):
    x = rng.integers(0, 3, 40)
    y = np.clip(x + rng.integers(-1, 3, 40), 0, 3)
    step = 1e-5 * np.eye(40)
    expected = [(weighted_correlation(x, y, 1 + s) - weighted_correlation(x, y, 1 - s)) / 2e-5 for s in step]
    np.testing.assert_allclose(_contributions(x, y), expected, atol=1e-9)


def partial(correlation):
    precision = np.linalg.inv(correlation)
    return -precision[0, 1] / np.sqrt(precision[0, 0] * precision[1, 1])


def test_slopes_are_derivatives_of_the_partial_correlation():
    correlation = np.array([[1, 0.4, 0.3, 0.2], [0.4, 1, 0.5, 0.1], [0.3, 0.5, 1, 0.3], [0.2, 0.1, 0.3, 1]])
    slopes = _slopes(np.linalg.inv(correlation))
    for i, j in ((0, 1), (0, 2), (2, 3), (1, 3)):
        step = np.zeros((4, 4))
        step[i, j] = step[j, i] = 1e-6
        assert slopes[i, j] == pytest.approx((partial(correlation + step) - partial(correlation - step)) / 2e-6)


def test_p_values_see_no_order_of_nodes_and_no_direction_of_levels(rng):
    codes = rng.integers(0, 3, (80, 4))
    codes[:, 1] = np.clip(codes[:, 0] + rng.integers(-1, 2, 80), 0, 2)
    first, turned = (
        RankPartialCorrelation(codes),
        RankPartialCorrelation(np.column_stack([2 - codes[:, 0], codes[:, 1:]])),
    )
    assert first.p_value(0, 1, [3, 2]) == first.p_value(1, 0, [2, 3])
    assert first.p_value(0, 1, [2]) == pytest.approx(turned.p_value(0, 1, [2]))


def test_degenerate_columns_and_few_rows_are_independent(rng):
    codes = np.column_stack([np.zeros(30, int), *rng.integers(0, 2, (2, 30))])
    assert RankPartialCorrelation(codes).p_value(0, 1, [2]) == 1
    assert RankPartialCorrelation(codes[:4]).p_value(1, 2, [0]) == 1
    twin = np.column_stack([codes[:, 1], codes[:, 2], codes[:, 1]])
    assert RankPartialCorrelation(twin).p_value(0, 1, [2]) == 1
    assert RankPartialCorrelation(twin).p_value(0, 2) == RankPartialCorrelation(twin).p_value(0, 2, [1]) == 0


def test_a_conditioning_node_given_twice_changes_nothing(rng):
    codes = rng.integers(0, 3, (200, 3))
    codes[:, 1] = np.clip(codes[:, 0] + rng.integers(-1, 2, 200), 0, 2)
    once, twice = RankPartialCorrelation(codes), RankPartialCorrelation(codes[:, [0, 1, 2, 2]])
    # One row less in the denominator of the variance.
    assert twice.p_value(0, 1, [2, 3]) == pytest.approx(once.p_value(0, 1, [2]), rel=0.5)


def test_missing_entries_count_for_nothing(rng):
    codes = rng.integers(0, 3, (200, 3))
    codes[:, 1] = np.clip(codes[:, 0] + rng.integers(-1, 2, 200), 0, 2)
    holes = np.vstack([codes, np.column_stack([np.full(50, -1), rng.integers(0, 3, (50, 2))])])
    assert RankPartialCorrelation(holes).p_value(0, 1) == pytest.approx(RankPartialCorrelation(codes).p_value(0, 1))


def test_many_ranks_are_merged_for_the_variance_alone(rng):
    latent = rng.normal(size=(600, 2))
    ranks = latent.argsort(axis=0).argsort(axis=0)
    exact, merged = _contributions(*ranks.T), RankPartialCorrelation(ranks)._contribution(0, 1)
    assert merged @ merged == pytest.approx(exact @ exact, rel=0.01)


def test_codes_are_checked():
    with pytest.raises(InputTypeError):
        RankPartialCorrelation([[0.5, 1.0]])
