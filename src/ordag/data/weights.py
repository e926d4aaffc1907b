# SPDX-License-Identifier: MIT
"""Row weights as numbers of rows: weights of a survey tell how much a row stands for, counts how often it occurred."""

import numpy as np
import numpy.typing as npt

from ordag.data.checks import others
from ordag.errors import InputValueError, unknown_option, warn
from ordag.messages import DataRow, If, SetOption
from ordag.remarks import ManyCounts, RowsWithoutWeight, WholeSurveyWeights

Array = npt.NDArray[np.float64]

MEANINGS = ("survey", "counts", "frequencies")
# The sum of weights that are no counts is hardly beyond so many times the number of rows.
_MANY_TIMES = 3


def effective_weights(weights: Array) -> Array:
    """Row weights that count rows: whole numbers as they are, others scaled to sum to (Σw)² / Σw² (Kish 1965).

    Examples
    --------
    >>> effective_weights(np.array([1.0, 2.0]))
    array([1., 2.])
    >>> effective_weights(np.array([0.5, 1.5])).sum()
    np.float64(1.6)
    """
    if not np.all(np.isfinite(weights)) or np.all(weights == np.round(weights)) or not (weights > 0).any():
        return weights
    return _kish(weights)


def survey_weights(weights: Array, kept: npt.NDArray[np.bool_], meaning: str) -> Array:
    """Weights of a column, scaled over the kept rows to sum to (Σw)² / Σw² unless they are counts or frequencies.

    Examples
    --------
    >>> survey_weights(np.array([1.0, 3.0]), np.array([True, True]), "survey")
    array([0.4, 1.2])
    """
    if meaning not in MEANINGS:
        raise unknown_option("meaning of weights", meaning, MEANINGS)
    if meaning == "counts":
        return whole_counts(weights, kept)
    if meaning == "frequencies":
        return weights
    return np.where(kept, _kish(np.where(kept, weights, 0)), weights)


def whole_counts(weights: Array, kept: npt.NDArray[np.bool_]) -> Array:
    """Counts of equal rows, which are whole numbers."""
    broken = np.flatnonzero((weights != np.round(weights)) & kept)
    if len(broken):
        first = int(broken[0])
        raise InputValueError(
            ("the weight of ", DataRow(first)),
            f"is {weights[first]:g}{others(len(broken) - 1, 'row')}",
            "counts of equal rows are whole numbers",
            remedies=[If("these are weights of a survey", SetOption("weights_are", "survey"))],
        )
    return weights


def _kish(weights: Array) -> Array:
    # Squares of very small weights vanish; powers of two round nothing.
    scaled = np.ldexp(weights, -np.frexp(weights.max())[1])
    return np.asarray(scaled * scaled.sum() / np.sum(scaled**2))


def remark_on_weights(column: str, weights: Array, n_without: int, meaning: str) -> None:
    """Warn of rows that were dropped for want of a weight, and of whole numbers that may be weights or counts."""
    if n_without:
        warn(RowsWithoutWeight(n_without))
    if not np.all(weights == np.round(weights)):
        return
    if meaning == "survey":
        warn(WholeSurveyWeights(column, len(weights), float(_kish(weights).sum())))
    elif meaning == "counts" and weights.sum() > _MANY_TIMES * len(weights):
        warn(ManyCounts(column, len(weights), float(weights.sum())))
