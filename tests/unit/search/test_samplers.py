"""What order, partition and iterative MCMC share: seeds, background knowledge, refusals."""

import itertools

import numpy as np
import pytest

from ordag.errors import ConvergenceWarning, InputValueError, RepairWarning
from ordag.scores import GaussianBIC, Score
from ordag.search import SampleResult, SearchSpace, iterative_mcmc, order_mcmc, partition_mcmc
from reference.problems import gaussian_problem, random_space


def best_by_order(score: Score, space: SearchSpace | None = None, **options: object):
    return order_mcmc(score, space, objective="max", **options)


SAMPLERS = [order_mcmc, partition_mcmc]
SEARCHES = [iterative_mcmc, best_by_order, *SAMPLERS]


@pytest.mark.parametrize("search", SEARCHES)
def test_one_seed_gives_one_result(search, rng: np.random.Generator) -> None:
    score = gaussian_problem(8, 200, rng)
    first, again = search(score, random_state=3), search(score, random_state=3)
    assert (first.adjacency == again.adjacency).all()
    assert (first.trace == again.trace).all()


@pytest.mark.parametrize("search", SAMPLERS)
def test_seeds_differ(search, rng: np.random.Generator) -> None:
    score = gaussian_problem(8, 200, rng)
    assert (search(score, random_state=3, n_draws=50).trace != search(score, random_state=4, n_draws=50).trace).any()


@pytest.mark.parametrize("search", SEARCHES)
def test_results_carry_their_own_score(search, rng: np.random.Generator) -> None:
    score = gaussian_problem(7, 200, rng)
    result = search(score)
    assert result.score == pytest.approx(score.total(result.adjacency), abs=1e-8)
    if isinstance(result, SampleResult):
        for k in (0, 17, -1):
            assert result.sample_scores[k] == pytest.approx(score.total(result.samples[k]), abs=1e-8)
        np.testing.assert_allclose(result.edge_probabilities, result.samples.mean(axis=0))


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(("n_nodes", "n_problems"), [(5, 25), (12, 3)])
def test_background_knowledge_holds_in_every_graph(
    search, n_nodes: int, n_problems: int, rng: np.random.Generator
) -> None:
    short = {"max_growths": 2} if search is iterative_mcmc else {"n_draws": 40, "n_chains": 2}
    for _ in range(n_problems):
        score = gaussian_problem(n_nodes, 100, rng)
        space = random_space(n_nodes, rng)
        result = search(score, space, random_state=rng, **short)
        assert space.admits(result.adjacency)
        assert all(space.admits(sample) for sample in getattr(result, "samples", []))


@pytest.mark.parametrize("search", SEARCHES)
def test_relabelling_the_columns_relabels_the_result(search, rng: np.random.Generator) -> None:
    score = gaussian_problem(6, 300, rng)
    order = rng.permutation(6)
    moved = GaussianBIC(score.correlation[np.ix_(order, order)], score.n_rows)
    plain, relabelled = search(score, random_state=1), search(moved, random_state=1)
    assert (plain.adjacency[np.ix_(order, order)] == relabelled.adjacency).all()


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("n_nodes", [1, 2])
def test_one_and_two_nodes_are_searched_too(search, n_nodes: int) -> None:
    result = search(GaussianBIC(np.full((n_nodes, n_nodes), 0.9) + 0.1 * np.eye(n_nodes), n_rows=100))
    assert result.cpdag.tolist() == [[[0]], [[0, 1], [1, 0]]][n_nodes - 1]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_score_written_in_python_serves(search) -> None:
    class Neighbourly(Score):
        n_nodes = 4

        def local(self, node: int, parents) -> float:
            return sum(3.0 if abs(node - parent) == 1 else -3.0 for parent in parents)

    result = search(Neighbourly())
    skeleton = result.adjacency + result.adjacency.T
    assert skeleton.tolist() == [[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]]


@pytest.mark.parametrize("search", SEARCHES)
def test_an_error_in_a_python_score_comes_through(search) -> None:
    class Broken(Score):
        n_nodes = 3

        def local(self, node: int, parents) -> float:
            if len(parents) == 2:
                raise ZeroDivisionError("no such family")
            return float(len(parents))

    with pytest.raises(ZeroDivisionError, match="no such family"):
        search(Broken())


@pytest.mark.parametrize("search", [best_by_order, *SAMPLERS])
def test_a_core_too_large_for_a_table_is_refused(search) -> None:
    score = GaussianBIC(np.eye(16), n_rows=50)
    with pytest.raises(
        InputValueError, match=r"core must give a node at most 14 candidate parents; found 15 \(16 nodes"
    ):
        search(score, core=1 - np.eye(16, dtype=int))


def test_iterative_search_cuts_a_core_too_large_and_says_so(rng: np.random.Generator) -> None:
    score = gaussian_problem(16, 200, rng)
    with pytest.warns(RepairWarning, match="core cut to the 14 strongest candidate parents at 16 nodes"):
        result = iterative_mcmc(score, core=1 - np.eye(16, dtype=int), n_chains=1, max_growths=0)
    assert result.score >= iterative_mcmc(score).score - 1.0


@pytest.mark.parametrize("search", SEARCHES)
def test_a_core_of_the_wrong_size_is_refused(search) -> None:
    with pytest.raises(InputValueError, match=r"core must have 3 nodes as the score has; found shape \(2, 2\)"):
        search(GaussianBIC(np.eye(3), n_rows=50), core=[[0, 1], [1, 0]])


@pytest.mark.parametrize("search", [best_by_order, *SAMPLERS])
@pytest.mark.parametrize("option", ["n_draws", "n_chains", "thin"])
def test_counts_below_one_are_refused(search, option: str) -> None:
    with pytest.raises(InputValueError, match=f"{option} is 0; it must be 1 or more"):
        search(GaussianBIC(np.eye(3), n_rows=50), **{option: 0})


@pytest.mark.parametrize(("option", "least"), [("n_steps", 1), ("n_chains", 1), ("max_growths", 0), ("n_near", 0)])
def test_iterative_search_refuses_counts_too_low(option: str, least: int) -> None:
    with pytest.raises(InputValueError, match=f"{option} is {least - 1}; it must be {least} or more"):
        iterative_mcmc(GaussianBIC(np.eye(3), n_rows=50), **{option: least - 1})


def test_interruption_inside_a_python_score_returns_the_best_so_far() -> None:
    class Impatient(Score):
        """Pairs of parents are worth it, and the third growth is one too many."""

        n_nodes = 6

        def local(self, node: int, parents) -> float:
            if len(parents) == 3:
                raise KeyboardInterrupt
            return 5.0 * len(parents)

    with pytest.warns(ConvergenceWarning, match="interrupted"):
        result = iterative_mcmc(Impatient(), core=np.zeros((6, 6)))
    assert result.interrupted
    assert result.score == 5.0 * result.adjacency.sum() > 0


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(InputValueError, match="unknown objective 'maximum'; did you mean 'max'"):
        order_mcmc(GaussianBIC(np.eye(3), n_rows=50), objective="maximum")  # type: ignore[call-overload]


@pytest.mark.parametrize("search", SAMPLERS)
def test_counts_of_moves_add_up(search, rng: np.random.Generator) -> None:
    result = search(gaussian_problem(6, 200, rng), n_draws=40, thin=7, n_chains=3)
    assert sum(move.proposed for move in result.moves) == 3 * (40 + 10) * 7
    assert all(0 <= move.accepted <= move.proposed for move in result.moves)
    assert result.samples.shape == (120, 6, 6)
    assert result.trace.shape == (3, 40)


@pytest.mark.parametrize("search", SAMPLERS)
def test_without_extra_parents_no_edge_leaves_the_core(search, rng: np.random.Generator) -> None:
    score = gaussian_problem(6, 200, rng)
    core = rng.random((6, 6)) < 0.4
    np.fill_diagonal(core, False)
    alone = search(score, core=core, extra_parent=False, n_draws=200)
    assert not alone.edge_probabilities[~core].any()
    assert search(score, core=core, n_draws=200).edge_probabilities[~core].any()


def test_order_and_partition_agree_on_the_best_of_all_dags(rng: np.random.Generator) -> None:
    score = gaussian_problem(7, 300, rng)
    scores = [search(score).score for search in SEARCHES]
    for first, second in itertools.pairwise(scores):
        assert first == pytest.approx(second, abs=1e-8)
