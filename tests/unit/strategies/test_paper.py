import numpy as np
import pytest

from ordag.expectation import Moments
from ordag.maximization import maximize_best_subset
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace, core_space, iterative_mcmc
from ordag.strategies.paper import PaperSteps
from ordag.strategies.structure_search import StructureSearch
from reference.fits import boxes_of_frame, problem


@pytest.mark.parametrize("criterion", ["bic", "aic"])
def test_the_parameter_update_pays_the_price_of_the_criterion(criterion):
    dag, frame = problem()
    boxes = boxes_of_frame(frame)
    space = SearchSpace(range(boxes.n_columns))
    steps = PaperSteps(boxes, StructureSearch("boss", space, np.random.default_rng(0)), 6.0, 5, criterion=criterion)
    # Correlations that are worth AIC's price of 6 · 2, not BIC's of 6 log N.
    weak = 0.06 * np.ones_like(dag, dtype=float) + 0.94 * np.eye(len(dag))
    found = steps.maximize(Moments(weak, np.full_like(weak, np.nan), 1000.0), dag)
    expected = maximize_best_subset(weak, dag, 6.0, 5000, criterion)
    np.testing.assert_array_equal(found.weights, expected.weights)
    assert found.weights.any() == (criterion == "aic")


def test_the_core_space_of_the_search_is_not_widened(monkeypatch):
    """As published; `ordag.search.iterative_mcmc` by itself does widen it."""
    _, frame = problem()
    boxes = boxes_of_frame(frame)
    space = SearchSpace(range(boxes.n_columns))
    steps = PaperSteps(boxes, StructureSearch("iterative_mcmc", space, np.random.default_rng(0)), 6.0, 5)
    widened = []
    monkeypatch.setattr(core_space, "widen", lambda problem, core, *_: widened.append(core) or core)
    start = steps.refine(np.eye(boxes.n_columns))
    found = steps.search(Moments(start, np.full_like(start, np.nan), float(boxes.weights.sum())), None)
    assert found.dag.any()
    assert not widened
    iterative_mcmc(GaussianBIC(start, boxes.weights.sum()))
    assert widened


@pytest.mark.parametrize(
    ("penalty", "n", "most"), [(1.0, 6, 5), (0.5, 6, 5), (1.5, 6, 10), (6.0, 30, 5), (6.0, 29, 10)]
)
def test_small_penalties_and_many_columns_get_half_the_iterations(penalty, n, most):
    boxes = boxes_of_frame(problem(n=n)[1])
    steps = PaperSteps(boxes, StructureSearch("boss", SearchSpace(range(n)), np.random.default_rng(0)), penalty, 5)
    assert steps.max_iterations == most
