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


@pytest.mark.parametrize("pair", [("a", "d"), ("d", "a")])
def test_an_arrow_between_other_columns_is_refused(pair):
    with pytest.raises(InputValueError, match="unknown column of edges 'd'"):
        arrow_log_odds({pair: 0.5}, NAMES)
