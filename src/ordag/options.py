# SPDX-License-Identifier: MIT
"""Values of options, read once: a wrong kind of value gets one clear error."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ordag.errors import InputTypeError, OptionError, OptionTypeError, RequirementError
from ordag.messages import Advise, InPython, OptionName, Value

Items = TypeVar("Items", bound=Iterable[Any])


def as_count(name: str, value: object, *, least: int = 1) -> int:
    """A whole number from `least` on."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise OptionError(name, value, f"a whole number from {least} on")
    return int(value)


def as_number(name: str, value: Any) -> float:
    """A number, perhaps infinite or NaN; text that spells one is not, and neither is a truth value."""
    if not isinstance(value, str | bytes | bool | np.bool_):
        try:
            return float(value)
        except (TypeError, ValueError):
            pass
    raise OptionTypeError(name, value, "a number")


def as_weights(sample_weight: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Weights of rows as numbers."""
    try:
        return np.asarray(sample_weight, dtype=float)
    except (TypeError, ValueError):
        name = sample_weight if isinstance(sample_weight, str) else "w"
        found = f"the text {name!r}" if isinstance(sample_weight, str) else "something else in it"
        raise RequirementError(
            OptionName("sample_weight"),
            "hold one number per row",
            f"found {found}",
            remedies=[InPython(f"pass frame[{name!r}], and fit without the column, which is no variable")],
        ) from None


def as_flag(name: str, value: object) -> bool:
    """A yes or no; other values that Python takes for true are mistakes, such as the text "no"."""
    if not isinstance(value, bool | np.bool_):
        raise OptionTypeError(name, value, (Value(True), " or ", Value(False)))
    return bool(value)


def as_verbosity(verbose: object) -> bool:
    """Whether to show progress; of numbers, which other estimators take, those from 1 on say yes."""
    return verbose > 0 if isinstance(verbose, int) else as_flag("verbose", verbose)


def as_lasting(name: str, items: Items) -> Items:
    """What can be read in every fit; an iterator is used up by the first, and the next would know nothing."""
    if not isinstance(items, Iterable):
        raise OptionTypeError(name, items, "a list")
    if isinstance(items, Iterator):
        found = f"is a {type(items).__name__}, which can be read only once, but every fit reads it"
        raise InputTypeError(OptionName(name), found, remedies=[Advise("pass a list")])
    return items


def as_jobs(n_jobs: Any) -> int | None:
    """What joblib and scikit-learn understand: None for one, or how many at a time, counted back from all if negative.

    Examples
    --------
    >>> as_jobs(-1)
    -1
    """
    if n_jobs is None:
        return None
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer):
        raise OptionTypeError("n_jobs", n_jobs, ("a whole number or ", Value(None)))
    if n_jobs == 0:
        raise OptionError("n_jobs", n_jobs, "how many to run at a time, or -1 for all cores")
    return int(n_jobs)


def as_threads(n_jobs: Any) -> int:
    """Threads for a scikit-learn style n_jobs."""
    wanted = as_jobs(n_jobs) or 1
    if wanted > 0:
        return wanted
    from joblib import cpu_count

    return max(1, int(cpu_count()) + 1 + wanted)
