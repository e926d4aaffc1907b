import numpy as np
import pytest

from ordag.expectation import Moments
from ordag.maximization import maximize_best_subset
from ordag.search import SearchSpace
from ordag.strategies.paper import PaperSteps
from ordag.strategies.proposals import Proposals
from reference.fits import boxes_of_frame, problem


@pytest.mark.parametrize("criterion", ["bic", "aic"])
def test_the_parameter_update_pays_the_price_of_the_criterion(criterion):
    dag, frame = problem()
    boxes = boxes_of_frame(frame)
    space = SearchSpace(range(boxes.n_columns))
    steps = PaperSteps(boxes, Proposals("boss", space, np.random.default_rng(0)), 6.0, 5, criterion=criterion)
    # Correlations that are worth AIC's price of 6 · 2, not BIC's of 6 log N.
    weak = 0.06 * np.ones_like(dag, dtype=float) + 0.94 * np.eye(len(dag))
    found = steps.maximize(Moments(weak, np.full_like(weak, np.nan), 1000.0), dag)
    expected = maximize_best_subset(weak, dag, 6.0, 5000, criterion)
    np.testing.assert_array_equal(found.weights, expected.weights)
    assert found.weights.any() == (criterion == "aic")
