import numpy as np
import pytest

from ordag.search import boss, exact, ges, hill_climb
from reference.problems import gaussian_problem, random_space


@pytest.mark.slow
@pytest.mark.parametrize("search", [boss, exact, ges, hill_climb])
def test_constraints_hold_in_thousands_of_runs(search):
    for seed in range(2_500):
        rng = np.random.default_rng(seed)
        n_nodes = int(rng.integers(2, 9))
        space = random_space(n_nodes, rng)
        result = search(gaussian_problem(n_nodes, 60, rng), space)
        assert all(space.admits(scored.adjacency) for scored in result.pool), seed
