# SPDX-License-Identifier: MIT
"""E-step by truncated Gibbs sampling with persistent chains.

One chain per row runs through all iterations of the EM algorithm: when the parameters change a little, the chains only
have to follow, so that no new burn-in is needed (the Discussion of the paper suggests a Sequential Monte Carlo sampler
for this). The moments use the conditional mean of each coordinate instead of its draw (Rao-Blackwell).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.expectation.boxes import BoxArrays
from ordag.expectation.moments import Moments
from ordag.kernels.latent import truncated_gibbs


@dataclass(frozen=True)
class GibbsState:
    """One chain per row: its latent values ``(n, n_rows)``, the seed, and the number of sweeps done."""

    latent: NDArray[np.float64]
    seed: int
    n_sweeps: int


def start_chains(boxes: BoxArrays, seed: int, *, n_threads: int = 1) -> GibbsState:
    """Chains started from independent truncated normals, one draw per entry."""
    independent = np.eye(boxes.n_columns)
    return GibbsState(truncated_gibbs(boxes.native(), independent, boxes.observed, 1, seed, 0, n_threads), seed, 1)


def sweep_chains(
    state: GibbsState, boxes: BoxArrays, precision: NDArray[np.float64], n_sweeps: int, *, n_threads: int = 1
) -> GibbsState:
    """Chains after `n_sweeps` more sweeps under the inverse of a latent correlation, see `sparse_precision`.

    Examples
    --------
    >>> boxes = BoxArrays(np.ones((2, 500)), [[-np.inf, -np.inf, 0]] * 2, [[np.inf, 0, np.inf]] * 2, [0, 0],
    ...                   np.zeros((2, 500)), np.ones(500))
    >>> state = sweep_chains(start_chains(boxes, seed=1), boxes, np.eye(2), 9)
    >>> state.n_sweeps, bool((state.latent > 0).all())
    (10, True)
    """
    latent = truncated_gibbs(boxes.native(), precision, state.latent, n_sweeps, state.seed, state.n_sweeps, n_threads)
    return replace(state, latent=latent, n_sweeps=state.n_sweeps + n_sweeps)


def advance_chains(
    state: GibbsState,
    boxes: BoxArrays,
    correlation: NDArray[np.float64],
    n_sweeps: int,
    *,
    n_batches: int = 5,
    n_threads: int = 1,
) -> tuple[GibbsState, Moments]:
    """Chains after `n_sweeps` more sweeps under the given latent correlation, and the moments met on the way.

    The moments take n² operations a row and sweep; `sweep_chains` does without them.

    The Monte Carlo error is that of batch means: sweeps are cut into `n_batches` batches (at most one a sweep), whose
    spread shows the noise with the autocorrelation of the chains in it.

    Examples
    --------
    Two binary items, both in their upper half:

    >>> boxes = BoxArrays(np.ones((2, 500)), [[-np.inf, -np.inf, 0]] * 2, [[np.inf, 0, np.inf]] * 2, [0, 0],
    ...                   np.zeros((2, 500)), np.ones(500))
    >>> state, moments = advance_chains(start_chains(boxes, seed=1), boxes, np.array([[1, 0.5], [0.5, 1]]), 100)
    >>> bool(abs(moments.second[0, 1] - 0.9135) < 5 * moments.error[0, 1])
    True
    """
    n_batches = min(n_batches, n_sweeps)
    total = boxes.total_weight
    precision = sparse_precision(correlation)
    batches = []
    for sweeps in np.diff(np.linspace(0, n_sweeps, n_batches + 1).astype(int)):
        summed = np.zeros_like(precision)
        latent = truncated_gibbs(
            boxes.native(), precision, state.latent, int(sweeps), state.seed, state.n_sweeps, n_threads, summed
        )
        state = replace(state, latent=latent, n_sweeps=state.n_sweeps + int(sweeps))
        batches.append(summed / (total * sweeps))
    error = np.std(batches, axis=0, ddof=1) / np.sqrt(n_batches) if n_batches > 1 else np.full_like(precision, np.nan)
    return state, Moments(np.mean(batches, axis=0), error, total)


# Entries of a precision matrix below this share of its diagonal are rounding errors of the inversion, not dependence.
_NEGLIGIBLE = 1e-12


def sparse_precision(correlation: NDArray[np.float64]) -> NDArray[np.float64]:
    """Inverse of a correlation matrix with its rounding errors set to zero, so that absent edges cost nothing."""
    precision = np.asarray(np.linalg.inv(correlation), dtype=np.float64)
    scale = np.sqrt(np.diag(precision))
    precision[np.abs(precision) < _NEGLIGIBLE * np.outer(scale, scale)] = 0.0
    return precision
