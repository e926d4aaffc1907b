"""Log-probabilities of rows under a network whose rows repeat."""

import itertools

import numpy as np
import pytest

from ordag import OSEM, simulate
from ordag.model import FittedNetwork, log_likelihood

CHAIN = np.diag(np.full(5, 0.9), 1)


def test_all_rows_that_there_can_be_sum_to_one():
    network = FittedNetwork.from_parameters(CHAIN, [[0.0]] * 6)
    cells = list(itertools.product([0, 1], repeat=6))
    assert np.exp(log_likelihood(network, cells)).sum() == pytest.approx(1, abs=5e-4)
    assert abs(np.exp(log_likelihood(network, cells, n_points=64)).sum() - 1) > 5e-4  # too few for this


def test_a_fit_of_repeated_rows_has_the_likelihood_of_its_rows():
    frame = simulate.ordinal_data(simulate.random_dag(4, 2, rng=3), 20_000, levels=2, rng=3).frame
    model = OSEM(penalty=2).fit(frame)
    assert model.log_likelihood(frame).sum() == pytest.approx(model.log_likelihood_, abs=5)
