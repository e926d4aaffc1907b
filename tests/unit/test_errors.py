"""Messages that many inputs share, and warnings that are collected instead of shown."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ordag.errors import ConvergenceWarning, RepairWarning, collected_warnings, unknown_option, warn


def test_a_long_list_of_names_is_cut_and_the_nearest_come_first():
    message = str(unknown_option("column", "item_77b", [f"item_{k}" for k in range(200)]))
    assert message.startswith("unknown column 'item_77b'; did you mean 'item_77'? Valid: item_77, ")
    assert message.endswith(" and 189 more.")
    assert message.count("item_") == 2 + 11


def test_twelve_names_are_all_listed():
    names = [f"method_{k}" for k in range(12)]
    assert str(unknown_option("method", "x", names)) == f"unknown method 'x'. Valid: {', '.join(names)}."


def test_warnings_are_collected_in_their_own_thread_alone():
    with collected_warnings() as collected:
        with pytest.warns(RepairWarning, match="shown"), ThreadPoolExecutor(1) as other:
            other.submit(warn, "shown", RepairWarning)
        warn("kept", ConvergenceWarning)
    assert [(type(warning), str(warning)) for warning in collected] == [(ConvergenceWarning, "kept")]


def test_a_warning_points_at_whoever_called():
    with pytest.warns(RepairWarning) as shown:
        warn("a level was merged", RepairWarning)
    assert shown[0].filename == __file__
