# SPDX-License-Identifier: MIT
"""Which arrows a graph should have by the quadratic model of its likelihood, found one change at a time.

A set S of terms of the model adds max over x_S of h'x − x'Ix / 2 = h_S' I_SS⁻¹ h_S / 2, less a cost for each term;
``cpp/include/ordag/stepwise.hpp`` says how single changes are read off the swept matrix.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.kernels import stepwise as kernels

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


def toggle_and_improve(terms: Terms, edge_cost: float, toggles: NDArray[np.intp]) -> tuple[Flags, NDArray[np.float64]]:
    """Sets of terms, ``(n_toggles, n_terms)``, and what each adds to the criterion of the first.

    For each of `toggles` the term is put in or taken out for good, and then the others come and go one by one while
    that adds to the criterion; -1 toggles nothing. The gain of a toggle that is not allowed is −∞.

    Examples
    --------
    Two terms that say nearly the same, the first of which is present: without it the second comes.

    >>> swept = np.array([[-0.01, 0.95, 0.5], [0.95, 9.75, 1.0], [0.5, 1.0, 0.0]])
    >>> first, none = np.array([True, False]), np.array([False, False])
    >>> terms = Terms(swept, present=first, held=none, least=np.zeros(2), group=np.zeros(2, dtype=int), limit=2)
    >>> toggle_and_improve(terms, 1.0, np.array([0]))[0]
    array([[False,  True]])
    """
    native = kernels.stepwise_terms(terms.swept, terms.present, terms.held, terms.least, terms.group, terms.limit)
    return kernels.toggle_and_improve(native, len(terms.present), edge_cost, toggles)
