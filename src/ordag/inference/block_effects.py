# SPDX-License-Identifier: MIT
"""Effects of setting a variable where it or the outcome owns several latent coordinates: cause or outcome is nominal.

Cut the edges into the coordinates C of the cause and let A = (I − B')⁻¹ of what remains; the coordinates O of the
outcome are then Y_O = T'Y_C + e with T = A_CO and var(e) = A_RO' V_R A_RO, R all coordinates outside C. Inside C the
covariance stays that of the population, so that (Y_C, Y_O) is normal, and the probability of an outcome's category
under a setting is that of a box of both over that of the box of the setting.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.expectation import integrate_rows, repeated_box, start_factors
from ordag.expectation.cells import cell_probabilities
from ordag.inference.conditions import level_boxes
from ordag.kernels import normal
from ordag.maximization import Parameters
from ordag.model import FittedNetwork

Array = npt.NDArray[np.float64]

# Bands of a continuous outcome with a curve, and where its latent variable is in the middle of each.
_N_BANDS = 128
_BANDS = normal.quantile(np.stack([np.arange(_N_BANDS), np.arange(1, _N_BANDS + 1)], axis=1) / _N_BANDS)
_MIDDLES = normal.quantile((np.arange(_N_BANDS) + 0.5) / _N_BANDS)


@dataclass(frozen=True, eq=False)
class SettingEffect:
    """An outcome when its cause is set to one level after the other, in one DAG.

    Attributes
    ----------
    table : (cause levels, outcome levels)
        Distribution of its declared levels.
    expected : (cause levels,)
        Its expectation; NaN if nominal.
    slope : float
        Of the latent outcome on the latent cause; NaN if either is nominal.
    """

    table: Array
    expected: Array
    slope: float


def block_effect(network: FittedNetwork, fit: Parameters, cause: int, outcome: int, boxes: Array) -> SettingEffect:
    """The effect of setting a cause to each of some boxes of its coordinates, ``(n_settings, n_coordinates, 2)``."""
    blocks = network.coordinates.blocks
    causes, outcomes = list(blocks.of(cause)), list(blocks.of(outcome))
    slopes, covariance = _under_setting(fit, causes, outcomes)
    table = np.zeros((len(boxes), len(network.levels[outcome])))
    if network.levels[outcome]:
        own = np.array(level_boxes(network, outcome))
        for row, box in enumerate(boxes):
            table[row, network.declared_codes[outcome]] = _shares(box, own, slopes, covariance)
    expected = np.full(len(boxes), np.nan)
    if not network.is_nominal(outcome):
        if network.margins.curves[outcome] is None:
            inside = covariance[: len(causes), : len(causes)]
            means = np.array([mean_within(box, inside) for box in boxes])
            expected = network.margins.expected(outcome, (means @ slopes)[:, 0], 1.0)
        else:
            shares = np.array([_shares(box, _BANDS[:, None], slopes, covariance) for box in boxes])
            expected = shares @ network.margins.values_of(outcome, _MIDDLES)
    return SettingEffect(table, expected, float("nan"))


def _under_setting(fit: Parameters, causes: list[int], outcomes: list[int]) -> tuple[Array, Array]:
    """Slopes T, and the covariance of the coordinates of cause and outcome when nothing acts on the cause."""
    weights = fit.weights.copy()
    weights[:, causes] = 0.0
    total = np.linalg.inv(np.eye(len(weights)) - weights)[:, outcomes]
    others = np.setdiff1d(np.arange(len(weights)), causes)
    inside, slopes = fit.correlation[np.ix_(causes, causes)], np.asarray(total[causes], dtype=np.float64)
    left = total[others].T @ (fit.noise[others, None] * total[others])
    moved = inside @ slopes
    return slopes, np.asarray(np.block([[inside, moved], [moved.T, slopes.T @ moved + left]]), dtype=np.float64)


def _shares(box: Array, levels: Array, slopes: Array, covariance: Array) -> Array:
    """Probability of each level of the outcome, given the box of its cause."""
    n = len(box)
    if (box[:, 0] == box[:, 1]).all():  # a value of a continuous cause
        mean, spread = box[:, 0] @ slopes, covariance[n:, n:] - slopes.T @ covariance[:n, n:]
        bounds = levels - mean[:, None]
    else:
        spread = covariance
        bounds = np.concatenate([np.broadcast_to(box, (len(levels), n, 2)), levels], axis=1)
    deviation = np.sqrt(np.diag(spread))
    standard = bounds / deviation[:, None]
    cells = cell_probabilities(standard[..., 0], standard[..., 1], spread / np.outer(deviation, deviation))
    return np.asarray(np.exp(cells.log_probability - np.logaddexp.reduce(cells.log_probability)))


def mean_within(box: Array, correlation: Array) -> Array:
    """Mean of a normal vector within a box, by expectation propagation; equal ends are a value."""
    if (box[:, 0] == box[:, 1]).all():
        return box[:, 0]
    boxes = repeated_box(box)
    rows = integrate_rows(boxes, correlation, start_factors(boxes).copies(), by_row=True)
    assert rows.mean is not None
    return np.asarray(rows.mean[:, 0])
