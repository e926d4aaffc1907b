"""Structure updates: from a correlation to graphs."""

import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.graphs import dag_to_cpdag
from ordag.scores import GaussianBIC
from ordag.search import exact
from ordag.strategies import SEARCHES, fit_saturated
from reference.fits import boxes_of_frame, problem, structure_search


@pytest.fixture(scope="module")
def correlation():
    return fit_saturated(boxes_of_frame(problem()[1])).correlation


@pytest.mark.parametrize("search", sorted(SEARCHES))
def test_every_search_finds_the_best_graph_of_six_nodes(correlation, search):
    score = GaussianBIC(correlation, 300, 3.0)
    assert score.total(structure_search(6, search).best(score)) == pytest.approx(exact(score).score, abs=1e-6)


def test_near_best_graphs_are_of_different_classes_with_the_best_first(correlation):
    score, margin = GaussianBIC(correlation, 300, 1.0), 3.0
    found = list(structure_search(6).near_best(score, margin, n_starts=10).values())
    totals = [score.total(dag) for dag in found]
    assert len({dag_to_cpdag(dag).tobytes() for dag in found}) == len(found) <= 3
    assert totals[0] == pytest.approx(exact(score).score)
    assert min(totals) > totals[0] - margin


def test_seeds_come_from_the_generator_in_turn(correlation):
    score = GaussianBIC(correlation, 300, 3.0)
    mine = structure_search(6, "order_mcmc", seed=1)
    mine.best(score)
    assert mine.rng.bit_generator.state != np.random.default_rng(1).bit_generator.state


def test_an_unknown_search_is_refused():
    with pytest.raises(InputValueError, match="unknown search 'gess'; did you mean 'ges'"):
        structure_search(6, "gess")
