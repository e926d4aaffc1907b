# SPDX-License-Identifier: MIT
"""Kernels on a Gaussian sample whose columns were seen with errors.

`ordag.maximization.sketch` has its likelihood, ``cpp/include/ordag/sketch_picture.hpp`` the equations to second order.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag import _core
from ordag.kernels.arrays import as_bytes, ends_of
from ordag.kernels.latent import Climb
from ordag.kernels.search import SearchSpace

Reals = NDArray[np.float64]
Graph = NDArray[np.int8]


@dataclass(frozen=True)
class Sample:
    """What is known of the sample.

    Attributes
    ----------
    second : (n, n)
        Second moments.
    noise : (n,)
        Variances of the errors.
    n_rows : float
    """

    second: Reals
    noise: Reals
    n_rows: float

    def __post_init__(self) -> None:
        for name in ("second", "noise"):
            object.__setattr__(self, name, np.ascontiguousarray(getattr(self, name), dtype=np.float64))


@dataclass(frozen=True)
class HillClimbing:
    """How graphs are changed one edge at a time; see ``cpp/include/ordag/sketch_search.hpp``.

    Attributes
    ----------
    least_gain : float
        Of a change that is made, in nats.
    max_changes, n_tries : int
        Changes that are made at most, and how many are tried for each.
    """

    least_gain: float = 0.2
    max_changes: int = 10
    n_tries: int = 3


def climb_sketch(sample: Sample, dag: Graph, slopes: Reals, climb: Climb, hopeless: float) -> float:
    """Log-likelihood reached.

    `slopes`, ``(n, n)``, are changed in place; those of absent edges become zero. `hopeless` overrules the climb's.
    """
    return _core.climb_sketch(
        sample.second,
        sample.noise,
        sample.n_rows,
        as_bytes(dag),
        climb.ridge,
        climb.tolerance,
        climb.max_passes,
        hopeless,
        slopes,
    )


def search_sketch(
    sample: Sample,
    space: SearchSpace,
    price: float,
    criterion: float,
    dag: Graph,
    slopes: Reals,
    climb: Climb,
    climbing: HillClimbing,
) -> tuple[float, Graph, Reals]:
    """Criterion, graph and slopes at the end of a hill climb over graphs from one with the given criterion."""
    reached, there = as_bytes(dag).copy(), np.array(slopes, dtype=np.float64, order="C")
    criterion = _core.search_sketch(
        sample.second,
        sample.noise,
        sample.n_rows,
        space,
        price,
        climbing.least_gain,
        climbing.max_changes,
        climbing.n_tries,
        climb.ridge,
        climb.tolerance,
        climb.max_passes,
        criterion,
        reached,
        there,
    )
    return criterion, reached.view(np.int8), there


class SketchPicture:
    """The log-likelihood to second order in the slopes of edges and of absent arrows, both ``(count, 2)``."""

    def __init__(
        self, sample: Sample, slopes: Reals, present: NDArray[np.intp], absent: NDArray[np.intp], ridge: float
    ) -> None:
        self._counts = len(present), len(absent)
        self._picture = _core.SketchPicture(
            sample.second,
            sample.noise,
            sample.n_rows,
            np.ascontiguousarray(slopes, dtype=np.float64),
            *ends_of(present),
            *ends_of(absent),
            ridge,
        )

    def parts(self) -> tuple[Reals, Reals, Reals, Reals, Reals, Reals]:
        """Slopes of the edges at its top, their V, u_f by column, g_f, s_f, and the diagonal of I."""
        edges, others = self._counts
        slopes, variance, moved = np.empty(edges), np.empty((edges, edges)), np.empty((edges, others))
        score, left, own = np.empty(others), np.empty(others), np.empty(edges + others)
        self._picture.parts(slopes, variance, moved, score, left, own)
        return slopes, variance, moved, score, left, own

    def changes(self) -> tuple[Reals, Reals, Reals]:
        """What it adds to drop each edge, to add each arrow, and to replace one by the other."""
        edges, others = self._counts
        dropping, adding, replacing = np.empty(edges), np.empty(others), np.empty((edges, others))
        self._picture.changes(dropping, adding, replacing)
        return dropping, adding, replacing

    def among(self, absent: NDArray[np.intp]) -> Reals:
        """Information of some absent arrows with each other that is left when the edges follow."""
        information = np.empty((len(absent), len(absent)))
        self._picture.among(np.ascontiguousarray(absent, dtype=np.int32), information)
        return information
