"""Edge probabilities of the samplers against those of all DAGs listed, with controls that must fail the same check."""

import numpy as np
import pytest

from ordag.scores import Score
from ordag.search import SampleResult, SearchSpace, effective_sample_size, order_mcmc, partition_mcmc
from reference.dag_posteriors import list_dags
from reference.partition_chain import sample_edges

# In units of the Monte Carlo standard error; 20 edges and a handful of problems stay below it but once in 10^4 times.
LARGEST_DEVIATION = 5.0
# Effective sizes are estimates themselves: this much standard error is never doubted.
SMALLEST_ERROR = 2e-3


class RandomScore(Score):
    """Independent normal scores for all families: rougher than any data, and not score equivalent."""

    def __init__(self, n_nodes: int, seed: int, temperature: float = 1.0) -> None:
        self._values = np.random.default_rng(seed).normal(scale=1.5, size=(n_nodes, 2**n_nodes)) / temperature

    @property
    def n_nodes(self) -> int:
        return len(self._values)

    def local(self, node: int, parents) -> float:
        return float(self._values[node, sum(1 << parent for parent in parents)])


def deviation(probabilities: np.ndarray, sizes: np.ndarray, exact: np.ndarray) -> float:
    """Largest distance of the edges' shares from their exact probabilities, in standard errors."""
    exact = np.clip(exact, 0.0, 1.0)  # sums of weights may end a rounding error above 1
    error = np.sqrt(exact * (1 - exact) / np.maximum(sizes, 1.0))
    return float((np.abs(probabilities - exact) / np.maximum(error, SMALLEST_ERROR)).max())


def deviation_of(sample: SampleResult, exact: np.ndarray) -> float:
    return deviation(sample.edge_probabilities, sample.edge_effective_sample_size, exact)


def constrained_space(n: int) -> SearchSpace:
    return SearchSpace(range(n), required=[(0, 2)], forbidden=[(1, 0)], tiers=[[0, 1], [2, 3]], max_parents=2)


def some_core(n: int) -> np.ndarray:
    """About half of the pairs, so that extra parents matter."""
    i, j = np.indices((n, n))
    return ((3 * i + 5 * j) % 2 == 0) & (i != j)


SAMPLERS = {"order": (order_mcmc, True), "partition": (partition_mcmc, False)}
CASES = {
    "all DAGs of 4": (4, False, None, True),
    "all DAGs of 5": (5, False, None, True),
    "core and one extra parent": (5, False, some_core(5), True),
    "core alone": (4, False, some_core(4), False),
    "background knowledge": (5, True, None, True),
    "background knowledge, core and extra": (4, True, some_core(4), True),
}


@pytest.mark.parametrize("sampler", SAMPLERS)
@pytest.mark.parametrize("case", CASES)
def test_edge_probabilities_are_those_of_all_dags(sampler: str, case: str) -> None:
    n, constrained, core, extra = CASES[case]
    sample, by_orders = SAMPLERS[sampler]
    score = RandomScore(n, seed=len(case))
    space = constrained_space(n) if constrained else SearchSpace.unrestricted(n)
    exact = list_dags(score.local, space, core, extra).edge_probabilities(by_orders=by_orders)
    drawn = sample(score, space, core=core, extra_parent=extra, n_draws=10_000, thin=10, random_state=1)
    assert drawn.r_hat < 1.02
    assert deviation_of(drawn, exact) < LARGEST_DEVIATION


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_the_check_tells_the_order_biased_posterior_from_the_uniform_one(sampler: str) -> None:
    sample, by_orders = SAMPLERS[sampler]
    score = RandomScore(4, seed=3)
    wrong = list_dags(score.local, SearchSpace.unrestricted(4)).edge_probabilities(by_orders=not by_orders)
    drawn = sample(score, n_draws=10_000, thin=10, random_state=1)
    assert deviation_of(drawn, wrong) > 2 * LARGEST_DEVIATION


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_the_check_notices_a_chain_that_is_a_little_too_hot(sampler: str) -> None:
    sample, by_orders = SAMPLERS[sampler]
    exact = list_dags(RandomScore(4, seed=3).local, SearchSpace.unrestricted(4)).edge_probabilities(by_orders=by_orders)
    drawn = sample(RandomScore(4, seed=3, temperature=1.15), n_draws=10_000, thin=10, random_state=1)
    assert deviation_of(drawn, exact) > LARGEST_DEVIATION


@pytest.mark.parametrize("spoiled", [False, True])
def test_the_check_notices_a_proposal_ratio_left_out(spoiled: bool) -> None:
    score = RandomScore(3, seed=5, temperature=2.0)  # mild scores: splits and joins alone mix slowly
    dags = list_dags(score.local, SearchSpace.unrestricted(3))
    draws = sample_edges(dags, 10_000, 10, np.random.default_rng(0), spoiled=spoiled)[None]
    found = deviation(draws[0].mean(axis=0), effective_sample_size(draws), dags.edge_probabilities())
    assert (found > LARGEST_DEVIATION) == spoiled


def test_towering_scores_do_not_break_the_sums() -> None:
    """Parents worth thousands of nats, inside the core and outside it, neither overflow nor vanish."""

    class Steep(Score):
        n_nodes = 4

        def local(self, node: int, parents) -> float:
            return sum(3000.0 if (parent + node) % 2 else -2000.0 for parent in parents) + 0.5 * len(parents)

    space = SearchSpace.unrestricted(4)
    core = some_core(4)
    exact = list_dags(Steep().local, space, core)
    for sampler, by_orders in SAMPLERS.values():
        drawn = sampler(Steep(), core=core, n_draws=4000, thin=5, random_state=2)
        assert drawn.score == exact.best_score
        assert deviation_of(drawn, exact.edge_probabilities(by_orders=by_orders)) < LARGEST_DEVIATION
