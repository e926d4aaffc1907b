# SPDX-License-Identifier: MIT
"""E-step by the sampler of the paper's authors: fresh chains along the columns of the Cholesky factor.

Li and Ghosh (2015) write the latent vector as a factor times independent standard normals and redraw these one by one.
Every step is bounded by the boxes of all coordinates that it moves, so that chains are slow: after the few sweeps that
the authors give them, draws still remember the independent start. This is the E-step of ``mode="paper"``;
`ordag.expectation.gibbs` comes closer to the distribution itself.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.expectation.boxes import BoxArrays
from ordag.expectation.moments import Moments
from ordag.kernels.latent import cholesky_gibbs

# Of rtmvn in the R package tmvmixnorm, which the authors call with its defaults: sweeps before the first draw is near,
# and sweeps left out before each draw.
BURN_IN = 10
THINNING = 1

Reals = NDArray[np.float64]


@dataclass(frozen=True)
class _Group:
    """Rows whose latent variables have one conditional covariance given what is observed continuous.

    Attributes
    ----------
    free : (n_free,)
        The coordinates that are drawn.
    factor : (n_free, n_free)
        Cholesky factor of their covariance.
    lower, upper : (n_free, n_rows)
        Bounds less `mean`.
    mean : (n_free, n_rows)
    rows : (n_rows,)
        Those that get most draws first.
    """

    free: NDArray[np.intp]
    factor: Reals
    lower: Reals
    upper: Reals
    mean: Reals
    rows: NDArray[np.intp]


def draw_moments(
    boxes: BoxArrays,
    correlation: Reals,
    n_draws: int,
    rng: np.random.Generator,
    *,
    burn_in: int = BURN_IN,
    thinning: int = THINNING,
    n_threads: int = 1,
) -> Moments:
    """Moments of `n_draws` draws a row, from chains that start at independent truncated normals.

    A row that counts k times (its weight) has one chain and k times as many draws.

    Examples
    --------
    Two binary items, both in their upper half: the chains have not come far from the independent 2 / π = 0.64 towards
    the 0.91 of the truncated normal.

    >>> boxes = BoxArrays(np.ones((2, 500)), [[-np.inf, -np.inf, 0]] * 2, [[np.inf, 0, np.inf]] * 2, [0, 0],
    ...                   np.zeros((2, 500)), np.ones(500))
    >>> moments = draw_moments(boxes, np.array([[1, 0.5], [0.5, 1]]), 5, np.random.default_rng(0))
    >>> moments.second.shape
    (2, 2)
    """
    n_of_row = np.maximum(np.rint(n_draws * boxes.weights), 1).astype(np.intp)
    share = boxes.weights / (n_of_row * boxes.total_weight)  # of each draw of a row
    mean, second = np.zeros(boxes.n_columns), np.zeros_like(correlation)
    seen = boxes.exact
    patterns, which = np.unique(seen, axis=1, return_inverse=True)
    for k, pattern in enumerate(patterns.T):
        rows = np.flatnonzero(which.ravel() == k)
        group = _group(boxes, correlation, pattern, rows[np.argsort(-n_of_row[rows], kind="stable")])
        latent = boxes.observed[:, group.rows]
        counts = n_of_row[group.rows]
        sampler = _Sampler(group, int(rng.integers(2**63)), n_threads)
        for draw in range(int(counts[0])):
            n_active = int(np.searchsorted(-counts, -draw, side="left"))
            latent = latent[:, :n_active]
            latent[group.free] = sampler.swept(n_active, thinning + 1 + (burn_in if draw == 0 else 0))
            weighted = latent * share[group.rows[:n_active]]
            mean += weighted.sum(axis=1)
            second += weighted @ latent.T
    return Moments(second, np.full_like(second, np.nan), boxes.total_weight, mean=mean)


class _Sampler:
    """The chains of a group. They move on with every call, for the first rows alone where fewer are asked for."""

    def __init__(self, group: _Group, seed: int, n_threads: int) -> None:
        self._group = group
        self._seed = seed
        self._n_threads = n_threads
        self._n_sweeps = 1
        # With the identity for a factor every coordinate has its own bounds alone: independent truncated normals.
        independent = np.eye(len(group.free))
        inside = np.clip(0.0, group.lower, group.upper)
        start = self._cholesky_gibbs(independent, inside, 1, 0)
        self._white = np.asarray(np.linalg.solve(group.factor, start), dtype=np.float64)

    def swept(self, n_rows: int, n_sweeps: int) -> Reals:
        """Free coordinates of the first `n_rows` after more sweeps."""
        self._white = self._cholesky_gibbs(self._group.factor, self._white[:, :n_rows], n_sweeps, self._n_sweeps)
        self._n_sweeps += n_sweeps
        return np.asarray(self._group.mean[:, :n_rows] + self._group.factor @ self._white)

    def _cholesky_gibbs(self, factor: Reals, white: Reals, n_sweeps: int, first_sweep: int) -> Reals:
        n_rows = white.shape[1]
        lower, upper = self._group.lower[:, :n_rows], self._group.upper[:, :n_rows]
        return cholesky_gibbs(lower, upper, factor, white, n_sweeps, self._seed, first_sweep, self._n_threads)


def _group(boxes: BoxArrays, correlation: Reals, seen: NDArray[np.bool_], rows: NDArray[np.intp]) -> _Group:
    """Rows that have the same continuous coordinates observed."""
    free, fixed = np.flatnonzero(~seen), np.flatnonzero(seen)
    covariance: Reals = correlation[np.ix_(free, free)]
    mean: Reals = np.zeros((len(free), len(rows)))
    if len(fixed):
        slopes = np.linalg.solve(correlation[np.ix_(fixed, fixed)], correlation[np.ix_(fixed, free)]).T
        covariance = covariance - slopes @ correlation[np.ix_(fixed, free)]
        mean = slopes @ boxes.observed[np.ix_(fixed, rows)]
    level = boxes.codes[np.ix_(free, rows)].astype(np.intp) + 1
    lower = np.take_along_axis(boxes.lower[free], level, axis=1) - mean
    upper = np.take_along_axis(boxes.upper[free], level, axis=1) - mean
    factor = np.asarray(np.linalg.cholesky(covariance), dtype=np.float64)
    return _Group(free, factor, lower, upper, mean, rows)
