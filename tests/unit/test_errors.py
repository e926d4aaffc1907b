"""Messages that many inputs share, and warnings that are collected instead of shown."""

import warnings
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest

import ordag
from ordag.errors import (
    ConvergenceWarning,
    FileError,
    InputValueError,
    OptionError,
    RepairWarning,
    collected_warnings,
    unknown_option,
    warn,
)
from ordag.messages import Advise, Cause, DeclareLevels, If, InPython, LeaveOutColumns, UseFunction, Value
from ordag.messages.report import REPORT
from ordag.messages.terminal import TERMINAL
from ordag.remarks import ColumnsInferred


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
            other.submit(warn, RepairWarning("a level", "was shown"))
        warn(ConvergenceWarning("a search", "was kept"))
    assert collected == [ConvergenceWarning("a search", "was kept")]


def test_a_warning_points_at_whoever_called():
    with pytest.warns(RepairWarning) as shown:
        warn(RepairWarning("a level", "was merged"))
    assert shown[0].filename == __file__


@pytest.mark.parametrize(
    "call",
    [
        lambda: ordag.data.encode({"a": ["never", "always", "often"] * 5}),
        lambda: ordag.polychoric(pd.DataFrame({"a": ["never", "always", "often"] * 5, "b": [0, 1, 1, 0, 1] * 3})),
        lambda: ordag.learn({"a": ["never", "always", "often"] * 5, "b": [0, 1, 1, 0, 1] * 3}, "bge"),
    ],
)
def test_a_warning_points_at_the_line_of_the_caller_however_deep_it_arose(call):
    with pytest.warns(ColumnsInferred) as shown:
        call()
    assert {warning.filename for warning in shown} == {__file__}


def test_a_warning_is_shown_once_a_line():
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("default")
        for _ in range(3):
            warn(RepairWarning("a level", "was merged"))
    assert len(shown) == 1


def test_options_are_named_as_the_reader_writes_them():
    error = OptionError("n_jobs", None, ("a number, or ", Value("auto")))
    assert str(error) == "n_jobs is None; it must be a number, or 'auto'."
    assert error.worded(TERMINAL) == "--jobs is null; it must be a number, or 'auto'."
    assert error.worded(REPORT) == "--jobs or n_jobs is None; it must be a number, or 'auto'."


def test_remedies_are_alternatives_and_conditions_have_sentences_of_their_own():
    remedies = [DeclareLevels("q"), Advise("rename it"), If("it is an identifier", LeaveOutColumns(("q",)))]
    error = InputValueError("column 'q'", "has no order", remedies=remedies)
    assert str(error) == (
        "column 'q' has no order. Pass levels={'q': [...]} from lowest to highest, or rename it. If it is an "
        "identifier, drop the column."
    )
    assert TERMINAL.hints(error.remedies)[1:] == ["rename it", "if it is an identifier, use --ignore q to leave it out"]


def test_an_advice_for_python_alone_is_not_given_at_the_command_line():
    assert TERMINAL.advice([InPython("call fit first"), UseFunction("ordag.search.boss")]) == ""
    assert TERMINAL.advice([UseFunction("ordag.bootstrap")]) == "Use `ordag bootstrap`."


def test_a_cause_is_worded_for_the_same_reader():
    error = FileError("a.json", ("cannot be read: ", Cause(OptionError("n_jobs", 0, "positive"))))
    assert str(error) == "'a.json' cannot be read: n_jobs is 0; it must be positive."
    assert error.worded(TERMINAL) == "'a.json' cannot be read: --jobs is 0; it must be positive."
