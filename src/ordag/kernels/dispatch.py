# SPDX-License-Identifier: MIT
"""Which instruction set the compiled kernels use on this machine."""

from ordag import _core


def instruction_set() -> str:
    """Name of the instruction set in use: ``"baseline"``, ``"avx2"`` or ``"avx512"``.

    Picked once per process as the widest that the processor has; the environment variable ``ORDAG_SIMD`` lowers it.

    Examples
    --------
    >>> instruction_set() in {"baseline", "avx2", "avx512"}
    True
    """
    return _core.instruction_set()
