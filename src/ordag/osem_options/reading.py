# SPDX-License-Identifier: MIT
"""Given values against what an option may be: the value in one form, or one clear error."""

import math
from collections.abc import Callable, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from ordag.errors import InputValueError, OptionError, unknown_option
from ordag.options import as_flag, as_lasting, as_threads, as_verbosity
from ordag.osem_options.constraints import Constraint, Cores, Flag, Listed, Null, Number, Seed, WholeNumber, Words
from ordag.osem_options.option import Option
from ordag.random_state import as_generator


def read(option: Option, value: Any) -> Any:
    """The value of an option in the form that a fit uses.

    Examples
    --------
    >>> from ordag.osem_options import OPTIONS
    >>> read(OPTIONS["penalty"], 3)
    3.0
    >>> read(OPTIONS["mode"], "papr")
    Traceback (most recent call last):
    ...
    ordag.errors.UnknownNameError: unknown mode 'papr'; did you mean 'paper'? Valid: default, paper.
    """
    for constraint in option.allowed:
        reader = _READERS.get(type(constraint))
        if reader is not None:
            return reader(option.name, value, constraint)
    for constraint in option.allowed:
        admits = _ADMITS.get(type(constraint))
        if admits is None or admits(value, constraint):
            return _CASTS.get(type(constraint), _as_it_is)(value)
    raise _refused(option, value)


def _refused(option: Option, value: object) -> InputValueError:
    words = [word for constraint in option.allowed if isinstance(constraint, Words) for word in constraint.values]
    if words and all(isinstance(constraint, Words | Null) for constraint in option.allowed):
        return unknown_option(option.name, value, words)
    return OptionError(option.name, value, option.wording)


def _is_whole(value: Any, constraint: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, Integral) and bool(value >= constraint.least)


def _is_number(value: Any, constraint: Any) -> bool:
    if isinstance(value, bool | np.bool_):
        return False
    try:
        number = float(value)
    except (TypeError, ValueError):
        return False
    return bool(constraint.least <= number < math.inf)


def _as_it_is(value: Any) -> Any:
    return value


def _as_seed(value: Any) -> Any:
    """A source of random numbers as it is: a generator made here would draw from a RandomState of the caller."""
    if not isinstance(value, np.random.RandomState):
        as_generator(value)
    return value


def _as_listed(name: str, value: Any, constraint: Any) -> Any:
    """A list that every fit can go through, and the lists within it."""
    items = as_lasting(name, value)
    return (
        [as_lasting(f"tier {k} of {name}", group) for k, group in enumerate(items, 1)] if constraint.nested else items
    )


# Kinds of values that have readers, and say themselves what is wrong.
_READERS: Mapping[type[Constraint], Callable[[str, Any, Any], Any]] = {
    Flag: lambda name, value, flag: as_verbosity(value) if flag.graded else as_flag(name, value),
    Cores: lambda name, value, _: as_threads(value),
    Seed: lambda name, value, _: _as_seed(value),
    Listed: _as_listed,
}
# Whether a value is of one of the kinds that may stand side by side; others are checked by their owner.
_ADMITS: Mapping[type[Constraint], Callable[[Any, Any], bool]] = {
    Null: lambda value, _: value is None,
    Words: lambda value, words: isinstance(value, str) and value in words.values,
    WholeNumber: _is_whole,
    Number: _is_number,
}
_CASTS: Mapping[type[Constraint], Callable[[Any], Any]] = {WholeNumber: int, Number: float}
