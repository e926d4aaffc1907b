# SPDX-License-Identifier: MIT
"""Which terms of a quadratic form to keep, found one change at a time; see ``cpp/include/ordag/stepwise.hpp``."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag import _core

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Terms:
    """A quadratic form, and what is known of its terms.

    Attributes
    ----------
    swept : (n_terms + 1, n_terms + 1)
        [I h; h' 0], swept on the terms that are present.
    present, held : (n_terms,)
        Terms in the set to begin with; terms that stay as they are.
    least : (n_terms,)
        A term that is left with no more information than this may not come.
    group : (n_terms,)
        Number of the group that each term belongs to.
    limit : int
        Most terms of a group that may be present.
    """

    swept: NDArray[np.float64]
    present: Flags
    held: Flags
    least: NDArray[np.float64]
    group: NDArray[np.intp]
    limit: int


def flip_and_mend(terms: Terms, price: float, flips: NDArray[np.intp]) -> tuple[Flags, NDArray[np.float64]]:
    """Sets of terms, ``(n_flips, n_terms)``, and what each adds to the worth of the first.

    For each of `flips` the term is put in or taken out for good, and then the others come and go one by one while that
    adds to the worth; -1 flips nothing. The gain of a flip that may not be is −∞.

    Examples
    --------
    Two terms that say nearly the same, the first of which is present: without it the second comes.

    >>> swept = np.array([[-0.01, 0.95, 0.5], [0.95, 9.75, 1.0], [0.5, 1.0, 0.0]])
    >>> first, none = np.array([True, False]), np.array([False, False])
    >>> terms = Terms(swept, present=first, held=none, least=np.zeros(2), group=np.zeros(2, dtype=int), limit=2)
    >>> flip_and_mend(terms, 1.0, np.array([0]))[0]
    array([[False,  True]])
    """
    chosen = np.empty((len(flips), len(terms.present)), dtype=np.uint8)
    gains = np.empty(len(flips))
    _core.flip_and_mend(
        np.ascontiguousarray(terms.swept, dtype=np.float64),
        np.ascontiguousarray(terms.present, dtype=np.uint8),
        np.ascontiguousarray(terms.held, dtype=np.uint8),
        np.ascontiguousarray(terms.least, dtype=np.float64),
        np.ascontiguousarray(terms.group, dtype=np.int32),
        terms.limit,
        price,
        np.ascontiguousarray(flips, dtype=np.int32),
        chosen,
        gains,
    )
    return chosen.view(bool), gains
