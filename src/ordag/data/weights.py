# SPDX-License-Identifier: MIT
"""Row weights as numbers of rows: weights of a survey tell how much a row stands for, counts how often it occurred."""

import numpy as np
import numpy.typing as npt

from ordag.errors import InferenceWarning, unknown_option, warn

Array = npt.NDArray[np.float64]

MEANINGS = ("survey", "counts")
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
    """Weights of a column, scaled over the kept rows to sum to (Σw)² / Σw² unless they are counts.

    Examples
    --------
    >>> survey_weights(np.array([1.0, 3.0]), np.array([True, True]), "survey")
    array([0.4, 1.2])
    """
    if meaning not in MEANINGS:
        raise unknown_option("meaning of weights", meaning, MEANINGS)
    if meaning == "counts":
        return weights
    return np.where(kept, _kish(np.where(kept, weights, 0)), weights)


def _kish(weights: Array) -> Array:
    # Squares of very small weights vanish; powers of two round nothing.
    scaled = np.ldexp(weights, -np.frexp(weights.max())[1])
    return np.asarray(scaled * scaled.sum() / np.sum(scaled**2))


def say_weights(column: str, weights: Array, n_without: int, meaning: str, *, stacklevel: int) -> None:
    """Warn of rows that were dropped for want of a weight, and of whole numbers that may be weights or counts."""
    if n_without:
        rows = "row has no weight and was" if n_without == 1 else "rows have no weight and were"
        warn(f"{n_without} {rows} left out.", InferenceWarning, stacklevel=stacklevel + 1)
    if meaning == "counts":
        if not np.all(weights == np.round(weights)):
            return
        if weights.sum() > _MANY_TIMES * len(weights):
            warn(
                f"the {len(weights)} rows count as {weights.sum():.0f}, by the counts in {column!r}. If these are "
                "weights of a survey, leave weights_are out.",
                InferenceWarning,
                stacklevel=stacklevel + 1,
            )
        return
    if not np.all(weights == np.round(weights)):
        return
    effective = float(_kish(weights).sum())
    warn(
        f"the weights in {column!r} make {len(weights)} rows worth {effective:.0f} (design effect "
        f"{len(weights) / effective:.2f}). If they count equal rows, say so: weights_are='counts' "
        "(--weights-are counts).",
        InferenceWarning,
        stacklevel=stacklevel + 1,
    )
