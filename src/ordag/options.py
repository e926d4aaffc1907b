# SPDX-License-Identifier: MIT
"""Options of the estimator, read once: a wrong kind of value gets one clear error."""

import os
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ordag.errors import InputTypeError, InputValueError

Items = TypeVar("Items", bound=Iterable[Any])


def as_penalty(penalty: float | str) -> float:
    """The number that a penalty other than "auto" must be."""
    try:
        return float(penalty)
    except (TypeError, ValueError):
        raise InputValueError(f"penalty is {penalty!r}; it must be 'auto' or a number from 0 on.") from None


def as_weights(sample_weight: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Weights of rows as numbers."""
    try:
        return np.asarray(sample_weight, dtype=float)
    except (TypeError, ValueError):
        raise InputValueError("sample_weight must hold one number per row; found something else in it.") from None


def as_flag(name: str, value: object) -> bool:
    """A yes or no; other values that Python takes for true are mistakes, such as the text "no"."""
    if not isinstance(value, bool | np.bool_):
        raise InputTypeError(f"{name} must be True or False; found {value!r}.")
    return bool(value)


def as_lasting(name: str, items: Items) -> Items:
    """What can be read in every fit; an iterator is used up by the first, and the next would know nothing."""
    if isinstance(items, Iterator):
        raise InputTypeError(
            f"{name} is a {type(items).__name__}, which can be read only once, but every fit reads it; pass a list."
        )
    return items


def as_threads(n_jobs: Any) -> int:
    """Threads for a scikit-learn style n_jobs."""
    n_jobs = 1 if n_jobs is None else n_jobs
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer):
        raise InputTypeError(f"n_jobs must be a whole number or None; found {n_jobs!r}.")
    return max(1, int(n_jobs) if n_jobs >= 0 else (os.cpu_count() or 1) + 1 + int(n_jobs))
