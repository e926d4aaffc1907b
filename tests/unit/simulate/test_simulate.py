"""Inputs, outputs and errors of the simulation; what is random is tested in tests/statistical."""

import numpy as np
import pytest

from ordag import graphs, simulate
from ordag.data import encode
from ordag.errors import InputValueError, OrdagError

KINDS = ["er", "power", "bipartite", "geometric"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_dag(kind):
    one, again, other = (simulate.random_dag(20, 3, rng=seed, kind=kind) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("kind", ["er", "geometric"])
def test_a_single_node_has_no_edges(kind):
    np.testing.assert_array_equal(simulate.random_dag(1, 0, rng=1, kind=kind), [[0]])


def test_all_neighbours_give_the_complete_dag():
    assert simulate.random_dag(6, 5, rng=1).sum() == 15


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0, "neighbours": 1}, "n is 0; it must be a whole number from 1 on"),
        ({"n": 5, "neighbours": 5}, "neighbours is 5; with 5 nodes and kind 'er' it must lie between 0 and 4"),
        ({"n": 8, "neighbours": 0.5, "kind": "power"}, "kind 'power' it must lie between 1 and 4"),
        ({"n": 8, "neighbours": 5, "kind": "bipartite"}, "kind 'bipartite' it must lie between 0 and 4"),
        ({"n": 1, "neighbours": 1, "kind": "power"}, "n is 1, too few nodes for a graph of kind 'power'"),
        ({"n": 5, "neighbours": 2, "kind": "bipartit"}, "unknown kind 'bipartit'; did you mean 'bipartite'"),
    ],
)
def test_impossible_dags_are_refused(arguments, message):
    with pytest.raises(InputValueError, match=message):
        simulate.random_dag(**arguments, rng=1)


def test_weights_stand_on_the_edges_and_have_the_wanted_size():
    dag = simulate.random_dag(30, 6, rng=1)
    weights = simulate.random_weights(dag, rng=1)
    np.testing.assert_array_equal(weights != 0, dag)
    sizes = np.abs(weights[dag == 1])
    assert 0.4 <= sizes.min() < sizes.max() <= 1.0
    assert (weights < 0).any()
    assert (weights > 0).any()


def test_the_same_seed_gives_the_same_data():
    dag = simulate.random_dag(6, 2, rng=1)
    one, again = (simulate.ordinal_data(dag, 50, 3, 2.0, rng=5, missing=simulate.Missing(0.1)) for _ in range(2))
    assert one.frame.equals(again.frame)
    np.testing.assert_array_equal(one.weights, again.weights)


@pytest.mark.parametrize("levels", [2, 2.5, 3, 5])
def test_every_level_is_observed_and_codes_are_the_cut_latent_values(levels):
    data = simulate.ordinal_data(simulate.random_dag(15, 3, rng=1), 200, levels, 1.0, rng=2)
    for k, (cuts, count) in enumerate(zip(data.thresholds, data.n_levels, strict=True)):
        assert 2 <= count <= 2 * levels - 2
        assert sorted(set(data.codes[:, k])) == list(range(count))
        np.testing.assert_array_equal(data.codes[:, k], (data.latent[:, [k]] > cuts).sum(axis=1))


def test_counts_per_column_are_kept():
    data = simulate.ordinal_data(np.zeros((3, 3)), 100, [2, 5, 3], 2.0, rng=1)
    assert data.n_levels == (2, 5, 3)
    assert [len(data.frame[c].cat.categories) for c in data.frame] == [2, 5, 3]
    assert all(data.frame[c].cat.ordered for c in data.frame)
    assert list(data.frame.columns) == ["V1", "V2", "V3"]


def test_continuous_columns_hold_the_latent_values():
    data = simulate.ordinal_data(np.zeros((3, 3)), 50, [2, 0, 3], 2.0, rng=1, continuous=[2])
    assert data.n_levels == (2, 0, 0)
    np.testing.assert_array_equal(data.frame[["V2", "V3"]], data.latent[:, 1:])
    assert (data.codes[:, 1:] == 0).all()


@pytest.mark.parametrize("mechanism", ["mcar", "mar"])
def test_missing_entries_leave_every_row_and_every_level(mechanism):
    missing = simulate.Missing(0.4, mechanism)
    data = simulate.ordinal_data(np.zeros((4, 4)), 100, [2, 4, 4, 0], 2.0, rng=1, missing=missing)
    np.testing.assert_array_equal(data.frame.isna(), data.codes == -1)
    assert data.frame.isna().any(axis=None)
    assert not data.frame.isna().all(axis=1).any()
    for k in range(3):
        assert set(data.codes[:, k]) - {-1} == set(range(data.n_levels[k]))


def test_at_random_half_the_columns_stay_complete():
    data = simulate.ordinal_data(np.zeros((6, 6)), 300, 3, 2.0, rng=1, missing=simulate.Missing(0.2, "mar"))
    assert (data.frame.isna().sum() == 0).sum() == 3


def test_given_weights_are_used():
    weights = np.array([[0.0, 2.0], [0.0, 0.0]])
    data = simulate.ordinal_data(weights != 0, 50, rng=1, weights=weights)
    np.testing.assert_array_equal(data.weights, weights)
    assert data.correlation[0, 1] == pytest.approx(2 / np.sqrt(5))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_rows": 1}, "n_rows is 1; it must be a whole number from 2 on"),
        ({"concentration": 0.0}, "concentration is 0.0; it must be positive"),
        ({"levels": 1.5}, r"levels is 1.5; it must be 2, 2.5, 3, …"),
        ({"levels": 2.2}, "levels is 2.2; it must be 2, 2.5, 3, …"),
        ({"levels": [2, 1]}, r"one count per column \(2\), each at least 2 or 0"),
        ({"levels": [2, 3, 4]}, r"one count per column \(2\)"),
        (
            {"levels": [2, 30], "n_rows": 10},
            "column 1: none of 1000 draws of thresholds showed all 30 levels in 10 rows",
        ),
        ({"continuous": [2]}, "continuous names column 2; the columns are 0 to 1"),
        ({"weights": np.zeros((2, 2))}, "non-zero exactly where the DAG has an edge"),
        ({"dag": [[0, 1], [1, 0]]}, "dag must be directed and acyclic"),
    ],
)
def test_bad_inputs_are_refused(options, message):
    arguments = {"dag": [[0, 1], [0, 0]], "n_rows": 100, "rng": 1} | options
    with pytest.raises(InputValueError, match=message):
        simulate.ordinal_data(**arguments)


def test_missing_entries_need_a_possible_share_and_mechanism():
    with pytest.raises(InputValueError, match=r"must lie between 0 and 0.45 for 'mar'; found 0.6"):
        simulate.Missing(0.6, "mar")
    with pytest.raises(InputValueError, match="unknown mechanism 'mnar'"):
        simulate.Missing(0.1, "mnar")
    with pytest.raises(InputValueError, match="missing entries need at least 2 columns"):
        simulate.ordinal_data([[0]], 10, rng=1, missing=simulate.Missing(0.1))


def test_a_level_that_cannot_survive_the_holes_is_reported(monkeypatch):
    monkeypatch.setattr("ordag.simulate.ordinal.MAX_DRAWS", 50)
    with pytest.raises(InputValueError, match="left every level of a column observed"):
        simulate.ordinal_data(np.zeros((2, 2)), 20, [5, 5], 9.0, rng=1, missing=simulate.Missing(0.9))


def test_no_share_of_missing_entries_leaves_the_table_whole():
    for mechanism in ("mcar", "mar"):
        data = simulate.ordinal_data(np.zeros((4, 4)), 50, rng=1, missing=simulate.Missing(0.0, mechanism))
        assert not data.frame.isna().any(axis=None)


def test_implied_covariance_follows_from_the_paths():
    weights = np.array([[0, 0.5, 0.2], [0, 0, 2.0], [0, 0, 0]])
    covariance = simulate.implied_covariance(weights, np.array([1.0, 2.0, 3.0]))
    variance_of_second = 0.25 + 2
    last = 0.2 + 0.5 * 2.0  # total effect of the first on the last
    expected = [
        [1, 0.5, last],
        [0.5, variance_of_second, 0.5 * 0.2 + 2 * variance_of_second],
        [last, 0.5 * 0.2 + 2 * variance_of_second, last**2 + 4 * 2 + 3],
    ]
    np.testing.assert_allclose(covariance, expected)


def test_bipartite_graphs_have_no_odd_cycle():
    joined = graphs.skeleton(simulate.random_dag(20, 5, rng=3, kind="bipartite")).astype(int)
    assert np.trace(np.linalg.matrix_power(joined, 3)) == 0
    assert np.trace(np.linalg.matrix_power(joined, 5)) == 0


def test_the_data_layer_reads_the_table_back_with_the_same_codes():
    data = simulate.ordinal_data(
        simulate.random_dag(6, 2, rng=1), 80, [2, 3, 4, 0, 5, 3], rng=1, missing=simulate.Missing(0.15)
    )
    table = encode(data.frame, kinds={"V4": "continuous"})
    np.testing.assert_array_equal(table.codes, data.codes)
    assert table.n_levels == data.n_levels


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: simulate.random_dag("x", 1), "n is 'x'; it must be a whole number from 1 on"),
        (lambda: simulate.random_dag(3, "x"), "neighbours is 'x'; it must be a number"),
        (lambda: simulate.ordinal_data([[0]], 20, levels="x"), "levels is 'x'; it must be a number"),
        (lambda: simulate.ordinal_data([[0]], 20, levels=["x"]), "levels is 'x'; it must be a whole number from 0 on"),
        (lambda: simulate.ordinal_data([[0]], 20, concentration="x"), "concentration is 'x'; it must be a number"),
        (lambda: simulate.ordinal_data([[0]], "x"), "n_rows is 'x'; it must be a whole number from 2 on"),
        (lambda: simulate.ordinal_data([[0]], 20, missing="x"), "missing is 'x'; it must be a number"),
    ],
)
def test_what_is_no_number_is_refused_by_name(call, message):
    with pytest.raises(OrdagError, match=message):
        call()


def test_a_number_is_the_share_that_is_missing_completely_at_random():
    by_share, by_kind = (
        simulate.ordinal_data(np.zeros((4, 4)), 100, 4, rng=1, missing=missing)
        for missing in (0.2, simulate.Missing(0.2))
    )
    assert (by_share.codes < 0).any()
    np.testing.assert_array_equal(by_share.codes, by_kind.codes)
