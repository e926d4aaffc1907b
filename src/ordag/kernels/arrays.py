# SPDX-License-Identifier: MIT
"""Arrays as the kernels read them."""

import numpy as np
import numpy.typing as npt


def as_bytes(matrix: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """A matrix of zeros and ones, of whatever type, as the kernels take it."""
    return np.ascontiguousarray(matrix, dtype=np.uint8)
