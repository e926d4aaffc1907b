# SPDX-License-Identifier: MIT
"""Kernels on a Gaussian sample whose columns were seen with errors.

`ordag.maximization.surrogate` has its likelihood, ``cpp/include/ordag/quadratic_model.hpp`` the equations to second
order.
"""

import numpy as np
from numpy.typing import NDArray

from ordag import _core
from ordag._core import ClimbOptions, GaussianSurrogate, SurrogateSearchOptions
from ordag._core import QuadraticModel as NativeModel
from ordag.kernels.arrays import as_bytes, as_doubles, as_indices
from ordag.kernels.search import SearchSpace

__all__ = [
    "GaussianSurrogate",
    "NativeModel",
    "SurrogateSearchOptions",
    "gaussian_surrogate",
    "information_among",
    "quadratic_model",
    "single_changes",
    "surrogate_climb",
    "surrogate_search",
]

Reals = NDArray[np.float64]
Graph = NDArray[np.int8]
Edges = NDArray[np.intp]  # (n_edges, 2): start and end


def gaussian_surrogate(second: Reals, noise: Reals, n_rows: float) -> GaussianSurrogate:
    """Second moments of the sample, variances of the errors, number of rows."""
    return _core.GaussianSurrogate(second=as_doubles(second), noise=as_doubles(noise), n_rows=n_rows)


def surrogate_climb(
    surrogate: GaussianSurrogate, dag: Graph, slopes: Reals, climb: ClimbOptions, cutoff: float
) -> float:
    """Log-likelihood reached.

    `slopes`, ``(n, n)``, are changed in place; those of absent edges become zero. `cutoff` overrules the climb's.
    """
    return _core.surrogate_climb(surrogate=surrogate, dag=as_bytes(dag), climb=climb, cutoff=cutoff, slopes=slopes)


def surrogate_search(
    surrogate: GaussianSurrogate,
    space: SearchSpace,
    options: SurrogateSearchOptions,
    edge_cost: float,
    criterion: float,
    dag: Graph,
    slopes: Reals,
    surcharge: Reals | None = None,
    bare: Reals | None = None,
) -> tuple[float, Graph, Reals]:
    """Criterion, graph and slopes at the end of a hill climb over graphs from one with the given criterion.

    `surcharge`, ``(n, n)``, is what each arrow costs beyond `edge_cost`. `bare`, one entry more than there are columns,
    is what a graph costs beyond its arrows by its number of columns that no hidden cause acts on.
    """
    reached, there = as_bytes(dag).copy(), np.array(slopes, dtype=np.float64, order="C")
    criterion = _core.surrogate_search(
        surrogate=surrogate,
        space=space,
        options=options,
        edge_cost=edge_cost,
        criterion=criterion,
        surcharge=np.zeros(there.shape) if surcharge is None else as_doubles(surcharge),
        bare=as_doubles([] if bare is None else bare),
        dag=reached,
        slopes=there,
    )
    return criterion, reached.view(np.int8), there


def quadratic_model(
    surrogate: GaussianSurrogate, slopes: Reals, present: Edges, absent: Edges, ridge: float
) -> NativeModel:
    """The log-likelihood to second order in the slopes of edges and of absent arrows."""
    return _core.QuadraticModel(
        surrogate=surrogate,
        slopes=as_doubles(slopes),
        present=as_indices(present),
        absent=as_indices(absent),
        ridge=ridge,
    )


def single_changes(model: NativeModel) -> tuple[Reals, Reals, Reals]:
    """What it adds to drop each edge, to add each arrow, and to replace one by the other."""
    edges, others = model.n_edges, model.n_absent
    dropping, adding, replacing = np.empty(edges), np.empty(others), np.empty((edges, others))
    model.changes(dropping=dropping, adding=adding, replacing=replacing)
    return dropping, adding, replacing


def information_among(model: NativeModel, absent: NDArray[np.intp]) -> Reals:
    """Information of some absent arrows with each other that is left when the edges follow."""
    information = np.empty((len(absent), len(absent)))
    model.among(absent=as_indices(absent), information=information)
    return information
