"""Pieces of a search in threads give what they give one by one."""

import threading

import pytest

from ordag.errors import RepairWarning, collected_warnings, warn
from ordag.learning.side_by_side import side_by_side


@pytest.mark.parametrize("n_threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(n_threads):
    assert side_by_side(lambda k: k * k, range(7), n_threads) == [k * k for k in range(7)]


def test_two_threads_are_at_work_at_once():
    meeting = threading.Barrier(2, timeout=20)
    assert sorted(side_by_side(lambda _: meeting.wait(), [0, 1], 2)) == [0, 1]


@pytest.mark.parametrize("n_threads", [1, 2])
def test_warnings_reach_whoever_collects_them(n_threads):
    with collected_warnings() as collected:
        side_by_side(lambda k: warn(RepairWarning("a level", f"was merged in {k}")), [0, 1, 2], n_threads)
    assert [str(warning) for warning in collected] == [f"a level was merged in {k}." for k in range(3)]


def test_an_error_of_one_piece_is_raised():
    with pytest.raises(ZeroDivisionError):
        side_by_side(lambda k: 1 / k, [1, 0], 2)
