# SPDX-License-Identifier: MIT
"""Kernels on boxes of latent Gaussians: the truncated Gibbs sampler, expectation propagation, rectangle probabilities.

Arrays are coordinate-major, ``(n_columns, n_rows)``: all rows of a coordinate lie side by side.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordag import _core
from ordag._core import ClimbOptions, ClimbResult, CubePoints, LatentBoxes, PropagationOptions, RowTargets
from ordag.kernels.arrays import as_bytes, as_doubles, as_indices

__all__ = [
    "ClimbOptions",
    "ClimbResult",
    "CubePoints",
    "LatentBoxes",
    "PropagationOptions",
    "RowTargets",
    "cholesky_gibbs",
    "climb_graph",
    "cube_points",
    "integrate_rows",
    "latent_boxes",
    "regression_slopes",
    "slope_covariance",
    "slope_covariance_and_scores",
    "truncated_gibbs",
]

Reals = NDArray[np.float64]
Edges = NDArray[np.intp]  # (n_edges, 2): start and end
FactorArrays = tuple[Reals, Reals]  # shift and precision, (n_columns, n_rows) each, changed in place


def latent_boxes(
    codes: ArrayLike, lower: ArrayLike, upper: ArrayLike, continuous: ArrayLike, observed: ArrayLike, weights: ArrayLike
) -> LatentBoxes:
    """The boxes of all rows; `ordag.expectation.BoxArrays` says what each array holds."""
    return _core.LatentBoxes(
        codes=np.ascontiguousarray(codes, dtype=np.int16),
        lower=as_doubles(lower),
        upper=as_doubles(upper),
        continuous=as_bytes(continuous),
        observed=as_doubles(observed),
        weights=as_doubles(weights),
    )


def cube_points(unit: ArrayLike, n_replicates: int, seed: int) -> CubePoints:
    """Points of the unit cube, ``(n_columns, n_points)``, in parts with random shifts of their own."""
    return _core.CubePoints(unit=as_doubles(unit), n_replicates=n_replicates, seed=seed)


def truncated_gibbs(
    boxes: LatentBoxes,
    precision: Reals,
    latent: Reals,
    n_sweeps: int,
    seed: int,
    first_sweep: int,
    n_threads: int,
    moments: Reals | None = None,
) -> Reals:
    """State of the chains after `n_sweeps` more sweeps.

    `precision` is the inverse covariance of the latent Gaussian; its zeros cost nothing. The weighted sum over rows and
    sweeps of second moments is added to `moments`, n² a row and sweep.
    """
    latent = np.array(latent, dtype=np.float64, order="C")
    _core.truncated_gibbs(
        boxes=boxes,
        conditionals=_conditionals(precision),
        n_sweeps=n_sweeps,
        seed=seed,
        first_sweep=first_sweep,
        n_threads=n_threads,
        latent=latent,
        moments=moments,
    )
    return latent


def cholesky_gibbs(
    lower: Reals, upper: Reals, factor: Reals, white: Reals, n_sweeps: int, seed: int, first_sweep: int, n_threads: int
) -> Reals:
    """White state of the chains, ``(n_columns, n_rows)``, after `n_sweeps` more sweeps along the columns of `factor`.

    ``factor @ white`` lies between `lower` and `upper`, one pair of bounds an entry.
    """
    white = np.array(white, dtype=np.float64, order="C")
    assert lower.shape == upper.shape == white.shape
    _core.cholesky_gibbs(
        lower=as_doubles(lower),
        upper=as_doubles(upper),
        factor=as_doubles(factor),
        n_sweeps=n_sweeps,
        seed=seed,
        first_sweep=first_sweep,
        n_threads=n_threads,
        white=white,
    )
    return white


def _conditionals(precision: Reals) -> _core.Conditionals:
    """Each coordinate given the others."""
    scale = np.diag(precision)
    off = (precision != 0) & ~np.eye(len(precision), dtype=bool)
    rows, neighbour = np.nonzero(off)
    return _core.Conditionals(
        start=as_indices(np.concatenate([[0], np.cumsum(off.sum(axis=1))])),
        neighbour=as_indices(neighbour),
        coefficient=-precision[rows, neighbour] / scale[rows],
        sd=1 / np.sqrt(scale),
    )


def integrate_rows(
    boxes: LatentBoxes,
    covariance: Reals,
    factors: FactorArrays,
    out: RowTargets,
    *,
    propagation: PropagationOptions,
    points: CubePoints | None,
    n_threads: int,
) -> int:
    """Moments and log-probabilities of the boxes under N(0, covariance), written to `out`; the sweeps used."""
    shift, precision = factors
    return _core.integrate_rows(
        boxes=boxes,
        covariance=as_doubles(covariance),
        shift=shift,
        precision=precision,
        out=out,
        propagation=propagation,
        points=points,
        n_threads=n_threads,
    )


def climb_graph(
    boxes: LatentBoxes,
    edges: Edges,
    slopes: Reals,
    factors: FactorArrays,
    climb: ClimbOptions,
    *,
    hidden: Reals | None = None,
    n_threads: int,
) -> ClimbResult:
    """Climb the observed-data likelihood of a graph; `slopes`, one for each edge, are changed in place.

    `hidden` is the variance, by column, of the errors that hide as much as its levels do, for a first information.
    """
    shift, precision = factors
    return _core.climb_graph(
        boxes=boxes,
        edges=as_indices(edges),
        climb=climb,
        n_threads=n_threads,
        hidden=np.empty(0) if hidden is None else as_doubles(hidden),
        slopes=slopes,
        shift=shift,
        precision=precision,
    )


def slope_covariance(
    boxes: LatentBoxes, edges: Edges, slopes: Reals, factors: FactorArrays, climb: ClimbOptions, *, n_threads: int
) -> Reals:
    """Inverse information of the slopes, ``(n_edges, n_edges)``."""
    return _slope_covariance(boxes, edges, slopes, factors, climb, np.empty((len(edges), 0)), n_threads)


def slope_covariance_and_scores(
    boxes: LatentBoxes, edges: Edges, slopes: Reals, factors: FactorArrays, climb: ClimbOptions, *, n_threads: int
) -> tuple[Reals, Reals]:
    """The same, and the score of each row for each slope, ``(n_edges, n_rows)``."""
    scores = np.zeros((len(edges), factors[0].shape[1]))
    return _slope_covariance(boxes, edges, slopes, factors, climb, scores, n_threads), scores


def _slope_covariance(
    boxes: LatentBoxes,
    edges: Edges,
    slopes: Reals,
    factors: FactorArrays,
    climb: ClimbOptions,
    scores: Reals,
    n_threads: int,
) -> Reals:
    shift, precision = factors
    covariance = np.zeros((len(edges), len(edges)))
    _core.slope_covariance(
        boxes=boxes,
        edges=as_indices(edges),
        climb=climb,
        n_threads=n_threads,
        slopes=as_doubles(slopes),
        shift=shift,
        precision=precision,
        covariance=covariance,
        row_scores=scores,
    )
    return covariance


def regression_slopes(correlation: Reals, dag: NDArray[np.int8]) -> Reals:
    """Slopes with unit noise, ``(n, n)``, of the regressions of every node on its parents."""
    assert dag.shape == correlation.shape
    slopes = np.empty(dag.shape)
    _core.regression_slopes(correlation=as_doubles(correlation), dag=as_bytes(dag), slopes=slopes)
    return slopes
