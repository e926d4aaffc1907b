# SPDX-License-Identifier: MIT
"""A graph that may be worth refitting, before its likelihood is known."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency
from ordag.graphs.cpdag import class_key


@dataclass(frozen=True)
class Candidate:
    """A graph with slopes to climb from, and the λ at which it was found.

    Attributes
    ----------
    dag : (n, n)
    slopes : (n, n)
        With unit noise; those of absent edges are ignored.
    penalty : float
    key : bytes
        The same for equivalent graphs; computed where it is left out.
    """

    dag: Adjacency
    slopes: NDArray[np.float64]
    penalty: float
    key: bytes = b""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", class_key(self.dag))
