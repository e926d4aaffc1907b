"""Required, forbidden and tier constraints, and the limit on parents, hold in every graph that any search returns."""

from functools import partial

import numpy as np
import pytest

from ordag.independence import FisherZ
from ordag.search import (
    SearchSpace,
    boss,
    exact,
    ges,
    hill_climb,
    iterative_mcmc,
    order_mcmc,
    partition_mcmc,
    pc,
)
from reference.problems import gaussian_problem, random_space

N_ROWS = 60
N_RUNS, N_ALL_RUNS = 100, 1_250  # of each of the eight searches: 10 000 in all

SHORT = {"n_draws": 20, "thin": 5, "n_chains": 1}
SEARCHES = {
    "boss": boss,
    "exact": exact,
    "ges": ges,
    "hill_climb": partial(hill_climb, n_restarts=1),
    "iterative_mcmc": partial(iterative_mcmc, n_steps=50, n_chains=1),
    "order_mcmc": partial(order_mcmc, **SHORT),
    "partition_mcmc": partial(partition_mcmc, **SHORT),
}


def graphs_of(result) -> list[np.ndarray]:
    """Every DAG that a result holds."""
    pool = [scored.adjacency for scored in result.pool] if hasattr(result, "pool") else list(result.samples)
    return [result.adjacency, *pool]


def problem_of(seed: int):
    rng = np.random.default_rng(seed)
    n_nodes = int(rng.integers(2, 9))
    return random_space(n_nodes, rng), gaussian_problem(n_nodes, N_ROWS, rng)


def obeys(name: str, seed: int) -> bool:
    """Whether every graph that the search holds keeps to a random space."""
    space, score = problem_of(seed)
    if name == "pc":
        return pc_obeys(space, score.correlation)
    return all(space.admits(dag) for dag in graphs_of(SEARCHES[name](score, space)))


def pc_obeys(space: SearchSpace, correlation: np.ndarray) -> bool:
    """A limit on parents is refused by PC; the other constraints hold in its partly directed graph."""
    unlimited = SearchSpace.from_matrices(space.allowed, space.must)
    graph = pc(FisherZ(correlation, N_ROWS), 0.2, unlimited).cpdag.astype(bool)
    # A line may be read either way, so it must be allowed both ways, as an arrow must in its own.
    return not (graph & ~space.allowed).any() and bool((graph & ~graph.T)[space.must].all())


@pytest.mark.parametrize("name", [*SEARCHES, "pc"])
def test_constraints_hold(name: str) -> None:
    assert [seed for seed in range(N_RUNS) if not obeys(name, seed)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SEARCHES, "pc"])
def test_constraints_hold_in_ten_thousand_runs(name: str) -> None:
    assert [seed for seed in range(N_RUNS, N_RUNS + N_ALL_RUNS) if not obeys(name, seed)] == []


def test_the_check_notices_a_broken_constraint() -> None:
    space, score = next(
        (space, score) for space, score in map(problem_of, range(100)) if not space.admits(boss(score).adjacency)
    )
    assert not all(space.admits(dag) for dag in graphs_of(boss(score)))
