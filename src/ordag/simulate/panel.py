# SPDX-License-Identifier: MIT
"""Panel data with a known truth: the same items at several waves, each wave depending on the one before.

Within a person y_t = y_t A + y_{t−1} B + ε_t, with A the contemporaneous and B the lagged weights, starting from the
stationary distribution of that process. A stable trait of each person can be added to every item.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.linalg import solve_discrete_lyapunov
from scipy.special import ndtri

from ordag.errors import InputValueError, OptionError, RequirementError
from ordag.graphs import as_dag
from ordag.messages import Advise, OptionName
from ordag.options import as_count, as_number
from ordag.simulate.dags import random_dag
from ordag.simulate.parameters import Weights, random_weights

Matrix = npt.NDArray[np.float64]

# Sizes of random weights: of an item on itself, on others a wave later, and on others in the same wave.
_AUTOREGRESSION, _LAGGED, _CONTEMPORANEOUS = (0.3, 0.5), (0.2, 0.4), (0.3, 0.6)
# A process that forgets less than this from wave to wave is drawn again.
_MOST_MEMORY = 0.95
_CONCENTRATION = 5.0  # of the shares of levels


@dataclass(frozen=True, eq=False)
class SimulatedPanel:
    """Answers of persons at several waves, and the truth behind them.

    Attributes
    ----------
    frame : pandas.DataFrame
        One row per person, one column per item and wave, ``V1_t1``, ``V2_t1`` and so on; NaN after a person dropped
        out.
    lagged, contemporaneous : (n, n)
        Weights on the scale where every item has variance one within persons; ``[i, j]`` belongs to i → j.
    correlation : (n, n)
        Of the items within persons, at each wave.
    trait_shares : (n,)
        Share of each item's variance that is a stable trait.
    """

    frame: pd.DataFrame
    lagged: Weights
    contemporaneous: Weights
    correlation: Matrix
    trait_shares: npt.NDArray[np.float64]

    def long(self) -> pd.DataFrame:
        """The same answers with one row per person and wave, and columns ``person`` and ``wave``."""
        n = len(self.lagged)
        parts = [
            self.frame.iloc[:, start : start + n]
            .set_axis([f"V{k + 1}" for k in range(n)], axis=1)
            .assign(person=np.arange(len(self.frame)), wave=start // n + 1)
            for start in range(0, self.frame.shape[1], n)
        ]
        long = pd.concat(parts, ignore_index=True)
        return long[long.iloc[:, :n].notna().any(axis=1)].reset_index(drop=True)


def panel_weights(
    n_items: int, rng: np.random.Generator | int | None = None, *, n_lagged: float = 1.0, neighbours: float = 1.0
) -> tuple[Weights, Weights]:
    """Random lagged and contemporaneous weights of a process that settles.

    Parameters
    ----------
    n_items
        Number of items.
    rng
        Generator, or a seed for one.
    n_lagged
        Expected number of other items that an item depends on a wave later.
    neighbours
        Expected number of neighbours of an item in the graph within a wave.

    Examples
    --------
    >>> lagged, contemporaneous = panel_weights(4, rng=0)
    >>> bool((np.diag(lagged) >= 0.3).all()), contemporaneous.shape
    (True, (4, 4))
    """
    generator = np.random.default_rng(rng)
    off = ~np.eye(n_items, dtype=bool)
    while True:
        crossing = off & (generator.random(off.shape) < n_lagged / max(n_items - 1, 1))
        sizes = generator.uniform(*_LAGGED, off.shape) * generator.choice([-1.0, 1.0], off.shape)
        lagged = np.where(crossing, sizes, 0.0) + np.diag(generator.uniform(*_AUTOREGRESSION, n_items))
        within = random_weights(random_dag(n_items, neighbours, generator), generator, _CONTEMPORANEOUS)
        if _memory(lagged, within) < _MOST_MEMORY:
            return lagged, within


def panel_data(
    lagged: npt.ArrayLike,
    contemporaneous: npt.ArrayLike,
    n_rows: int,
    n_waves: int = 4,
    levels: int = 4,
    rng: np.random.Generator | int | None = None,
    *,
    trait_shares: float | npt.ArrayLike = 0.0,
    trait_correlation: float = 0.5,
    drop_out: float = 0.0,
) -> SimulatedPanel:
    """Answers of persons at several waves.

    Parameters
    ----------
    lagged, contemporaneous
        (n, n) weights with noise of variance one; the second must be those of a DAG.
    n_rows
        Number of persons.
    n_waves
        Number of waves, 2 or more.
    levels
        Of each item; their shares are random and the same at each wave.
    rng
        Generator, or a seed for one.
    trait_shares
        Share of each item's variance that is a stable trait of the person, one number or one for each item.
    trait_correlation
        Of any two traits.
    drop_out
        Probability, at each wave after the first, that a person with an average answer to the first item does not come
        back; who answered lower at the wave before is more likely to stay.

    Examples
    --------
    >>> panel = panel_data([[0.5, 0.3], [0, 0.5]], [[0, 0], [0.4, 0]], n_rows=50, n_waves=3, rng=0)
    >>> list(panel.frame)
    ['V1_t1', 'V2_t1', 'V1_t2', 'V2_t2', 'V1_t3', 'V2_t3']
    """
    generator = np.random.default_rng(rng)
    within, across = _weights(contemporaneous, lagged)
    n_rows, n_waves = as_count("n_rows", n_rows, least=2), as_count("n_waves", n_waves, least=2)
    levels = as_count("levels", levels, least=2)
    shares = np.broadcast_to(np.asarray(trait_shares, dtype=np.float64), len(within)).copy()
    if not ((shares >= 0) & (shares < 1)).all():
        raise OptionError("trait_shares", trait_shares, "between 0 and 1, without 1")
    effects: Matrix = np.asarray(np.linalg.inv(np.eye(len(within)) - within))
    step = across @ effects
    covariance = solve_discrete_lyapunov(step.T, effects.T @ effects)
    scale = np.sqrt(np.diag(covariance))
    latent = _process(step, effects, covariance, (n_rows, n_waves), generator) / scale
    traits = _traits(n_rows, len(within), as_number("trait_correlation", trait_correlation), generator)
    latent = np.sqrt(1 - shares) * latent + (np.sqrt(shares) * traits)[:, None, :]
    codes = _cut_alike(latent, levels, generator)
    seen = _staying(latent[:, :, 0], as_number("drop_out", drop_out), generator)
    return SimulatedPanel(
        frame=_wide(codes, seen, levels),
        lagged=across * scale[:, None] / scale,
        contemporaneous=within * scale[:, None] / scale,
        correlation=covariance / np.outer(scale, scale),
        trait_shares=shares,
    )


def _weights(contemporaneous: npt.ArrayLike, lagged: npt.ArrayLike) -> tuple[Weights, Weights]:
    within, across = np.asarray(contemporaneous, dtype=np.float64), np.asarray(lagged, dtype=np.float64)
    as_dag(within != 0, "contemporaneous")
    if across.shape != within.shape:
        raise RequirementError(
            OptionName("lagged"), f"be of shape {within.shape} as the others are", f"found {across.shape}"
        )
    if _memory(across, within) >= 1:
        raise InputValueError(
            OptionName("lagged"), "make a process that grows from wave to wave", remedies=[Advise("shrink the weights")]
        )
    return within, across


def _memory(lagged: Weights, contemporaneous: Weights) -> float:
    """How much of a deviation is left a wave later."""
    step = lagged @ np.linalg.inv(np.eye(len(lagged)) - contemporaneous)
    return float(np.abs(np.linalg.eigvals(step)).max(initial=0.0))


def _process(
    step: Matrix, effects: Matrix, covariance: Matrix, shape: tuple[int, int], rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """(n_rows, n_waves, n) values of the process."""
    n_rows, n_waves = shape
    values = np.empty((n_rows, n_waves, len(step)))
    values[:, 0] = rng.standard_normal((n_rows, len(step))) @ np.linalg.cholesky(covariance).T
    for t in range(1, n_waves):
        values[:, t] = values[:, t - 1] @ step + rng.standard_normal((n_rows, len(step))) @ effects
    return values


def _traits(n_rows: int, n: int, correlation: float, rng: np.random.Generator) -> Matrix:
    """(n_rows, n) traits of variance one, all pairs with the same correlation."""
    if not 0 <= correlation <= 1:
        raise OptionError("trait_correlation", correlation, "between 0 and 1")
    shared = rng.standard_normal((n_rows, 1))
    return np.asarray(np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * rng.standard_normal((n_rows, n)))


def _cut_alike(latent: npt.NDArray[np.float64], levels: int, rng: np.random.Generator) -> npt.NDArray[np.int16]:
    """Levels by thresholds that are those of the item at every wave."""
    codes = np.empty(latent.shape, dtype=np.int16)
    for item in range(latent.shape[2]):
        cuts = ndtri(np.cumsum(rng.dirichlet(np.full(levels, _CONCENTRATION)))[:-1])
        codes[:, :, item] = np.searchsorted(cuts, latent[:, :, item])
    return codes


def _staying(first: Matrix, drop_out: float, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    """(n_rows, n_waves) whether a person answers, by the first item at the wave before."""
    if not 0 <= drop_out < 1:
        raise OptionError("drop_out", drop_out, "between 0 and 1, without 1")
    seen = np.ones(first.shape, dtype=bool)
    if drop_out > 0:
        odds = np.log(drop_out / (1 - drop_out))
        leaving = rng.random((len(first), first.shape[1] - 1)) < 1 / (1 + np.exp(-odds - first[:, :-1]))
        seen[:, 1:] = ~np.maximum.accumulate(leaving, axis=1)
    return seen


def _wide(codes: npt.NDArray[np.int16], seen: npt.NDArray[np.bool_], levels: int) -> pd.DataFrame:
    columns = {
        f"V{k + 1}_t{t + 1}": pd.Categorical.from_codes(
            np.where(seen[:, t], codes[:, t, k], -1), categories=pd.RangeIndex(levels), ordered=True
        )
        for t in range(codes.shape[1])
        for k in range(codes.shape[2])
    }
    return pd.DataFrame(columns)
