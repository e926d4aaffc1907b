# SPDX-License-Identifier: MIT
"""Native local scores: what the compiled searches ask for the score of a node given its parents.

A handle belongs to one search at a time: it keeps scratch space, and the searches run without the interpreter lock.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag._core import CumulativeScore, LocalScore
from ordag.kernels.arrays import as_bytes, as_doubles

__all__ = [
    "CumulativeScore",
    "LocalScore",
    "bde",
    "bge",
    "block_gaussian",
    "cached",
    "content_order",
    "cumulative",
    "from_python",
    "gaussian",
    "relabel",
    "total",
]

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]


def from_python(n_nodes: int, local: Callable[[int, tuple[int, ...]], float]) -> LocalScore:
    """A handle that calls a Python function."""
    return _core.PythonScore(n_nodes=n_nodes, local=local)


def cached(inner: LocalScore) -> _core.CachedScore:
    """A handle that remembers every local score of another."""
    return _core.CachedScore(inner=inner)


def gaussian(covariance: Matrix, n_rows: float, penalties: Matrix) -> LocalScore:
    """Penalised Gaussian likelihood; ``penalties[i, j]`` is what the edge i → j costs."""
    return _core.GaussianScore(covariance=as_doubles(covariance), n_rows=float(n_rows), penalties=as_doubles(penalties))


def block_gaussian(covariance: Matrix, sizes: Sequence[int], n_rows: float, penalties: Matrix) -> LocalScore:
    """The same of nodes that own several coordinates each; ``penalties[i, j]`` is that of all slopes of i → j."""
    return cached(
        _core.BlockGaussianScore(
            covariance=as_doubles(covariance),
            sizes=[int(size) for size in sizes],
            n_rows=float(n_rows),
            penalties=as_doubles(penalties),
        )
    )


def bge(scale: Matrix, constants: Vector, exponents: Vector, penalties: Matrix) -> LocalScore:
    """Bayesian Gaussian score; constants and exponents are those of ``bge_score.hpp``, per number of parents."""
    return _core.BgeScore(
        scale=as_doubles(scale),
        constants=constants.tolist(),
        exponents=exponents.tolist(),
        penalties=as_doubles(penalties),
    )


def bde(
    codes: npt.NDArray[np.int16], weights: Vector, n_levels: Sequence[int], sample_size: float, edge_penalty: float
) -> LocalScore:
    """Bayesian Dirichlet score of (rows, nodes) codes."""
    return _core.BdeScore(
        codes=np.ascontiguousarray(codes.T, dtype=np.int16),
        weights=as_doubles(weights),
        n_levels=[int(k) for k in n_levels],
        sample_size=sample_size,
        edge_penalty=edge_penalty,
    )


def cumulative(
    codes: npt.NDArray[np.int16],
    weights: Vector,
    predictors: Sequence[Matrix],
    responses: Sequence[Sequence[int]],
    n_levels: Sequence[int],
    *,
    logit: bool,
    parameter_cost: float,
    parent_cost: float,
) -> CumulativeScore:
    """Cumulative regressions of (rows, nodes and questions) codes, −1 where a question was not asked.

    ``predictors[j][k]`` is what level k of parent j stands for, and ``responses[j]`` are the columns that regressions
    explain for node j: itself, or questions.
    """
    return _core.CumulativeScore(
        codes=np.ascontiguousarray(codes.T, dtype=np.int16),
        weights=as_doubles(weights),
        predictors=[matrix.ravel().tolist() for matrix in predictors],
        responses=[list(columns) for columns in responses],
        n_levels=list(n_levels),
        logit=logit,
        parameter_cost=float(parameter_cost),
        parent_cost=float(parent_cost),
    )


def relabel(score: LocalScore, order: Sequence[int]) -> LocalScore:
    """The score whose node k is node ``order[k]`` of the given one."""
    return _core.relabel(score=score, order=list(order))


def content_order(score: LocalScore) -> list[int]:
    """The nodes in an order that does not depend on their numbering."""
    return _core.content_order(score=score)


def total(score: LocalScore, graph: npt.NDArray[np.int8]) -> float:
    """Sum of the local scores of a graph."""
    return score.total(graph=as_bytes(graph))
