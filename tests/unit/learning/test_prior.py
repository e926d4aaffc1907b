"""Priors over edges."""

import numpy as np
import pytest

from ordag.errors import InputValueError
from ordag.learning.prior import arrow_log_odds

NAMES = ["a", "b", "c"]


def test_uniform_means_that_no_dag_is_preferred():
    assert arrow_log_odds("uniform", NAMES) == pytest.approx(np.zeros((3, 3)))


def test_a_probability_is_shared_by_both_directions():
    odds = np.exp(arrow_log_odds(0.2, NAMES))
    assert (odds[0, 1] + odds[1, 0]) / (1 + odds[0, 1] + odds[1, 0]) == pytest.approx(0.2)


def test_the_sparse_prior_expects_four_neighbours_and_at_most_half_of_all_pairs():
    few, many = (np.exp(arrow_log_odds("sparse", list(range(n)))) for n in (5, 101))
    assert 2 * few[0, 1] / (1 + 2 * few[0, 1]) == pytest.approx(0.5)
    assert 100 * 2 * many[0, 1] / (1 + 2 * many[0, 1]) == pytest.approx(4)


def test_stated_arrows_differ_from_the_others():
    odds = arrow_log_odds({("c", "a"): 0.75}, NAMES)
    assert odds[2, 0] == pytest.approx(np.log(3))
    assert odds[0, 2] == odds[0, 1] == arrow_log_odds("sparse", NAMES)[0, 1]


@pytest.mark.parametrize(
    ("edge_prior", "message"),
    [
        ("spares", "'sparse'"),
        (0.0, "edge_prior is 0.0; it must be a probability between 0 and 1"),
        (1, "edge_prior is 1;"),
        (np.nan, "edge_prior is nan"),
        (None, "edge_prior is None"),
        ({("a", "b"): 1.2}, "edge_prior of a → b is 1.2"),
        ({("a", "b"): "much"}, "edge_prior of a → b is 'much'"),
        ({("a", "d"): 0.5}, "unknown column of edge_prior 'd'"),
        ({("a", "a"): 0.5}, "has the key .'a', 'a'.; each must be a pair"),
        ({"a": 0.5}, "has the key 'a'"),
    ],
)
def test_edge_priors_without_meaning_are_refused(edge_prior, message):
    with pytest.raises(InputValueError, match=message):
        arrow_log_odds(edge_prior, NAMES)
