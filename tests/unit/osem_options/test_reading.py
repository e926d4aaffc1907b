"""Values of options: what is admitted, in which form, and what the error of another says."""

from decimal import Decimal

import numpy as np
import pytest

from ordag.errors import InputTypeError, InputValueError
from ordag.osem_options import OPTIONS
from ordag.osem_options.fit_options import read_options
from ordag.osem_options.reading import read

DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


@pytest.mark.parametrize(
    ("name", "value", "form"),
    [
        ("penalty", "auto", "auto"),
        ("penalty", 3, 3.0),
        ("penalty", Decimal("2.5"), 2.5),
        ("penalty", np.float32(1.5), 1.5),
        ("search", None, None),
        ("n_draws", np.int64(7), 7),
        ("max_parents", 0, 0),
        ("max_rows", None, None),
        ("warm_start", np.True_, True),
        ("verbose", 2, True),
        ("n_jobs", None, 1),
    ],
)
def test_a_value_is_brought_into_the_form_of_a_fit(name, value, form):
    found = read(OPTIONS[name], value)
    assert found == form
    assert type(found) is type(form)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("penalty", np.False_, "penalty is False; it must be 'auto' or a number from 0 on"),
        ("search", "bos", "unknown search 'bos'; did you mean 'boss'"),
        ("n_draws", True, "n_draws is True; it must be a whole number from 1 on"),
        ("max_parents", 1.5, "max_parents is 1.5; it must be a whole number from 0 on or None"),
        ("max_rows", "all", "max_rows is 'all'; it must be 'auto', None or a whole number from 2 on"),
        ("max_rows", 1, "max_rows is 1; it must be 'auto', None or a whole number from 2 on"),
        ("max_rows", 2.5, "max_rows is 2.5; it must be"),
        ("max_rows", True, "max_rows is True; it must be"),
        ("penalty", -2, "penalty is -2; it must be"),
    ],
)
def test_a_value_of_no_admitted_kind_is_named(name, value, message):
    with pytest.raises(InputValueError, match=message):
        read(OPTIONS[name], value)


def test_reading_draws_nothing_from_a_source_of_random_numbers():
    source, untouched = np.random.RandomState(3), np.random.RandomState(3)
    assert read(OPTIONS["random_state"], source) is source
    assert source.randint(2**31) == untouched.randint(2**31)


def test_groups_of_columns_are_lists_of_lists():
    assert read(OPTIONS["tiers"], (("a",), ["b", "c"])) == [("a",), ["b", "c"]]
    with pytest.raises(InputTypeError, match="tier 2 of tiers is 5; it must be a list"):
        read(OPTIONS["tiers"], [["a"], 5])


@pytest.mark.parametrize(("mode", "search"), [("default", "boss"), ("paper", "iterative_mcmc")])
def test_the_search_of_a_fit_is_by_default_that_of_its_mode(mode, search):
    assert read_options(DEFAULTS | {"mode": mode, "penalty": 3}).search == search
    assert read_options(DEFAULTS | {"mode": mode, "penalty": 3, "search": "ges"}).search == "ges"


def test_wrong_options_are_named_before_the_data_are_read():
    from ordag import OSEM

    with pytest.raises(InputValueError, match="unknown mode 'papr'"):
        OSEM(mode="papr").fit("no such file.csv")
