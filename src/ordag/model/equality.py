# SPDX-License-Identifier: MIT
"""Equality by value of what networks are made of; arrays alone would answer entry by entry."""

from dataclasses import fields, is_dataclass

import numpy as np


def same_value(one: object, other: object) -> bool:
    """Whether two values are equal through and through: arrays by their entries, dataclasses by their fields.

    True is not 1 here, as among the labels of levels; 1 and 1.0 are the same number.

    Examples
    --------
    >>> same_value((np.array([1, 2]), "a"), (np.array([1.0, 2.0]), "a"))
    True
    >>> same_value((1, "a"), (True, "a"))
    False
    """
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same_value, one, other))
    if is_dataclass(one) and type(one) is type(other):
        return all(same_value(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
