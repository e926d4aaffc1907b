# SPDX-License-Identifier: MIT
"""The PC algorithm of ``pc.hpp``: skeleton, then orientation."""

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag._core import Skeleton
from ordag.kernels.arrays import as_bytes
from ordag.kernels.independence import NativeTest
from ordag.progress import Report

__all__ = [
    "ORIENTATIONS",
    "VERDICTS",
    "Skeleton",
    "adjacent",
    "find_skeleton",
    "judge_triples",
    "orient",
    "p_values",
    "prune_skeleton",
    "separated",
]

ORIENTATIONS = ("standard", "conservative", "majority", "ranked", "any")
VERDICTS = ("collider", "noncollider", "ambiguous")


def find_skeleton(
    test: NativeTest,
    skeleton: Skeleton,
    allowed: npt.ArrayLike,
    required: npt.ArrayLike,
    alpha: float,
    max_conditioning: int,
    stable: bool,
    report: Report = None,
    *,
    every: bool = False,
) -> None:
    """Fill `skeleton`, with what separated the pairs that are not adjacent: `every` smallest set, or the first.

    If the test raises, what was found so far stands in it.
    """
    _core.find_skeleton(
        test=test,
        skeleton=skeleton,
        allowed=as_bytes(allowed),
        required=as_bytes(required),
        alpha=alpha,
        max_conditioning=max_conditioning,
        stable=stable,
        every=every,
        report=report,
    )


def prune_skeleton(
    test: NativeTest,
    skeleton: Skeleton,
    allowed: npt.ArrayLike,
    required: npt.ArrayLike,
    reached: npt.ArrayLike,
    above: npt.ArrayLike,
    alpha: float,
    max_conditioning: int,
    report: Report = None,
) -> None:
    """Take from `skeleton` the edges x − y separated by nodes z with ``reached[x, z]`` that are ``above`` x or y."""
    _core.prune_skeleton(
        test=test,
        skeleton=skeleton,
        allowed=as_bytes(allowed),
        required=as_bytes(required),
        reached=as_bytes(reached),
        above=as_bytes(above),
        alpha=alpha,
        max_conditioning=max_conditioning,
        report=report,
    )


def judge_triples(
    test: NativeTest, skeleton: Skeleton, alpha: float, max_conditioning: int, orientation: str
) -> list[tuple[int, int, int, int]]:
    """Unshielded triples (first, middle, last, number in `VERDICTS`)."""
    return _core.judge_triples(
        test=test,
        skeleton=skeleton,
        alpha=alpha,
        max_conditioning=max_conditioning,
        orientation=ORIENTATIONS.index(orientation),
    )


def orient(
    test: NativeTest,
    skeleton: Skeleton,
    allowed: npt.ArrayLike,
    required: npt.ArrayLike,
    alpha: float,
    max_conditioning: int,
    orientation: str,
) -> npt.NDArray[np.int8]:
    """The skeleton with its v-structures and what follows from them."""
    out = np.empty(np.shape(allowed), dtype=np.uint8)
    _core.orient_skeleton(
        test=test,
        skeleton=skeleton,
        allowed=as_bytes(allowed),
        required=as_bytes(required),
        alpha=alpha,
        max_conditioning=max_conditioning,
        orientation=ORIENTATIONS.index(orientation),
        out=out,
    )
    return out.view(np.int8)


def adjacent(skeleton: Skeleton, n_nodes: int) -> npt.NDArray[np.int8]:
    """(n, n) symmetric 0/1 matrix of the edges."""
    out = np.empty((n_nodes, n_nodes), dtype=np.uint8)
    skeleton.copy_adjacent(out=out)
    return out.view(np.int8)


def separated(skeleton: Skeleton, n_nodes: int) -> npt.NDArray[np.int8]:
    """(n, n) symmetric 0/1 matrix of the pairs that a test separated."""
    out = np.empty((n_nodes, n_nodes), dtype=np.uint8)
    skeleton.copy_separated(out=out)
    return out.view(np.int8)


def p_values(skeleton: Skeleton, n_nodes: int) -> npt.NDArray[np.float64]:
    """(n, n) symmetric matrix of the largest p-value met for each pair, NaN where none was tested."""
    out = np.empty((n_nodes, n_nodes))
    skeleton.copy_p_values(out=out)
    return out
