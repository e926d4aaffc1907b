import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.data import OrdinalTable, encode
from ordag.errors import InputValueError, RepairWarning
from ordag.latent import Margins, estimate_correlations, estimate_thresholds
from reference import polychoric as slow

# Agreement with the slow implementation, limited by its quadrature.
TWIN = 1e-8


def latent_table(rng, correlation, levels, n_rows=300, missing=0.0):
    """Ordinal table cut from a Gaussian, at equal shares."""
    latent = rng.multivariate_normal(np.zeros(len(correlation)), correlation, n_rows)
    codes = np.column_stack(
        [np.digitize(y, np.quantile(y, np.arange(1, k) / k)) for y, k in zip(latent.T, levels, strict=True)]
    )
    codes[rng.random(codes.shape) < missing] = -1
    return OrdinalTable.from_codes(codes, levels=[range(k) for k in levels])


def with_continuous(table, values, weights=None):
    """The table with continuous columns added behind its own."""
    k = values.shape[1]
    codes = np.column_stack([table.codes, np.where(np.isnan(values), -1, 0)])
    return OrdinalTable(
        names=(*table.names, *(f"z{j}" for j in range(k))),
        kinds=(*table.kinds, *["continuous"] * k),
        levels=(*table.levels, *[()] * k),
        codes=codes,
        continuous=values,
        weights=weights,
    )


def counts_of(table, x=0, y=1):
    counts = np.zeros((table.n_levels[x], table.n_levels[y]))
    both = (table.codes[:, [x, y]] >= 0).all(axis=1)
    np.add.at(counts, (table.codes[both, x], table.codes[both, y]), 1)
    return counts


def equicorrelated(rho, n=2):
    return np.full((n, n), rho) + (1 - rho) * np.eye(n)


@pytest.mark.parametrize("rho", [-0.97, -0.5, 0.0, 0.8, 0.95])
@pytest.mark.parametrize("levels", [(2, 2), (3, 5)])
def test_polychoric_agrees_with_the_slow_implementation(rng, rho, levels):
    table = latent_table(rng, equicorrelated(rho), levels)
    found = estimate_correlations(table)
    assert found.raw[0, 1] == pytest.approx(slow.polychoric(counts_of(table), *found.margins.cuts), abs=TWIN)


def test_add_one_smooths_cells_and_cuts(rng):
    table = latent_table(rng, equicorrelated(0.6), (3, 4))
    margins = estimate_thresholds(table, smoothing=1)
    exact = slow.polychoric(counts_of(table) + 1, *margins.cuts)
    assert estimate_correlations(table, smoothing="add_one").raw[0, 1] == pytest.approx(exact, abs=TWIN)


def test_independence_smoothing_adds_one_row_spread_over_the_cells(rng):
    table = latent_table(rng, equicorrelated(0.6), (3, 4), n_rows=40)
    shares = [np.bincount(column) / 40 for column in table.codes.T]
    exact = slow.polychoric(counts_of(table) + np.outer(*shares), *estimate_thresholds(table).cuts)
    assert estimate_correlations(table, smoothing="independence").raw[0, 1] == pytest.approx(exact, abs=TWIN)


def test_polyserial_agrees_with_the_slow_implementation(rng):
    latent = rng.multivariate_normal([0, 0], equicorrelated(0.7), 200)
    ordinal = OrdinalTable.from_codes(np.digitize(latent[:, [0]], [-0.8, 0.3]))
    table = with_continuous(ordinal, 5 + 3 * latent[:, [1]])
    found = estimate_correlations(table)
    values = found.margins.standardised(table)[:, 0]
    exact = slow.polyserial(table.codes[:, 0], values, found.margins.cuts[0])
    assert found.raw[0, 1] == found.raw[1, 0] == pytest.approx(exact, abs=TWIN)


def test_continuous_pairs_get_pearson_correlations_of_complete_pairs(rng):
    values = rng.multivariate_normal(np.zeros(3), equicorrelated(0.5, 3), 100)
    values[:30, 0] = np.nan
    values[20:40, 1] = np.nan
    table = encode(values, kinds={f"x{j}": "continuous" for j in range(3)})
    found = estimate_correlations(table, repair="none")
    np.testing.assert_allclose(found.raw, pd.DataFrame(values).corr(), atol=1e-14)
    np.testing.assert_array_equal(found.n_pairs, [[70, 60, 70], [60, 80, 80], [70, 80, 100]])
    np.testing.assert_allclose(found.standard_errors[0, 1], (1 - found.raw[0, 1] ** 2) / np.sqrt(60))


def test_missing_entries_are_left_out_pair_by_pair(rng):
    table = latent_table(rng, equicorrelated(0.5, 3), (3, 2, 4), missing=0.2)
    margins = estimate_thresholds(table)
    found = estimate_correlations(table, margins, repair="none")
    both = np.flatnonzero((table.codes[:, [0, 2]] >= 0).all(axis=1))
    alone = estimate_correlations(table.rows(both), margins, repair="none")
    assert found.raw[0, 2] == pytest.approx(alone.raw[0, 2], abs=1e-12)
    assert found.n_pairs[0, 2] == len(both)


def test_weights_count_as_repeated_rows(rng):
    table = latent_table(rng, equicorrelated(0.5, 3), (3, 2, 4), n_rows=120, missing=0.1)
    table = with_continuous(table, rng.normal(size=(120, 2)) + table.codes[:, [0]])
    weights = rng.integers(0, 4, 120).astype(float)
    weighted = estimate_correlations(with_continuous(table_without(table), table.continuous, weights), repair="none")
    repeated = estimate_correlations(table.rows(np.repeat(np.arange(120), weights.astype(int))), repair="none")
    np.testing.assert_allclose(weighted.raw, repeated.raw, atol=1e-11)
    np.testing.assert_allclose(weighted.standard_errors, repeated.standard_errors, atol=1e-11)
    np.testing.assert_array_equal(weighted.n_pairs, repeated.n_pairs)


@pytest.mark.parametrize("n_rows", [63, 512, 777, 20_000])
def test_counting_by_sets_of_rows_gives_the_tables_of_a_pass_over_the_rows(rng, n_rows):
    """Weighted rows are tallied one by one; with weights of one both ways must give the same numbers to the last bit.

    The last column has so many levels that its larger tables are tallied in any case.
    """
    levels = (2, 3, 5, 7, 40)
    table = latent_table(rng, equicorrelated(0.5, len(levels)), levels, n_rows, missing=0.1)
    codes = np.where(table.codes < 0, -1, 2 * table.codes + 1)
    spread = OrdinalTable.from_codes(codes, levels=[range(2 * k) for k in levels])
    for counted in (table, spread):  # `spread` has levels that were declared and never seen
        margins = estimate_thresholds(counted)
        tallied = replace(counted, weights=np.ones(n_rows))
        by_sets, by_rows = (
            estimate_correlations(t, margins, repair="none", smoothing="independence") for t in (counted, tallied)
        )
        np.testing.assert_array_equal(by_sets.raw, by_rows.raw)
        np.testing.assert_array_equal(by_sets.standard_errors, by_rows.standard_errors)
        np.testing.assert_array_equal(by_sets.n_pairs, by_rows.n_pairs)


def table_without(table):
    """The ordinal columns alone."""
    chosen = [j for j, kind in enumerate(table.kinds) if kind != "continuous"]
    return OrdinalTable.from_codes(table.codes[:, chosen], levels=[table.levels[j] for j in chosen])


def test_threads_do_not_change_the_result(rng):
    table = latent_table(rng, equicorrelated(0.4, 9), (2, 3, 4, 5, 2, 3, 4, 5, 6), missing=0.05)
    table = with_continuous(table, rng.normal(size=(300, 2)))
    one, two = (estimate_correlations(table, repair="none", n_threads=k) for k in (1, 2))
    np.testing.assert_array_equal(one.raw, two.raw)
    np.testing.assert_array_equal(one.standard_errors, two.standard_errors)


def test_unused_declared_levels_change_nothing(rng):
    table = latent_table(rng, equicorrelated(0.4), (3, 3))
    spread = OrdinalTable.from_codes(2 * table.codes + 1, levels=[range(7)] * 2)
    assert estimate_correlations(spread).raw[0, 1] == pytest.approx(estimate_correlations(table).raw[0, 1], abs=1e-12)


def test_empty_cells_stop_at_the_bound_and_say_so():
    codes = np.repeat([[0, 0], [0, 1], [1, 1]], [40, 20, 40], axis=0)
    table = OrdinalTable.from_codes(codes, names=["sleep", "mood"])
    with pytest.warns(RepairWarning, match="correlation of 'sleep' and 'mood' was held at ±0.999"):
        found = estimate_correlations(table, repair="none")
    assert found.raw[0, 1] == 0.999
    assert np.isnan(found.standard_errors[0, 1])


def test_independence_smoothing_keeps_empty_cells_off_the_bound():
    codes = np.repeat([[0, 0], [0, 1], [1, 1]], [40, 20, 40], axis=0)
    found = estimate_correlations(OrdinalTable.from_codes(codes), smoothing="independence")
    assert 0.9 < found.raw[0, 1] < 0.999


def test_identical_columns_are_held_at_the_bound(rng):
    column = rng.integers(0, 4, 200)
    with pytest.warns(RepairWarning, match="held at"):
        found = estimate_correlations(OrdinalTable.from_codes(np.column_stack([column, 3 - column])))
    assert found.raw[0, 1] == -0.999


def test_pair_never_seen_together_is_named():
    codes = np.array([[0, -1], [1, -1], [-1, 0], [-1, 1]])
    with pytest.raises(InputValueError, match="columns 'x0' and 'x1' are not observed together"):
        estimate_correlations(OrdinalTable.from_codes(codes))


def test_far_cuts_and_rare_cells_give_finite_estimates():
    counts = np.array([[100_000, 30, 2], [25, 1, 1], [3, 0, 1]])
    weights = counts.ravel().astype(float)
    codes = np.array([(i, j) for i in range(3) for j in range(3)])
    table = OrdinalTable(("a", "b"), ("ordinal",) * 2, (range(3),) * 2, codes, np.empty((9, 0)), weights)
    found = estimate_correlations(table)
    exact = slow.polychoric(counts, *found.margins.cuts, bracket=(0.0, 0.95))
    assert found.raw[0, 1] == pytest.approx(exact, abs=TWIN)
    assert found.standard_errors[0, 1] > 0


def test_cuts_far_from_the_data_still_give_an_estimate():
    table = OrdinalTable.from_codes(np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 10))
    margins = Margins((np.array([-6.0]), np.array([7.0])), np.zeros(2), np.ones(2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RepairWarning)
        assert np.isfinite(estimate_correlations(table, margins).raw).all()


def test_public_function_returns_a_labelled_matrix(rng):
    frame = pd.DataFrame(rng.integers(0, 3, (100, 3)), columns=["a", "b", "c"])
    found = ordag.polychoric(frame)
    assert list(found.index) == list(found.columns) == ["a", "b", "c"]
    np.testing.assert_array_equal(found, estimate_correlations(encode(frame)).correlation)


def test_public_function_hands_on_declarations_and_weights():
    frame = pd.DataFrame({"a": ["lo", "hi", "lo", "hi"], "b": [1, 2, 2, 1], "w": [4, 4, 2, 1]})
    levels = {"a": ["lo", "hi"], "b": [2, 1]}
    found = ordag.polychoric(frame, levels=levels, weights="w", smoothing="independence")
    assert list(found) == ["a", "b"]
    assert found.loc["a", "b"] < 0


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"smoothing": "add-one"}, "unknown smoothing 'add-one'; did you mean 'add_one'"),
        ({"repair": "near"}, "unknown repair 'near'"),
    ],
)
def test_unknown_options_list_the_valid_ones(rng, option, message):
    with pytest.raises(InputValueError, match=message):
        estimate_correlations(latent_table(rng, equicorrelated(0.1), (2, 2)), **option)


def test_repair_is_part_of_the_result(rng):
    table = latent_table(rng, equicorrelated(0.9, 8), [2] * 8, n_rows=40)
    with pytest.warns(RepairWarning):
        found = estimate_correlations(table, smoothing="independence", repair="nearest")
    assert found.repaired
    assert found.smallest_eigenvalue < 0
    assert np.linalg.eigvalsh(found.correlation)[0] > 0
    np.testing.assert_allclose(np.linalg.eigvalsh(found.raw)[0], found.smallest_eigenvalue)
