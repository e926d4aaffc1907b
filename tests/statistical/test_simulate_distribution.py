"""What the simulation draws has the distribution it promises. Bounds are five standard errors."""

import numpy as np
import pytest
from scipy.stats import chisquare, norm

from ordag import graphs, simulate

STANDARD_ERRORS = 5


@pytest.mark.parametrize("kind", ["er", "power", "bipartite", "geometric"])
@pytest.mark.parametrize("neighbours", [1.5, 4, 8])
def test_nodes_have_the_expected_number_of_neighbours(kind, neighbours, rng):
    n, n_graphs = 30, 300
    means = [simulate.random_dag(n, neighbours, rng, kind).sum() * 2 / n for _ in range(n_graphs)]
    assert abs(np.mean(means) - neighbours) < STANDARD_ERRORS * np.std(means) / np.sqrt(n_graphs)


def test_power_law_degrees_vary_more_than_those_of_erdos_renyi(rng):
    spread = {
        kind: np.mean([graphs.skeleton(simulate.random_dag(60, 4, rng, kind)).sum(axis=0).var() for _ in range(50)])
        for kind in ("er", "power")
    }
    assert spread["power"] > 3 * spread["er"]


def test_geometric_graphs_have_many_triangles(rng):
    def n_triangles(kind):
        joined = graphs.skeleton(simulate.random_dag(60, 4, rng, kind)).astype(int)
        return np.trace(np.linalg.matrix_power(joined, 3)) / 6

    geometric, erdos_renyi = (np.mean([n_triangles(kind) for _ in range(30)]) for kind in ("geometric", "er"))
    assert geometric > 3 * erdos_renyi


@pytest.mark.parametrize("kind", ["er", "power", "bipartite", "geometric"])
def test_no_node_prefers_a_place_in_the_order(kind, rng):
    n_graphs = 600
    n_parents = np.array([simulate.random_dag(10, 3, rng, kind).sum(axis=0) for _ in range(n_graphs)])
    error = n_parents.std(axis=0) / np.sqrt(n_graphs)
    assert (np.abs(n_parents.mean(axis=0) - 1.5) < STANDARD_ERRORS * error).all()


def test_latent_values_have_the_implied_correlation(rng):
    n_rows = 20_000
    data = simulate.ordinal_data(simulate.random_dag(8, 3, rng), n_rows, 3, 2.0, rng)
    np.testing.assert_allclose(
        data.latent.T @ data.latent / n_rows, data.correlation, atol=STANDARD_ERRORS * np.sqrt(2 / n_rows)
    )


def test_level_shares_are_those_between_the_thresholds(rng):
    n_rows = 20_000
    data = simulate.ordinal_data(np.zeros((6, 6)), n_rows, 4, 2.0, rng)
    for k, cuts in enumerate(data.thresholds):
        shares = np.diff(norm.cdf([-np.inf, *cuts, np.inf]))
        observed = np.bincount(data.codes[:, k]) / n_rows
        assert (np.abs(observed - shares) < STANDARD_ERRORS * np.sqrt(shares * (1 - shares) / n_rows)).all()


def test_level_counts_are_uniform_from_2_to_twice_the_mean_less_2(rng):
    data = simulate.ordinal_data(np.zeros((600, 600)), 200, 4, 2.0, rng)
    counts = np.bincount(data.n_levels, minlength=7)
    assert counts[:2].sum() == 0
    assert len(counts) == 7
    assert chisquare(counts[2:]).pvalue > 1e-4


def test_level_shares_follow_the_symmetric_dirichlet(rng):
    concentration, n_columns = 2.0, 1000
    data = simulate.ordinal_data(np.zeros((n_columns, n_columns)), 500, [3] * n_columns, concentration, rng)
    shares = np.array([np.diff(norm.cdf([-np.inf, *cuts, np.inf])) for cuts in data.thresholds])
    total = 3 * concentration
    variance = (1 / 3) * (2 / 3) / (total + 1)
    error = STANDARD_ERRORS * np.sqrt(variance / n_columns)
    np.testing.assert_allclose(shares.mean(axis=0), 1 / 3, atol=error)
    # The variance of a variance is at most that of a normal; redraws for empty levels are too rare to show.
    np.testing.assert_allclose(shares.var(axis=0), variance, rtol=STANDARD_ERRORS * np.sqrt(2 / n_columns))


@pytest.mark.parametrize("mechanism", ["mcar", "mar"])
def test_the_wanted_share_goes_missing(mechanism, rng):
    share, n_rows, n_columns = 0.2, 4000, 10
    missing = simulate.Missing(share, mechanism)
    data = simulate.ordinal_data(np.zeros((n_columns, n_columns)), n_rows, 3, 2.0, rng, missing=missing)
    error = STANDARD_ERRORS * np.sqrt(share / (n_rows * n_columns))
    assert abs((data.codes == -1).mean() - share) < error


def test_only_at_random_does_missingness_follow_an_observed_column(rng):
    def strongest_link(mechanism):
        missing = simulate.Missing(0.2, mechanism)
        data = simulate.ordinal_data(np.zeros((6, 6)), 2000, 3, 2.0, rng, missing=missing)
        holes = data.codes == -1
        complete = data.codes[:, ~holes.any(axis=0)] if mechanism == "mar" else data.latent
        incomplete = holes[:, holes.any(axis=0)]
        joint = np.corrcoef(complete.T, incomplete.T)[: complete.shape[1], complete.shape[1] :]
        return np.abs(joint).max(axis=0)

    assert (strongest_link("mar") > 0.2).all()
    assert (strongest_link("mcar") < 0.12).all()
