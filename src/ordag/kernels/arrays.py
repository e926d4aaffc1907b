# SPDX-License-Identifier: MIT
"""Arrays as the kernels read them."""

import numpy as np
import numpy.typing as npt


def as_bytes(matrix: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """A matrix of zeros and ones, of whatever type, as the kernels take it."""
    return np.ascontiguousarray(matrix, dtype=np.uint8)


def ends_of(edges: npt.NDArray[np.intp]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Where edges, ``(n_edges, 2)``, start and where they end."""
    starts, ends = (np.ascontiguousarray(column, dtype=np.int32) for column in edges.T)
    return starts, ends
