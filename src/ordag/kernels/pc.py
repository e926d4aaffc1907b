# SPDX-License-Identifier: MIT
"""The PC algorithm of ``pc.hpp``: skeleton, then orientation."""

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag._core import Skeleton
from ordag.kernels.arrays import as_bytes
from ordag.kernels.independence import NativeTest
from ordag.progress import Report

__all__ = ["ORIENTATIONS", "Skeleton", "adjacent", "find_skeleton", "orient", "p_values", "separated"]

ORIENTATIONS = ("standard", "conservative", "majority", "ranked")


def find_skeleton(
    test: NativeTest,
    skeleton: Skeleton,
    allowed: npt.ArrayLike,
    required: npt.ArrayLike,
    alpha: float,
    max_conditioning: int,
    stable: bool,
    report: Report = None,
) -> None:
    """Fill `skeleton`, with what separated the pairs that are not adjacent.

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
        report=report,
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
