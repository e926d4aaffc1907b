# SPDX-License-Identifier: MIT
"""Checks that the scores share; each returns the cleaned value."""

import math

import numpy as np
import numpy.typing as npt

from ordag.errors import OptionError, RequirementError
from ordag.messages import Advise, OptionName
from ordag.options import as_number

# Farther from symmetry than this a matrix is taken for a mistake, not for rounding.
ASYMMETRY = 1e-8


def positive(name: str, value: float, *, least: float | None = None) -> float:
    """The value, above zero (or from `least` on) and finite."""
    number = as_number(name, value)
    if not (number > 0 if least is None else number >= least) or math.isinf(number):
        bound = "above zero" if least is None else f"{least:g} or more"
        raise OptionError(name, value, f"{bound} and finite")
    return number


def log_edge_penalty(edge_penalty: float) -> float:
    """Logarithm of the factor that every edge divides the prior by."""
    return math.log(positive("edge_penalty", edge_penalty))


def covariance(name: str, values: npt.ArrayLike, *, added: float = 0.0) -> npt.NDArray[np.float64]:
    """A square and symmetric matrix that is positive definite once `added` is put on its diagonal."""
    matrix = np.array(values, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.size == 0:
        raise RequirementError(OptionName(name), "be a square matrix", f"found shape {matrix.shape}")
    if not np.isfinite(matrix).all():
        i, j = np.argwhere(~np.isfinite(matrix))[0]
        raise RequirementError(OptionName(name), "be finite", f"entry [{i}, {j}] is {matrix[i, j]}")
    scale = np.abs(matrix).max()
    gap = np.abs(matrix - matrix.T)
    if gap.max() > ASYMMETRY * scale:
        i, j = np.unravel_index(gap.argmax(), gap.shape)
        raise RequirementError(
            OptionName(name),
            "be symmetric",
            f"entries [{i}, {j}] and [{j}, {i}] are {matrix[i, j]} and {matrix[j, i]}",
        )
    matrix = (matrix + matrix.T) / 2
    try:
        np.linalg.cholesky(matrix + added * np.eye(len(matrix)))
    except np.linalg.LinAlgError:
        smallest = np.linalg.eigvalsh(matrix)[0]
        raise RequirementError(
            OptionName(name),
            "be positive definite",
            f"its smallest eigenvalue is {smallest:.3g}",
            remedies=[Advise("repair it first, or shrink it towards the identity")],
        ) from None
    return matrix


def edge_values(name: str, values: npt.ArrayLike, n_nodes: int, *, negative: bool) -> npt.NDArray[np.float64]:
    """One number for each pair of nodes, perhaps infinite; below zero only if `negative`."""
    matrix = np.array(values, dtype=np.float64)
    if matrix.shape != (n_nodes, n_nodes):
        raise RequirementError(OptionName(name), f"have shape {(n_nodes, n_nodes)}", f"found {matrix.shape}")
    wrong = np.argwhere(~(matrix > -np.inf if negative else matrix >= 0))
    if len(wrong):
        i, j = wrong[0]
        bound = "above minus infinity" if negative else "zero or more"
        raise RequirementError(OptionName(name), f"be {bound}", f"entry [{i}, {j}] is {matrix[i, j]}")
    return matrix
