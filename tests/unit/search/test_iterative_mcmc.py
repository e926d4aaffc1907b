import numpy as np
import pytest

from ordag.search import exact, iterative_mcmc
from reference.problems import gaussian_problem

# Scores of one DAG, summed in two orders, differ by less.
SAME_SCORE = 1e-6


def share_of_optima(n_problems: int, n_nodes: int, seed: int, **options: object) -> float:
    hits = 0
    for k in range(n_problems):
        score = gaussian_problem(n_nodes, 500, np.random.default_rng([seed, k]))
        hits += iterative_mcmc(score, **options).score > exact(score).score - SAME_SCORE
    return hits / n_problems


def test_reaches_the_exact_optimum() -> None:
    assert share_of_optima(25, 9, seed=1) >= 0.9


def test_a_starved_search_does_not() -> None:
    starved = {"core": np.zeros((9, 9)), "n_steps": 1, "n_chains": 1, "max_growths": 0}
    assert share_of_optima(10, 9, seed=1, **starved) < 0.5


@pytest.mark.slow
def test_reaches_the_exact_optimum_in_nearly_all_of_200_problems() -> None:
    assert share_of_optima(200, 12, seed=2) >= 0.95


def test_growing_the_core_raises_the_score(rng: np.random.Generator) -> None:
    score = gaussian_problem(15, 500, rng)
    empty = np.zeros((15, 15))
    fixed = iterative_mcmc(score, core=empty, max_growths=0)
    grown = iterative_mcmc(score, core=empty)
    assert fixed.adjacency.sum(axis=0).max() <= 1  # one extra parent and no more
    assert grown.score > fixed.score
    assert len(grown.trace) > 1
    assert (np.diff(grown.trace) >= 0).all()


def test_a_given_skeleton_serves_as_the_core(rng: np.random.Generator) -> None:
    score = gaussian_problem(10, 500, rng)
    best = iterative_mcmc(score)
    skeleton = best.adjacency | best.adjacency.T
    assert iterative_mcmc(score, core=skeleton).score == pytest.approx(best.score, abs=SAME_SCORE)
