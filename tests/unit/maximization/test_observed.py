"""The climb of one graph's observed-data likelihood against a plain twin, and the laws it obeys."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from ordag import simulate
from ordag.expectation import Settling, log_probabilities, propagate, scattered_points, start_factors
from ordag.maximization.observed import Climb, fit_graph, slope_covariance, unit_noise_slopes
from ordag.strategies.information import hidden_variances
from reference import graph_climb as plain
from reference.latent_boxes import boxes_of, random_codes, random_correlation

DAG = np.array([[0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]], dtype=np.int8)
EQUIVALENT = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 1], [0, 0, 0, 0]], dtype=np.int8)
CUTS = [[-0.5, 0.6], [0.2], [-0.8, 0.1, 0.9], [0.0]]
EXACT = Settling(tolerance=1e-10, max_sweeps=200)
TO_THE_TOP = Climb(tolerance=1e-9, max_passes=200, settling=EXACT)
STEP = 1e-5  # of the central differences


@pytest.fixture
def boxes(rng):
    codes = random_codes(rng, random_correlation(rng, 4), CUTS, 40)
    codes[rng.random(codes.shape) < 0.1] = -1
    return boxes_of(codes, CUTS, weights=rng.integers(1, 4, 40).astype(float))


@pytest.fixture
def mixed(rng):
    """As `boxes`, the last column continuous."""
    correlation = random_correlation(rng, 4)
    values = rng.multivariate_normal(np.zeros(4), correlation, size=60)
    codes = np.column_stack([np.searchsorted(cuts, values[:, i]) for i, cuts in enumerate(CUTS)])
    hidden = rng.random(codes.shape) < 0.2
    codes[hidden], values[hidden] = -1, np.nan
    return boxes_of(codes, [*CUTS[:3], None], values=values)


@pytest.fixture
def slopes(rng):
    return DAG * rng.uniform(-0.8, 0.8, DAG.shape)


def climbed(boxes, dag, slopes, climb, **options):
    return fit_graph(boxes, dag, slopes, start_factors(boxes), climb, **options)


def objective(boxes, slopes, ridge):
    """Penalised log-likelihood by the E-step that the package uses everywhere."""
    correlation = plain.correlation_of(slopes)
    _, moments = propagate(start_factors(boxes), boxes, correlation, settling=EXACT)
    return moments.log_likelihood + ridge * plain.log_prior(correlation)


def slope_by_differences(boxes, dag, slopes, ridge):
    out = []
    for edge in np.argwhere(dag):
        moved = np.zeros(dag.shape)
        moved[tuple(edge)] = STEP
        ahead, behind = objective(boxes, slopes + moved, ridge), objective(boxes, slopes - moved, ridge)
        out.append((ahead - behind) / (2 * STEP))
    return np.array(out)


@pytest.mark.parametrize("ridge", [0.0, 2.0])
def test_the_score_of_the_twin_is_the_slope_of_the_likelihood(boxes, slopes, ridge):
    score, _ = plain.score_and_information(boxes, DAG, slopes, ridge)
    assert score == pytest.approx(slope_by_differences(boxes, DAG, slopes, ridge), abs=1e-4)


@pytest.mark.parametrize("kind", ["boxes", "mixed"])
def test_where_a_climb_ends_does_not_depend_on_its_first_guess_of_the_information(kind, slopes, request):
    rows = request.getfixturevalue(kind)
    top = Climb(tolerance=1e-7, max_passes=200, settling=EXACT)
    by_rows = climbed(rows, DAG, slopes, top)
    by_levels = climbed(rows, DAG, slopes, top, hidden=hidden_variances(rows))
    assert by_levels.log_likelihood == pytest.approx(by_rows.log_likelihood, abs=1e-3)
    assert by_levels.slopes == pytest.approx(by_rows.slopes, abs=1e-2)


def test_levels_alone_tell_how_far_the_top_is(rng):
    rows = boxes_of(random_codes(rng, random_correlation(rng, 4), CUTS, 4000), CUTS)
    hidden = hidden_variances(rows)
    top = climbed(rows, DAG, np.zeros(DAG.shape), replace(TO_THE_TOP, ridge=0.0), hidden=hidden)
    below = climbed(rows, DAG, 0.95 * top.slopes, Climb(ridge=0.0, tolerance=np.inf), hidden=hidden)
    assert below.n_passes == 1
    assert below.expected_gain == pytest.approx(top.log_likelihood - below.log_likelihood, rel=0.3)


@pytest.mark.parametrize("ridge", [0.5, 2.0])
def test_the_first_step_promises_what_the_twin_computes(boxes, slopes, ridge):
    score, information = plain.score_and_information(boxes, DAG, slopes, ridge)
    fit = climbed(boxes, DAG, slopes, Climb(ridge=ridge, tolerance=np.inf, settling=EXACT))
    assert fit.n_passes == 1
    assert fit.expected_gain == pytest.approx(score @ np.linalg.solve(information, score) / 2, rel=1e-6)


@pytest.mark.parametrize("strength", [0.8, 3.0])
@pytest.mark.parametrize("n_neighbours", [0, 2, 6])
def test_along_the_graph_the_likelihood_is_that_of_the_full_covariance(rng, n_neighbours, strength):
    """Also where columns nearly coincide, so that factors refreshed all at once overshoot."""
    dag = simulate.random_dag(12, n_neighbours, rng=rng)
    slopes = strength * dag * rng.choice([-1.0, 1.0], dag.shape) * rng.uniform(0.5, 1.0, dag.shape)
    correlation = plain.correlation_of(slopes)
    cuts = [np.sort(rng.normal(0, 0.7, rng.integers(1, 4))).tolist() for _ in range(12)]
    codes = random_codes(rng, correlation, cuts, 50)
    codes[rng.random(codes.shape) < 0.1] = -1
    rows = boxes_of(codes, cuts)
    fit = climbed(rows, dag, slopes, Climb(ridge=0.0, tolerance=np.inf, settling=EXACT))
    _, moments = propagate(start_factors(rows), rows, correlation, settling=EXACT)
    assert fit.log_likelihood == pytest.approx(moments.log_likelihood, abs=1e-5)


def test_a_climb_that_is_cut_promises_what_is_left_not_what_it_gained(boxes):
    top = climbed(boxes, DAG, 0.1 * DAG, TO_THE_TOP)
    first, second = (
        climbed(boxes, DAG, top.slopes + 0.4 * DAG, replace(TO_THE_TOP, max_passes=n_passes)) for n_passes in (1, 2)
    )
    assert (first.n_passes, second.n_passes) == (1, 2)
    left = objective(boxes, top.slopes, TO_THE_TOP.ridge) - objective(boxes, second.slopes, TO_THE_TOP.ridge)
    assert second.expected_gain == pytest.approx(left, rel=0.5)
    assert first.expected_gain > 5 * left


def test_the_top_is_that_of_the_twin(boxes, slopes):
    fit = climbed(boxes, DAG, slopes, replace(TO_THE_TOP, ridge=1.0))
    assert fit.slopes == pytest.approx(plain.top(boxes, DAG, 1.0), abs=1e-3)


def test_the_top_is_flat_with_missing_and_continuous_entries(mixed, slopes):
    fit = climbed(mixed, DAG, slopes, TO_THE_TOP)
    assert slope_by_differences(mixed, DAG, fit.slopes, TO_THE_TOP.ridge) == pytest.approx(0, abs=1e-2)


def test_the_log_likelihood_is_that_of_the_slopes_returned(mixed, slopes):
    fit = climbed(mixed, DAG, slopes, Climb(max_passes=4, settling=EXACT))
    assert fit.log_likelihood == pytest.approx(objective(mixed, fit.slopes, 0), abs=1e-6)


def test_climbing_never_lowers_the_objective(boxes, slopes):
    reached = [
        objective(boxes, climbed(boxes, DAG, 3 * slopes, Climb(tolerance=0, max_passes=k, settling=EXACT)).slopes, 1.0)
        for k in range(1, 12)
    ]
    assert np.diff(reached).min() > -1e-9
    assert reached[-1] > reached[0] + 1


def test_equivalent_graphs_reach_the_same_likelihood(boxes):
    none = np.zeros((4, 4))
    first, second = (climbed(boxes, dag, none, TO_THE_TOP) for dag in (DAG, EQUIVALENT))
    assert first.log_likelihood == pytest.approx(second.log_likelihood, abs=1e-4)
    assert first.parameters.correlation == pytest.approx(second.parameters.correlation, abs=1e-3)


def test_a_graph_with_one_edge_more_is_at_least_as_likely(boxes):
    none, fewer = np.zeros((4, 4)), DAG.copy()
    fewer[2, 3] = 0
    no_prior = replace(TO_THE_TOP, ridge=0.0)
    assert climbed(boxes, DAG, none, no_prior).log_likelihood > climbed(boxes, fewer, none, no_prior).log_likelihood


def test_an_empty_graph_needs_one_pass_and_means_independence(boxes):
    fit = climbed(boxes, np.zeros_like(DAG), np.ones((4, 4)), TO_THE_TOP)
    assert fit.n_passes == 1
    assert np.array_equal(fit.parameters.correlation, np.eye(4))
    assert fit.log_likelihood == pytest.approx(objective(boxes, np.zeros((4, 4)), 0))


def test_whole_weights_count_as_repeated_rows(boxes, slopes):
    times = boxes.weights.astype(int)
    repeated = replace(
        boxes,
        codes=np.repeat(boxes.codes, times, axis=1),
        observed=np.repeat(boxes.observed, times, axis=1),
        weights=np.ones(times.sum()),
    )
    first, second = (climbed(b, DAG, slopes, TO_THE_TOP) for b in (boxes, repeated))
    assert first.slopes == pytest.approx(second.slopes, abs=1e-5)
    assert first.log_likelihood == pytest.approx(second.log_likelihood, abs=1e-6)


def test_threads_change_nothing(mixed, slopes):
    first, second = (climbed(mixed, DAG, slopes, Climb(), n_threads=k) for k in (1, 2))
    assert np.array_equal(first.slopes, second.slopes)
    assert first.log_likelihood == second.log_likelihood


def test_a_hopeless_graph_is_given_up(boxes, slopes):
    full = climbed(boxes, DAG, slopes, TO_THE_TOP)
    assert climbed(boxes, DAG, slopes, replace(TO_THE_TOP, cutoff=full.log_likelihood + 1000)).n_passes == 1
    assert climbed(boxes, DAG, slopes, replace(TO_THE_TOP, cutoff=full.log_likelihood - 5)).n_passes > 1


def test_slopes_and_parameters_are_two_names_of_one_network(boxes, slopes):
    fit = climbed(boxes, DAG, slopes, Climb(max_passes=3))
    assert unit_noise_slopes(fit.parameters) == pytest.approx(fit.slopes)
    assert fit.parameters.correlation == pytest.approx(plain.correlation_of(fit.slopes))


def test_the_prior_keeps_copies_of_a_column_from_a_singular_correlation(rng):
    column = rng.integers(0, 2, 200)
    boxes = boxes_of(np.column_stack([column, column]), [[0.0], [0.0]])
    edge = np.array([[0, 1], [0, 0]], dtype=np.int8)
    fit = climbed(boxes, edge, np.zeros((2, 2)), Climb(max_passes=100))
    assert 0.9 < fit.parameters.correlation[0, 1] < 1 - 1e-6


def test_rows_in_several_blocks_count_as_rows_in_one(rng, slopes):
    """More rows than are held at a time, against the same rows once, weighted."""
    n_rows, copies = 5000, 4
    codes = random_codes(rng, random_correlation(rng, 4), CUTS, n_rows)
    once = boxes_of(codes, CUTS, weights=np.full(n_rows, float(copies)))
    repeated = boxes_of(np.tile(codes, (copies, 1)), CUTS, weights=np.ones(copies * n_rows))
    edges, by_edge = np.argwhere(DAG), slopes[np.nonzero(DAG)]
    expected, found = (
        slope_covariance(boxes, edges, by_edge, start_factors(boxes), TO_THE_TOP) for boxes in (once, repeated)
    )
    np.testing.assert_allclose(found, expected, rtol=1e-8)
    one, many = climbed(once, DAG, slopes, Climb()), climbed(repeated, DAG, slopes, Climb())
    assert many.log_likelihood == pytest.approx(one.log_likelihood, rel=1e-10)
    np.testing.assert_allclose(many.factors.shift[:, -n_rows:], one.factors.shift, atol=1e-8)


def test_with_points_the_top_is_that_of_the_integrated_likelihood(rng):
    codes = (rng.multivariate_normal(np.zeros(2), [[1, 0.8], [0.8, 1]], size=4_000) > 0.5).astype(int)
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    boxes = boxes_of(rows, [[0.5], [0.5]], weights=counts.astype(float))
    dag, start = np.array([[0, 1], [0, 0]], dtype=np.int8), np.array([[0, 1.0], [0, 0]])
    points = scattered_points(2, 4096)
    by_propagation = fit_graph(boxes, dag, start, start_factors(boxes), Climb(ridge=0))
    integrated = fit_graph(boxes, dag, start, start_factors(boxes), Climb(ridge=0, points=points))

    def log_likelihood(rho):
        return log_probabilities(boxes, np.array([[1, rho], [rho, 1]]), n_points=4096).total

    best = minimize_scalar(lambda rho: -log_likelihood(rho), bounds=(0.5, 0.95), method="bounded").x
    assert integrated.parameters.correlation[0, 1] == pytest.approx(best, abs=2e-3)
    assert by_propagation.parameters.correlation[0, 1] < best - 0.02
    assert integrated.log_likelihood == pytest.approx(log_likelihood(best), abs=0.1)
