"""What is known of a link, by resamples that agree."""

import numpy as np
import pytest

from ordag.model import EdgeSupport, FittedNetwork, Standing, standing_of, supported_graph

COLLIDER = FittedNetwork.from_parameters([[0, 0, 1], [0, 0, 1], [0, 0, 0]], [[0.0]] * 3)  # both arrows are compelled
CHAIN = FittedNetwork.from_parameters([[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[0.0]] * 3)  # neither is


def support(joined: float, this_way: float) -> EdgeSupport:
    """The same shares for every pair, i → j standing for those with i < j."""
    both = np.full((3, 3), joined)
    return EdgeSupport(both, np.triu(np.full((3, 3), this_way)), 100)


@pytest.mark.parametrize(
    ("joined", "this_way", "standing"),
    [(0.7, 0.56, "arrow"), (1.0, 0.79, "line"), (0.69, 0.69, "weak"), (0.0, 0.0, "weak")],
)
def test_a_link_is_drawn_as_the_resamples_have_it(joined, this_way, standing):
    assert standing_of(COLLIDER, 0, 2, support(joined, this_way)) == standing


def test_resamples_give_no_arrow_to_a_link_that_has_none():
    assert standing_of(CHAIN, 0, 1, support(1.0, 1.0)) is Standing.LINE


def test_without_resamples_the_class_is_all_that_is_known():
    assert standing_of(COLLIDER, 0, 2) is Standing.ARROW
    assert standing_of(CHAIN, 0, 1) is Standing.LINE


def test_the_graph_that_is_drawn_has_lines_and_weak_links_as_they_stand():
    graph, stands = supported_graph(COLLIDER, support(0.9, 0.4))
    assert graph.tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    assert stands.tolist() == [[False, False, True], [False, False, True], [True, True, False]]
    graph, stands = supported_graph(COLLIDER, support(0.2, 0.2))
    assert graph.tolist() == COLLIDER.cpdag.tolist()
    assert not stands.any()
