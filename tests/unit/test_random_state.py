import numpy as np
import pytest

from ordag.errors import InputTypeError, InputValueError
from ordag.random_state import as_generator
from ordag.scores import GaussianBIC
from ordag.search import boss, hill_climb, iterative_mcmc, order_mcmc, partition_mcmc


def test_seeds_generators_and_none_serve():
    generator = np.random.default_rng(1)
    assert as_generator(generator) is generator
    assert as_generator(np.int64(5)).integers(2**60) == as_generator(5).integers(2**60)
    assert as_generator(None).integers(2**60) != as_generator(None).integers(2**60)


def test_a_seed_is_drawn_from_what_scikit_learn_passes_around():
    given = np.random.RandomState(0)
    first, second = (as_generator(given).integers(2**60) for _ in range(2))
    assert first == as_generator(np.random.RandomState(0)).integers(2**60)
    assert first != second


@pytest.mark.parametrize("search", [boss, hill_climb, iterative_mcmc, order_mcmc, partition_mcmc])
def test_every_random_search_refuses_what_is_no_seed(search):
    score = GaussianBIC(np.eye(3), n_rows=50)
    with pytest.raises(InputValueError, match="random_state is -1; it must be 0 or more"):
        search(score, random_state=-1)
    with pytest.raises(InputTypeError, match=r"random_state is .*; it must be a whole number"):
        search(score, random_state="a")
