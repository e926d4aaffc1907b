# SPDX-License-Identifier: MIT
"""The root of a function that rises (or falls) through zero once."""

from collections.abc import Callable


def bisect(function: Callable[[float], float], low: float, high: float) -> float:
    """The place between the bounds where the function changes its sign, to the last digit.

    Examples
    --------
    >>> bisect(lambda x: x * x - 2, 0.0, 2.0)
    1.414213562373095
    """
    is_rising = function(high) > 0
    # Each round settles one binary digit; a double has 53, and the exponent takes a few more.
    for _ in range(100):
        middle = (low + high) / 2
        if (function(middle) > 0) == is_rising:
            high = middle
        else:
            low = middle
    return low
