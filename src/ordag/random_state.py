# SPDX-License-Identifier: MIT
"""Seeds: one check for every function that takes a `random_state`."""

from typing import TypeAlias

import numpy as np

from ordag.errors import OptionError, OptionTypeError
from ordag.messages import Value

RandomStateLike: TypeAlias = int | np.random.Generator | np.random.RandomState | None


def as_generator(random_state: RandomStateLike) -> np.random.Generator:
    """The generator that a `random_state` stands for: a seed from 0 on, a generator as it is, None for a fresh one.

    From a ``numpy.random.RandomState``, which scikit-learn passes around, a seed is drawn.

    Examples
    --------
    >>> as_generator(3).integers(10) == as_generator(3).integers(10)
    np.True_
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(int(random_state.randint(2**32, dtype=np.uint64)))
    whole = isinstance(random_state, int | np.integer) and not isinstance(random_state, bool)
    if random_state is not None and not whole:
        raise OptionTypeError(
            "random_state", random_state, ("a whole number, a numpy.random.Generator, a RandomState or ", Value(None))
        )
    if random_state is not None and random_state < 0:
        raise OptionError("random_state", random_state, "0 or more")
    return np.random.default_rng(random_state)
