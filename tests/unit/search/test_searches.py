"""What every score-based search must do, checked on each of them."""

import numpy as np
import pytest

from ordag.errors import InputTypeError, InputValueError
from ordag.graphs import dag_to_cpdag, topological_order
from ordag.scores import BDe, BGe, GaussianBIC, Score
from ordag.search import (
    SearchSpace,
    boss,
    exact,
    ges,
    hill_climb,
    iterative_mcmc,
    order_mcmc,
    partition_mcmc,
)
from reference.dags import best_total
from reference.problems import gaussian_problem, random_space

SEARCHES = [boss, exact, ges, hill_climb]
ALL_SEARCHES = [*SEARCHES, iterative_mcmc, order_mcmc, partition_mcmc]
SEARCHES_OF_DAGS = [boss, exact, hill_climb]  # greedy equivalence search cannot tell equivalent DAGs apart
ROUNDING = 1e-7


@pytest.fixture(params=SEARCHES, ids=lambda search: search.__name__)
def search(request):
    return request.param


@pytest.mark.parametrize("n_rows", [1e10, 1e13])
@pytest.mark.parametrize("seed", range(4))
def test_boss_ends_where_rounding_exceeds_its_tolerance(n_rows, seed):
    rng = np.random.default_rng(seed)
    weights = np.triu(rng.uniform(0.5, 1, (8, 8)), 1) * (rng.random((8, 8)) < 0.5)
    effects = np.linalg.inv(np.eye(8) - weights)
    score = GaussianBIC(effects.T @ effects, n_rows)
    assert boss(score).score >= score.total(weights > 0) - 1e-12 * n_rows  # what rounding makes of it


@pytest.mark.parametrize("seed", range(8))
def test_exact_search_finds_the_best_of_all_dags(seed):
    rng = np.random.default_rng(seed)
    n_nodes = 4 + seed % 2
    score, space = gaussian_problem(n_nodes, 100, rng, neighbours=3), random_space(n_nodes, rng)
    assert exact(score, space).score == pytest.approx(best_total(score, space), abs=ROUNDING)


@pytest.mark.parametrize("seed", range(20))
def test_no_search_beats_the_exact_one(search, seed):
    rng = np.random.default_rng(seed)
    score, space = gaussian_problem(8, 200, rng), random_space(8, rng)
    assert search(score, space).score <= exact(score, space).score + ROUNDING


@pytest.mark.parametrize("seed", range(60))
def test_constraints_hold(search, seed):
    rng = np.random.default_rng(seed)
    n_nodes = int(rng.integers(3, 9))
    space = random_space(n_nodes, rng)
    result = search(gaussian_problem(n_nodes, 100, rng), space)
    assert all(space.admits(scored.adjacency) for scored in result.pool)


def test_every_search_takes_a_seed(search, rng):
    score = gaussian_problem(5, 200, rng)
    np.testing.assert_array_equal(search(score, random_state=1).cpdag, search(score, random_state=1).cpdag)
    with pytest.raises(InputValueError, match="random_state is -1; it must be 0 or more"):
        search(score, random_state=-1)


def test_score_of_the_result_is_that_of_its_graph(search, rng):
    score = gaussian_problem(9, 300, rng)
    result = search(score)
    assert result.score == pytest.approx(score.total(result.adjacency), abs=ROUNDING)
    assert (result.cpdag == dag_to_cpdag(result.adjacency)).all()
    assert result.pool[0].score == result.score


def test_relabelling_columns_relabels_the_result(search, rng):
    for _ in range(10):
        score = gaussian_problem(8, 200, rng)
        shuffle = rng.permutation(8)
        shuffled = GaussianBIC(score.correlation[np.ix_(shuffle, shuffle)], 200)
        expected = search(score).adjacency[np.ix_(shuffle, shuffle)]
        assert (search(shuffled).adjacency == expected).all()


def test_same_seed_gives_the_same_graph(search, rng):
    score = gaussian_problem(10, 200, rng)
    assert (search(score).adjacency == search(score).adjacency).all()


@pytest.mark.parametrize("search", SEARCHES_OF_DAGS)
def test_score_written_in_python_serves(search):
    class NextDoor(Score):
        n_nodes = 5

        def local(self, node, parents):
            return sum(1.0 if parent == node - 1 else -1.0 for parent in parents)

    assert (search(NextDoor()).adjacency == np.eye(5, k=1)).all()


@pytest.mark.parametrize("seed", range(5))
def test_boss_takes_the_same_way_on_a_score_written_in_python(seed):
    """Gaussian scores share work between sets of parents; others are asked about each set."""
    rng = np.random.default_rng(seed)
    quick, space = gaussian_problem(10, 150, rng), random_space(10, rng)

    class Plain(Score):
        n_nodes = 10

        def local(self, node, parents):
            return quick.local(node, parents)

    expected, found = (boss(score, space, n_starts=9) for score in (Plain(), quick))
    assert found.trace == pytest.approx(expected.trace, abs=ROUNDING)
    assert len(found.pool) == len(expected.pool)


@pytest.mark.parametrize("seed", range(3))
def test_hill_climbs_of_more_nodes_than_a_word_has_bits_end_where_no_edge_helps(seed):
    rng = np.random.default_rng(seed)
    score, space = gaussian_problem(70, 300, rng), random_space(70, rng)
    for result in (boss(score, space, n_starts=3), hill_climb(score, space, n_restarts=2)):
        assert all(space.admits(scored.adjacency) for scored in result.pool)
        assert result.score == pytest.approx(score.total(result.adjacency), abs=ROUNDING)
        assert best_gain_of_one_edge(result.adjacency, score, space) < ROUNDING


def best_gain_of_one_edge(dag, score, space):
    """What the best edge that comes or goes would add."""
    gains = [0.0]
    for i, j in np.argwhere(space.allowed):
        changed = dag.copy()
        changed[i, j] ^= 1
        if space.admits_matrix(changed):
            before, after = (score.local(j, np.flatnonzero(graph[:, j])) for graph in (dag, changed))
            gains.append(after - before)
    return max(gains)


def test_exception_of_a_python_score_ends_the_search(search):
    class Broken(Score):
        n_nodes = 3

        def local(self, node, parents):
            if len(parents) == 2:
                raise ZeroDivisionError("broken")
            return float(len(parents))

    with pytest.raises(ZeroDivisionError, match="broken"):
        search(Broken())


@pytest.mark.parametrize("n_nodes", [1, 2])
def test_smallest_problems_are_solved(search, n_nodes):
    assert search(GaussianBIC(np.eye(n_nodes), 10)).adjacency.sum() == 0


@pytest.mark.parametrize("search", SEARCHES_OF_DAGS)
def test_penalty_factors_direct_an_edge(search):
    factors = np.array([[0, 5.0], [1.0, 0]])
    result = search(GaussianBIC([[1, 0.8], [0.8, 1]], 100, penalty_factors=factors))
    assert result.adjacency.tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize("make", [BDe, BGe])
def test_bayesian_scores_find_a_strong_edge(search, make, rng):
    first = rng.integers(3, size=200)
    codes = np.stack([first, rng.integers(2, size=200), (first + (rng.random(200) < 0.1)) % 3], axis=1)
    skeleton = search(make(codes)).adjacency
    assert (skeleton | skeleton.T).tolist() == [[0, 0, 1], [0, 0, 0], [1, 0, 0]]


def test_space_of_other_size_is_refused(search):
    with pytest.raises(InputValueError, match="space must have 3 nodes"):
        search(GaussianBIC(np.eye(3), 10), SearchSpace(["a", "b"]))


def test_matrix_in_place_of_a_score_is_refused(search):
    with pytest.raises(InputTypeError, match=r"must be an ordag\.scores\.Score"):
        search(np.eye(3))


def test_exact_search_says_what_a_large_problem_would_take():
    with pytest.raises(InputValueError, match=r"at most 24 nodes; 30 nodes would need 2\d\d GB"):
        exact(GaussianBIC(np.eye(30), 10))


def test_boss_goes_on_from_given_orders(rng):
    score = gaussian_problem(8, 200, rng)
    best = exact(score)
    result = boss(score, n_starts=1, orders=[topological_order(best.adjacency)])
    assert len(result.trace) == 1
    assert result.score > best.score - 5


def test_boss_ends_when_five_unrelated_starts_have_met():
    clear = GaussianBIC(np.eye(6), 100)  # every start ends without edges; starts 2, 4 and 6 begin at the best order
    assert len(boss(clear).trace) == 8
    assert len(boss(clear, n_starts=12).trace) == 12


@pytest.mark.parametrize("options", [{"n_starts": 0}, {"orders": [[0, 1]]}])
def test_boss_refuses_unusable_starts(options):
    with pytest.raises(InputValueError):
        boss(GaussianBIC(np.eye(3), 10), **options)


def test_pool_holds_distinct_graphs_best_first(rng):
    result = boss(gaussian_problem(15, 100, rng), n_starts=15)
    scores = [scored.score for scored in result.pool]
    assert scores == sorted(scores, reverse=True)
    assert len({scored.adjacency.tobytes() for scored in result.pool}) == len(result.pool) > 1


def test_hill_climb_without_tabu_never_steps_down(rng):
    trace = hill_climb(gaussian_problem(10, 200, rng), tabu_length=0).trace
    assert (np.diff(trace) > 0).all()


def test_restarts_of_hill_climb_never_hurt(rng):
    score = gaussian_problem(12, 200, rng)
    assert hill_climb(score, n_restarts=5).score >= hill_climb(score).score


def test_hill_climb_starts_from_a_given_graph(rng):
    score = gaussian_problem(6, 200, rng)
    best = exact(score)
    assert hill_climb(score, start=best.adjacency).score == pytest.approx(best.score)


def test_hill_climb_refuses_a_start_outside_the_space():
    with pytest.raises(InputValueError, match="start must be a DAG of the space"):
        hill_climb(GaussianBIC(np.eye(2), 10), SearchSpace(range(2), forbidden=[(0, 1)]), start=[[0, 1], [0, 0]])


class Impossible(Score):
    """Node 0 has no finite score, whatever its parents."""

    n_nodes = 4

    def local(self, node, parents):
        return -np.inf if node == 0 else -float(len(parents))


@pytest.mark.parametrize("search", ALL_SEARCHES)
def test_a_score_without_finite_graphs_is_refused(search):
    with pytest.raises(InputValueError, match="no graph with a finite score was found"):
        search(Impossible())


@pytest.mark.parametrize("search", ALL_SEARCHES)
def test_required_edges_that_the_score_rules_out_are_refused(search):
    factors = np.ones((3, 3))
    factors[0, 2] = np.inf
    score = GaussianBIC([[1, 0.4, 0.5], [0.4, 1, 0.5], [0.5, 0.5, 1]], 100, penalty_factors=factors)
    with pytest.raises(InputValueError, match="'c' with its required parents 'a' has a score of minus infinity"):
        search(score, SearchSpace(["a", "b", "c"], required=[("a", "c")]))
