# SPDX-License-Identifier: MIT
"""Checks that the scores share; each returns the cleaned value."""

import math

from ordag.errors import InputValueError


def positive(name: str, value: float, *, zero: bool = False) -> float:
    """The value, above zero (or zero where allowed) and finite."""
    if not (value > 0 or (zero and value == 0)) or math.isinf(value):
        raise InputValueError(f"{name} must be {'zero or more' if zero else 'above zero'} and finite; found {value}.")
    return float(value)


def log_edge_penalty(edge_penalty: float) -> float:
    """Logarithm of the factor that every edge divides the prior by."""
    return math.log(positive("edge_penalty", edge_penalty))
