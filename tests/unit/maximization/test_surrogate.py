"""The surrogate of the likelihood around a fitted graph, and what it predicts."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from ordag.expectation import propagate
from ordag.graphs import topological_order
from ordag.kernels.search import search_space
from ordag.maximization import standardize
from ordag.maximization.observed import Climb, GraphFit, fit_graph, regress
from ordag.maximization.surrogate import Surrogate, SurrogateMoments, quadratic_model_of
from ordag.search import SearchSpace
from ordag.strategies import fit_saturated
from ordag.strategies.information import hidden_variances
from reference.fits import boxes_of_frame, problem

CLIMB = Climb(tolerance=1e-4, max_passes=60)


def likelihood(surrogate, slopes):
    seen = standardize(slopes, np.ones(len(slopes))).correlation + np.diag(surrogate.moments.noise)
    _, log_determinant = np.linalg.slogdet(seen)
    return -surrogate.moments.n_rows / 2 * (log_determinant + np.trace(np.linalg.solve(seen, surrogate.moments.second)))


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(problem(n=6, n_rows=600)[1])


@pytest.fixture(scope="module")
def fitted(boxes):
    dag = problem(n=6, n_rows=600)[0].astype(np.int8)
    saturated = fit_saturated(boxes)
    return fit_graph(boxes, dag, regress(saturated.correlation, dag), saturated.factors, CLIMB)


def surrogate_around(boxes, fit):
    _, moments = propagate(fit.factors, boxes, fit.parameters.correlation)
    return Surrogate.around(fit, moments.second, hidden_variances(boxes), float(boxes.weights.sum()))


@pytest.fixture(scope="module")
def surrogate(boxes, fitted):
    return surrogate_around(boxes, fitted)


def test_it_has_the_moments_of_the_rows_at_its_centre(boxes, fitted, surrogate):
    _, moments = propagate(fitted.factors, boxes, fitted.parameters.correlation)
    correlation = fitted.parameters.correlation
    gain = np.linalg.solve(correlation + np.diag(surrogate.moments.noise), correlation).T
    expected = correlation - gain @ correlation + gain @ surrogate.moments.second @ gain.T
    assert expected == pytest.approx(moments.second, abs=1e-9)


@pytest.mark.parametrize("n", [9, 17, 20])
def test_its_score_is_the_slope_of_its_likelihood_for_any_number_of_columns(n, rng):
    """The score of an absent arrow, from products of matrices of many shapes, against differences."""
    dag = np.triu(rng.random((n, n)) < 0.2, 1).astype(np.int8)
    slopes = np.where(dag, rng.normal(0, 0.5, (n, n)), 0.0)
    centre = GraphFit(dag, slopes, 0.0, 0.0, None, 0)
    second = centre.parameters.correlation + np.diag(np.full(n, 0.3))
    surrogate = Surrogate(centre, SurrogateMoments(second, np.full(n, 0.3), 400.0))
    model = quadratic_model_of(surrogate)
    arrow = int(np.flatnonzero(model.absent[:, 0] < model.absent[:, 1])[-1])
    step = np.zeros((n, n))
    step[tuple(model.absent[arrow])] = 0.05
    # The sample is the model's, so that there is no score, and the likelihood falls by half the information.
    assert model.score == pytest.approx(0, abs=1e-8)
    loss = likelihood(surrogate, slopes) - likelihood(surrogate, slopes + step)
    assert loss == pytest.approx(model.own[len(model.present) + arrow] * 0.05**2 / 2, rel=0.1)


def test_without_errors_it_is_the_gaussian_likelihood():
    correlation = np.array([[1, 0.5, 0.2], [0.5, 1, 0.4], [0.2, 0.4, 1]])
    full = np.triu(np.ones((3, 3), dtype=np.int8), 1)
    centre = GraphFit(full, regress(correlation, full), 0.0, 0.0, None, 0)
    surrogate = Surrogate.around(centre, correlation, np.zeros(3), 1e6)
    empty, _ = surrogate.predicted_gain(np.zeros_like(full), np.zeros((3, 3)))
    assert empty == pytest.approx(1e6 / 2 * np.log(np.linalg.det(correlation)), rel=1e-4)  # the prior weighs as one row


def test_a_climb_ends_where_no_slope_helps(fitted, surrogate):
    dag = fitted.dag.copy()
    dag[tuple(np.argwhere(dag)[0])] = 0
    gain, slopes = surrogate.predicted_gain(dag, np.where(dag, 0.0, fitted.slopes))
    edges = tuple(np.argwhere(dag).T)
    at = slopes[edges]

    def climbed(by_edge):
        moved = slopes.copy()
        moved[edges] = by_edge
        return likelihood(surrogate, moved)

    assert gain < 0
    assert not slopes[dag == 0].any()
    at_the_centre = likelihood(surrogate, fitted.slopes)  # which has its own top
    assert gain == pytest.approx(climbed(at) - at_the_centre, abs=1.0)
    assert np.abs(approx_fprime(at, climbed, 1e-5)).max() < 0.05 * surrogate.moments.n_rows


def test_a_hopeless_climb_is_cut_short(fitted, surrogate):
    empty = np.zeros_like(fitted.dag)
    empty[0, 1] = 1
    whole, _ = surrogate.predicted_gain(empty, fitted.slopes)
    cut, _ = surrogate.predicted_gain(empty, fitted.slopes, cutoff=1e6)
    assert cut <= whole


def test_it_predicts_what_a_pass_over_the_rows_gives(boxes, fitted, surrogate):
    """Dropping any edge: the difference of the refitted log-likelihoods, within a few nats of up to a hundred."""
    seen, predicted = [], []
    for edge in np.argwhere(fitted.dag):
        dag = fitted.dag.copy()
        dag[tuple(edge)] = 0
        refitted = fit_graph(boxes, dag, fitted.slopes, fitted.factors, CLIMB)
        seen.append(refitted.log_likelihood - fitted.log_likelihood)
        predicted.append(surrogate.predicted_gain(dag, fitted.slopes)[0])
    assert np.ptp(seen) > 20
    assert predicted == pytest.approx(seen, rel=0.25, abs=2.0)


def test_changes_are_predicted_to_second_order(fitted, surrogate):
    """Against the surrogate climbed for each changed graph, for changes of a few nats."""
    model = quadratic_model_of(surrogate)
    changes = model.changes()
    order = topological_order(fitted.dag)
    small = []
    for at, (source, target) in enumerate(model.absent):
        if order.index(source) > order.index(target) or fitted.dag[target, source]:
            continue
        for edge, (out_source, out_target) in enumerate(model.present):
            dag = fitted.dag.copy()
            dag[out_source, out_target], dag[source, target] = 0, 1
            both, _ = surrogate.predicted_gain(dag, fitted.slopes)
            if both > -6:
                small.append((changes.replacing[edge, at], both))
        dag = fitted.dag.copy()
        dag[source, target] = 1
        small.append((changes.adding[at], surrogate.predicted_gain(dag, fitted.slopes)[0]))
    predicted, climbed = np.array(small).T
    assert len(small) > 5
    assert predicted == pytest.approx(climbed, abs=1.0)


def test_dropping_a_weak_edge_is_predicted_to_second_order(boxes, fitted):
    order = topological_order(fitted.dag)
    weak = next((i, j) for i in order for j in order[order.index(i) + 1 :] if not fitted.dag[i, j])
    dag = fitted.dag.copy()
    dag[weak] = 1
    fit = fit_graph(boxes, dag, fitted.slopes, fitted.factors, CLIMB)
    surrogate = surrogate_around(boxes, fit)
    model = quadratic_model_of(surrogate)
    predicted = model.changes().dropping[[tuple(edge) for edge in model.present].index(weak)]
    assert predicted == pytest.approx(surrogate.predicted_gain(fitted.dag, fit.slopes)[0], abs=0.5)
    assert predicted < 0


def test_the_empty_graph_can_only_gain(boxes):
    empty = np.zeros((6, 6), dtype=np.int8)
    saturated = fit_saturated(boxes)
    fit = fit_graph(boxes, empty, np.zeros((6, 6)), saturated.factors, CLIMB)
    model = quadratic_model_of(surrogate_around(boxes, fit))
    changes = model.changes()
    assert model.present.shape == (0, 2)
    assert changes.replacing.shape == (0, 30)
    assert (changes.adding >= 0).all()


def test_a_swept_model_shows_single_changes(surrogate):
    model = quadratic_model_of(surrogate)
    edges, others = np.arange(len(model.present))[::2], np.arange(len(model.absent))[::3]
    swept = model.swept(edges, others)
    linear, diagonal = swept[:-1, -1], np.diag(swept)[:-1]
    changes = model.changes()
    assert swept == pytest.approx(swept.T)
    assert (diagonal[: len(edges)] < 0).all()
    worth = linear**2 / (2 * diagonal)
    assert worth[: len(edges)] == pytest.approx(changes.dropping[edges])
    assert worth[len(edges) :] == pytest.approx(changes.adding[others])


def test_a_quadratic_model_of_some_arrows_is_part_of_that_of_all(surrogate):
    whole = quadratic_model_of(surrogate)
    part = quadratic_model_of(surrogate, whole.absent[3:9])
    assert part.score == pytest.approx(whole.score[3:9])
    assert part.left == pytest.approx(whole.left[3:9])
    assert part.changes().replacing == pytest.approx(whole.changes().replacing[:, 3:9])


EDGE_COST = 3.5


def native(space):
    return search_space(space.allowed, space.must, space.limit)


def penalised(surrogate, dag, slopes):
    gain, slopes = surrogate.predicted_gain(dag, slopes)
    return gain - EDGE_COST * (int(dag.sum()) - surrogate.centre.n_edges), slopes


def hill_climbed(surrogate, dag, space):
    gain, slopes = penalised(surrogate, dag, surrogate.centre.slopes)
    return gain, *surrogate.hill_climb(gain, dag, slopes, native(space), EDGE_COST)


def changed_by_one_edge(dag):
    """Graphs with an edge dropped, an arrow added, or one replaced by the other."""
    n = len(dag)
    edges = [(i, j) for i in range(n) for j in range(n) if dag[i, j]]
    absent = [(i, j) for i in range(n) for j in range(n) if i != j and not dag[i, j]]
    for gone in [None, *edges]:
        for come in [None, *absent]:
            graph = dag.copy()
            if gone is not None:
                graph[gone] = 0
            if come is not None:
                graph[come] = 1
            yield graph


def test_a_hill_climb_ends_where_no_change_of_an_edge_helps(surrogate):
    space = SearchSpace.unrestricted(6)
    before, gain, dag, slopes = hill_climbed(surrogate, np.zeros((6, 6), dtype=np.int8), space)
    assert gain > before + 20
    assert space.admits(dag)
    assert gain == pytest.approx(penalised(surrogate, dag, slopes)[0], abs=0.2)
    rivals = [penalised(surrogate, graph, slopes)[0] for graph in changed_by_one_edge(dag) if space.admits(graph)]
    assert len(rivals) > 100
    assert max(rivals) < gain + 0.5  # a change that adds less than 0.2 is not made, and the model is of second order


@pytest.mark.parametrize("max_parents", [1, 2])
def test_a_limit_on_parents_hides_no_change_from_a_hill_climb(max_parents):
    """Arrows into nodes that have all the parents they may promise much, and must not crowd out the others."""
    dag, frame = problem(n=12, n_rows=500, seed=3, neighbours=4)
    boxes, start = boxes_of_frame(frame), np.zeros_like(dag, dtype=np.int8)
    fit = fit_graph(boxes, start, np.zeros(start.shape), fit_saturated(boxes).factors, CLIMB)
    surrogate, space = surrogate_around(boxes, fit), SearchSpace(range(12), max_parents=max_parents)
    _, gain, dag, slopes = hill_climbed(surrogate, start, space)
    for _ in range(3):  # ten changes at most in each
        gain, dag, slopes = surrogate.hill_climb(gain, dag, slopes, native(space), EDGE_COST)
    rivals = [penalised(surrogate, graph, slopes)[0] for graph in changed_by_one_edge(dag) if space.admits(graph)]
    assert max(rivals) < gain + 1.0


def test_a_hill_climb_stays_where_nothing_helps(surrogate):
    space = SearchSpace.unrestricted(6)
    _, gain, dag, slopes = hill_climbed(surrogate, surrogate.centre.dag, space)
    again, same, _ = surrogate.hill_climb(gain, dag, slopes, native(space), EDGE_COST)
    assert again == gain
    assert np.array_equal(same, dag)


def test_knowledge_binds_a_hill_climb(surrogate):
    required = np.zeros((6, 6), dtype=np.int8)
    required[5, 0] = 1
    forbidden = [(int(i), int(j)) for i, j in np.argwhere(surrogate.centre.dag)][:3]
    space = SearchSpace(range(6), required=[(5, 0)], forbidden=forbidden, max_parents=2)
    before, gain, dag, _ = hill_climbed(surrogate, required, space)
    assert gain > before
    assert space.admits(dag)


def test_a_hill_climb_leaves_its_start_alone(surrogate):
    dag, slopes, space = np.zeros((6, 6), dtype=np.int8), np.zeros((6, 6)), native(SearchSpace.unrestricted(6))
    surrogate.hill_climb(penalised(surrogate, dag, slopes)[0], dag, slopes, space, EDGE_COST)
    assert not dag.any()
    assert not slopes.any()
