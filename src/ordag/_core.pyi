# SPDX-License-Identifier: MIT
"""Typed face of the compiled extension; imported by ordag.kernels alone."""

def instruction_set() -> str: ...
