import numpy as np
import pytest

from ordag.search import boss, exact, hill_climb
from reference.problems import gaussian_problem

ROUNDING = 1e-6


def share_optimal(search, n_problems):
    hits = []
    for seed in range(n_problems):
        score = gaussian_problem(12, 500, np.random.default_rng(seed))
        hits.append(search(score).score > exact(score).score - ROUNDING)
    return np.mean(hits)


def test_boss_reaches_the_optimum_where_plain_climbing_does_not():
    assert share_optimal(boss, 20) >= 0.9
    assert share_optimal(lambda score: hill_climb(score, tabu_length=0), 20) < 0.9


@pytest.mark.slow
def test_boss_reaches_the_optimum_in_95_of_100_problems():
    assert share_optimal(boss, 200) >= 0.95
