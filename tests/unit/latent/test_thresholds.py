import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from ordag.data import OrdinalTable, encode
from ordag.errors import InputValueError
from ordag.latent import estimate_thresholds


def mixed_table(weights=None):
    """Two ordinal columns around a continuous one, each with a missing entry."""
    return OrdinalTable(
        names=("mood", "height", "sleep"),
        kinds=("ordinal", "continuous", "binary"),
        levels=(("low", "mid", "high"), (), (0, 1)),
        codes=np.array([[0, 0, 1], [1, 0, -1], [2, -1, 0], [-1, 0, 1], [2, 0, 1]]),
        continuous=np.array([[1.0], [3.0], [np.nan], [5.0], [7.0]]),
        weights=weights,
    )


def test_cuts_are_quantiles_of_cumulative_shares():
    table = OrdinalTable.from_codes(np.repeat([0, 1, 2], [20, 50, 30])[:, None])
    np.testing.assert_allclose(estimate_thresholds(table).cuts[0], norm.ppf([0.2, 0.7]), rtol=1e-14)


def test_smoothing_is_added_to_every_level():
    table = OrdinalTable.from_codes(np.repeat([0, 1, 2], [20, 50, 30])[:, None])
    np.testing.assert_allclose(
        estimate_thresholds(table, smoothing=1).cuts[0], norm.ppf([21 / 103, 72 / 103]), rtol=1e-13
    )


def test_missing_entries_are_left_out_column_by_column():
    margins = estimate_thresholds(mixed_table())
    np.testing.assert_allclose(margins.cuts[0], norm.ppf([1 / 4, 2 / 4]), atol=1e-15)
    np.testing.assert_allclose(margins.cuts[2], norm.ppf([1 / 4]))


def test_continuous_columns_have_no_cuts_but_a_mean_and_a_scale():
    margins = estimate_thresholds(mixed_table())
    assert margins.cuts[1].size == 0
    assert margins.is_continuous.tolist() == [False, True, False]
    np.testing.assert_allclose(margins.means, [0, 4, 0])
    np.testing.assert_allclose(margins.scales, [1, np.sqrt(5), 1])


def test_weights_count_as_repeated_rows():
    weights = np.array([1.0, 2.0, 3.0, 1.0, 2.0])
    weighted = estimate_thresholds(mixed_table(weights))
    repeated = estimate_thresholds(mixed_table().rows(np.repeat(np.arange(5), weights.astype(int))))
    for ours, theirs in zip(weighted.cuts, repeated.cuts, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-15)
    np.testing.assert_allclose(weighted.means, repeated.means)
    np.testing.assert_allclose(weighted.scales, repeated.scales)


def test_levels_that_never_occur_get_an_interval_without_content():
    codes = np.array([1, 1, 3, 3])[:, None]
    table = OrdinalTable.from_codes(codes, levels=[range(5)])
    np.testing.assert_array_equal(estimate_thresholds(table).cuts[0], [-np.inf, 0.0, 0.0, np.inf])


def test_smoothing_keeps_the_cuts_of_unused_levels_finite_and_apart():
    table = OrdinalTable.from_codes(np.array([1, 1, 3, 3])[:, None], levels=[range(5)])
    cuts = estimate_thresholds(table, smoothing=1).cuts[0]
    assert np.isfinite(cuts).all()
    assert (np.diff(cuts) > 0).all()


def test_rare_top_levels_keep_their_digits():
    table = OrdinalTable.from_codes(np.array([[0], [1]]))
    weighted = OrdinalTable(
        table.names, table.kinds, table.levels, table.codes, table.continuous, np.array([1.0, 1e-20])
    )
    np.testing.assert_allclose(estimate_thresholds(weighted).cuts[0], -norm.ppf(1e-20), rtol=1e-12)


def test_standardised_values_have_mean_zero_and_variance_one(rng):
    frame = pd.DataFrame({"a": rng.normal(7, 3, 200), "b": rng.exponential(size=200)})
    table = encode(frame, kinds={"a": "continuous", "b": "continuous"})
    values = estimate_thresholds(table).standardised(table)
    np.testing.assert_allclose(values.mean(axis=0), 0, atol=1e-14)
    np.testing.assert_allclose(values.var(axis=0), 1)


def test_column_without_values_is_named():
    table = OrdinalTable.from_codes(np.full((3, 1), -1), names=["sleep"], levels=[(0, 1)])
    with pytest.raises(InputValueError, match="column 'sleep' has no observed value"):
        estimate_thresholds(table)


def test_constant_continuous_column_is_named():
    table = OrdinalTable(("height",), ("continuous",), ((),), np.zeros((3, 1)), np.full((3, 1), 0.1))
    with pytest.raises(InputValueError, match=r"column .height. is constant at 0\.1"):
        estimate_thresholds(table)


def test_a_continuous_column_too_large_to_be_squared_is_named():
    table = OrdinalTable(("mass",), ("continuous",), ((),), np.zeros((2, 1)), np.array([[1e200], [3e200]]))
    with pytest.raises(InputValueError, match=r"column .mass. holds values too large to be squared, up to 3e\+200"):
        estimate_thresholds(table)


def test_negative_smoothing_is_refused():
    with pytest.raises(InputValueError, match="smoothing is -1; it must be zero or positive"):
        estimate_thresholds(mixed_table(), smoothing=-1)
