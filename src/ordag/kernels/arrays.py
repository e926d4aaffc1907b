# SPDX-License-Identifier: MIT
"""Arrays as the kernels read them."""

import numpy as np
import numpy.typing as npt


def as_bytes(matrix: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Zeros and ones, of whatever type, as the kernels take them."""
    return np.ascontiguousarray(matrix, dtype=np.uint8)


def as_doubles(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Real numbers in C order."""
    return np.ascontiguousarray(values, dtype=np.float64)


def as_indices(numbers: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """Numbers of nodes, terms or the like, and edges as ``(n_edges, 2)``: where each starts and where it ends."""
    return np.ascontiguousarray(numbers, dtype=np.int32)
