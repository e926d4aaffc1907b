"""Averages over replicates."""

import math

import pytest

from ordag.errors import InputValueError
from ordag.metrics import Comparison, RocPoint, best_balance, lowest_shd, roc_points


def comparison(tp, fp, fn, n_true=10):
    return Comparison(tp=tp, fp=fp, fn=fn, tn=20, n_true=n_true, n_pairs=45)


def test_points_are_means_in_order_of_the_parameter():
    points = roc_points({6.0: [comparison(4, 0, 6)], 2.0: [comparison(8, 2, 2), comparison(6, 4, 4)]})
    assert [p.parameter for p in points] == [2.0, 6.0]
    assert points[0] == RocPoint(2.0, tpr=0.7, fprp=pytest.approx(0.3), shd=6.0, precision=0.7, n_replicates=2)
    assert points[1].n_replicates == 1


def test_undefined_rates_are_left_out_of_their_mean():
    (point,) = roc_points({1.0: [comparison(0, 0, 10), comparison(5, 5, 5)]})
    assert point.precision == 0.5
    (point,) = roc_points({1.0: [comparison(0, 0, 10)]})
    assert math.isnan(point.precision)


def test_the_lowest_shd_and_the_best_balance_may_differ():
    points = [RocPoint(1.0, 0.95, 0.40, 10.0, 0.7, 5), RocPoint(2.0, 0.60, 0.06, 9.0, 0.9, 5)]
    assert lowest_shd(points).parameter == 2.0
    assert best_balance(points).parameter == 1.0


def test_nothing_to_average_is_refused():
    with pytest.raises(InputValueError, match=r"parameter 3.0 has no comparisons"):
        roc_points({3.0: []})
    with pytest.raises(InputValueError, match="at least one ROC point"):
        lowest_shd([])
